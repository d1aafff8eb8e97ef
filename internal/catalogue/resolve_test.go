package catalogue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// modulesDir holds nested modules that pin the libraries. They are split so
// that one library with a broken dependency does not stop the others.
const modulesDir = "../../testdata/catalogue"

// recordedDir holds the signatures of libraries that cannot be had any more,
// or not here, one file for each import path. Those that testdata/libraries has
// programs for are modules.
const recordedDir = modulesDir + "/recorded"

// sameAs lists import paths whose source cannot be had and was not recorded,
// with the path that they were moved to: their rows are taken to hold.
var sameAs = map[string]string{
	"github.com/tal-tech/go-zero/core/stores/redis": "github.com/zeromicro/go-zero/core/stores/redis",
}

// strangers are functions that share a row's name and are not what it means,
// by library and receiver. They take no lock and write no key, and no row finds
// anything in them.
var strangers = map[string]bool{
	"go-redis CursorBuilder.Del":      true,
	"go-redis AliasBuilder.Del":       true,
	"go-redis cmdsInfoCache.Get":      true,
	"go-redis clusterStateHolder.Get": true,
}

// oldForms are functions of an old line that have another signature, so that
// the row says nothing of their calls.
var oldForms = map[string]bool{
	"(*gopkg.in/redis.v3.Client).Watch":        true,
	"(*gopkg.in/redis.v3.ClusterClient).Watch": true,
}

// TestRowsResolve resolves every row against the types of the real library:
// each name is a function or method, each place is in its signature, each
// field in its struct.
func TestRowsResolve(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the source of many libraries")
	}
	pkgs := pinned(t)
	used := map[string]bool{}
	for _, l := range Libraries() {
		t.Run(l.Name, func(t *testing.T) {
			r := &resolver{lib: l, used: used}
			for _, p := range l.Paths {
				r.pkgs = append(r.pkgs, pkgs[p]...)
				if len(pkgs[p]) == 0 && len(pkgs[sameAs[p]]) == 0 {
					t.Errorf("%s is neither pinned in %s nor recorded in %s", p, modulesDir, recordedDir)
				}
			}
			for i := range l.Rows {
				for _, e := range r.row(&l.Rows[i]) {
					t.Error(e)
				}
			}
		})
	}
	for name := range strangers {
		require.True(t, used[name], "%s is no stranger any more", name)
	}
}

// A resolver checks the rows of one library.
type resolver struct {
	lib  *Library
	pkgs []*types.Package
	used map[string]bool // the strangers that were met
}

// A match is a function that the catalogue would look up a row for.
type match struct {
	fn  *types.Func
	pkg *types.Package
}

func (m match) String() string { return m.fn.FullName() }

// row reports what is wrong with a row.
func (r *resolver) row(row *Row) []error {
	var errs []error
	var all []match
	for name := range strings.SplitSeq(row.Names, "|") {
		ms := r.matches(row, name)
		if len(ms) == 0 {
			errs = append(errs, fmt.Errorf("%s.%s: no such function or method", row.Type, name))
			continue
		}
		errs = append(errs, r.places(row, ms)...)
		all = append(all, ms...)
	}
	return append(errs, r.conds(row, all)...)
}

// matches lists the functions called name for which the row is found.
func (r *resolver) matches(row *Row, name string) []match {
	var out []match
	for _, p := range r.pkgs {
		for _, f := range functions(p, name) {
			k := r.lib.Name + " " + receiver(f) + "." + name
			if strangers[k] || oldForms[f.FullName()] {
				r.used[k] = true
				continue
			}
			if r.lib.Find(receiver(f), name) == row {
				out = append(out, match{f, p})
			}
		}
	}
	return out
}

// places checks each place that the row names against the signatures of one
// name. Where a place has alternatives, each function has one of them.
func (r *resolver) places(row *Row, ms []match) []error {
	var errs []error
	for _, c := range []struct {
		column string
		path   Path
		loose  bool // enough if one of the functions has it: values, not keys
	}{
		{"Key", row.Key, false},
		{"Item", row.Item, false},
		{"Owner", row.Owner, true},
		{"TTL", row.TTL, false},
		{"Handle", row.Handle, false},
		{"Session", row.Session, false},
		{"Text", row.Text, false},
		{"Args", row.Args, true},
		{"KeyCount", row.KeyCount, false},
		{"Callback", row.Callback, false},
		{"Won", row.Won, true},
		{"Dest", row.Dest, false},
		{"Lost", row.Lost, true},
	} {
		if c.path == "" || c.column == "Owner" && (row.Role == Put || row.Role == Adjust) {
			continue // the commands of a Put differ in their values
		}
		var bad []error
		for _, m := range ms {
			if err := r.anyPlace(m, c.path); err != nil {
				bad = append(bad, fmt.Errorf("%v: %s %q: %w in %v", m, c.column, c.path, err, m.fn.Type()))
			}
		}
		if !c.loose || len(bad) == len(ms) {
			errs = append(errs, bad...)
		}
	}
	return errs
}

// anyPlace finds one of the alternatives of a path in a signature.
func (r *resolver) anyPlace(m match, path Path) error {
	var err error
	for p := range strings.SplitSeq(string(path), "|") {
		if err = r.place(m, p); err == nil {
			return nil
		}
	}
	return err
}

// conds checks what makes a write conditional: each form is had by a function.
func (r *resolver) conds(row *Row, ms []match) []error {
	var errs []error
	for cond := range strings.SplitSeq(row.Cond+"|"+row.Absent, "|") {
		if cond == "" {
			continue
		}
		path := cond
		if i := strings.IndexAny(cond, "!=~/"); i >= 0 {
			path = cond[:i]
		}
		var why error
		for _, m := range ms {
			if why = r.place(m, path); why == nil {
				break
			}
		}
		if why != nil {
			errs = append(errs, fmt.Errorf("%s: Cond %q: %w", row.Names, cond, why))
		}
	}
	return errs
}

// place finds one path in a signature.
func (r *resolver) place(m match, path string) error {
	if name, ok := strings.CutPrefix(path, "option:"); ok {
		return r.declared(name)
	}
	if name, ok := strings.CutPrefix(path, "step:"); ok {
		return r.declared(name)
	}
	sig := m.fn.Type().(*types.Signature)
	path, part, _ := strings.Cut(path, "[")
	if head, setter, ok := strings.Cut(path, ":"); ok {
		name, _, _ := strings.Cut(setter, ".")
		if err := r.place(m, head); err != nil {
			return err
		}
		return r.declared(name)
	}
	head, fields, _ := strings.Cut(path, ".")
	list := strings.HasSuffix(path, "...") || part != ""
	if list {
		head, fields = strings.TrimSuffix(path, "..."), ""
	}
	var t types.Type
	switch {
	case head == "recv":
		if sig.Recv() == nil {
			return errors.New("no receiver")
		}
		t = sig.Recv().Type()
	case strings.HasPrefix(head, "arg"):
		n, err := strconv.Atoi(head[len("arg"):])
		ps := parameters(sig)
		if err != nil || n >= len(ps) {
			return errors.New("no such parameter")
		}
		t = ps[n]
	case strings.HasPrefix(head, "result"):
		n, err := strconv.Atoi(head[len("result"):])
		if err != nil || n >= sig.Results().Len() {
			return errors.New("no such result")
		}
		t = sig.Results().At(n).Type()
	default:
		return errors.New("not a path")
	}
	if s, isSlice := t.Underlying().(*types.Slice); list && !isSlice {
		return errors.New("not a slice")
	} else if isSlice && fields != "" && sig.Variadic() {
		t = s.Elem() // an options struct at the end
	}
	return field(t, m.pkg, fields)
}

// declared finds an option or a builder's step by its name.
func (r *resolver) declared(name string) error {
	for _, p := range r.pkgs {
		if len(functions(p, name)) > 0 {
			return nil
		}
	}
	return fmt.Errorf("no function %s", name)
}

// field walks a dotted path of fields; the last may be a method.
func field(t types.Type, pkg *types.Package, fields string) error {
	for fields != "" {
		var name string
		name, fields, _ = strings.Cut(fields, ".")
		obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
		if obj == nil {
			return fmt.Errorf("no field %s", name)
		}
		t = obj.Type()
	}
	return nil
}

// parameters are the parameters' types, contexts left out.
func parameters(sig *types.Signature) []types.Type {
	var out []types.Type
	for v := range sig.Params().Variables() {
		if n, ok := types.Unalias(v.Type()).(*types.Named); ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" {
			continue
		}
		out = append(out, v.Type())
	}
	return out
}

// receiver is the name of a method's receiver type, or "".
func receiver(f *types.Func) string {
	recv := f.Type().(*types.Signature).Recv()
	if recv == nil {
		return ""
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// functions lists the functions and methods of a package that have the name.
func functions(p *types.Package, name string) []*types.Func {
	var out []*types.Func
	scope := p.Scope()
	for _, n := range scope.Names() {
		switch o := scope.Lookup(n).(type) {
		case *types.Func:
			if n == name {
				out = append(out, o)
			}
		case *types.TypeName:
			named, ok := o.Type().(*types.Named)
			if !ok || o.IsAlias() {
				continue
			}
			for m := range named.Methods() {
				if m.Name() == name {
					out = append(out, m)
				}
			}
			if it, ok := named.Underlying().(*types.Interface); ok {
				for m := range it.ExplicitMethods() {
					if m.Name() == name {
						out = append(out, m)
					}
				}
			}
		}
	}
	return out
}

// pinned returns the pinned packages and the recorded ones by import path. A
// path may be pinned in several versions.
func pinned(t *testing.T) map[string][]*types.Package {
	t.Helper()
	if pinnedPackages == nil {
		pinnedPackages = loadPinned(t)
	}
	return pinnedPackages
}

// pinnedPackages are loaded once; the tests that need them are not parallel.
var pinnedPackages map[string][]*types.Package

func loadPinned(t *testing.T) map[string][]*types.Package {
	t.Helper()
	mods, err := filepath.Glob(modulesDir + "/*/go.mod")
	require.NoError(t, err)
	require.NotEmpty(t, mods)
	ld := &loader{fset: token.NewFileSet(), std: map[string]*types.Package{"unsafe": types.Unsafe}}
	out := map[string][]*types.Package{}
	for _, m := range mods {
		pkgs, err := ld.module(filepath.Dir(m))
		require.NoError(t, err, m)
		for _, p := range pkgs {
			out[p.Path()] = append(out[p.Path()], p)
		}
	}
	err = filepath.WalkDir(recordedDir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		p, err := ld.recorded(name)
		require.NoError(t, err, name)
		out[p.Path()] = append(out[p.Path()], p)
		return nil
	})
	require.NoError(t, err)
	return out
}

// A loader type-checks declarations from source: function bodies and cgo are
// left out, so nothing is compiled.
type loader struct {
	fset *token.FileSet
	std  map[string]*types.Package
}

// A listed is what go list tells of a package.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	ImportMap  map[string]string
	Standard   bool
	DepOnly    bool
}

// module loads what the files of a nested module import.
func (ld *loader) module(dir string) ([]*types.Package, error) {
	cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Dir,GoFiles,CgoFiles,Imports,ImportMap,Standard,DepOnly", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "GOWORK=off", "GOFLAGS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	data, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.Bytes())
	}
	pkgs := map[string]*types.Package{}
	var pinned []*types.Package
	for dec := json.NewDecoder(bytes.NewReader(data)); ; {
		var l listed
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			return pinned, nil
		} else if err != nil {
			return nil, err
		}
		if !l.DepOnly {
			for _, i := range l.Imports {
				p := pkgs[i]
				if p == nil {
					p = ld.std[i]
				}
				if p == nil || len(p.Scope().Names()) == 0 {
					return nil, fmt.Errorf("%s was not loaded", i)
				}
				pinned = append(pinned, p)
			}
			continue
		}
		ld.check(&l, pkgs)
		if strings.Contains(l.ImportPath, "/internal/") && Lookup(l.ImportPath) != nil {
			pinned = append(pinned, pkgs[l.ImportPath]) // nobody else can import it
		}
	}
}

// check type-checks one package after its dependencies. Errors are ignored:
// what did not load is missed by the rows that need it.
func (ld *loader) check(l *listed, pkgs map[string]*types.Package) {
	into := pkgs
	if l.Standard {
		into = ld.std
	}
	if into[l.ImportPath] != nil {
		return
	}
	var files []*ast.File
	for _, name := range append(l.GoFiles, l.CgoFiles...) {
		f, err := parser.ParseFile(ld.fset, filepath.Join(l.Dir, name), nil, parser.SkipObjectResolution)
		if f == nil || err != nil {
			continue
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				fn.Body = nil
			}
		}
		files = append(files, f)
	}
	find := func(path string) (*types.Package, error) {
		if p, ok := l.ImportMap[path]; ok {
			path = p
		}
		if p := pkgs[path]; p != nil {
			return p, nil
		}
		if p := ld.std[path]; p != nil {
			return p, nil
		}
		return nil, fmt.Errorf("%s was not loaded", path)
	}
	into[l.ImportPath] = ld.declarations(l.ImportPath, files, find)
}

func (ld *loader) declarations(path string, files []*ast.File, find importer) *types.Package {
	conf := types.Config{
		Importer:         find,
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Error:            func(error) {},
	}
	p, _ := conf.Check(path, ld.fset, files, nil)
	return p
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// recorded loads the recorded signatures of one import path, which the file
// names in its first line.
func (ld *loader) recorded(name string) (*types.Package, error) {
	f, err := parser.ParseFile(ld.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	path := ""
	if len(f.Comments) > 0 {
		path, _ = strings.CutPrefix(f.Comments[0].List[0].Text, "//path ")
	}
	if path == "" {
		return nil, errors.New("the first line does not name the import path")
	}
	var first error
	conf := types.Config{
		Importer: importer(func(path string) (*types.Package, error) {
			if p := ld.std[path]; p != nil {
				return p, nil
			}
			return nil, fmt.Errorf("%s was not loaded", path)
		}),
		IgnoreFuncBodies: true,
		Error: func(err error) {
			if first == nil {
				first = err
			}
		},
	}
	p, _ := conf.Check(path, ld.fset, []*ast.File{f}, nil)
	return p, first
}

// TestTablesAreConstant checks that nothing of the tables runs at start-up:
// each file declares tables that are literals of constants.
func TestTablesAreConstant(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	fset := token.NewFileSet()
	tables := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				require.NotEqual(t, "init", d.Name.Name, name)
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
				tables++
				ast.Inspect(d, func(n ast.Node) bool {
					switch n.(type) {
					case *ast.CallExpr, *ast.FuncLit, *ast.MapType, *ast.IndexExpr, *ast.StarExpr:
						if _, ok := n.(*ast.StarExpr); ok {
							return true // of a type
						}
						t.Errorf("%s: a table must hold constants only", fset.Position(n.Pos()))
					}
					return true
				})
			}
		}
	}
	require.Greater(t, tables, 10)
}

// TestTables checks what a table must say.
func TestTables(t *testing.T) {
	owner := map[string]string{}
	for _, l := range Libraries() {
		require.NotEmpty(t, l.Name)
		require.NotEmpty(t, l.Kind, l.Name)
		require.NotEmpty(t, l.Paths, l.Name)
		require.True(t, strings.HasPrefix(l.Source, "https://"), "%s: no source", l.Name)
		for _, p := range l.Paths {
			require.Empty(t, owner[p], "%s is in two tables", p)
			owner[p] = l.Name
		}
		seen := map[string]bool{}
		for i := range l.Rows {
			row := &l.Rows[i]
			s := row.Source
			require.True(t, s == "" || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "observed with v"), "%s: %s: source %q", l.Name, row.Names, s)
			for name := range strings.SplitSeq(row.Names, "|") {
				k := row.Type + "." + name
				require.False(t, seen[k], "%s: two rows for %s", l.Name, k)
				require.Truef(t, token.IsIdentifier(name), "%s: %q", l.Name, name)
				seen[k] = true
			}
			require.False(t, row.Role == Acquire && row.Wins == WinsUnknown, "%s: %s: when is it acquired?", l.Name, row.Names)
			require.False(t, row.Role == Extend && row.Wins == WinsUnknown, "%s: %s: when is it extended?", l.Name, row.Names)
			require.False(t, row.Role == CondWrite && row.Wins == WinsUnknown, "%s: %s: when is it written?", l.Name, row.Names)
			require.False(t, row.Wins == ByField && row.Won == "", "%s: %s: which field?", l.Name, row.Names)
		}
	}
}

// TestSize says how much the catalogue knows.
func TestSize(t *testing.T) {
	modules, functions := map[string]bool{}, 0
	for _, l := range Libraries() {
		for _, p := range l.Paths {
			modules[p] = true
		}
		for i := range l.Rows {
			functions += strings.Count(l.Rows[i].Names, "|") + 1
		}
	}
	var paths []string
	for p := range modules {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	t.Logf("%d functions, %d import paths, %d tables", functions, len(paths), len(Libraries()))
	require.GreaterOrEqual(t, functions, 900)
	require.GreaterOrEqual(t, len(paths), 75)
}

// TestTokenFieldsResolve: each field of the table is in its struct, and is a
// number.
func TestTokenFieldsResolve(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the source of many libraries")
	}
	all := map[string]*types.Package{}
	var note func(*types.Package)
	note = func(p *types.Package) {
		if all[p.Path()] == nil {
			all[p.Path()] = p
			for _, i := range p.Imports() {
				note(i)
			}
		}
	}
	for _, pkgs := range pinned(t) {
		for _, p := range pkgs {
			note(p)
		}
	}
	for _, f := range TokenFields() {
		met := false
		for _, path := range f.Paths {
			p := all[path]
			if p == nil || p.Scope().Lookup(f.Type) == nil {
				continue
			}
			met = true
			for name := range strings.SplitSeq(f.Names, "|") {
				obj, _, _ := types.LookupFieldOrMethod(p.Scope().Lookup(f.Type).Type(), true, p, name)
				require.NotNil(t, obj, "%s.%s.%s", path, f.Type, name)
				b, ok := obj.Type().Underlying().(*types.Basic)
				require.True(t, ok && b.Info()&types.IsInteger != 0, "%s.%s.%s is no number", path, f.Type, name)
				require.True(t, IsTokenField(path, f.Type, name))
			}
		}
		require.True(t, met, "no module has %s of %v", f.Type, f.Paths)
		require.False(t, IsTokenField(f.Paths[0], f.Type, "Key"))
	}
}
