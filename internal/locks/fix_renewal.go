package locks

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalogue"
)

// fixRenewal has the failure of the renewal o cancel the context of the work.
//
// It is offered where the renewal stands in a function literal, its result goes
// nowhere or to a branch that only tells of it, and just one context around the
// literal can be cancelled and is used by other code behind it.
func (e *engine) fixRenewal(o *Op) []analysis.SuggestedFix {
	s := e.syntaxOf(o)
	if s == nil {
		return nil
	}
	i, isLiteral := innermostFunc(s.path)
	if !isLiteral {
		return nil
	}
	cancel := e.cancelOfWork(s, i)
	if cancel == "" {
		return nil
	}
	edit := e.cancelOnFailure(s, s.path[i].(*ast.FuncLit), cancel)
	if edit == nil {
		return nil
	}
	return oneFix("Cancel the work's context when the lock is lost", *edit)
}

// cancelOnFailure calls cancel where the renewal failed: in the branch that asks
// already, or in a new one around the call.
func (e *engine) cancelOnFailure(s *syntax, literal *ast.FuncLit, cancel string) *analysis.TextEdit {
	k := statement(s.path)
	if k < 1 || k+1 >= len(s.path) {
		return nil
	}
	switch stmt := s.path[k].(type) {
	case *ast.ExprStmt:
		if stmt.X == s.call {
			return e.newBranch(s, stmt, literal, cancel)
		}
	case *ast.AssignStmt:
		if len(stmt.Rhs) != 1 || stmt.Rhs[0] != s.call {
			return nil
		}
		if allBlank(stmt.Lhs) {
			return e.newBranch(s, stmt, literal, cancel)
		}
		return e.toBranch(s, stmt, s.path[k+1], cancel)
	}
	return nil
}

// newBranch asks whether the call failed. A literal without results is left then:
// there is nothing to renew.
func (e *engine) newBranch(s *syntax, stmt ast.Stmt, literal *ast.FuncLit, cancel string) *analysis.TextEdit {
	cond := e.failure(s)
	if cond == "" {
		return nil
	}
	in := e.indent(stmt)
	lines := []string{"if " + cond + " {", in + "\t" + cancel + "()"}
	if literal.Type.Results == nil {
		lines = append(lines, in+"\treturn")
	}
	edit := replacement(stmt, strings.Join(append(lines, in+"}"), "\n"))
	return &edit
}

// failure spells that a call failed, by what its row says of its results, or "".
func (e *engine) failure(s *syntax) string {
	sig, ok := e.pass.TypesInfo.TypeOf(s.call.Fun).Underlying().(*types.Signature)
	if !ok {
		return ""
	}
	var results []string
	for v := range sig.Results().Variables() {
		switch {
		case isError(v.Type()):
			results = append(results, "error")
		case isBool(v.Type()):
			results = append(results, "bool")
		default:
			results = append(results, "")
		}
	}
	call := e.spelled(s.call)
	switch form := strings.Join(results, ","); {
	case s.c.row.Wins == catalogue.ByNilError && form == "error":
		return "err := " + call + "; err != nil"
	case s.c.row.Wins == catalogue.ByNilError && form == ",error":
		return "_, err := " + call + "; err != nil"
	case s.c.row.Wins == catalogue.ByTrue && form == "bool,error":
		return "ok, err := " + call + "; err != nil || !ok"
	case s.c.row.Wins == catalogue.ByTrue && form == "bool":
		return "!" + call
	}
	return ""
}

// toBranch calls cancel first in the branch that is taken when the call failed.
func (e *engine) toBranch(s *syntax, asked *ast.AssignStmt, around ast.Node, cancel string) *analysis.TextEdit {
	ifs, ok := around.(*ast.IfStmt)
	if !ok || ifs.Init != ast.Stmt(asked) {
		ifs = nextIf(around, asked)
	}
	if ifs == nil || len(ifs.Body.List) == 0 || !e.coversFailure(s, asked, ifs.Cond) {
		return nil
	}
	first := ifs.Body.List[0]
	tf := e.pass.Fset.File(first.Pos())
	if tf.PositionFor(first.Pos(), false).Line == tf.PositionFor(ifs.Body.Lbrace, false).Line {
		return nil
	}
	return &analysis.TextEdit{Pos: first.Pos(), End: first.Pos(), NewText: []byte(cancel + "()\n" + e.indent(first))}
}

// nextIf is the if that stands behind a statement in a block, or nil.
func nextIf(block ast.Node, stmt ast.Stmt) *ast.IfStmt {
	var list []ast.Stmt
	switch b := block.(type) {
	case *ast.BlockStmt:
		list = b.List
	case *ast.CommClause:
		list = b.Body
	case *ast.CaseClause:
		list = b.Body
	}
	for i, s := range list {
		if s == stmt && i+1 < len(list) {
			ifs, _ := list[i+1].(*ast.IfStmt)
			if ifs != nil && ifs.Init == nil {
				return ifs
			}
		}
	}
	return nil
}

// coversFailure reports whether a condition holds whenever the call failed: its
// error is not nil, or, where a bool tells, the bool is false, too.
func (e *engine) coversFailure(s *syntax, asked *ast.AssignStmt, cond ast.Expr) bool {
	var err, won types.Object
	for _, x := range asked.Lhs {
		id, ok := x.(*ast.Ident)
		if !ok {
			return false
		}
		obj := e.pass.TypesInfo.ObjectOf(id)
		switch {
		case obj == nil:
		case isError(obj.Type()):
			err = obj
		case isBool(obj.Type()):
			won = obj
		}
	}
	var errAsked, wonAsked bool
	var ask func(x ast.Expr)
	ask = func(x ast.Expr) {
		switch x := ast.Unparen(x).(type) {
		case *ast.BinaryExpr:
			if x.Op == token.LOR {
				ask(x.X)
				ask(x.Y)
			}
			errAsked = errAsked || err != nil && e.isNotNil(x, err)
		case *ast.UnaryExpr:
			id, ok := x.X.(*ast.Ident)
			wonAsked = wonAsked || ok && x.Op == token.NOT && won != nil && e.pass.TypesInfo.Uses[id] == won
		}
	}
	ask(cond)
	switch s.c.row.Wins {
	case catalogue.ByNilError:
		return errAsked
	case catalogue.ByTrue:
		return wonAsked && (err == nil || errAsked)
	}
	return false
}

// cancelOfWork names the function that cancels the work's context, as the literal
// at index i of the path sees it, or "".
func (e *engine) cancelOfWork(s *syntax, i int) string {
	var found []string
	for _, n := range s.path[i+1:] {
		var body *ast.BlockStmt
		switch f := n.(type) {
		case *ast.FuncLit:
			body = f.Body
		case *ast.FuncDecl:
			body = f.Body
		default:
			continue
		}
		found = append(found, e.cancelsMade(s, body, s.path[i])...)
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// cancelsMade lists the cancel functions that a body makes before the literal, and
// with whose context it works behind it.
func (e *engine) cancelsMade(s *syntax, body *ast.BlockStmt, literal ast.Node) []string {
	var out []string
	ast.Inspect(body, func(n ast.Node) bool {
		if n == literal {
			return false
		}
		def, ok := n.(*ast.AssignStmt)
		if !ok || len(def.Lhs) != 2 || len(def.Rhs) != 1 || def.End() > literal.Pos() {
			return true
		}
		call, ok := def.Rhs[0].(*ast.CallExpr)
		if !ok || !e.makesCancel(call) {
			return true
		}
		ctx, isName := def.Lhs[0].(*ast.Ident)
		cancel, too := def.Lhs[1].(*ast.Ident)
		if !isName || !too {
			return true
		}
		obj := e.pass.TypesInfo.ObjectOf(cancel)
		if obj != nil && e.nameAt(cancel.Name, s.call.Pos()) == obj && !e.assigned(obj, body, def.End(), body.End()) && e.usedBehind(ctx, body, literal) {
			out = append(out, cancel.Name)
		}
		return true
	})
	return out
}

// makesCancel reports whether a call makes a context with its cancel function.
func (e *engine) makesCancel(call *ast.CallExpr) bool {
	f, row := e.rowOf(call)
	if row == nil || row.Role != catalogue.Cancel {
		return false
	}
	res := f.Signature().Results()
	return res.Len() == 2 && isCancelFunc(res.At(1).Type())
}

func isCancelFunc(t types.Type) bool { return typeName(t) == "context.CancelFunc" }

// usedBehind reports whether a context is passed to a call behind the literal.
func (e *engine) usedBehind(ctx *ast.Ident, body *ast.BlockStmt, literal ast.Node) bool {
	obj := e.pass.TypesInfo.ObjectOf(ctx)
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || n == literal || n.End() <= literal.End() {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		for _, a := range call.Args {
			id, ok := a.(*ast.Ident)
			found = found || ok && a.Pos() > literal.End() && e.pass.TypesInfo.Uses[id] == obj && e.isWork(call)
		}
		return true
	})
	return found
}

// isWork reports whether a call does something beside a lock's and a log's
// business.
func (e *engine) isWork(call *ast.CallExpr) bool {
	_, row := e.rowOf(call)
	if row == nil {
		return true
	}
	switch row.Role {
	case catalogue.Write, catalogue.CondWrite, catalogue.Create, catalogue.SQLExec, catalogue.SQLQuery, catalogue.Put, catalogue.Send:
		return true
	}
	return false
}
