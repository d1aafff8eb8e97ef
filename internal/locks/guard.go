package locks

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A condition is known to hold at a point: cond had the value branch.
type condition struct {
	cond   ssa.Value
	branch bool
}

// conditions lists what certainly holds when b runs: the branches that
// dominate it.
func conditions(b *ssa.BasicBlock) []condition {
	var out []condition
	for d := b; d != nil && d.Idom() != nil; d = d.Idom() {
		p := d.Idom()
		ifs, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok || p.Succs[0] == p.Succs[1] {
			continue
		}
		for i, s := range p.Succs {
			if len(s.Preds) == 1 && s.Dominates(b) {
				out = append(out, condition{ifs.Cond, i == 0})
			}
		}
		if len(out) > 40 {
			break
		}
	}
	return out
}

// guard marks the ops that run only under a condition that changes what they
// mean: an expiry that repairs a key without one, a delete that undoes a mark
// when the work failed, a delete after the client compared the owner.
func (e *engine) guard(fn *function) {
	conds := map[*ssa.BasicBlock][]condition{}
	at := func(in ssa.Instruction) []condition {
		b := in.Block()
		cs, ok := conds[b]
		if !ok {
			cs = conditions(b)
			conds[b] = cs
		}
		return cs
	}
	for _, o := range fn.ops {
		if o.Instr.Parent() != fn.f {
			continue
		}
		switch o.Kind {
		case OpExpire:
			o.Repair = o.Repair || e.underQuery(fn, o, at(o.Instr), OpTTL)
			o.Compared = o.Compared || e.comparedBefore(fn, o, at(o.Instr))
		case OpRelease:
			o.Undo = o.Undo || e.onFailure(fn, at(o.Instr))
		case OpDelete:
			o.Compared = o.Compared || e.comparedBefore(fn, o, at(o.Instr))
			o.Undo = o.Undo || e.onFailure(fn, at(o.Instr))
			o.Guarded = o.Guarded || e.underWatch(fn, o)
		}
	}
}

// underWatch reports whether the store refuses the delete if the key changed
// since it was read: it is watched, or its row is locked in the transaction.
func (e *engine) underWatch(fn *function, o *Op) bool {
	for _, w := range fn.ops {
		switch {
		case w.Kind == OpWatch && w.Key != nil && o.Key != nil && e.sameKey(w.Key, o.Key) && reaches(w.Instr, o.Instr):
			return !e.comparesNothing(fn, o)
		case w.Kind == OpRead && w.Write != nil && w.Write.Cond && w.Conn != nil && o.Conn != nil && sameRoot(w.Conn, o.Conn) &&
			w.Write.Target != nil && same(w.Write.Target, o.Key):
			return true
		}
	}
	return false
}

// comparesNothing reports whether the key was read and its value surely compared
// with no owner: a watch then only tells that it is still whoever's it was.
func (e *engine) comparesNothing(fn *function, o *Op) bool {
	read := false
	for _, q := range fn.ops {
		if q.Kind != OpGet || q.Key == nil || o.Key == nil || !e.sameKey(q.Key, o.Key) {
			continue
		}
		if q.Depth > 0 || q.Origin == nil || q.Origin.Instr == nil || e.answerLooked(q.Origin, e.besideConstant) {
			return false
		}
		read = true
	}
	return read
}

// besideConstant reports whether an instruction does more with the value x than
// to ask for an error, or to compare it with a constant.
func (e *engine) besideConstant(in ssa.Instruction, x ssa.Value) bool {
	if isError(x.Type()) {
		return false
	}
	bin, ok := in.(*ssa.BinOp)
	if !ok {
		return true
	}
	other := bin.X
	if other == x {
		other = bin.Y
	}
	k := e.eval(other).Kind
	return k != Const && k != Nil
}

// underQuery reports whether a condition looks at the answer of a query of
// kind about the op's key.
func (e *engine) underQuery(fn *function, o *Op, conds []condition, kind OpKind) bool {
	for _, q := range fn.ops {
		if q.Kind != kind || q.Key == nil || o.Key == nil || !e.sameKey(q.Key, o.Key) {
			continue
		}
		for _, c := range conds {
			if bin, ok := c.cond.(*ssa.BinOp); ok && (e.fromOp(bin.X, q) || e.fromOp(bin.Y, q)) {
				return true
			}
		}
	}
	return false
}

// comparedBefore reports whether the value that the store held for the op's key
// was compared with another value on the way, here or in a predicate.
func (e *engine) comparedBefore(fn *function, o *Op, conds []condition) bool {
	for _, q := range fn.ops {
		if q.Kind != OpGet || q.Key == nil || o.Key == nil || !e.sameKey(q.Key, o.Key) {
			continue
		}
		for _, c := range conds {
			if bin, ok := c.cond.(*ssa.BinOp); ok && e.comparesAnswer(bin, q) {
				if equal := (bin.Op == token.EQL) == c.branch; equal {
					return true
				}
			}
			if e.predicateCompares(c.cond, q, 0) {
				return true
			}
		}
	}
	return false
}

// comparesAnswer reports whether a comparison asks if what q read equals
// another value.
func (e *engine) comparesAnswer(bin *ssa.BinOp, q *Op) bool {
	if bin.Op != token.EQL && bin.Op != token.NEQ {
		return false
	}
	x, y := bin.X, bin.Y
	if !e.fromOp(x, q) {
		x, y = y, x
	}
	return e.fromOp(x, q) && !isError(x.Type()) && e.eval(y).Kind != Nil
}

// predicateCompares reports whether v is what a function of this package answers
// that reads the key by q and compares it: mine(ctx).
func (e *engine) predicateCompares(v ssa.Value, q *Op, depth int) bool {
	if ex, ok := v.(*ssa.Extract); ok {
		v = ex.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || depth > 3 || q.Depth == 0 || ssa.CallInstruction(call) != q.Instr {
		return false
	}
	callee := e.byFn[call.Call.StaticCallee()]
	if callee == nil {
		return false
	}
	for _, inner := range callee.ops {
		if inner.Kind == OpGet && inner.Origin == q.Origin && e.comparedIn(callee, inner, depth) {
			return true
		}
	}
	return false
}

// comparedIn reports whether fn compares what q read.
func (e *engine) comparedIn(fn *function, q *Op, depth int) bool {
	for _, b := range fn.f.Blocks {
		for _, in := range b.Instrs {
			switch x := in.(type) {
			case *ssa.BinOp:
				if e.comparesAnswer(x, q) {
					return true
				}
			case *ssa.Call:
				if e.predicateCompares(x, q, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// fromOp reports whether v comes from what o answered.
func (e *engine) fromOp(v ssa.Value, o *Op) bool {
	if a, _ := e.aspectOf(v, o); a != noAspect {
		return true
	}
	if e.derives(v, o, 0) {
		return true
	}
	if c, ok := v.(*ssa.Convert); ok {
		return e.fromOp(c.X, o)
	}
	return false
}

// onFailure reports whether a condition says that something other than the
// lock itself failed.
func (e *engine) onFailure(fn *function, conds []condition) bool {
	for _, c := range conds {
		bin, ok := c.cond.(*ssa.BinOp)
		if !ok || !isError(bin.X.Type()) || e.eval(bin.Y).Kind != Nil {
			continue
		}
		notNil := (bin.Op == token.NEQ) == c.branch
		if notNil && !e.lockError(fn, bin.X) {
			return true
		}
	}
	return false
}

// onSuccess reports whether d runs wherever c created its key and the work gave no
// error.
func (e *engine) onSuccess(fn *function, c, d *Op) bool {
	before := conditions(c.Instr.Block())
	worked := false
	for _, k := range conditions(d.Instr.Block()) {
		if slices.Contains(before, k) || e.impliesDepth(k.cond, k.branch, c, 0) != unsure {
			continue
		}
		bin, ok := k.cond.(*ssa.BinOp)
		if !ok || !isError(bin.X.Type()) || e.eval(bin.Y).Kind != Nil || (bin.Op == token.EQL) != k.branch {
			return false
		}
		worked = worked || !e.lockError(fn, bin.X)
	}
	return worked
}

// lockError reports whether an error comes only from operations on keys and
// locks.
func (e *engine) lockError(fn *function, v ssa.Value) bool {
	sources := e.sources(v, 0)
	for _, s := range sources {
		mine := false
		for _, o := range fn.ops {
			if o.Kind == OpCallParam {
				continue
			}
			if a, _ := e.aspectOf(s, o); a == errAspect && (o.isAcquire() || o.Kind == OpExpire || o.Kind == OpGet || o.Kind == OpTTL || o.Kind == OpExtend || o.Kind == OpDelete || o.Kind == OpRelease) {
				mine = true
				break
			}
		}
		if !mine {
			return false
		}
	}
	return len(sources) > 0
}

// sources are the values that v may be, through variables and phis.
func (e *engine) sources(v ssa.Value, depth int) []ssa.Value {
	if depth > 4 {
		return []ssa.Value{v}
	}
	switch x := v.(type) {
	case *ssa.Phi:
		var out []ssa.Value
		for _, edge := range x.Edges {
			if edge != v && e.eval(edge).Kind != Nil {
				out = append(out, e.sources(edge, depth+1)...)
			}
		}
		return out
	case *ssa.UnOp:
		if vals := e.stored(x); len(vals) > 0 {
			var out []ssa.Value
			for _, s := range vals {
				if e.eval(s).Kind != Nil {
					out = append(out, e.sources(s, depth+1)...)
				}
			}
			return out
		}
	}
	return []ssa.Value{v}
}

// sameKey reports whether two keys are the same or of one class.
func (e *engine) sameKey(a, b *Term) bool {
	if same(a, b) {
		return true
	}
	c := e.classOf(a)
	return c != "" && c == e.classOf(b)
}
