package luascript

import (
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// interp walks a script.
type interp struct {
	effects []Effect
	index   map[effectKey]int
	returns []Return
	failure string // why the script is not known
	globals map[string]int
	cells   int
	steps   int
	left    int // times that the script or a function was left
	depth   int // of functions
	nest    int // of expressions
	later   []*val

	holes    holes
	function string // the one function of a library that is read, "" for all
}

func newInterp() *interp {
	return &interp{index: map[effectKey]int{}, globals: map[string]int{}}
}

// fail gives the script up.
func (in *interp) fail(line int, why string) {
	if in.failure == "" {
		in.failure = fmt.Sprintf("line %d: %s", line, why)
	}
}

// step counts work; it is false when the script was given up.
func (in *interp) step(line int) bool {
	if in.steps++; in.steps > maxSteps {
		in.fail(line, "too much to interpret")
	}
	return in.failure == ""
}

func (in *interp) run(chunk []ast.Stmt) {
	p := &path{vars: map[int]*val{}, done: map[int]bool{}}
	in.set(p, "KEYS", &val{kind: kKeys})
	in.set(p, "ARGV", &val{kind: kArgv})
	paths := in.block(chunk, []*path{p})
	for _, p := range paths {
		if p.ended() || len(in.later) == 0 {
			continue
		}
		// A library: it runs what it registered, once it is loaded.
		for _, f := range in.later {
			for _, q := range in.enter(f, []*val{{kind: kKeys}, {kind: kArgv}}, p.fork(), 0) {
				in.addReturn(q, firstOf(q.ret), 0)
			}
		}
		return
	}
	if in.function != "" {
		in.fail(0, "the function is not registered")
	}
	for _, p := range paths {
		if !p.dead {
			in.addReturn(p, null, 0)
		}
	}
}

// finish computes the guards that all paths to an effect share.
func (in *interp) finish() []Effect {
	for i := range in.effects {
		e := &in.effects[i]
		for _, g := range e.paths[0] {
			all := !slices.ContainsFunc(e.paths, func(p []Guard) bool { return !hasGuard(p, g) })
			if all && !hasGuard(e.Guards, g) {
				e.Guards = append(e.Guards, g)
			}
		}
		e.asCreate()
	}
	return in.effects
}

// asCreate: a write to a key that is known to be missing creates it (a
// reentrant lock's HSET), also one that its owner may repeat.
func (e *Effect) asCreate() {
	switch e.Command {
	case "SET", "HSET", "HMSET", "HINCRBY", "SETEX", "PSETEX":
	default:
		return
	}
	if e.everyPath(func(g Guard) bool { return e.absent(g) || e.reenters(g) }) && e.somePath(e.absent) {
		e.Op = OpSetAbsent
	}
}

// absent reports whether a guard says that what is written was not there: the
// key, or the one field that names its holder.
func (e *Effect) absent(g Guard) bool {
	if g.Kind != Missing || len(e.Keys) == 0 || !g.Key.equal(e.Keys[0]) {
		return false
	}
	return g.Field.Kind == Unknown || g.Field.Kind == Const && g.Field.equal(e.Field) && e.Value.Kind != Const
}

// reenters reports whether a guard says that the holder which is written is the
// one that is stored: it is no compare-and-swap.
func (e *Effect) reenters(g Guard) bool {
	return e.ownerCompared(g) && (g.With.equal(e.Value) || g.With.equal(e.Field))
}

// block runs statements on all live paths.
func (in *interp) block(stmts []ast.Stmt, paths []*path) []*path {
	for _, s := range stmts {
		var next []*path
		for _, p := range paths {
			switch {
			case p.dead: // its return is noted
			case p.ended():
				next = append(next, p)
			default:
				next = append(next, in.stmt(s, p)...)
			}
		}
		paths = in.limit(next, s.Line())
	}
	return paths
}

// limit bounds the number of paths: above it, those that go on become one, which
// knows what all of them know.
func (in *interp) limit(paths []*path, line int) []*path {
	if in.failure != "" {
		return nil
	}
	if len(paths) <= maxPaths {
		return paths
	}
	var one *path
	var out []*path
	for _, p := range paths {
		switch {
		case p.dead:
		case p.ended():
			out = append(out, p)
		case one == nil:
			one = p
			out = append(out, p)
		default:
			one.join(p)
		}
	}
	if len(out) > maxPaths {
		in.fail(line, "too many paths")
		return nil
	}
	return out
}

// inner runs a block in a scope of its own.
func (in *interp) inner(stmts []ast.Stmt, p *path) []*path {
	outer := p.scope
	out := in.block(stmts, []*path{p})
	for _, q := range out {
		q.scope = outer
	}
	return out
}

func (in *interp) stmt(s ast.Stmt, p *path) []*path {
	if !in.step(s.Line()) {
		return nil
	}
	switch s := s.(type) {
	case *ast.LocalAssignStmt:
		return in.local(s, p)
	case *ast.AssignStmt:
		return in.forked(s.Rhs, p, len(s.Lhs), func(q *path, vals []*val) {
			for i, l := range s.Lhs {
				in.assign(l, vals[i], q)
			}
		})
	case *ast.FuncDefStmt:
		if s.Name.Receiver == nil {
			in.assign(s.Name.Func, &val{kind: kFunc, fn: s.Func, scope: p.scope}, p)
		}
	case *ast.FuncCallStmt:
		return in.callStmt(s, p)
	case *ast.DoBlockStmt:
		return in.inner(s.Stmts, p)
	case *ast.IfStmt:
		return in.ifStmt(s, p)
	case *ast.ReturnStmt:
		return in.returnStmt(s, p)
	case *ast.NumberForStmt:
		return in.numberFor(s, p)
	case *ast.GenericForStmt:
		return in.genericFor(s, p)
	case *ast.WhileStmt:
		return in.while(s, p)
	case *ast.RepeatStmt:
		return in.repeat(s, p)
	case *ast.BreakStmt:
		p.broke = true
	case *ast.GotoStmt, *ast.LabelStmt:
		in.fail(s.Line(), "goto")
	}
	return []*path{p}
}

func (in *interp) local(s *ast.LocalAssignStmt, p *path) []*path {
	if len(s.Names) == 1 && len(s.Exprs) == 1 {
		if fn, ok := s.Exprs[0].(*ast.FunctionExpr); ok {
			in.define(p, s.Names[0], unknown)
			in.set(p, s.Names[0], &val{kind: kFunc, fn: fn, scope: p.scope})
			return []*path{p}
		}
	}
	return in.forked(s.Exprs, p, len(s.Names), func(q *path, vals []*val) {
		for i, n := range s.Names {
			in.define(q, n, vals[i])
		}
	})
}

// forked evaluates a list to n values; a single expression may fork the path.
func (in *interp) forked(es []ast.Expr, p *path, n int, use func(*path, []*val)) []*path {
	if len(es) != 1 || n != 1 {
		vals := in.exprs(es, p, n)
		if !p.dead {
			use(p, vals)
		}
		return []*path{p}
	}
	vals, paths := in.fork(es[0], p)
	for i, q := range paths {
		if !q.dead {
			use(q, []*val{vals[i].first()})
		}
	}
	return paths
}

func (in *interp) callStmt(s *ast.FuncCallStmt, p *path) []*path {
	if c, ok := s.Expr.(*ast.FuncCallExpr); ok && isGlobal(c, "assert") && len(c.Args) > 0 {
		holds, _ := in.cond(c.Args[0], p)
		return holds
	}
	_, paths := in.fork(s.Expr, p)
	return paths
}

func isGlobal(c *ast.FuncCallExpr, name string) bool {
	id, ok := c.Func.(*ast.IdentExpr)
	return ok && id.Value == name
}

func (in *interp) ifStmt(s *ast.IfStmt, p *path) []*path {
	holds, fails := []*path{p}, []*path(nil)
	if countsInput(s.Condition) && (onlyReturns(s.Then) || !mentions(s.Condition, "ARGV")) {
		fails = []*path{p.fork()}
	} else {
		holds, fails = in.cond(s.Condition, p)
	}
	var out []*path
	for _, q := range holds {
		out = append(out, in.inner(s.Then, q)...)
	}
	for _, q := range fails {
		out = append(out, in.inner(s.Else, q)...)
	}
	return out
}

// countsInput reports whether a condition is about nothing but how many keys and
// arguments there are: a script that checks its call.
func countsInput(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.LogicalOpExpr:
		return countsInput(e.Lhs) && countsInput(e.Rhs)
	case *ast.UnaryNotOpExpr:
		return countsInput(e.Expr)
	case *ast.RelationalOpExpr:
		n, ok := e.Lhs.(*ast.UnaryLenOpExpr)
		_, number := e.Rhs.(*ast.NumberExpr)
		return ok && number && (isName(n.Expr, "KEYS") || isName(n.Expr, "ARGV"))
	}
	return false
}

// mentions reports whether a condition that counts the input counts a table.
func mentions(e ast.Expr, table string) bool {
	switch e := e.(type) {
	case *ast.LogicalOpExpr:
		return mentions(e.Lhs, table) || mentions(e.Rhs, table)
	case *ast.UnaryNotOpExpr:
		return mentions(e.Expr, table)
	case *ast.RelationalOpExpr:
		n, ok := e.Lhs.(*ast.UnaryLenOpExpr)
		return ok && isName(n.Expr, table)
	}
	return false
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.IdentExpr)
	return ok && id.Value == name
}

// onlyReturns reports whether a block does nothing but end the script.
func onlyReturns(block []ast.Stmt) bool {
	if len(block) != 1 {
		return false
	}
	switch s := block[0].(type) {
	case *ast.ReturnStmt:
		return len(s.Exprs) == 0 || len(s.Exprs) == 1 && !runsCommand(s.Exprs[0])
	case *ast.FuncCallStmt:
		c, ok := s.Expr.(*ast.FuncCallExpr)
		return ok && isGlobal(c, "error")
	}
	return false
}

// runsCommand reports whether a returned expression may run a command.
func runsCommand(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.NumberExpr, *ast.StringExpr, *ast.NilExpr, *ast.FalseExpr, *ast.TrueExpr, *ast.UnaryMinusOpExpr, *ast.TableExpr:
		return false
	case *ast.FuncCallExpr:
		return calleeName(e) != "error_reply" && calleeName(e) != "status_reply"
	}
	return true
}

func (in *interp) returnStmt(s *ast.ReturnStmt, p *path) []*path {
	if len(s.Exprs) != 1 {
		vals := in.exprs(s.Exprs, p, len(s.Exprs))
		in.leave(p, vals, s.Line())
		return []*path{p}
	}
	vals, paths := in.fork(s.Exprs[0], p)
	for i, q := range paths {
		in.leave(q, []*val{vals[i]}, s.Line())
	}
	return paths
}

// leave returns from a function, or from the script.
func (in *interp) leave(p *path, vals []*val, line int) {
	if p.dead {
		return
	}
	in.left++
	if in.depth > 0 {
		p.ret = append([]*val{}, vals...)
		return
	}
	in.addReturn(p, firstOf(vals), line)
	p.dead = true
}

// firstOf is what a list of values is as one value.
func firstOf(vals []*val) *val {
	if len(vals) == 0 {
		return null
	}
	return vals[0].first()
}

func (v *val) first() *val {
	if v.kind == kSpread {
		return v.parts[0].element(1)
	}
	return v
}

func (in *interp) addReturn(p *path, v *val, line int) {
	r := Return{Value: returnText(v), Line: line}
	if v.kind == kReply {
		r.Command = v.reply.command
	}
	for i := range in.effects {
		if p.done[i] {
			r.After = append(r.After, i)
		}
	}
	guards := slices.Clone(p.guards)
	if i := slices.IndexFunc(in.returns, r.equal); i >= 0 {
		in.returns[i].paths = append(in.returns[i].paths, guards)
	} else if len(in.returns) < maxEffects {
		r.paths = [][]Guard{guards}
		in.returns = append(in.returns, r)
	}
}

func (r Return) equal(o Return) bool {
	return r.Value == o.Value && r.Command == o.Command && r.Line == o.Line && slices.Equal(r.After, o.After)
}

func returnText(v *val) string {
	switch v.kind {
	case kNil:
		return "nil"
	case kBool:
		return fmt.Sprint(v.truth)
	case kConst:
		return v.text
	case kReply:
		return "reply"
	}
	return "?"
}
