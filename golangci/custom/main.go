// Command custom is golangci-lint with locklint's plugin built in: what
// golangci-lint custom would make of .custom-gcl.yml, without a clone of
// golangci-lint. The tests compare its findings with locklint's own.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/locklint/locklint/golangci"
)

func main() {
	// golangci-lint's cache is keyed by the version. With this one it takes the
	// bytes of the program instead, so that a changed plugin is analysed anew.
	info := commands.BuildInfo{Version: "(devel)", GoVersion: "unknown", Commit: "unknown", Date: "unknown"}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
