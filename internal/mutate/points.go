package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"
)

// A Kind is what a mutant changes.
type Kind string

const (
	Negated    Kind = "negated"   // a condition or a comparison is its opposite
	Logical    Kind = "logical"   // && is ||, || is &&
	Boundary   Kind = "boundary"  // < is <=, and so on
	Removed    Kind = "removed"   // a call, an assignment, an early exit is left out
	Plus       Kind = "plus"      // a literal is one more
	Minus      Kind = "minus"     // or less
	Truth      Kind = "truth"     // true is false, false is true
	maxSource       = 70          // of the text that names a mutant
	switchName      = "mutantsOn" // under which a rewritten file imports package mutant
	depthName       = "depth"     // of a parameter that bounds a recursion
)

// A Mutant is one change of the program.
type Mutant struct {
	ID     int    `json:"id"`
	File   string `json:"file"` // from the module's root
	Line   int    `json:"line"`
	Func   string `json:"func"`
	Kind   Kind   `json:"kind"`
	Source string `json:"source"` // what is changed
	Nth    int    `json:"nth"`    // of those in the function that have the same kind and source, from 1

	Pkg string `json:"pkg"` // import path
}

// Name tells a mutant from all others, and does not change when lines are added
// elsewhere.
func (m *Mutant) Name() string {
	name := fmt.Sprintf("%s %s %s: %s", m.File, m.Func, m.Kind, m.Source)
	if m.Nth > 1 {
		name += fmt.Sprintf(" #%d", m.Nth)
	}
	return name
}

// A rewriter puts the switches into the files of the packages.
type rewriter struct {
	root    string
	next    int
	mutants []*Mutant
	names   map[string]int
}

// An edit inserts text, or replaces an operator by it.
type edit struct {
	at, end int
	text    string
}

// file is the state while one file is rewritten. Edits come from the outside to the
// inside: the text before a place is in their order, the text after it in the
// reverse.
type file struct {
	*rewriter
	pkg           *packages.Package
	tok           *token.File
	src           []byte
	name          string
	fn            string
	before, after []edit
	skip          map[ast.Node]bool // atoms that were seen with their condition
}

// rewrite returns the new text of each file of a package that has mutants.
func (r *rewriter) rewrite(pkg *packages.Package) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, syntax := range pkg.Syntax {
		tok := pkg.Fset.File(syntax.FileStart)
		src, err := os.ReadFile(tok.Name())
		if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(r.root, tok.Name())
		if err != nil {
			return nil, err
		}
		f := &file{rewriter: r, pkg: pkg, tok: tok, src: src, name: filepath.ToSlash(rel), skip: map[ast.Node]bool{}}
		for _, d := range syntax.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				f.function(d)
			}
		}
		if len(f.before) == 0 && len(f.after) == 0 {
			continue
		}
		f.before = append(f.before, edit{at: f.offset(syntax.Name.End()), end: f.offset(syntax.Name.End()), text: "; import " + switchName + " " + fmt.Sprintf("%q", mutantPath)})
		out[tok.Name()] = f.text()
	}
	return out, nil
}

func (f *file) offset(p token.Pos) int { return f.tok.Offset(p) }

// text applies the edits. At one place, what comes after something stands before
// what comes before something else.
func (f *file) text() []byte {
	slices.Reverse(f.after)
	all := slices.Concat(f.after, f.before)
	slices.SortStableFunc(all, func(x, y edit) int { return cmp.Compare(x.at, y.at) })
	var out []byte
	at := 0
	for _, e := range all {
		out = append(out, f.src[at:e.at]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, f.src[at:]...)
}

// function finds the mutants of a function. The order of package variables' values is
// the compiler's, so these and init are left alone: a mutant would be asked for
// before it is on.
func (f *file) function(d *ast.FuncDecl) {
	if f.fn = d.Name.Name; f.fn == "init" && d.Recv == nil {
		return
	}
	if d.Recv != nil && len(d.Recv.List) == 1 {
		f.fn = strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*") + "." + f.fn
	}
	tails := tails(d.Body)
	inspector.New([]*ast.File{{Decls: []ast.Decl{d}, Name: ast.NewIdent("p")}}).Root().Inspect(nil, func(c inspector.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.GenDecl:
			return n.Tok == token.VAR // constants and types are the compiler's
		case *ast.ArrayType, *ast.StructType, *ast.InterfaceType, *ast.FuncType:
			return false
		case *ast.IfStmt:
			f.condition(n.Cond)
		case *ast.ForStmt:
			f.condition(n.Cond)
		case *ast.SwitchStmt:
			if n.Tag == nil {
				for _, clause := range n.Body.List {
					for _, e := range clause.(*ast.CaseClause).List {
						f.condition(e)
					}
				}
			}
		case *ast.BinaryExpr:
			f.binary(n)
		case *ast.Ident, *ast.BasicLit:
			f.constant(c)
		case ast.Stmt:
			if inList(c) && removable(n) && !tails[n] {
				f.wrap(Removed, n, "if !"+switchName+".On(%d) { ", " }")
			}
		}
		return true
	})
}

// condition finds the atoms of a condition, each of which can be its opposite.
func (f *file) condition(e ast.Expr) {
	if e == nil {
		return
	}
	e = ast.Unparen(e)
	if f.skip[e] || f.constantValue(e) {
		return
	}
	f.skip[e] = true
	if b, ok := e.(*ast.BinaryExpr); ok && (b.Op == token.LAND || b.Op == token.LOR) {
		return // binary comes to it
	}
	f.wrap(Negated, e, switchName+".Not(%d, ", ")")
	f.boundary(e)
}

func (f *file) binary(b *ast.BinaryExpr) {
	if f.constantValue(b) {
		return
	}
	switch b.Op {
	case token.LAND, token.LOR:
		// x || y is !(!x && !y).
		n := f.add(Logical, b)
		not := fmt.Sprintf("%s.Not(%d, ", switchName, n)
		f.insert(b, not, ")")
		f.insert(b.X, not, ")")
		f.insert(b.Y, not, ")")
		f.condition(b.X)
		f.condition(b.Y)
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		f.condition(b)
	}
}

func (f *file) boundary(e ast.Expr) {
	b, ok := e.(*ast.BinaryExpr)
	if !ok {
		return
	}
	if isDepth(b.X) {
		return
	}
	name := map[token.Token]string{token.LSS: "Less", token.LEQ: "LessEqual", token.GTR: "Greater", token.GEQ: "GreaterEqual"}[b.Op]
	if name == "" {
		return
	}
	f.wrap(Boundary, b, switchName+"."+name+"(%d, ", ")")
	at := f.offset(b.OpPos)
	f.before = append(f.before, edit{at: at, end: at + len(b.Op.String()), text: ","})
}

// constant finds literals that are not part of a constant expression.
func (f *file) constant(c inspector.Cursor) {
	n := c.Node().(ast.Expr)
	if parent, ok := c.Parent().Node().(*ast.UnaryExpr); ok && parent.Op == token.SUB {
		n, c = parent, c.Parent()
	}
	value := f.pkg.TypesInfo.Types[n]
	if parent, ok := c.Parent().Node().(ast.Expr); ok && f.constantValue(parent) || value.Value == nil {
		return
	}
	basic, ok := types.Unalias(value.Type).(*types.Basic)
	if !ok || basic.Info()&types.IsUntyped != 0 || f.ofDepth(c) {
		return
	}
	switch x := n.(type) {
	case *ast.Ident:
		if (x.Name == "true" || x.Name == "false") && f.pkg.TypesInfo.Uses[x].Parent() == types.Universe {
			f.wrap(Truth, x, switchName+".Not(%d, ", ")")
		}
	case *ast.BasicLit, *ast.UnaryExpr:
		if kv, ok := c.Parent().Node().(*ast.KeyValueExpr); ok && kv.Key == n {
			return
		}
		if basic.Info()&types.IsInteger == 0 || !isInt(n) {
			return
		}
		f.wrap(Plus, n, switchName+".Int(%d, "+basic.Name()+"(", "))")
		f.add(Minus, n)
	}
}

// ofDepth reports whether a number is what a depth is compared with, or is passed as
// one: f(x, 0), f(x, depth+1).
func (f *file) ofDepth(c inspector.Cursor) bool {
	parent := c.Parent()
	if b, ok := parent.Node().(*ast.BinaryExpr); ok {
		if b.Op != token.ADD {
			return isDepth(b.X)
		}
		c, parent = parent, parent.Parent()
	}
	call, ok := parent.Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	sig, ok := types.Unalias(f.pkg.TypesInfo.TypeOf(call.Fun)).(*types.Signature)
	i := slices.Index(call.Args, c.Node().(ast.Expr))
	return ok && i >= 0 && i < sig.Params().Len() && sig.Params().At(i).Name() == depthName
}

func isDepth(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == depthName
}

func isInt(n ast.Expr) bool {
	if u, ok := n.(*ast.UnaryExpr); ok {
		n = u.X
	}
	lit, ok := n.(*ast.BasicLit)
	return ok && lit.Kind == token.INT
}

func (f *file) constantValue(e ast.Expr) bool { return f.pkg.TypesInfo.Types[e].Value != nil }

// wrap adds a mutant that stands around a node. The text before it has its number.
func (f *file) wrap(kind Kind, n ast.Node, before, after string) {
	f.insert(n, fmt.Sprintf(before, f.add(kind, n)), after)
}

func (f *file) insert(n ast.Node, before, after string) {
	at, end := f.offset(n.Pos()), f.offset(n.End())
	f.before = append(f.before, edit{at, at, before})
	f.after = append(f.after, edit{end, end, after})
}

func (f *file) add(kind Kind, n ast.Node) int {
	f.next++
	source := strings.Join(strings.Fields(string(f.src[f.offset(n.Pos()):f.offset(n.End())])), " ")
	if r := []rune(source); len(r) > maxSource {
		source = string(r[:maxSource]) + "…"
	}
	m := &Mutant{ID: f.next, Pkg: f.pkg.PkgPath, File: f.name, Line: f.tok.Line(n.Pos()), Func: f.fn, Kind: kind, Source: source}
	f.names[m.Name()]++
	m.Nth = f.names[m.Name()]
	f.mutants = append(f.mutants, m)
	return f.next
}

// inList reports whether a statement stands in a list, not as a part of another.
func inList(c inspector.Cursor) bool {
	switch c.Parent().Node().(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// removable statements are those that the compiler does not miss.
func removable(n ast.Stmt) bool {
	switch n := n.(type) {
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt, *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return n.Tok == token.BREAK || n.Tok == token.CONTINUE
	case *ast.AssignStmt:
		return n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return types.ExprString(e) != "_" })
	}
	return false
}

// tails are the statements with which a function ends: without one, it would lack a
// return.
func tails(body *ast.BlockStmt) map[ast.Node]bool {
	out := map[ast.Node]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			addTail(lit.Body, out)
		}
		return true
	})
	addTail(body, out)
	return out
}

func addTail(s ast.Stmt, out map[ast.Node]bool) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		addLast(s.List, out)
	case *ast.IfStmt:
		if s.Else != nil {
			addTail(s.Body, out)
			addTail(s.Else, out)
		}
	case *ast.LabeledStmt:
		addTail(s.Stmt, out)
	case *ast.SwitchStmt:
		addTails(s.Body, out)
	case *ast.TypeSwitchStmt:
		addTails(s.Body, out)
	case *ast.SelectStmt:
		addTails(s.Body, out)
	case *ast.ReturnStmt, *ast.ExprStmt:
		out[s] = true
	}
}

// addTails adds the tails of the clauses of a statement that ends a function: each
// ends it.
func addTails(body *ast.BlockStmt, out map[ast.Node]bool) {
	for _, s := range body.List {
		switch s := s.(type) {
		case *ast.CaseClause:
			addLast(s.Body, out)
		case *ast.CommClause:
			addLast(s.Body, out)
		}
	}
}

func addLast(list []ast.Stmt, out map[ast.Node]bool) {
	if len(list) > 0 {
		addTail(list[len(list)-1], out)
	}
}
