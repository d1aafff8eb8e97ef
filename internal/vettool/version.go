package vettool

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/toolid"
)

// The ways to answer for a package.
const (
	fast = "fast"
	slow = "slow"
)

// tried lists the lines of the go command whose configuration files were seen
// to name every import's export data, and with which the tests ran.
var tried = []string{"go1.26", "go1.27"}

// way chooses how a package is answered for. The go command sets GOVERSION for
// every call of the tool.
func way(getenv func(string) string) string {
	switch w := getenv("LOCKLINT_UNIT"); w {
	case fast, slow:
		return w
	}
	v := getenv("GOVERSION")
	for _, line := range tried {
		if v == line || strings.HasPrefix(v, line+".") || strings.HasPrefix(v, line+"rc") || strings.HasPrefix(v, line+"-") {
			return fast
		}
	}
	return slow
}

// versionLine identifies the tool: two of the same line give the same answers.
// It is the key of go vet's cache, so everything belongs to it that changes an
// answer and is no input of the go command: the users' configurations that hold
// for what may be analysed from dir. One that is wrong is an error.
func versionLine(dir string, getenv func(string) string) (string, error) {
	said, err := config.Digest(dir, getenv)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "program %s\nway %s\nconfiguration %s\n", toolid.ID(), way(getenv), said)
	return fmt.Sprintf("locklint version devel way=%s buildID=%x", way(getenv), h.Sum(nil)), nil
}
