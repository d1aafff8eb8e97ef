// Locklint finds mistakes with distributed locks in Go programs.
//
//	locklint [flags] [packages]      analyse packages (default ./...)
//	locklint vet [arguments]         the same through go vet, with its cache
//	locklint version
//
// It is also a tool for go vet:
//
//	go vet -vettool="$(command -v locklint)" ./...
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/standalone"
	"github.com/locklint/locklint/internal/vettool"
)

func main() {
	args := os.Args[1:]
	if vettool.Asked(args) {
		os.Exit(vettool.Main(args, analyzers.All()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(args) > 0 {
		switch args[0] {
		case "version":
			fmt.Println("locklint", version())
			return
		case "vet":
			os.Exit(vet(ctx, args[1:]))
		case "help":
			args = []string{"-h"}
		}
	}
	os.Exit(standalone.Main(ctx, args, analyzers.All(), os.Stdout, os.Stderr))
}

// version is the module version that the go command built, with the commit
// where it built from a working tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}

// vet runs go vet with this program as its tool.
func vet(ctx context.Context, args []string) int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintf(os.Stderr, "locklint: %v\n", err)
		return standalone.Failed
	}
	if len(args) == 0 {
		args = []string{"./..."}
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{"vet", "-vettool=" + self}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "locklint: interrupted")
		return standalone.Failed
	case errors.As(err, &exit):
		return exit.ExitCode()
	case err != nil:
		fmt.Fprintf(os.Stderr, "locklint: %v\n", err)
		return standalone.Failed
	}
	return standalone.Clean
}
