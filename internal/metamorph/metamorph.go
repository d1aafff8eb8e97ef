// Package metamorph rewrites Go programs so that they look otherwise and mean the
// same: what a linter says of a program must survive that.
//
// A [Tree] is a copy of a module in which each line of code ends in a mark, a
// comment with the file and the line. Transformations move text about together
// with its marks, and what they write themselves carries the mark of the code
// that it was made from. So a finding in a rewritten program is held against the
// findings in the program before by [Tree.Origin].
package metamorph

import (
	"context"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/standalone"
)

// A Transformation rewrites packages without changing what they do.
type Transformation struct {
	Name string // one word, for tables and folders
	Doc  string // a clause: what it does
	// rewrite asks for edits of one package.
	rewrite func(*rewriting)
}

// All are the transformations.
func All() []Transformation {
	return []Transformation{
		{"rename", "gives locals, fields, functions and types of a package names that say nothing", rename},
		{"extract", "moves each call of a library into a function of its own", extract},
		{"move", "moves each call of a library into a function of another package", move},
		{"closure", "wraps each call of a library in a function literal that is called at once", closure},
		{"interface", "calls each method of a library through an interface", viaInterface},
		{"generic", "calls each method of a library through a type parameter", viaTypeParameter},
		{"temporaries", "puts the arguments of each call of a library into variables", temporaries},
		{"constants", "puts functions in the place of constant arguments", constants},
		{"inline", "puts functions that others of their file call into the place of the calls", inline},
		{"reorder", "turns the order of a file's functions round", reorder},
		{"split", "puts each function into a file of its own", split},
		{"invert", "negates each condition that has an else, and swaps the branches", invert},
		{"nest", "puts what follows an early return into its else", nest},
		{"wrap", "puts what is deferred or started into a function literal", wrap},
		{"client", "takes go-redis v9 for v8", newClient},
	}
}

// A Tree is a marked copy of a module.
type Tree struct {
	Dir  string
	pkgs []*code
}

// code is what a package is made of.
type code struct {
	Module    string // the module's path
	Fset      *token.FileSet
	Syntax    []*ast.File
	Types     *types.Package
	TypesInfo *types.Info
	sources   map[string][]byte // of the files
}

// collector hands on what each package is made of.
var collector = &analysis.Analyzer{
	Name:       "metamorph",
	Doc:        "hand on the syntax and the types of a package",
	ResultType: reflect.TypeFor[*code](),
	Run: func(pass *analysis.Pass) (any, error) {
		c := &code{pass.Module.Path, pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo, map[string][]byte{}}
		for _, f := range pass.Files {
			name := pass.Fset.File(f.Pos()).Name()
			src, err := pass.ReadFile(name)
			if err != nil {
				return nil, err
			}
			c.sources[name] = src
		}
		return c, nil
	},
}

// Load copies the module in from, without its tests, to the empty directory dir,
// marks the copy and reads those of its packages that rules look at. An error names
// the package that does not compile.
func Load(ctx context.Context, from, dir string) (*Tree, error) {
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		return nil, err
	}
	err := eachGoFile(dir, func(name string) error {
		if strings.HasSuffix(name, "_test.go") {
			return os.Remove(name)
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		return os.WriteFile(name, markLines(filepath.ToSlash(rel), src), 0o666)
	})
	if err != nil {
		return nil, err
	}
	t := &Tree{Dir: dir}
	report, err := standalone.Analyze(ctx, dir, []string{"./..."}, []*analysis.Analyzer{collector}, standalone.Options{
		Collect: func(result any) {
			if c, ok := result.(*code); ok {
				t.pkgs = append(t.pkgs, c)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	if len(report.Errors) > 0 {
		return nil, report.Errors[0]
	}
	slices.SortFunc(t.pkgs, func(x, y *code) int { return strings.Compare(x.Types.Path(), y.Types.Path()) })
	return t, nil
}

func eachGoFile(dir string, fn func(name string) error) error {
	return filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		return fn(name)
	})
}

// markLines ends each line of src that has code and is no part of a longer text
// with a mark.
func markLines(name string, src []byte) []byte {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	code, inside := map[int]bool{}, map[int]bool{}
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		first := file.Line(pos)
		last := first + strings.Count(lit, "\n")
		if tok == token.SEMICOLON {
			continue // the end of a line, whose text is a newline
		}
		for line := first; line < last; line++ {
			inside[line] = true
		}
		code[last] = code[last] || tok != token.COMMENT
	}
	lines := strings.Split(string(src), "\n")
	for i, line := range lines {
		if code[i+1] && !inside[i+1] {
			lines[i] = strings.TrimRight(line, "\r") + " " + markOf(name, i+1)
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

func markOf(file string, line int) string { return fmt.Sprintf("//@%s:%d", file, line) }

var mark = regexp.MustCompile(`//@(\S+:\d+)\s*$`)

// Origin is the file and line "FILE:LINE" in the tree before it was rewritten of
// a line in the file name of a rewritten tree; empty if the line has no mark.
func Origin(name string, line int) string {
	src, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	lines := strings.Split(string(src), "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	if m := mark.FindStringSubmatch(lines[line-1]); m != nil {
		return m[1]
	}
	return ""
}

// Apply writes the tree as the transformation makes it to the empty directory
// dir, and returns how many packages it changed.
func (t *Tree) Apply(tr Transformation, dir string) (changed int, err error) {
	if err := os.CopyFS(dir, os.DirFS(t.Dir)); err != nil {
		return 0, err
	}
	for _, p := range t.pkgs {
		r := &rewriting{code: p, edits: map[string][]edit{}, added: map[string]*helper{}, files: map[string]string{}}
		tr.rewrite(r)
		r.keepImports()
		n, err := r.write(t.Dir, dir)
		if err != nil {
			return changed, err
		}
		if n > 0 {
			changed++
		}
	}
	return changed, nil
}

// A rewriting collects what a transformation changes in one package.
type rewriting struct {
	*code
	edits map[string][]edit
	added map[string]*helper // by folder, relative to the package's
	files map[string]string  // other files that come along, by name
	n     int
	// ownImports tells that the transformation sees to the import clauses.
	ownImports bool
}

// An edit puts text in the place of the bytes from start to end of a file.
type edit struct {
	start, end int
	text       string
	closing    bool // an insertion that ends what another began
}

// number is another one at each call, for names.
func (r *rewriting) number() int { r.n++; return r.n }

func (r *rewriting) replace(from, to token.Pos, text string) {
	f := r.Fset.File(from)
	r.edits[f.Name()] = append(r.edits[f.Name()], edit{start: f.Offset(from), end: f.Offset(to), text: text})
}

// around puts text before and after a node.
func (r *rewriting) around(n ast.Node, before, after string) {
	f := r.Fset.File(n.Pos())
	start, end := f.Offset(n.Pos()), f.Offset(n.End())
	r.edits[f.Name()] = append(r.edits[f.Name()], edit{start: start, end: start, text: before},
		edit{start: end, end: end, text: after, closing: true})
}

// text is the source of a node.
func (r *rewriting) text(n ast.Node) string { return r.between(n.Pos(), n.End()) }

func (r *rewriting) between(from, to token.Pos) string {
	f := r.Fset.File(from)
	return string(r.sources[f.Name()][f.Offset(from):f.Offset(to)])
}

// mark is the mark at the end of a node's first line that has one.
func (r *rewriting) mark(n ast.Node) string {
	f := r.Fset.File(n.Pos())
	for line := range strings.Lines(string(r.sources[f.Name()][f.Offset(n.Pos()):])) {
		if m := mark.FindString(line); m != "" {
			return strings.TrimSpace(m)
		}
	}
	return ""
}

// keepImports adds uses of the packages that the edited files import: an edit may
// have taken out the only one.
func (r *rewriting) keepImports() {
	for _, f := range r.Syntax {
		if r.ownImports || len(r.edits[r.Fset.File(f.Pos()).Name()]) == 0 {
			continue
		}
		uses := map[string]string{}
		ast.Inspect(f, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok && uses[id.Name] == "" {
					if _, ok := r.TypesInfo.Uses[id].(*types.PkgName); ok {
						uses[id.Name] = r.use(sel)
					}
				}
			}
			return true
		})
		for _, name := range slices.Sorted(maps.Keys(uses)) {
			r.replace(f.FileEnd, f.FileEnd, uses[name])
		}
	}
}

// use declares something with what a selector names in another package.
func (r *rewriting) use(sel *ast.SelectorExpr) string {
	switch obj := r.TypesInfo.Uses[sel.Sel].(type) {
	case *types.TypeName:
		if named, ok := obj.Type().(*types.Named); ok && named.TypeParams() != nil {
			return ""
		}
		return "\nvar _ " + r.text(sel) + "\n"
	case *types.Func:
		if obj.Signature().TypeParams() != nil {
			return ""
		}
	}
	return "\nvar _ = " + r.text(sel) + "\n"
}

// write makes the changes in the copy of the tree in dir. It returns how many
// files are new or others.
func (r *rewriting) write(from, dir string) (int, error) {
	place := func(name string) (string, error) {
		rel, err := filepath.Rel(from, name)
		return filepath.Join(dir, rel), err
	}
	for name, edits := range r.edits {
		to, err := place(name)
		if err != nil {
			return 0, err
		}
		if err := os.WriteFile(to, apply(r.sources[name], edits), 0o666); err != nil {
			return 0, err
		}
	}
	home := filepath.Dir(r.Fset.File(r.Syntax[0].Pos()).Name())
	for folder, h := range r.added {
		r.files[filepath.Join(folder, "metamorph.go")] = h.String()
	}
	for name, text := range r.files {
		to, err := place(filepath.Join(home, name))
		if err != nil {
			return 0, err
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return 0, err
		}
		if err := os.WriteFile(to, []byte(text), 0o666); err != nil {
			return 0, err
		}
	}
	return len(r.edits) + len(r.files), nil
}

// apply makes edits that do not overlap, but may nest: at one place what ends
// comes before what begins, and of two that end there the one that began later.
func apply(src []byte, edits []edit) []byte {
	ordered := make([]edit, 0, len(edits))
	for _, e := range slices.Backward(edits) {
		if e.closing {
			ordered = append(ordered, e)
		}
	}
	for _, e := range edits {
		if !e.closing {
			ordered = append(ordered, e)
		}
	}
	slices.SortStableFunc(ordered, func(x, y edit) int { return x.start - y.start })
	var b strings.Builder
	last := 0
	for _, e := range ordered {
		if e.start < last {
			continue // inside of what another edit has replaced
		}
		b.Write(src[last:e.start])
		b.WriteString(e.text)
		last = e.end
	}
	b.Write(src[last:])
	return []byte(b.String())
}

// A helper is a file that a transformation adds, with the imports that its code
// needs.
type helper struct {
	pkg     string
	imports map[string]string // path to name
	decls   []string
}

// helper is the added file in a folder below the package's.
func (r *rewriting) helper(folder, pkg string) *helper {
	h := r.added[folder]
	if h == nil {
		h = &helper{pkg: pkg, imports: map[string]string{}}
		r.added[folder] = h
	}
	return h
}

// typeText writes a type for the file, which belongs to the package own.
func (h *helper) typeText(t types.Type, own *types.Package) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == own {
			return ""
		}
		if h.imports[p.Path()] == "" {
			h.imports[p.Path()] = fmt.Sprintf("meta%d", len(h.imports))
		}
		return h.imports[p.Path()]
	})
}

func (h *helper) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\n", h.pkg)
	paths := make([]string, 0, len(h.imports))
	for path := range h.imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		fmt.Fprintf(&b, "import %s %q\n", h.imports[path], path)
	}
	for _, d := range h.decls {
		b.WriteString("\n" + d + "\n")
	}
	return b.String()
}
