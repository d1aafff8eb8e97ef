package locks

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A channel that is to end a renewal ends it only if somebody closes it or
// sends on it. neverFires reports whether v is a channel that the package makes
// and that nobody can: it answers no where the channel gets out of sight.
func (e *engine) neverFires(v ssa.Value) bool {
	for _, s := range e.sources(v, 0) {
		if !e.silentSource(s) {
			return false
		}
	}
	return true
}

// silentSource judges one origin of a channel: what was made here, or an
// unexported field that only holds such channels.
func (e *engine) silentSource(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Const:
		return x.Value == nil
	case *ssa.MakeChan:
		return !e.mayFire(x, map[ssa.Value]bool{}, 0)
	case *ssa.ChangeType:
		return e.neverFires(x.X)
	case *ssa.Call:
		c := e.resolve(x)
		return c.recv != nil && isContext(c.recv.Type()) && !e.cancellable(c.recv, 0)
	case *ssa.UnOp:
		fa := fieldLoaded(x)
		return fa != nil && e.silentField(fa)
	}
	return false
}

func (e *engine) silentField(fa *ssa.FieldAddr) bool {
	stored := e.fieldVals[fieldKey(fa)]
	if exportedField(fa) || len(stored) == 0 {
		return false
	}
	for _, s := range stored {
		v := s.val
		if ct, ok := v.(*ssa.ChangeType); ok {
			v = ct.X
		}
		made, ok := v.(*ssa.MakeChan)
		if !ok || e.mayFire(made, map[ssa.Value]bool{}, 0) {
			return false
		}
	}
	return true
}

// mayFire follows a channel through variables, closures and fields to whoever
// could close it, send on it or give it away.
func (e *engine) mayFire(v ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	if seen[v] {
		return false
	}
	if depth > 12 || v.Referrers() == nil {
		return true
	}
	seen[v] = true
	for _, in := range *v.Referrers() {
		if e.useFires(in, v, seen, depth) {
			return true
		}
	}
	return false
}

func (e *engine) useFires(in ssa.Instruction, v ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	switch x := in.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return false
	case *ssa.UnOp:
		return x.Op != token.ARROW && e.mayFire(x, seen, depth+1)
	case *ssa.Phi, *ssa.ChangeType:
		return e.mayFire(in.(ssa.Value), seen, depth+1)
	case *ssa.Select:
		for _, s := range x.States {
			if s.Send != nil && s.Chan == v {
				return true
			}
		}
		return false
	case *ssa.MakeClosure:
		for _, fv := range captured(x, v) {
			if e.mayFire(fv, seen, depth+1) {
				return true
			}
		}
		return false
	case *ssa.Store:
		return x.Val == v && e.storedFires(x, seen, depth)
	case ssa.CallInstruction:
		return e.callFires(x, v, seen, depth)
	}
	return true // sent on, returned, put into a map
}

func (e *engine) storedFires(s *ssa.Store, seen map[ssa.Value]bool, depth int) bool {
	switch a := s.Addr.(type) {
	case *ssa.Alloc:
		for _, alias := range e.aliases(a) {
			if e.mayFire(alias, seen, depth+1) {
				return true
			}
		}
		return false
	case *ssa.FieldAddr:
		if exportedField(a) {
			return true
		}
		key := fieldKey(a)
		for _, f := range e.fieldReads[key] {
			for _, load := range fieldLoads(f, key) {
				if e.mayFire(load, seen, depth+1) {
					return true
				}
			}
		}
		return false
	}
	return true
}

// fieldLoads are the reads of a field in f.
func fieldLoads(f *ssa.Function, key string) []ssa.Value {
	var out []ssa.Value
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			u, ok := in.(*ssa.UnOp)
			if !ok {
				continue
			}
			if fa := fieldLoaded(u); fa != nil && fieldKey(fa) == key {
				out = append(out, u)
			}
		}
	}
	return out
}

// callFires: a function with a body is followed, a library's parameter that
// waits for the channel only receives from it.
func (e *engine) callFires(ci ssa.CallInstruction, v ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	if b, ok := ci.Common().Value.(*ssa.Builtin); ok {
		return b.Name() == "close"
	}
	c := e.resolve(ci)
	if c.row != nil && c.row.Stop != "" && c.place(string(c.row.Stop)) == v {
		return false
	}
	g := ci.Common().StaticCallee()
	if g == nil || len(g.Blocks) == 0 {
		return true
	}
	for i, a := range ci.Common().Args {
		if a == v && (i >= len(g.Params) || e.mayFire(g.Params[i], seen, depth+1)) {
			return true
		}
	}
	return false
}
