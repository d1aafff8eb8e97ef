package luascript

import (
	"maps"
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// call evaluates a function call: a command, a transparent conversion, a
// function of the script, or something unknown.
func (in *interp) call(e *ast.FuncCallExpr, p *path) *val {
	if vals, paths, ok := in.forkCall(e, p); ok {
		return in.rejoin(vals, paths, p)
	}
	args := in.args(e, p)
	if e.Receiver != nil {
		if in.expr(e.Receiver, p).isHole() {
			in.fail(e.Line(), "the function is computed")
		}
		in.callbacks(args, p)
		return unknown
	}
	switch f := in.expr(e.Func, p); {
	case f.kind == kCall:
		return in.command(e, args, p)
	case f.kind == kDecode:
		return decoded(args)
	case f.kind == kEncode:
		return p.encoded(args)
	case f.isHole():
		in.fail(e.Line(), "the function is computed")
		return unknown
	}
	return in.library(e, calleeName(e), args, p)
}

func (in *interp) args(e *ast.FuncCallExpr, p *path) []*val {
	var args []*val
	for i, a := range e.Args {
		v := in.expr(a, p)
		if i < len(e.Args)-1 {
			v = v.first()
		}
		args = append(args, v)
	}
	return args
}

func calleeName(e *ast.FuncCallExpr) string {
	switch fn := e.Func.(type) {
	case *ast.IdentExpr:
		return fn.Value
	case *ast.AttrGetExpr:
		if k, ok := fn.Key.(*ast.StringExpr); ok {
			return k.Value
		}
	}
	return ""
}

// library is a call of one of Lua's or Redis' own functions.
func (in *interp) library(e *ast.FuncCallExpr, name string, args []*val, p *path) *val {
	if name == "error" {
		in.addReturn(p, &val{kind: kConst, text: "error"}, e.Line())
		in.left++
		p.dead = true
		return unknown
	}
	if len(args) == 0 {
		return unknown
	}
	switch name {
	case "tonumber", "tostring", "assert":
		return args[0].first()
	case "unpack":
		return &val{kind: kSpread, parts: []*val{p.listOf(args[0])}}
	case "pcall":
		if args[0].kind == kCall {
			r := in.command(e, args[1:], p) // behind whether it raised an error
			return &val{kind: kSpread, parts: []*val{{kind: kTable, parts: []*val{unknown, r}}}}
		}
		if args[0].kind == kDecode {
			return &val{kind: kSpread, parts: []*val{{kind: kTable, parts: []*val{unknown, decoded(args[1:])}}}}
		}
	case "insert":
		if len(args) == 2 && args[0].kind == kTable {
			p.addRest(args[0], args[1])
		}
		return unknown
	case "register_function":
		in.register(args, p)
		return unknown
	case "error_reply":
		return &val{kind: kConst, text: "error"}
	case "status_reply":
		return args[0].first()
	}
	in.callbacks(args, p)
	return unknown
}

// decoded is what cjson.decode, cmsgpack.unpack or struct.unpack make of the
// stored value among their arguments: its parts are fields of the key.
func decoded(args []*val) *val {
	for _, a := range args {
		if a = a.first(); a.kind == kReply && a.reply.op == OpRead && isBulk(a.reply.command) {
			r := *a.reply
			r.decoded = true
			return &val{kind: kReply, reply: &r}
		}
	}
	return unknown
}

// encoded is the text that cjson.encode, cmsgpack.pack or struct.pack make of
// their arguments: it holds what a table that is known holds.
func (p *path) encoded(args []*val) *val {
	text := &val{kind: kConcat}
	add := func(v *val) { text = concat(text, v.first()) }
	for _, a := range args {
		if a.kind != kTable {
			add(a)
			continue
		}
		c := p.content(a)
		for _, v := range c.parts {
			add(v)
		}
		for _, k := range slices.Sorted(maps.Keys(c.fields)) {
			add(c.fields[k])
		}
		if c.rest != nil {
			add(c.rest)
		}
	}
	return text
}

// listOf is what unpack takes apart: a table as it is now.
func (p *path) listOf(v *val) *val {
	if v.kind == kTable {
		return p.content(v)
	}
	return v
}

// callbacks runs the functions that are handed to something unknown, such as
// pcall: they may run or not.
func (in *interp) callbacks(args []*val, p *path) {
	for _, a := range args {
		if a.kind != kFunc || p.dead {
			continue
		}
		skipped := p.fork()
		paths := append(in.enter(a, nil, p.fork(), 0), skipped)
		vals := make([]*val, len(paths))
		for i := range vals {
			vals[i] = unknown
		}
		in.rejoin(vals, paths, p)
	}
}

// register notes the callback of a function library; it runs when the library
// is loaded.
func (in *interp) register(args []*val, p *path) {
	if in.function != "" && !in.registers(args[0], p) {
		return
	}
	for _, a := range args {
		if a.kind == kTable {
			if f := p.content(a).fields["callback"]; f != nil {
				a = f
			}
		}
		if a.kind == kFunc {
			in.later = append(in.later, a)
		}
	}
}

// registers reports whether the first argument of a registration names the
// function that is read.
func (in *interp) registers(a *val, p *path) bool {
	if a.kind == kTable {
		a = p.content(a).fields["function_name"]
	}
	return a != nil && a.kind == kConst && a.text == in.function
}

// forkCall runs a function of the script, if e calls one, and keeps its paths
// apart.
func (in *interp) forkCall(e ast.Expr, p *path) (vals []*val, paths []*path, ok bool) {
	c, isCall := e.(*ast.FuncCallExpr)
	if !isCall || c.Receiver != nil || p.dead {
		return nil, nil, false
	}
	// Only names: what has effects must not be evaluated twice.
	switch fn := c.Func.(type) {
	case *ast.IdentExpr, *ast.FunctionExpr:
	case *ast.AttrGetExpr:
		if _, ok := fn.Object.(*ast.IdentExpr); !ok {
			return nil, nil, false
		}
	default:
		return nil, nil, false
	}
	f := in.expr(c.Func, p)
	if f.kind != kFunc {
		return nil, nil, false
	}
	paths = in.enter(f, in.args(c, p), p, c.Line())
	for _, q := range paths {
		v := firstOf(q.ret)
		if len(q.ret) > 1 {
			v = &val{kind: kSpread, parts: []*val{{kind: kTable, parts: q.ret}}}
		}
		vals = append(vals, v)
		q.ret = nil
	}
	return vals, paths, true
}

// enter runs a function's body and returns its live paths, each with what it
// returned.
func (in *interp) enter(f *val, args []*val, p *path, line int) []*path {
	if in.depth >= maxCalls {
		in.fail(line, "functions call each other too deeply")
		return nil
	}
	in.depth++
	defer func() { in.depth-- }()
	caller := p.scope
	p.scope = f.scope
	args = spreadTable(args)
	if list := f.fn.ParList; list != nil {
		for i, n := range list.Names {
			in.define(p, n, argument(args, i))
		}
		if list.HasVargs {
			rest := args[min(len(list.Names), len(args)):]
			in.define(p, "...", &val{kind: kSpread, parts: []*val{{kind: kTable, parts: rest}}})
		}
	}
	out := in.block(f.fn.Stmts, []*path{p})
	var live []*path
	for _, q := range out {
		if q.dead {
			continue
		}
		q.scope, q.broke = caller, false
		if q.ret == nil {
			q.ret = []*val{}
		}
		live = append(live, q)
	}
	return live
}

// argument is parameter i of a call.
func argument(args []*val, i int) *val {
	n := len(args)
	switch {
	case n > 0 && i >= n-1 && args[n-1].kind == kSpread:
		return args[n-1].parts[0].element(i - n + 2)
	case i < n:
		return args[i]
	}
	return null
}
