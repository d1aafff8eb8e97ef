package locks

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// What frees a lock often is a value: who takes the lock returns a function literal, a
// method of the lock, or an object that has either in a field. Here such a value is
// followed to where it was made, so that a call of it frees that lock.

// An origin is where a function value was made, and the calls of functions of the
// package that it came out of, the innermost first.
type origin struct {
	val    ssa.Value
	makers []*call
}

// origins are those of v: release of
//
//	release, err := lock(ctx, "jobs")
//
// comes out of the call of lock, and is a literal there.
func (e *engine) origins(v ssa.Value, depth int) []origin {
	var out []origin
	for _, from := range e.sources(v, 0) {
		c, index := e.madeBy(from)
		if c == nil || c.fn == nil || depth > maxDepth {
			out = append(out, origin{val: from})
			continue
		}
		for _, r := range e.returnedAs(c.fn, index) {
			for _, o := range e.origins(r, depth+1) {
				out = append(out, origin{o.val, append(o.makers, c)})
			}
		}
	}
	return out
}

// madeBy is the call that v is a result of, and which result; nil if it is none.
func (e *engine) madeBy(v ssa.Value) (c *call, index int) {
	if x, ok := v.(*ssa.Extract); ok {
		v, index = x.Tuple, x.Index
	}
	if made, ok := v.(*ssa.Call); ok {
		return e.resolve(made), index
	}
	return nil, 0
}

// returnedAs are the values of result i of f.
func (e *engine) returnedAs(f *ssa.Function, i int) []ssa.Value {
	var out []ssa.Value
	for _, b := range f.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(r.Results) {
			out = append(out, e.sources(r.Results[i], 0)...)
		}
	}
	return out
}

// makersOf are the calls that the function literal g, which is one of the origins, came
// out of.
func makersOf(all []origin, g *ssa.Function) []*call {
	for _, o := range all {
		if mc, ok := o.val.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(g) {
			return o.makers
		}
	}
	return nil
}

// captured tells the ops of a function literal, which know the parameters of the
// function that made it, by what its makers were given.
func (e *engine) captured(ops []*Op, makers []*call) {
	for _, o := range ops {
		for _, c := range makers {
			e.rewrite(o, c.fn, c)
		}
	}
}

// addFreed adds what the call of a function value of these origins frees, but for the
// literals that were added whole.
func (e *engine) addFreed(fn *function, c *call, all []origin, inlined []*ssa.Function) {
	for _, from := range all {
		if mc, ok := from.val.(*ssa.MakeClosure); ok && slices.Contains(inlined, mc.Fn.(*ssa.Function)) {
			continue
		}
		for _, o := range e.freed(from, 0) {
			o.Instr, o.Fn, o.At = c.instr, fn.f, Place{Pos: callPos(c.instr.Common(), c.instr.Pos())}
			o.Deferred, o.Async = isDefer(c.instr), isGo(c.instr)
			e.add(fn, o)
		}
	}
}

// freed are the ops that end a hold in a function value, in terms of where its makers
// are called.
func (e *engine) freed(from origin, depth int) []*Op {
	var ops []*Op
	switch v := from.val.(type) {
	case *ssa.MakeClosure:
		if ops = e.freedByMethod(v); ops == nil {
			ops = e.endsIn(v.Fn.(*ssa.Function))
		}
	case *ssa.Call, *ssa.Extract:
		ops = e.freedByImported(v)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && depth == 0 {
			return e.freedByField(fa)
		}
	}
	e.captured(ops, from.makers)
	return ops
}

// endsIn are copies of the ops of a function literal that end a hold.
func (e *engine) endsIn(g *ssa.Function) []*Op {
	inner := e.opsOf(g)
	if inner == nil || inner.flow == nil {
		return nil
	}
	var out []*Op
	for _, o := range inner.ops {
		if o.endsHold() {
			n := *o
			out = append(out, &n)
		}
	}
	return out
}

// freedByMethod is the release that a method of a library's lock is as a value.
func (e *engine) freedByMethod(bound *ssa.MakeClosure) []*Op {
	f := bound.Fn.(*ssa.Function)
	obj, ok := f.Object().(*types.Func)
	if !ok || len(bound.Bindings) != 1 || !strings.HasSuffix(f.Name(), "$bound") || obj.Pkg() == nil {
		return nil
	}
	made, _ := e.madeBy(bound.Bindings[0])
	if made == nil {
		return nil
	}
	c := &call{instr: made.instr, obj: obj, recv: bound.Bindings[0]}
	if e.findRow(c); c.row == nil || c.row.Role != catalogue.Release {
		return nil
	}
	return one(e.handleOp(c, OpRelease))
}

// freedByImported are the ops that end a hold in a function which a function of
// another package has returned.
func (e *engine) freedByImported(v ssa.Value) []*Op {
	c, index := e.madeBy(v)
	if c == nil || c.fn != nil {
		return nil
	}
	s := e.imported.fn(c.obj)
	if s == nil {
		return nil
	}
	var out []*Op
	for _, given := range s.Given {
		if given.Result != index {
			continue
		}
		for i := range given.Ops {
			out = append(out, e.fromFact(&given.Ops[i], c))
		}
	}
	return out
}

// freedByField are the releases in the functions that the package stores in a field.
// Which lock each frees its object does not tell: it may be any of its library.
func (e *engine) freedByField(fa *ssa.FieldAddr) []*Op {
	var out []*Op
	seen := map[*catalogue.Library]bool{}
	for _, stored := range e.fieldVals[fieldKey(fa)] {
		for _, from := range e.origins(stored.val, 0) {
			for _, o := range e.freed(from, 1) {
				if seen[o.Lib] {
					continue
				}
				seen[o.Lib] = true
				o.Key, o.Item, o.Handle, o.Session, o.Owner = nil, nil, nil, nil, nil
				o.AnyLock, o.Judged = true, true
				out = append(out, o)
			}
		}
	}
	return out
}

// factGiven are the functions among the results of fn that free a lock.
func (e *engine) factGiven(fn *function, ev map[string]*Evidence) []GivenFact {
	var out []GivenFact
	results := fn.f.Signature.Results()
	for i := range results.Len() {
		if _, ok := results.At(i).Type().Underlying().(*types.Signature); !ok {
			continue
		}
		given := GivenFact{Result: i}
		for _, v := range e.returnedAs(fn.f, i) {
			for _, from := range e.origins(v, 0) {
				for _, o := range e.freed(from, 0) {
					if of, ok := e.toFact(fn, o, ev); ok {
						given.Ops = append(given.Ops, of)
					}
				}
			}
		}
		if len(given.Ops) > 0 {
			out = append(out, given)
		}
	}
	return out
}
