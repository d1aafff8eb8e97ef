package vettool

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/locklint/locklint/internal/config"
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
	fmt.Fprintf(h, "program %s\nway %s\nconfiguration %s\n", programID(), way(getenv), said)
	return fmt.Sprintf("locklint version devel way=%s buildID=%x", way(getenv), h.Sum(nil)), nil
}

// programID identifies the executable: by the build ID that the linker wrote
// into its head, or where there is none by its bytes.
func programID() string {
	name, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(name)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	if id := buildID(f); id != "" {
		return id
	}
	h := sha256.New()
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "unknown"
	}
	if _, err := io.Copy(h, f); err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// buildID reads the text that the linker puts at the start of the code.
func buildID(r io.Reader) string {
	head, err := io.ReadAll(io.LimitReader(r, 64<<10))
	if err != nil {
		return ""
	}
	_, rest, ok := bytes.Cut(head, []byte("\xff Go build ID: \""))
	if !ok {
		return ""
	}
	id, _, ok := bytes.Cut(rest, []byte("\"\n \xff"))
	if !ok {
		return ""
	}
	return string(id)
}
