package locks

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/catalogue"
)

// A fix is offered only where it is surely right. What a value is and when code
// runs is known from the engine; that the new text means the same where it
// stands is decided here, on the syntax: by scopes, by assignments in between,
// and by type-checking the new expression in its place. In doubt there is no
// fix.

// A syntax is the place in the source of a call that the engine made an op of.
type syntax struct {
	file *ast.File
	path []ast.Node // from the call outwards, the call itself first
	call *ast.CallExpr
	recv ast.Expr
	ctx  ast.Expr   // nil if there is none
	args []ast.Expr // as the catalogue counts: without the context
	c    *call
	site *Op // the op where it stands
}

// syntaxOf finds the syntax of a method call that is an op by itself, or nil: an
// op that a callee or a script brought has none, and generated files and those
// with line directives are nobody's to change.
func (e *engine) syntaxOf(o *Op) *syntax {
	if o.Depth > 0 || o.Script || !o.At.Pos.IsValid() {
		return nil
	}
	s := &syntax{site: e.site(o)}
	if s.c = e.calls[s.site.Instr]; s.c == nil || s.c.row == nil {
		return nil
	}
	if s.file = e.fileAt(o.At.Pos); s.file == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(s.file, o.At.Pos, o.At.Pos)
	i := slices.IndexFunc(path, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		return ok && c.Lparen == o.At.Pos
	})
	if i < 0 {
		return nil
	}
	s.path, s.call = path[i:], path[i].(*ast.CallExpr)
	sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if m := e.pass.TypesInfo.Selections[sel]; m == nil || m.Kind() != types.MethodVal {
		return nil
	}
	s.recv = sel.X
	for _, a := range s.call.Args {
		if t := e.pass.TypesInfo.TypeOf(a); t != nil && (isContext(t) || e.implementsContext(t)) {
			if s.ctx != nil {
				return nil
			}
			s.ctx = a
			continue
		}
		s.args = append(s.args, a)
	}
	return s
}

// implementsContext reports whether a value of type t is passed as a context: a
// framework's own (*gin.Context).
func (e *engine) implementsContext(t types.Type) bool {
	for _, p := range e.pass.Pkg.Imports() {
		if p.Path() == "context" {
			i, ok := p.Scope().Lookup("Context").Type().Underlying().(*types.Interface)
			return ok && types.Implements(t, i)
		}
	}
	return false
}

// fileAt is the file of a place, or nil where nobody may change it.
func (e *engine) fileAt(pos token.Pos) *ast.File {
	for _, f := range e.pass.Files {
		if f.FileStart > pos || pos > f.FileEnd {
			continue
		}
		if ast.IsGenerated(f) || e.pass.Fset.Position(f.Package) != e.pass.Fset.PositionFor(f.Package, false) ||
			e.pass.Fset.Position(pos) != e.pass.Fset.PositionFor(pos, false) {
			return nil
		}
		return f
	}
	return nil
}

// arg is the argument at a plain path of the catalogue (argN), or nil.
func (s *syntax) arg(p catalogue.Path) ast.Expr {
	if s.call.Ellipsis.IsValid() {
		return nil
	}
	for i, a := range s.args {
		if p == catalogue.Path("arg"+itoa(i)) {
			return a
		}
	}
	return nil
}

// words are the name and the arguments of a command that is sent as text, nil
// where they do not all stand in the call.
func (e *engine) words(s *syntax) []ast.Expr {
	r := s.c.row
	if r.Role != catalogue.Command || r.Key != "" || s.c.lib.Builder != "" || s.call.Ellipsis.IsValid() {
		return nil
	}
	first := r.Text
	if first == "" {
		first = catalogue.Path(strings.TrimSuffix(string(r.Args), "..."))
	}
	i := slices.Index(s.args, s.arg(first))
	if i < 0 || e.word(s.args[i]) == "" {
		return nil
	}
	return s.args[i:]
}

// word is a constant text in capitals, as Redis reads the names of commands.
func (e *engine) word(x ast.Expr) string {
	if v := e.pass.TypesInfo.Types[x].Value; v != nil && v.Kind() == constant.String {
		return strings.ToUpper(constant.StringVal(v))
	}
	return ""
}

// spelled is an expression as it stands.
func (e *engine) spelled(x ast.Expr) string {
	var b bytes.Buffer
	if err := format.Node(&b, e.pass.Fset, x); err != nil {
		return ""
	}
	return b.String()
}

// statement is the index in the path of the innermost statement.
func statement(path []ast.Node) int {
	return slices.IndexFunc(path, func(n ast.Node) bool { _, ok := n.(ast.Stmt); return ok })
}

// outermost is the index in the path of the whole chain of methods on the call's
// result: of rdb.Del(ctx, key).Err() for the call of Del.
func outermost(path []ast.Node) int {
	i := 0
	for i+2 < len(path) {
		sel, isSel := path[i+1].(*ast.SelectorExpr)
		call, isCall := path[i+2].(*ast.CallExpr)
		if !isSel || !isCall || sel.X != path[i] || call.Fun != sel {
			break
		}
		i += 2
	}
	return i
}

// innermostFunc is the index in the path of the innermost function, and whether it is
// a literal.
func innermostFunc(path []ast.Node) (int, bool) {
	for i, n := range path {
		switch n.(type) {
		case *ast.FuncLit:
			return i, true
		case *ast.FuncDecl:
			return i, false
		}
	}
	return -1, false
}

// declOf is the declared function around a path.
func declOf(path []ast.Node) *ast.FuncDecl {
	for _, n := range path {
		if d, ok := n.(*ast.FuncDecl); ok {
			return d
		}
	}
	return nil
}

// movable reports whether an expression of plain values (names, fields,
// constants, conversions, arithmetic) means the same at the place to as where it
// stands: each name is in scope there, and nothing that it is made of is
// assigned within the syntax of between.
func (e *engine) movable(x ast.Expr, to token.Pos, between ast.Node, from, until token.Pos) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			ok = ok && e.pass.TypesInfo.Types[n.Fun].IsType()
		case *ast.FuncLit, *ast.CompositeLit:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW && n.Op != token.AND
		case *ast.SelectorExpr:
			if !ok {
				return false
			}
			if s := e.pass.TypesInfo.Selections[n]; s != nil {
				ok = s.Kind() == types.FieldVal && !e.assigned(s.Obj(), between, from, until) && e.movable(n.X, to, between, from, until)
				return false
			}
			x, isName := n.X.(*ast.Ident)
			ok = isName && e.inScope(x, to) // package.Name
			return false
		case *ast.Ident:
			obj := e.pass.TypesInfo.Uses[n]
			ok = ok && obj != nil && e.inScope(n, to) && !e.assigned(obj, between, from, until)
		}
		return ok
	})
	return ok
}

// inScope reports whether a name means at a place what it means where it stands.
func (e *engine) inScope(x *ast.Ident, at token.Pos) bool {
	obj := e.pass.TypesInfo.Uses[x]
	return obj != nil && e.nameAt(x.Name, at) == obj
}

// nameAt is what a name means at a place, or nil.
func (e *engine) nameAt(name string, at token.Pos) types.Object {
	scope := e.pass.Pkg.Scope().Innermost(at)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, at)
	return obj
}

// assigned reports whether a variable or field is assigned in a piece of syntax,
// or its address taken, from one place until another.
func (e *engine) assigned(obj types.Object, in ast.Node, from, until token.Pos) bool {
	if _, ok := obj.(*types.Var); !ok {
		return false
	}
	found := false
	is := func(x ast.Expr) {
		switch x := ast.Unparen(x).(type) {
		case *ast.Ident:
			found = found || e.pass.TypesInfo.Uses[x] == obj
		case *ast.SelectorExpr:
			found = found || e.pass.TypesInfo.Uses[x.Sel] == obj
		}
	}
	ast.Inspect(in, func(n ast.Node) bool {
		if n == nil || found || n.End() <= from || n.Pos() >= until {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				is(l)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				is(n.Key)
				is(n.Value)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		}
		return true
	})
	return found
}

// removable reports whether a file compiles without a piece of it: each import
// and local variable that is used there is used elsewhere too, apart from those
// in what is kept.
func (e *engine) removable(file *ast.File, path []ast.Node, gone ast.Node, kept ast.Expr) bool {
	needed := map[types.Object]bool{}
	ast.Inspect(gone, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := e.pass.TypesInfo.Uses[id]
		switch v := obj.(type) {
		case *types.PkgName:
			needed[obj] = true
		case *types.Var:
			local := !v.IsField() && v.Parent() != nil && v.Parent() != e.pass.Pkg.Scope() && v.Pkg() == e.pass.Pkg
			within := gone.Pos() <= v.Pos() && v.Pos() < gone.End()
			if local && !within && !isParam(v, path) {
				needed[obj] = true
			}
		}
		return true
	})
	if kept != nil {
		e.dropUsed(needed, kept, nil)
	}
	e.dropUsed(needed, file, gone)
	return len(needed) == 0
}

// dropUsed takes away what is used in a node outside of a part of it. To be
// assigned is no use.
func (e *engine) dropUsed(needed map[types.Object]bool, in, except ast.Node) {
	assigned := map[*ast.Ident]bool{}
	ast.Inspect(in, func(n ast.Node) bool {
		if n == except && n != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && n.Tok == token.ASSIGN {
					assigned[id] = true
				}
			}
		case *ast.Ident:
			if !assigned[n] {
				delete(needed, e.pass.TypesInfo.Uses[n])
			}
		}
		return true
	})
}

// isParam reports whether a variable is a parameter, result or receiver of a
// function around the path: those need not be used.
func isParam(v *types.Var, path []ast.Node) bool {
	in := func(n ast.Node) bool { return n.Pos() <= v.Pos() && v.Pos() < n.End() }
	for _, n := range path {
		switch f := n.(type) {
		case *ast.FuncLit:
			if in(f.Type) {
				return true
			}
		case *ast.FuncDecl:
			if in(f.Type) || f.Recv != nil && in(f.Recv) {
				return true
			}
		}
	}
	return false
}

// deletion removes a statement with its lines, or nil where something else
// stands on them.
func (e *engine) deletion(file *ast.File, stmt ast.Node) *analysis.TextEdit {
	tf := e.pass.Fset.File(stmt.Pos())
	line := func(p token.Pos) int { return tf.PositionFor(p, false).Line }
	first, last := line(stmt.Pos()), line(stmt.End())
	alone := last < tf.LineCount()
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || n == stmt || !alone {
			return false
		}
		if _, isFile := n.(*ast.File); isFile {
			return true
		}
		around := n.Pos() <= stmt.Pos() && stmt.End() <= n.End()
		switch {
		case !around:
			// Its neighbours must end above and begin below.
			alone = line(n.End()) < first || line(n.Pos()) > last
			return false
		case line(n.Pos()) == first && n.Pos() < stmt.Pos(), line(n.End()) == last && n.End() > stmt.End():
			alone = false
		}
		return true
	})
	if !alone {
		return nil
	}
	return &analysis.TextEdit{Pos: tf.LineStart(first), End: tf.LineStart(last + 1)}
}

// indent is the white space before a statement, which stands first on its line.
func (e *engine) indent(stmt ast.Node) string {
	col := e.pass.Fset.PositionFor(stmt.Pos(), false).Column
	return strings.Repeat("\t", col-1)
}

// rowOf is the declared function that a call names and its row in the catalogue;
// either may be nil.
func (e *engine) rowOf(call *ast.CallExpr) (*types.Func, *catalogue.Row) {
	f, ok := typeutil.Callee(e.pass.TypesInfo, call).(*types.Func)
	if !ok || f.Pkg() == nil {
		return nil, nil
	}
	l := catalogue.Lookup(f.Pkg().Path())
	if l == nil {
		return f, nil
	}
	return f, l.Find(recvName(f), f.Name())
}

func replacement(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

// oneFix is the only fix of a fault.
func oneFix(message string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// conditionsBetween are the conditions under which the later of two instructions
// runs, beside those of the earlier one.
func conditionsBetween(from, to ssa.Instruction) []condition {
	known := map[condition]bool{}
	for _, c := range conditions(from.Block()) {
		known[c] = true
	}
	return slices.DeleteFunc(conditions(to.Block()), func(c condition) bool { return known[c] })
}
