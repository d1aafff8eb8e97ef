package locks

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// fixExpiry has the create o set the expiry that the command x sets after it.
//
// It is offered where x surely follows o and nothing happens between them: both
// are sent to the same client by one function, x runs if o created the key (for
// a lock also if nobody asks), and between them stands only the question whether
// it did. The TTL must mean at o what it means at x, and o must be able to take
// it: by its own parameter, by the function that its row names, or as an option
// of the command SET.
func (r *Result) fixExpiry(o, x *Op) []analysis.SuggestedFix {
	e := r.e
	a, b := e.syntaxOf(o), e.syntaxOf(x)
	if !e.sameTarget(a, b, o, x) {
		return nil
	}
	from, isCall := a.site.Instr.(*ssa.Call)
	to, too := b.site.Instr.(*ssa.Call)
	if !isCall || !too || from.Parent() != to.Parent() || !r.runsIfCreated(a.site, from, to) || !e.nothingBetween(a, b) {
		return nil
	}
	between := a.path[len(a.path)-1]
	if !e.movable(a.recv, a.call.Pos(), between, a.call.End(), b.call.Pos()) {
		return nil
	}
	ttl, edits := e.takeExpiry(a, b)
	if ttl == nil || !e.movable(ttl, a.call.Pos(), between, a.call.Pos(), b.call.Pos()) {
		return nil
	}
	gone := e.withoutCall(b, ttl)
	if gone == nil {
		return nil
	}
	return oneFix("Set the expiry in the command that creates the key", append(edits, *gone)...)
}

// sameTarget reports whether two commands stand in one file, are sent at once by the
// same client, and are about the same key.
func (e *engine) sameTarget(a, b *syntax, o, x *Op) bool {
	return a != nil && b != nil && !o.Queued && !x.Queued && a.file == b.file && e.spelled(a.recv) == e.spelled(b.recv) && same(o.Key, x.Key)
}

// fixBlind removes the command x that sets the expiry which the create o of a lock
// has set already: it does something only where o failed.
func (r *Result) fixBlind(o, x *Op) []analysis.SuggestedFix {
	e := r.e
	a, b := e.syntaxOf(o), e.syntaxOf(x)
	if !e.sameTarget(a, b, o, x) {
		return nil
	}
	if o.Expiry != ExpirySet || o.Unit != x.Unit || !same(o.TTL, x.TTL) || o.TTL.has(func(t *Term) bool { return t.Kind == Now }) || !e.isLock(o, r.ev) {
		return nil
	}
	gone := e.withoutCall(b, nil)
	if gone == nil {
		return nil
	}
	return oneFix("Leave the expiry to the command that creates the key", *gone)
}

// runsIfCreated reports whether x, the EXPIRE, runs if the create succeeded: all
// conditions between them are about its result. For a key that is no lock one of
// them must say so, since an EXPIRE in any case may slide it on purpose.
func (r *Result) runsIfCreated(o *Op, from, to *ssa.Call) bool {
	created := r.e.isLock(o, r.ev)
	for _, c := range conditionsBetween(from, to) {
		if !r.e.madeOf(c.cond, from, 0) {
			return false
		}
		switch r.e.implies(c.cond, c.branch, o) {
		case succeeded:
			created = true
		case failed:
			return false
		}
	}
	return created
}

// madeOf reports whether a value is made of the result of a call and of
// constants alone.
func (e *engine) madeOf(v ssa.Value, call *ssa.Call, depth int) bool {
	if depth > 8 {
		return false
	}
	deeper := func(list ...ssa.Value) bool {
		for _, x := range list {
			if !e.madeOf(x, call, depth+1) {
				return false
			}
		}
		return len(list) > 0
	}
	switch x := v.(type) {
	case *ssa.Const, *ssa.Global:
		return true
	case *ssa.Extract:
		return deeper(x.Tuple)
	case *ssa.BinOp:
		return deeper(x.X, x.Y)
	case *ssa.MakeInterface:
		return deeper(x.X)
	case *ssa.FieldAddr: // the embedded part of a reply that has the method
		return deeper(x.X)
	case *ssa.Phi:
		return deeper(x.Edges...)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			if g, ok := x.X.(*ssa.Global); ok {
				return isError(g.Type().(*types.Pointer).Elem()) // redis.Nil
			}
			return deeper(e.stored(x)...)
		}
		return deeper(x.X)
	case *ssa.Call:
		if x == call {
			return true
		}
		c := e.resolve(x)
		switch {
		case c.row != nil && c.row.Role == catalogue.Unwrap && c.recv != nil:
			return deeper(c.recv)
		case c.row != nil && c.row.Role == catalogue.Unwrap, c.obj != nil && c.obj.Name() == "Is" && c.obj.Pkg() != nil && c.obj.Pkg().Path() == "errors":
			return deeper(c.args...)
		}
	}
	return false
}

// nothingBetween reports whether only conditions stand between two calls of one
// function, the second behind the first, and those that refuse leave.
func (e *engine) nothingBetween(a, b *syntax) bool {
	i, j := common(a.path, b.path)
	if i < 1 || j < 1 {
		return false
	}
	switch n := a.path[i].(type) {
	case *ast.IfStmt: // the call is in the condition or before it
		if a.path[i-1] != ast.Node(n.Init) && a.path[i-1] != ast.Node(n.Cond) {
			return false
		}
		return straight(a.path[:i]) && firstIn(b.path[:j])
	case *ast.BlockStmt:
		return e.onlyGuards(n.List, a.path[i-1], b.path[j-1]) && straight(a.path[:i]) && firstIn(b.path[:j])
	case *ast.CaseClause:
		return e.onlyGuards(n.Body, a.path[i-1], b.path[j-1]) && straight(a.path[:i]) && firstIn(b.path[:j])
	}
	return false
}

// common are the indexes of the innermost node that two paths share.
func common(a, b []ast.Node) (int, int) {
	for i, n := range a {
		for j, m := range b {
			if n == m {
				return i, j
			}
		}
	}
	return -1, -1
}

// straight reports whether what encloses a call runs it once, and what is run
// with it only leaves.
func straight(path []ast.Node) bool {
	for i, n := range path {
		switch n := n.(type) {
		case *ast.IfStmt:
			if i == 0 || path[i-1] != ast.Node(n.Init) && path[i-1] != ast.Node(n.Cond) || n.Else != nil || !leaves(n.Body) {
				return false
			}
		case *ast.BlockStmt, *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.DeferStmt, *ast.GoStmt, *ast.LabeledStmt:
			return false
		}
	}
	return true
}

// firstIn reports whether a call is the first thing that the statements around
// it do when their conditions hold.
func firstIn(path []ast.Node) bool {
	for i, n := range path {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if i == 0 || len(n.List) == 0 || ast.Node(n.List[0]) != path[i-1] {
				return false
			}
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.DeferStmt, *ast.GoStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.CommClause:
			return false
		}
	}
	return true
}

// onlyGuards reports whether between two statements of a list stand only
// conditions that leave, and readings of a result.
func (e *engine) onlyGuards(list []ast.Stmt, from, to ast.Node) bool {
	state := 0
	for _, s := range list {
		switch {
		case ast.Node(s) == from:
			state = 1
		case ast.Node(s) == to:
			return state == 1
		case state == 1 && !e.onlyLeaves(s):
			return false
		}
	}
	return false
}

func (e *engine) onlyLeaves(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.IfStmt:
		return s.Init == nil && s.Else == nil && leaves(s.Body)
	case *ast.DeferStmt:
		return e.onlyRegisters(s.Call)
	case *ast.AssignStmt: // ok, err := cmd.Result()
		if len(s.Rhs) != 1 {
			return false
		}
		call, ok := s.Rhs[0].(*ast.CallExpr)
		if !ok || len(call.Args) > 0 {
			return false
		}
		_, row := e.rowOf(call)
		return row != nil && row.Role == catalogue.Unwrap
	}
	return false
}

// onlyRegisters reports whether a deferred call does nothing before it runs: what
// it is made with is made of values alone.
func (e *engine) onlyRegisters(deferred *ast.CallExpr) bool {
	ok := true
	ast.Inspect(deferred, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if n == deferred {
				return true
			}
			_, row := e.rowOf(n)
			ok = ok && row != nil && (row.Role == catalogue.Detach || row.Role == catalogue.Pure || row.Role == catalogue.Format)
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		}
		return ok
	})
	return ok
}

// leaves reports whether a block ends by leaving what is around it.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

// takeExpiry is the TTL of the command b and how the create a takes it.
func (e *engine) takeExpiry(a, b *syntax) (ast.Expr, []analysis.TextEdit) {
	if words, expire := e.words(a), e.words(b); words != nil && len(expire) == 3 && e.word(words[0]) == "SET" {
		row := catalogue.FindRedisCommand(e.word(expire[0]))
		if row == nil || row.Option == "" {
			return nil, nil
		}
		last := words[len(words)-1]
		text := ", " + strconv.Quote(row.Option) + ", " + e.spelled(expire[2])
		return expire[2], []analysis.TextEdit{{Pos: last.End(), End: last.End(), NewText: []byte(text)}}
	}
	row, expire := a.c.row, b.c.row
	ttl := b.arg(expire.TTL)
	if ttl == nil || expire.Role != catalogue.Expire {
		return nil, nil
	}
	if row.WithTTL != "" {
		return e.takeByTwin(a, ttl, expire.Unit)
	}
	place := a.arg(row.TTL) // nil where the TTL is part of an argument
	if place == nil || row.Unit != expire.Unit || a.site.Expiry != ExpiryNone || !e.fitsAt(a.call, place, ttl) || !e.removable(a.file, a.path, place, nil) {
		return nil, nil
	}
	return ttl, []analysis.TextEdit{replacement(place, e.spelled(ttl))}
}

// takeByTwin calls the function that takes a TTL behind the arguments of a's.
func (e *engine) takeByTwin(a *syntax, ttl ast.Expr, unit catalogue.Unit) (ast.Expr, []analysis.TextEdit) {
	twin := a.c.lib.Find(recvName(a.c.obj), a.c.row.WithTTL)
	if twin == nil || twin.Unit != unit || twin.TTL != catalogue.Path("arg"+itoa(len(a.args))) || len(a.call.Args) == 0 || a.call.Ellipsis.IsValid() {
		return nil, nil
	}
	name := ast.Unparen(a.call.Fun).(*ast.SelectorExpr).Sel
	last := a.call.Args[len(a.call.Args)-1]
	args := make([]string, 0, len(a.call.Args)+1)
	for _, x := range append(a.call.Args[:len(a.call.Args):len(a.call.Args)], ttl) {
		args = append(args, e.spelled(x))
	}
	is := e.typeAt(a.call.Pos(), e.spelled(a.recv)+"."+a.c.row.WithTTL+"("+strings.Join(args, ", ")+")")
	if is == nil || !types.Identical(e.pass.TypesInfo.TypeOf(a.call), is) {
		return nil, nil
	}
	return ttl, []analysis.TextEdit{
		replacement(name, a.c.row.WithTTL),
		{Pos: last.End(), End: last.End(), NewText: []byte(", " + e.spelled(ttl))},
	}
}

// fitsAt reports whether an expression may stand in the place of an argument.
func (e *engine) fitsAt(call *ast.CallExpr, place, x ast.Expr) bool {
	sig, ok := e.pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || sig.Variadic() {
		return false
	}
	for i, a := range call.Args {
		if a == place && i < sig.Params().Len() {
			return types.AssignableTo(e.pass.TypesInfo.TypeOf(x), sig.Params().At(i).Type())
		}
	}
	return false
}

// withoutCall removes the statement that a call's results end in, or nil where
// more depends on them. The expression kept is used elsewhere from then on.
func (e *engine) withoutCall(s *syntax, kept ast.Expr) *analysis.TextEdit {
	i := outermost(s.path)
	whole, ok := s.path[i].(ast.Expr)
	if !ok || i+1 >= len(s.path) {
		return nil
	}
	switch stmt := s.path[i+1].(type) {
	case *ast.ExprStmt:
		return e.removeStmt(s, i+1, kept)
	case *ast.AssignStmt:
		if len(stmt.Rhs) != 1 {
			return nil
		}
		if allBlank(stmt.Lhs) {
			return e.removeStmt(s, i+1, kept)
		}
		if i+2 < len(s.path) && e.onlyAsks(s.path[i+2], stmt) {
			return e.removeStmt(s, i+2, kept)
		}
	case *ast.ReturnStmt:
		if t := e.pass.TypesInfo.TypeOf(whole); t != nil && isError(t) && e.removable(s.file, s.path, whole, kept) {
			edit := replacement(whole, "nil")
			return &edit
		}
	}
	return nil
}

func allBlank(list []ast.Expr) bool {
	for _, x := range list {
		if id, ok := x.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// onlyAsks reports whether n is `if err := CALL; err != nil { … }`: without the
// call its body never runs.
func (e *engine) onlyAsks(n ast.Node, init *ast.AssignStmt) bool {
	ifs, ok := n.(*ast.IfStmt)
	if !ok || ifs.Init != ast.Stmt(init) || ifs.Else != nil || init.Tok != token.DEFINE || !allBlank(init.Lhs[:len(init.Lhs)-1]) {
		return false
	}
	err, ok := init.Lhs[len(init.Lhs)-1].(*ast.Ident)
	if !ok || e.pass.TypesInfo.Defs[err] == nil || !isError(e.pass.TypesInfo.Defs[err].Type()) {
		return false
	}
	return e.isNotNil(ifs.Cond, e.pass.TypesInfo.Defs[err])
}

// isNotNil reports whether a condition is obj != nil.
func (e *engine) isNotNil(cond ast.Expr, obj types.Object) bool {
	bin, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || bin.Op != token.NEQ {
		return false
	}
	x, ok := bin.X.(*ast.Ident)
	return ok && e.pass.TypesInfo.Uses[x] == obj && e.pass.TypesInfo.Types[bin.Y].IsNil()
}

// removeStmt removes the statement at index i of the path, and with the last
// statement of a branch the branch, if only names are asked there.
func (e *engine) removeStmt(s *syntax, i int, kept ast.Expr) *analysis.TextEdit {
	stmt := s.path[i]
	if i+2 < len(s.path) {
		body, isBlock := s.path[i+1].(*ast.BlockStmt)
		ifs, isIf := s.path[i+2].(*ast.IfStmt)
		if isBlock && isIf && len(body.List) == 1 {
			if ifs.Init != nil || ifs.Else != nil || ifs.Body != body || !onlyNames(ifs.Cond) {
				return nil // a branch that does nothing would be left
			}
			stmt = ifs
		}
	}
	if !e.removable(s.file, s.path, stmt, kept) {
		return nil
	}
	return e.deletion(s.file, stmt)
}

func onlyNames(x ast.Expr) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Ident, *ast.BinaryExpr, *ast.UnaryExpr, *ast.ParenExpr, *ast.BasicLit:
			return true
		}
		ok = false
		return false
	})
	return ok
}
