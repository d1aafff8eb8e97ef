package standalone

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/locklint/locklint/internal/output"
)

// patience is how long the go command may take before somebody looks whether
// it waits in vain.
var patience = 5 * time.Second

// whileReadable returns a context that ends when the go command waits for a
// file that is none: it opens each file of a Go package's name, and a named
// pipe without a writer holds it for good. Nothing is looked at as long as the
// go command is quick.
func whileReadable(ctx context.Context, dir string) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(patience, func() {
		if name := firstPipe(ctx, dir); name != "" {
			cancel(fmt.Errorf("%s:1: this is a named pipe, for which the go command waits", output.Path(workingDirectory(), name)))
		}
	})
	return ctx, func() {
		timer.Stop()
		cancel(nil)
	}
}

// opened are the ends of the names of files that the go command reads for what
// they say of the package.
var opened = []string{".go", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90", ".s", ".S", ".sx", ".swig", ".swigcxx"}

// firstPipe finds a named pipe below a directory that the go command would
// open.
func firstPipe(ctx context.Context, dir string) (found string) {
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return filepath.SkipAll
		case err != nil:
			return nil // the go command says what it cannot read
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case d.Type()&fs.ModeNamedPipe != 0 && slices.Contains(opened, filepath.Ext(name)):
			found = name
			return filepath.SkipAll
		}
		return nil
	})
	return found
}
