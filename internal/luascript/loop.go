package luascript

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

func (in *interp) numberFor(s *ast.NumberForStmt, p *path) []*path {
	in.expr(s.Init, p)
	in.expr(s.Limit, p)
	if s.Step != nil {
		in.expr(s.Step, p)
	}
	always, counter := false, unknown
	if n, ok := s.Limit.(*ast.UnaryLenOpExpr); ok {
		always = in.expr(n.Expr, p).kind == kKeys
	}
	if from, ok := s.Init.(*ast.NumberExpr); ok && from.Value == "1" && s.Step == nil {
		counter = &val{kind: kIndex}
	}
	return in.loop(s.Stmts, p, always, func(q *path) { in.define(q, s.Name, counter) })
}

func (in *interp) genericFor(s *ast.GenericForStmt, p *path) []*path {
	list := unknown
	if len(s.Exprs) > 0 {
		if c, ok := s.Exprs[0].(*ast.FuncCallExpr); ok && len(c.Args) > 0 && (isGlobal(c, "ipairs") || isGlobal(c, "pairs")) {
			list = in.expr(c.Args[0], p)
		} else {
			in.exprs(s.Exprs, p, len(s.Exprs))
		}
	}
	if c := p.content(list); list.kind == kTable && c.rest == nil && len(c.fields) == 0 && len(c.parts) <= maxUnroll {
		return in.unroll(s, c.parts, p)
	}
	elem := unknown
	switch list.kind {
	case kKeys, kArgv:
		elem = list.element(0)
	case kTable:
		elem = p.content(list).anyElement()
	}
	return in.loop(s.Stmts, p, list.kind == kKeys, func(q *path) {
		for i, n := range s.Names {
			v := unknown
			switch i {
			case 0:
				if list.kind == kKeys || list.kind == kArgv {
					v = &val{kind: kIndex}
				}
			case 1:
				v = elem
			}
			in.define(q, n, v)
		}
	})
}

// anyElement is what every element of the content is, if they are alike.
func (v *val) anyElement() *val {
	out := v.rest
	for _, e := range v.parts {
		if out != nil && !same(out, e) {
			return unknown
		}
		out = e
	}
	if out == nil {
		return unknown
	}
	return out
}

// unroll runs the body for each element of a list that is known.
func (in *interp) unroll(s *ast.GenericForStmt, elems []*val, p *path) []*path {
	live := []*path{p}
	var left []*path
	outer := p.scope
	for _, e := range elems {
		for _, q := range live {
			q.scope = outer
			for i, n := range s.Names {
				v := unknown
				if i == 1 {
					v = e
				}
				in.define(q, n, v)
			}
		}
		live = in.block(s.Stmts, live)
		left = append(left, slices.DeleteFunc(slices.Clone(live), func(q *path) bool { return !q.ended() })...)
		live = slices.DeleteFunc(live, (*path).ended)
	}
	for _, q := range append(left, live...) {
		q.scope, q.broke = outer, false
	}
	return append(left, live...)
}

// loop walks a body once, and not at all unless it always runs.
func (in *interp) loop(body []ast.Stmt, p *path, always bool, bind func(*path)) []*path {
	outer := p.scope
	q := p
	if !always {
		q = p.fork()
		q.learn(Guard{Kind: Opaque})
	}
	in.forget(body, q)
	before := slices.Clone(q.guards)
	bind(q)
	left := in.left
	out := closeLoop(in.block(body, []*path{q}), before, outer)
	if always {
		return out
	}
	if in.left > left {
		p.learn(Guard{Kind: Opaque}) // whether a turn left is not known
	}
	return append(out, p)
}

func (in *interp) while(s *ast.WhileStmt, p *path) []*path {
	outer := p.scope
	in.forget(s.Stmts, p)
	before := slices.Clone(p.guards)
	runs, skips := in.cond(s.Condition, p)
	var out []*path
	for _, q := range runs {
		out = append(out, in.block(s.Stmts, []*path{q})...)
	}
	if _, forever := s.Condition.(*ast.TrueExpr); forever {
		out = slices.DeleteFunc(out, func(q *path) bool { return !q.ended() })
	}
	return append(closeLoop(out, before, outer), skips...)
}

func (in *interp) repeat(s *ast.RepeatStmt, p *path) []*path {
	outer := p.scope
	in.forget(s.Stmts, p)
	before := slices.Clone(p.guards)
	var out []*path
	for _, q := range in.block(s.Stmts, []*path{p}) {
		if q.ended() {
			out = append(out, q)
			continue
		}
		ends, _ := in.cond(s.Condition, q)
		out = append(out, ends...)
	}
	return closeLoop(out, before, outer)
}

// closeLoop leaves a loop. What a turn learned about the key it had in hand
// holds for every key only if each way through the body learns it; a turn that
// broke off says nothing about the keys that were to come.
func closeLoop(paths []*path, before []Guard, outer *scope) []*path {
	everyTurn := func(g Guard) bool {
		return !slices.ContainsFunc(paths, func(q *path) bool { return !q.ended() && !hasGuard(q.guards, g) })
	}
	kept := make([][]Guard, len(paths))
	for i, q := range paths {
		for _, g := range q.guards {
			if !g.anyKey() || hasGuard(before, g) || !q.broke && everyTurn(g) {
				kept[i] = append(kept[i], g)
			}
		}
	}
	for i, q := range paths {
		q.scope = outer
		if !q.dead && q.ret == nil {
			q.guards, q.broke = kept[i], false
		}
	}
	return paths
}

// forget makes unknown what a loop's body assigns: the turn that is walked is
// any of them.
func (in *interp) forget(body []ast.Stmt, p *path) {
	for _, s := range body {
		switch s := s.(type) {
		case *ast.AssignStmt:
			for _, l := range s.Lhs {
				in.forgetPlace(l, p)
			}
		case *ast.DoBlockStmt:
			in.forget(s.Stmts, p)
		case *ast.WhileStmt:
			in.forget(s.Stmts, p)
		case *ast.RepeatStmt:
			in.forget(s.Stmts, p)
		case *ast.NumberForStmt:
			in.forget(s.Stmts, p)
		case *ast.GenericForStmt:
			in.forget(s.Stmts, p)
		case *ast.IfStmt:
			in.forget(s.Then, p)
			in.forget(s.Else, p)
		}
	}
}

func (in *interp) forgetPlace(l ast.Expr, p *path) {
	switch l := l.(type) {
	case *ast.IdentExpr:
		if c := in.cell(p, l.Value); c != 0 {
			p.vars[c] = unknown
		}
	case *ast.AttrGetExpr:
		id, ok := l.Object.(*ast.IdentExpr)
		if !ok {
			return
		}
		// Elements may have been added; those that were there may be others.
		if t := in.lookup(p, id.Value); t.kind == kTable {
			c := p.content(t)
			if len(c.parts) > 0 || len(c.fields) > 0 {
				p.vars[t.cell] = &val{kind: kTable, rest: unknown}
			}
		}
	}
}
