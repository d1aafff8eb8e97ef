package standalone

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A listed package is what the go command says of one.
type listed struct {
	ImportPath      string
	Name            string
	Dir             string
	ForTest         string
	GoFiles         []string
	CgoFiles        []string
	CompiledGoFiles []string
	IgnoredGoFiles  []string
	CFiles          []string
	CXXFiles        []string
	HFiles          []string
	SFiles          []string
	EmbedFiles      []string
	Imports         []string
	ImportMap       map[string]string
	Standard        bool
	DepOnly         bool
	Module          *module
	Error           *listError
	Export          string
}

type module struct {
	Path, Version, GoVersion string

	Sum     string // as in go.sum, if it comes from a version control
	Dir     string
	Replace *module
}

type listError struct {
	ImportStack []string
	Pos, Err    string
}

const metadata = "ImportPath,Name,Dir,ForTest,GoFiles,CgoFiles,IgnoredGoFiles,CFiles,CXXFiles,HFiles,SFiles,EmbedFiles," +
	"Imports,ImportMap,Standard,DepOnly,Module,Error"

// Child is a command that an interrupt of this one interrupts too, so that it
// ends its own children and cleans up. What is left of them after five seconds
// is not waited for.
func Child(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// golist runs go list and reads the packages that it prints. The second result
// is what it said on standard error.
func golist(ctx context.Context, dir string, args ...string) ([]*listed, string, error) {
	watched, stop := whileReadable(ctx, dir)
	defer stop()
	cmd := Child(watched, dir, "go", append([]string{"list", "-e"}, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if watched.Err() != nil {
			return nil, "", context.Cause(watched)
		}
		var exit *exec.ExitError
		if text := strings.TrimSpace(errs.String()); errors.As(err, &exit) && text != "" {
			return nil, text, errors.New(strings.TrimPrefix(text, "go: "))
		}
		return nil, "", fmt.Errorf("go list: %w", err)
	}
	var pkgs []*listed
	for d := json.NewDecoder(&out); ; {
		p := new(listed)
		switch err := d.Decode(p); {
		case err == io.EOF:
			return pkgs, errs.String(), nil
		case err != nil:
			return nil, "", fmt.Errorf("reading what go list prints: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}

// path is the path by which types know the package.
func (p *listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return path
}

// sources are the paths in the import clauses, each with the package that it
// stands for.
func (p *listed) sources() (paths []string, resolve map[string]string) {
	resolve = map[string]string{}
	written := map[string]string{}
	for src, id := range p.ImportMap {
		written[id] = src
	}
	for _, id := range p.Imports {
		src, ok := written[id]
		if !ok {
			src = id
		}
		resolve[src] = id
		paths = append(paths, src)
	}
	return paths, resolve
}

// isTestMain reports whether the package is the main program that the go
// command writes for a test.
func (p *listed) isTestMain() bool {
	return p.Name == "main" && p.ForTest == "" && strings.HasSuffix(p.ImportPath, ".test")
}
