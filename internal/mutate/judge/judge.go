// Command judge runs the rules over the test programs, with one mutant on after the
// other, and tells which of them a test would notice. Package mutate builds it of
// rewritten packages; as it is, it knows no mutant.
//
// It loads a tree of programs once. A mutant is tried on the packages whose analysis
// meets it, and on those that import one whose facts it changed.
//
//	judge prepare STATE [ROOT TREE...]    list the trees' packages, and what each meets
//	judge try STATE < NUMBERS             print a line for each mutant: NUMBER VERDICT WHERE
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime/metrics"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/inventory"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/mutate/mutant"
	"github.com/locklint/locklint/internal/reach"
	"github.com/locklint/locklint/internal/unit"
)

// A tree is a module of programs, as it is kept between the processes.
type tree struct {
	Name     string
	Dir      string
	Text     bool   // golden files have all that is printed
	View     bool   // and what the engine sees, and the edits
	Packages []*pkg // each after its imports

	loaded bool
	world  *unit.World
	fset   *token.FileSet
	byPath map[string]*pkg
}

type pkg struct {
	Path, Dir, Export string
	Files             []string
	Imports           map[string]string // by the path in the source
	Module            *analysis.Module
	Root              bool // of the module, so that its findings are judged
	Met               []int
	Facts             []byte
	Took              time.Duration

	met   map[int]bool
	facts []byte // with the mutant that is on
	first *outcome
	base  *linttest.Comparison
}

// An outcome is what is known of a package after its analysis, with the locks for the
// tree whose golden files have them.
type outcome struct {
	*unit.Result
	locks []byte
	view  *linttest.View
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) > 3 && args[0] == "prepare":
		return prepare(args[1], args[2], args[3:])
	case len(args) == 2 && args[0] == "try":
		return try(args[1], os.Stdin, os.Stdout)
	}
	return fmt.Errorf("want prepare or try")
}

// prepare lists the trees and analyses them without a mutant.
func prepare(state, root string, names []string) error {
	var trees []*tree
	for _, name := range names {
		t := &tree{Name: name, Dir: filepath.Join(root, name)}
		if filepath.IsAbs(name) {
			t.Dir = name
		}
		t.Text, t.View = exists(t.Dir, "expected.txt"), exists(t.Dir, "engine.txt")
		if err := t.list(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		t.open()
		for _, p := range t.Packages {
			t.first(p, p.Root)
		}
		trees = append(trees, t)
	}
	data, err := json.Marshal(trees)
	if err != nil {
		return err
	}
	return os.WriteFile(state, data, 0o666)
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

func (t *tree) list() error {
	roots, err := packages.Load(&packages.Config{
		Context: context.Background(), Dir: t.Dir,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile | packages.NeedModule,
	}, "./...")
	if err != nil {
		return err
	}
	root := map[*packages.Package]bool{}
	for _, p := range roots {
		root[p] = true
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		out := &pkg{Path: p.PkgPath, Export: p.ExportFile, Imports: map[string]string{}, Root: root[p]}
		if m := p.Module; m != nil && len(p.CompiledGoFiles) > 0 {
			out.Files, out.Dir = p.CompiledGoFiles, p.Dir
			out.Module = &analysis.Module{Path: m.Path, Version: m.Version}
			if m.GoVersion != "" {
				out.Module.GoVersion = "go" + m.GoVersion
			}
		}
		for path, q := range p.Imports {
			out.Imports[path] = q.PkgPath
		}
		t.Packages = append(t.Packages, out)
	})
	return nil
}

// open makes the tree ready for analyses.
func (t *tree) open() {
	t.byPath = map[string]*pkg{}
	for _, p := range t.Packages {
		t.byPath[p.Path] = p
		p.facts = p.Facts
		p.met = map[int]bool{}
		for _, n := range p.Met {
			p.met[n] = true
		}
	}
	t.fset = token.NewFileSet()
	t.world = unit.NewWorld(t.fset, func(path string) (io.ReadCloser, error) {
		if p := t.byPath[path]; p != nil && p.Export != "" {
			return os.Open(p.Export)
		}
		return nil, fmt.Errorf("no export data of %s", path)
	})
	t.loaded = true
}

const locksTree = "testdata/locks"

// first analyses a package without a mutant, and keeps its types: they depend on
// none.
func (t *tree) first(p *pkg, keep bool) {
	if len(p.Files) == 0 || reach.Leaf(p.Path, p.Module != nil) {
		return
	}
	start := time.Now()
	var r *outcome
	p.met = mutant.Trace(func() { r = t.analyze(p) })
	p.Took = time.Since(start)
	p.Met = slices.Sorted(maps.Keys(p.met))
	p.Facts, p.facts = r.Facts, r.Facts
	if r.Package != nil && len(r.Errors) == 0 {
		t.world.Add(r.Package)
	}
	if !keep {
		return
	}
	p.first = r
	p.base = linttest.Compare(stopper{}, p.Dir, analyzers.All(), r.Findings)
}

// stopper is what linttest asks for in a test.
type stopper struct{ testing.TB }

func (stopper) Helper()           {}
func (stopper) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

func (t *tree) analyze(p *pkg) *outcome {
	out := &outcome{}
	asked := analyzers.All()
	if t.Name == locksTree {
		asked = append(asked, inventory.Analyzer)
	}
	if t.View && p.Root {
		asked = append(asked, linttest.Viewer)
	}
	imports := slices.Sorted(maps.Keys(p.Imports))
	out.Result = unit.Analyze(&unit.Unit{
		ID: p.Path, Path: p.Path, Dir: p.Dir, Files: p.Files, Imports: imports, Module: p.Module, GoVersion: p.Module.GoVersion,
		Sizes: types.SizesFor("gc", build.Default.GOARCH), Fset: t.fset, FactsOnly: !p.Root,
		Importer: t.world.Importer(func(path string) (string, error) {
			if q, ok := p.Imports[path]; ok {
				return q, nil
			}
			return path, nil
		}),
		Package: t.world.Package,
		Facts: func(path string) ([]byte, error) {
			if q := t.byPath[p.Imports[path]]; q != nil {
				return q.facts, nil
			}
			return nil, nil
		},
		Collect: func(result any) {
			switch result := result.(type) {
			case *inventory.Package:
				out.locks, _ = json.Marshal(inventory.Merge([]*inventory.Package{result}, nil, nil, nil))
			case *linttest.View:
				out.view = result
			}
		},
	}, asked)
	return out
}

// try judges the mutants whose numbers it reads.
func try(state string, in io.Reader, out io.Writer) error {
	data, err := os.ReadFile(state)
	if err != nil {
		return err
	}
	var trees []*tree
	if err := json.Unmarshal(data, &trees); err != nil {
		return err
	}
	for _, t := range trees {
		t.open()
		t.loaded = false
	}
	w := watch(out)
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		n, err := strconv.Atoi(lines.Text())
		if err != nil {
			return err
		}
		w.mutant.Store(int64(n))
		verdict, where := tryOne(trees, n, w)
		fmt.Fprintf(out, "%d %s %s\n", n, verdict, where)
	}
	return lines.Err()
}

func tryOne(trees []*tree, n int, w *watcher) (verdict, where string) {
	verdict = "unmet"
	defer mutant.Set(0)
	for _, t := range trees {
		if !slices.ContainsFunc(t.Packages, func(p *pkg) bool { return p.met[n] }) {
			continue
		}
		if verdict == "unmet" {
			verdict = "survived"
		}
		if !t.loaded {
			w.begin(time.Minute)
			for _, p := range t.Packages {
				if p.Root {
					t.first(p, true)
				}
			}
			t.loaded = true
		}
		mutant.Set(n)
		p, why := t.try(n, w)
		mutant.Set(0)
		if p != nil {
			return "killed", p.Path + ": " + why
		}
	}
	return verdict, ""
}

// try runs the packages that meet the mutant until one shows it.
func (t *tree) try(n int, w *watcher) (*pkg, string) {
	changed := map[string]bool{}
	defer func() {
		for path := range changed {
			t.byPath[path].facts = t.byPath[path].Facts
		}
	}()
	for _, p := range t.Packages {
		if len(p.Files) == 0 || !p.met[n] && !slices.ContainsFunc(slices.Collect(maps.Values(p.Imports)), func(q string) bool { return changed[q] }) {
			continue
		}
		w.begin(p.Took*20 + 20*time.Second)
		r := t.analyze(p)
		w.end()
		if !bytes.Equal(r.Facts, p.Facts) {
			p.facts, changed[p.Path] = r.Facts, true
		}
		if !p.Root {
			continue
		}
		if why := t.differs(p, r); why != "" {
			return p, why
		}
	}
	return nil, ""
}

// differs says what a test would say of a result: not each difference is one.
func (t *tree) differs(p *pkg, r *outcome) string {
	if !reflect.DeepEqual(r.Errors, p.first.Errors) {
		return "errors"
	}
	if (r.Package == nil) != (p.first.Package == nil) {
		return "cone"
	}
	if !bytes.Equal(r.locks, p.first.locks) {
		return "locks"
	}
	if !reflect.DeepEqual(r.view, p.first.view) {
		return "view"
	}
	if reflect.DeepEqual(r.Findings, p.first.Findings) && reflect.DeepEqual(r.Suppressed, p.first.Suppressed) {
		return ""
	}
	if (t.View || t.Name == "testdata/fixes") && !reflect.DeepEqual(edits(r), edits(p.first)) {
		return "edits"
	}
	if t.Text && t.text(r) != t.text(p.first) {
		return "text"
	}
	switch {
	case filepath.IsAbs(t.Name): // of generated programs a golden file has the categories
		if !slices.Equal(categories(r), categories(p.first)) {
			return "reported"
		}
	case t.Name == "testdata/declared":
		if len(r.Suppressed) != len(p.first.Suppressed) {
			return "suppressed"
		}
	}
	c := linttest.Compare(stopper{}, p.Dir, analyzers.All(), r.Findings)
	switch {
	case !slices.Equal(c.Missed, p.base.Missed):
		return "missed"
	case !slices.Equal(c.Wrong, p.base.Wrong):
		return "wrong"
	}
	return ""
}

func (t *tree) text(r *outcome) string {
	text, err := linttest.Text(t.Dir, r.Findings)
	if err != nil {
		panic(err)
	}
	return text
}

func categories(r *outcome) []string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, fmt.Sprintf("%s:%d %s/%s", f.Pos.Filename, f.Pos.Line, f.Rule, f.Category))
	}
	return out
}

// edits are what the golden files of the fixes show.
func edits(r *outcome) [][]unit.Edit {
	var out [][]unit.Edit
	for _, f := range r.Findings {
		for _, x := range f.Fixes {
			out = append(out, x.Edits)
		}
	}
	return out
}

// A watcher ends the process where a mutant does not come to an end, or takes all
// memory.
type watcher struct {
	mutant   atomic.Int64
	deadline atomic.Int64
}

const maxHeap = 3 << 30

func watch(out io.Writer) *watcher {
	w := new(watcher)
	w.end()
	go func() {
		heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for range time.Tick(100 * time.Millisecond) {
			metrics.Read(heap)
			if time.Now().UnixNano() > w.deadline.Load() || heap[0].Value.Uint64() > maxHeap {
				fmt.Fprintf(out, "%d timeout \n", w.mutant.Load())
				os.Exit(3)
			}
		}
	}()
	return w
}

func (w *watcher) begin(d time.Duration) { w.deadline.Store(time.Now().Add(d).UnixNano()) }
func (w *watcher) end()                  { w.begin(24 * time.Hour) }
