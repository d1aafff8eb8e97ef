package locks

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalogue"
)

// fixRelease has the plain delete o compare the owner that the lock's only
// create stored.
//
// It is offered where that value is a name or a field that is in scope at the
// delete and that nobody assigns in between: in the function of the create, or
// as a field of the receiver in another method of the same type.
func (r *Result) fixRelease(fn *function, o *Op) []analysis.SuggestedFix {
	e := r.e
	create := r.onlyCreate(o)
	if create == nil || create.Lib != o.Lib || create.Owner == nil || e.sharedByAll(create.Owner, 0) || r.deadContext(fn, o) != nil {
		return nil
	}
	a, b := e.syntaxOf(create), e.syntaxOf(o)
	if a == nil || b == nil || o.Queued || create.Queued {
		return nil
	}
	owner := e.ownerAt(a, b)
	if owner == "" || !e.sameKeyIn(create, o, declOf(a.path), declOf(b.path)) {
		return nil
	}
	text := e.comparing(a, b, owner)
	if text == "" || !e.replaceable(b, text) {
		return nil
	}
	return oneFix("Delete the key only if it still holds this owner's value", replacement(b.call, text))
}

// onlyCreate is the create of the lock that o deletes: the only one of the same
// key in its function, or else the only one in the package.
func (r *Result) onlyCreate(o *Op) *Op {
	var here, all []*Op
	for _, c := range r.e.opsOnLock(o, OpCreate) {
		if c.Origin == nil {
			return nil
		}
		if !slices.Contains(all, c.Origin) {
			all = append(all, c.Origin)
		}
		near := c.Depth == 0 && sameFunctionFamily(c.Fn, o.Fn) && same(c.Key, o.Key)
		if near && !slices.Contains(here, c.Origin) {
			here = append(here, c.Origin)
		}
	}
	switch {
	case len(here) == 1:
		return here[0]
	case len(here) == 0 && len(all) == 1:
		return all[0]
	}
	return nil
}

// ownerExpr is the value that a create stores.
func (e *engine) ownerExpr(a *syntax) ast.Expr {
	if words := e.words(a); words != nil {
		if name := e.word(words[0]); len(words) > 2 && (name == "SET" || name == "SETNX") {
			return words[2]
		}
		return nil
	}
	return a.arg(a.c.row.Owner)
}

// ownerAt spells the owner's value for the place of the delete, or "".
func (e *engine) ownerAt(a, b *syntax) string {
	x := e.ownerExpr(a)
	if x == nil || !isPlain(x) || !isStored(e.pass.TypesInfo.TypeOf(x)) || e.changes(x) {
		return ""
	}
	from, to := declOf(a.path), declOf(b.path)
	if from == nil || to == nil {
		return ""
	}
	if from == to {
		// A literal runs when it likes, and reads what is there then.
		since := a.call.End()
		if common, _ := common(b.path, a.path); runsLater(b.path[:common]) {
			since = from.Pos()
		}
		if b.call.Pos() < a.call.Pos() || !e.movable(x, b.call.Pos(), from, since, from.End()) {
			return ""
		}
		return e.spelled(x)
	}
	return e.fieldOfReceiver(x, from, to, b.call.Pos())
}

// runsLater reports whether a function literal is among the nodes.
func runsLater(path []ast.Node) bool {
	_, literal := innermostFunc(path)
	return literal
}

// changes reports whether a method of the type sets the field that an expression
// reads. Whoever makes the object may: but a method that takes the lock, and
// stores a new value before it knows that it got it, would by a failed attempt
// take the holder's value away.
func (e *engine) changes(x ast.Expr) bool {
	sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s := e.pass.TypesInfo.Selections[sel]
	if s == nil || len(s.Index()) > 1 {
		return s != nil // of an embedded struct: whose it is is not looked for
	}
	for _, stored := range e.fieldVals[typeName(s.Recv())+"."+sel.Sel.Name] {
		if r := topFunc(stored.in).Signature.Recv(); r != nil && namedOf(r.Type()) == namedOf(s.Recv()) {
			return true
		}
	}
	return e.changes(sel.X)
}

// isPlain reports whether an expression is a name or a field of one.
func isPlain(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isPlain(x.X)
	}
	return false
}

// isStored reports whether a value of type t is stored as it is compared: a
// text, bytes or an integer.
func isStored(t types.Type) bool {
	if t == nil {
		return false
	}
	if s, ok := t.Underlying().(*types.Slice); ok {
		b, isBasic := s.Elem().Underlying().(*types.Basic)
		return isBasic && b.Kind() == types.Byte
	}
	b, ok := t.(*types.Basic)
	return ok && b.Info()&(types.IsString|types.IsInteger) != 0
}

// fieldOfReceiver spells a field of the receiver of one method for another of
// the same type.
func (e *engine) fieldOfReceiver(x ast.Expr, from, to *ast.FuncDecl, at token.Pos) string {
	sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	was, is := e.receiver(from), e.receiver(to)
	if was == nil || is == nil || is.Name() == "_" || namedOf(was.Type()) == nil || namedOf(was.Type()) != namedOf(is.Type()) {
		return ""
	}
	root, ok := sel.X.(*ast.Ident)
	if !ok || e.pass.TypesInfo.Uses[root] != types.Object(was) {
		return ""
	}
	if e.nameAt(is.Name(), at) != types.Object(is) || e.assigned(e.pass.TypesInfo.Uses[sel.Sel], to, to.Pos(), at) {
		return ""
	}
	return is.Name() + "." + sel.Sel.Name
}

// sameKeyIn reports whether two ops are on the same key, where both functions have
// the same receiver.
func (e *engine) sameKeyIn(a, b *Op, from, to *ast.FuncDecl) bool {
	if from == to {
		return same(a.Key, b.Key)
	}
	was, is := e.idOf(from), e.idOf(to)
	return same(b.Key, a.Key.mapTerm(func(p *Term) *Term {
		if p.Kind != Param || p.Text != was || p.Index != 0 {
			return nil
		}
		return &Term{Kind: Param, Text: is, Type: p.Type, Names: p.Names, size: 1}
	}))
}

// idOf is by what terms know a declared function.
func (e *engine) idOf(d *ast.FuncDecl) string {
	f, ok := e.pass.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok || e.byObj[f] == nil {
		return ""
	}
	return funcID(e.byObj[f])
}

// receiver is the receiver's variable of a method, or nil.
func (e *engine) receiver(d *ast.FuncDecl) *types.Var {
	f, ok := e.pass.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok {
		return nil
	}
	return f.Signature().Recv()
}

// comparing spells the command that deletes what b deletes if it holds owner, or
// "".
func (e *engine) comparing(a, b *syntax, owner string) string {
	script := strconv.Quote(catalogue.CompareDeleteScript)
	if words := e.words(b); words != nil {
		if len(words) != 2 || e.words(a) == nil {
			return ""
		}
		one := "1"
		if e.takesTexts(b.call) {
			one = `"1"`
		}
		parts := []string{`"EVAL"`, script, one, e.spelled(words[1]), owner}
		var args []string
		for _, x := range b.call.Args[:len(b.call.Args)-2] {
			args = append(args, e.spelled(x))
		}
		return e.spelled(b.call.Fun) + "(" + strings.Join(append(args, parts...), ", ") + ")"
	}
	form := a.c.row.Unlock
	key := e.onlyKey(b)
	if form == "" || key == nil {
		return ""
	}
	context := "{ctx}"
	if b.ctx != nil {
		form = strings.ReplaceAll(form, context, e.spelled(b.ctx))
	} else {
		form = strings.ReplaceAll(form, context+", ", "")
	}
	form = strings.NewReplacer("{script}", script, "{key}", e.spelled(key), "{owner}", owner).Replace(form)
	return e.spelled(b.recv) + "." + form
}

// onlyKey is the key of a delete of one key.
func (e *engine) onlyKey(b *syntax) ast.Expr {
	first := catalogue.Path(strings.TrimSuffix(string(b.c.row.Key), "..."))
	if len(b.args) != 1 {
		return nil
	}
	key := b.arg(first)
	if key == nil {
		return nil
	}
	if t, ok := e.pass.TypesInfo.TypeOf(key).(*types.Basic); !ok || t.Info()&types.IsString == 0 {
		return nil
	}
	return key
}

// takesTexts reports whether the last parameters of a call are texts.
func (e *engine) takesTexts(call *ast.CallExpr) bool {
	sig, ok := e.pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || !sig.Variadic() {
		return false
	}
	return isTextual(sig.Params().At(sig.Params().Len() - 1).Type())
}

// replaceable reports whether a new expression may stand in the place of a call:
// it compiles there, and what is done with the results can be done with the new
// ones.
func (e *engine) replaceable(s *syntax, text string) bool {
	i := outermost(s.path)
	whole := s.path[i].(ast.Expr)
	full := e.spelled(whole)
	old := e.spelled(s.call)
	if !strings.HasPrefix(full, old) {
		return false
	}
	is, was := e.typeAt(s.call.Pos(), text+strings.TrimPrefix(full, old)), e.pass.TypesInfo.TypeOf(whole)
	if is == nil || i+1 >= len(s.path) {
		return false
	}
	switch stmt := s.path[i+1].(type) {
	case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt:
		return true
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 {
			return fitsResults(stmt.Lhs, was, is)
		}
	}
	return types.Identical(was, is)
}

// fitsResults reports whether results of the type is may be assigned to what got
// those of the type was.
func fitsResults(lhs []ast.Expr, was, is types.Type) bool {
	if allBlank(lhs) || types.Identical(was, is) {
		t, isTuple := is.(*types.Tuple)
		return len(lhs) == 1 && !isTuple || isTuple && t.Len() == len(lhs)
	}
	a, ok := was.(*types.Tuple)
	b, too := is.(*types.Tuple)
	if !ok || !too || a.Len() != b.Len() || a.Len() != len(lhs) {
		return false
	}
	return !slices.ContainsFunc(lhs, func(x ast.Expr) bool {
		i := slices.Index(lhs, x)
		return !allBlank([]ast.Expr{x}) && !types.Identical(a.At(i).Type(), b.At(i).Type())
	})
}

// typeAt is the type that an expression has in a place, nil if it does not
// compile there.
func (e *engine) typeAt(at token.Pos, text string) types.Type {
	x, err := parser.ParseExpr(text)
	if err != nil {
		return nil
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if types.CheckExpr(e.pass.Fset, e.pass.Pkg, at, x, info) != nil {
		return nil
	}
	return info.Types[x].Type
}
