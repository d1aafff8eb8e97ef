package luascript

import (
	"maps"
	"slices"
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// fork evaluates an expression that may split the path: a call of the script's
// own function, and `cond and x or y`.
func (in *interp) fork(e ast.Expr, p *path) (vals []*val, paths []*path) {
	if vals, paths, ok := in.forkCall(e, p); ok {
		return vals, paths
	}
	l, ok := e.(*ast.LogicalOpExpr)
	if !ok || !in.deeper(e) {
		return []*val{in.expr(e, p)}, []*path{p}
	}
	defer func() { in.nest-- }()
	add := func(v *val, q *path) { vals, paths = append(vals, v), append(paths, q) }
	left, on := in.fork(l.Lhs, p)
	for i, q := range on {
		v := left[i]
		if q.ended() {
			add(v, q)
			continue
		}
		if l.Operator == "or" && (v.kind == kReply || v.kind == kElem) && !isCall(l.Rhs) {
			add(withDefault(v), q)
			continue
		}
		holds, fails := in.test(v, q)
		stays, goesOn, short := holds, fails, v
		if l.Operator == "and" {
			stays, goesOn = fails, holds
		}
		if v.kind == kCond || l.Operator == "and" {
			short = &val{kind: kBool, truth: l.Operator == "or"}
		}
		for _, r := range stays {
			add(short, r)
		}
		for _, r := range goesOn {
			rv, rp := in.fork(l.Rhs, r)
			vals, paths = append(vals, rv...), append(paths, rp...)
		}
		if len(paths) > 4*maxPaths {
			in.fail(e.Line(), "too many paths")
			return nil, nil
		}
	}
	return vals, paths
}

// withDefault is `reply or default`: it stays the reply.
func withDefault(v *val) *val {
	if v.kind != kReply {
		return v
	}
	r := *v.reply
	r.def = true
	return &val{kind: kReply, reply: &r}
}

// deeper counts the nesting of expressions; it is false above the bound.
func (in *interp) deeper(e ast.Expr) bool {
	if in.nest >= maxDepth {
		in.fail(e.Line(), "nested too deeply")
		return false
	}
	in.nest++
	return true
}

// exprs evaluates a list to n values, the last one filling what is missing.
func (in *interp) exprs(es []ast.Expr, p *path, n int) []*val {
	out := make([]*val, 0, max(n, len(es)))
	for i, e := range es {
		v := in.expr(e, p)
		if i < len(es)-1 {
			v = v.first()
		}
		out = append(out, v)
	}
	last := null
	if len(out) > 0 {
		last = out[len(out)-1]
		out[len(out)-1] = last.first()
	}
	for i := 2; len(out) < n; i++ {
		switch {
		case last.kind == kSpread:
			out = append(out, last.parts[0].element(i))
		case len(es) > 0 && isCall(es[len(es)-1]):
			out = append(out, unknown)
		default:
			out = append(out, null)
		}
	}
	return out
}

func isCall(e ast.Expr) bool { _, ok := e.(*ast.FuncCallExpr); return ok }

func (in *interp) assign(l ast.Expr, v *val, p *path) {
	switch l := l.(type) {
	case *ast.IdentExpr:
		in.set(p, l.Value, v)
	case *ast.AttrGetExpr:
		t := in.expr(l.Object, p)
		k := in.expr(l.Key, p)
		if id, ok := l.Object.(*ast.IdentExpr); ok && t.kind == kReply {
			in.set(p, id.Value, unknown) // no longer what is stored
		}
		if t.kind != kTable {
			return
		}
		if k.kind != kConst {
			p.addRest(t, v)
			return
		}
		c := *p.content(t)
		n, err := strconv.Atoi(k.text)
		switch {
		case err == nil && n >= 1 && n <= len(c.parts):
			c.parts = slices.Clone(c.parts)
			c.parts[n-1] = v
		case err == nil && n == len(c.parts)+1 && c.rest == nil:
			c.parts = append(slices.Clone(c.parts), v)
		default:
			c.fields = maps.Clone(c.fields)
			if c.fields == nil {
				c.fields = map[string]*val{}
			}
			c.fields[k.text] = v
		}
		p.vars[t.cell] = &c
	}
}

func (in *interp) expr(e ast.Expr, p *path) *val {
	if p.dead || !in.step(e.Line()) || !in.deeper(e) {
		return unknown
	}
	defer func() { in.nest-- }()
	switch e := e.(type) {
	case *ast.NilExpr:
		return null
	case *ast.TrueExpr:
		return isTrue
	case *ast.FalseExpr:
		return isFalse
	case *ast.NumberExpr:
		return &val{kind: kConst, text: e.Value}
	case *ast.StringExpr:
		return in.holes.text(e.Value)
	case *ast.IdentExpr:
		if in.holes.in(e.Value) {
			return in.hole(e)
		}
		return in.lookup(p, e.Value)
	case *ast.Comma3Expr:
		return in.lookup(p, "...")
	case *ast.AttrGetExpr:
		return in.attr(in.expr(e.Object, p).first(), in.expr(e.Key, p).first(), p)
	case *ast.TableExpr:
		return in.table(e, p)
	case *ast.FunctionExpr:
		return &val{kind: kFunc, fn: e, scope: p.scope}
	case *ast.FuncCallExpr:
		return in.call(e, p)
	case *ast.StringConcatOpExpr:
		l := in.expr(e.Lhs, p).first()
		return concat(l, in.expr(e.Rhs, p).first())
	case *ast.LogicalOpExpr:
		vals, paths := in.fork(e, p.fork())
		return in.rejoin(vals, paths, p)
	case *ast.RelationalOpExpr:
		l := in.expr(e.Lhs, p).first()
		return &val{kind: kCond, text: e.Operator, parts: []*val{l, in.expr(e.Rhs, p).first()}}
	case *ast.UnaryNotOpExpr:
		return &val{kind: kCond, text: "not", parts: []*val{in.expr(e.Expr, p).first()}}
	case *ast.ArithmeticOpExpr:
		in.expr(e.Lhs, p)
		in.expr(e.Rhs, p)
	case *ast.UnaryMinusOpExpr:
		if v := in.expr(e.Expr, p); v.kind == kConst {
			return &val{kind: kConst, text: "-" + v.text}
		}
	case *ast.UnaryLenOpExpr:
		in.expr(e.Expr, p)
	}
	return unknown
}

// rejoin makes the paths of an expression one again, which knows what all of
// them know, and writes it to p.
func (in *interp) rejoin(vals []*val, paths []*path, p *path) *val {
	var one *path
	v := unknown
	for i, q := range paths {
		switch {
		case q.dead:
		case one == nil:
			one, v = q, vals[i]
		default:
			one.join(q)
			if !same(v, vals[i]) {
				v = unknown
			}
		}
	}
	scope := p.scope
	if one == nil {
		p.dead = true
		return unknown
	}
	*p = *one
	p.scope, p.ret, p.broke = scope, nil, false
	return v
}

func concat(a, b *val) *val {
	var parts []*val
	for _, v := range []*val{a, b} {
		switch last := len(parts) - 1; {
		case v.kind == kConcat:
			parts = append(parts, v.parts...)
		case v.kind == kConst && last >= 0 && parts[last].kind == kConst:
			parts = append(parts[:last:last], &val{kind: kConst, text: parts[last].text + v.text})
		default:
			parts = append(parts, v)
		}
	}
	if len(parts) == 1 && len(parts[0].text) <= maxConst {
		return parts[0]
	}
	if len(parts) > maxParts || slices.ContainsFunc(parts, func(v *val) bool { return len(v.text) > maxConst }) {
		return unknown
	}
	return &val{kind: kConcat, parts: parts}
}

// attr is t[k].
func (in *interp) attr(t, k *val, p *path) *val {
	n, err := strconv.Atoi(k.text)
	numeric := k.kind == kConst && err == nil
	switch t.kind {
	case kRedis:
		if k.text == "call" || k.text == "pcall" {
			return &val{kind: kCall}
		}
		if k.kind != kConst {
			in.fail(0, "the function is computed")
		}
	case kCodec:
		switch k.text {
		case "decode", "unpack":
			return &val{kind: kDecode}
		case "encode", "pack":
			return &val{kind: kEncode}
		}
	case kElem:
		if t.isHole() {
			in.fail(0, "the table is computed")
		}
	case kKeys, kArgv:
		switch {
		case k.kind == kIndex:
			n = eachOne
		case !numeric:
			n = someOne
		}
		return t.element(n)
	case kTable:
		c := p.content(t)
		if k.kind != kConst {
			return unknown
		}
		if f := c.fields[k.text]; f != nil {
			return f
		}
		if numeric {
			return c.element(n)
		}
	case kReply:
		if t.reply.decoded {
			return t.reply.part(k)
		}
		if k.kind == kConst && k.text == "ok" {
			r := *t.reply
			r.status = true
			return &val{kind: kReply, reply: &r}
		}
		if numeric {
			return t.reply.item(n)
		}
	}
	return unknown
}

// part is a field of a stored value that was decoded.
func (r *reply) part(k *val) *val {
	if k.kind != kConst {
		return unknown
	}
	f := *r
	f.field = Value{Kind: Const, Text: k.text}
	if r.field.Kind != Unknown {
		f.field.Text = r.field.Text + "." + k.text
	}
	return &val{kind: kReply, reply: &f}
}

// item is element n of what a command answered with a list.
func (r *reply) item(n int) *val {
	if n < 1 {
		return unknown
	}
	switch {
	case r.command == "MGET" && n <= len(r.args):
		return &val{kind: kReply, reply: &reply{command: "GET", key: public(r.args[n-1]), op: OpRead}}
	case r.command == "HMGET" && n < len(r.args):
		return &val{kind: kReply, reply: &reply{command: "HGET", key: r.key, field: public(r.args[n]), op: OpRead}}
	}
	return unknown
}

func (in *interp) table(e *ast.TableExpr, p *path) *val {
	t := &val{kind: kTable, fields: map[string]*val{}}
	for i, f := range e.Fields {
		v := in.expr(f.Value, p)
		switch {
		case f.Key == nil && v.kind == kSpread && i == len(e.Fields)-1:
			if list := v.parts[0]; list.kind == kTable {
				t.parts, t.rest = append(t.parts, list.parts...), list.rest
			} else {
				t.rest = list.element(0)
			}
		case f.Key == nil:
			t.parts = append(t.parts, v.first())
		default:
			if k := in.expr(f.Key, p); k.kind == kConst {
				t.fields[k.text] = v.first()
			} else {
				t.rest = unknown
			}
		}
	}
	return in.newTable(p, t)
}

// public turns an abstract value into one that callers see.
func public(v *val) Value {
	switch v.kind {
	case kElem:
		return v.elem
	case kConst:
		return Value{Kind: Const, Text: v.text}
	case kBool:
		return Value{Kind: Const, Text: strconv.FormatBool(v.truth)}
	case kReply:
		// A key made of replies, twice over, would double each time.
		if text := v.reply.command + " " + v.reply.key.String(); len(text) <= maxReply {
			return Value{Kind: Reply, Text: text}
		}
		return Value{}
	case kConcat:
		out := Value{Kind: Concat}
		for _, p := range v.parts {
			out.Parts = append(out.Parts, public(p))
		}
		return out
	}
	return Value{}
}
