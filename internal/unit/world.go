package unit

import (
	"fmt"
	"go/token"
	"go/types"
	"io"
	"maps"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
)

// A World is a set of packages whose types fit together: each path stands for
// one package. It reads packages from export data and takes in those that were
// checked from source.
//
// A package must be taken in before export data that mentions it is read, or
// its types exist twice: so units are analysed in the order of the whole import
// graph. A test's variant of a package has the path of the package, so it needs
// a world of its own.
type World struct {
	fset *token.FileSet
	open func(path string) (io.ReadCloser, error)

	mu   *sync.Mutex // export data is read into one map; shared with forks
	pkgs map[string]*types.Package
}

// NewWorld returns an empty world. Open yields a package's export data.
func NewWorld(fset *token.FileSet, open func(path string) (io.ReadCloser, error)) *World {
	return &World{fset: fset, open: open, mu: new(sync.Mutex), pkgs: map[string]*types.Package{}}
}

// Fork returns a world with the packages of this one, those of the paths
// without left out: a test replaces them by variants of its own.
func (w *World) Fork(without []string, open func(path string) (io.ReadCloser, error)) *World {
	w.mu.Lock()
	defer w.mu.Unlock()
	f := &World{fset: w.fset, open: open, mu: w.mu, pkgs: maps.Clone(w.pkgs)}
	for _, p := range without {
		delete(f.pkgs, p)
	}
	return f
}

// Add takes in a package that was checked from source.
func (w *World) Add(pkg *types.Package) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pkgs[pkg.Path()] = pkg
}

// Package returns the package of that path, or nil. It may be known by mention
// only.
func (w *World) Package(path string) *types.Package {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pkgs[path]
}

// Importer returns an importer for the files of a package whose import paths
// stand for the package paths that resolve yields.
func (w *World) Importer(resolve func(string) (string, error)) types.Importer {
	return importer(func(path string) (*types.Package, error) {
		resolved, err := resolve(path)
		if err != nil {
			return nil, err
		}
		return w.load(resolved)
	})
}

type importer func(string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

func (w *World) load(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.pkgs[path]; p != nil && p.Complete() {
		return p, nil
	}
	file, err := w.open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	//lint:ignore SA1019 the compiler's archives are what the go command keeps, up to Go 1.28 at least
	r, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("reading the types of %s: %w", path, err)
	}
	return gcexportdata.Read(r, w.fset, w.pkgs, path)
}
