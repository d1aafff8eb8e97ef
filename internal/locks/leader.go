package locks

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// leaders finds leader elections whose loss stops nothing.
func (r *Result) leaders() []Fault {
	var out []Fault
	e := r.e
	for _, fn := range e.funcs {
		for _, b := range fn.f.Blocks {
			for _, in := range b.Instrs {
				s, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := s.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				if row := e.callbackRow(fa); row != nil {
					if f := r.leader(fn, s, fa, row); f != nil {
						out = append(out, *f)
					}
				}
			}
		}
	}
	return out
}

// callbackRow is the row of the library whose struct has fa as the callback
// that tells of the loss.
func (e *engine) callbackRow(fa *ssa.FieldAddr) *catalogue.Row {
	n := namedOf(fa.X.Type())
	if n == nil || n.Obj().Pkg() == nil {
		return nil
	}
	l := catalogue.Lookup(n.Obj().Pkg().Path())
	st := structOf(fa.X.Type())
	if l == nil || st == nil {
		return nil
	}
	name := st.Field(fa.Field).Name()
	for i := range l.Rows {
		if r := &l.Rows[i]; r.Role == catalogue.RunLocked || r.Role == catalogue.NewLock {
			if r.Lost != "" && strings.HasSuffix(string(r.Lost), "."+name) {
				return r
			}
		}
	}
	return nil
}

// leader judges one pair of callbacks: the loss must stop the work, or the work
// must heed its context.
func (r *Result) leader(fn *function, s *ssa.Store, fa *ssa.FieldAddr, row *catalogue.Row) *Fault {
	e := r.e
	stopped := e.eval(s.Val)
	if stopped.Kind != Func || e.funcStops(stopped) {
		return nil
	}
	_, field := cutLast(string(row.Callback))
	started := e.siblingStore(fa, field)
	if started == nil {
		return nil
	}
	st := e.eval(started)
	g := e.body(st)
	if st.Kind != Func || g == nil || e.heedsContext(g, 0) {
		return nil
	}
	at := s.Val.Pos()
	if mi := s.Pos(); !at.IsValid() || s.Val.Parent() == nil {
		at = mi
	}
	if f := e.byID[stopped.Text]; f != nil && f.Parent() != nil && f.Pos().IsValid() {
		at = f.Pos()
	} else if s.Pos().IsValid() {
		at = s.Pos()
	}
	return &Fault{
		Category: SignalDropped, At: at,
		Message: "two leaders work at once when the lease is lost: this callback stops nothing, the work ignores its context",
		Related: []Place{{Pos: g.Pos(), What: "the work starts here"}, wayOut("give the work the context that OnStartedLeading gets, or exit the process here")},
	}
}

func cutLast(p string) (string, string) {
	i := strings.LastIndexByte(p, '.')
	return p[:max(i, 0)], p[i+1:]
}

// siblingStore is what is stored to field name of the same struct value.
func (e *engine) siblingStore(fa *ssa.FieldAddr, name string) ssa.Value {
	st := structOf(fa.X.Type())
	refs := fa.X.Referrers()
	if st == nil || refs == nil {
		return nil
	}
	if inner, ok := fa.X.(*ssa.FieldAddr); ok { // config.Callbacks.OnStarted…
		for _, r := range *inner.X.Referrers() {
			if f2, ok := r.(*ssa.FieldAddr); ok && f2.Field == inner.Field && f2.Referrers() != nil {
				if v := storeToField(f2, st, name); v != nil {
					return v
				}
			}
		}
	}
	return storeToField(fa.X, st, name)
}

func storeToField(base ssa.Value, st *types.Struct, name string) ssa.Value {
	for _, r := range *base.Referrers() {
		f, ok := r.(*ssa.FieldAddr)
		if !ok || st.Field(f.Field).Name() != name || f.Referrers() == nil {
			continue
		}
		for _, rr := range *f.Referrers() {
			if s, ok := rr.(*ssa.Store); ok && s.Addr == ssa.Value(f) {
				return s.Val
			}
		}
	}
	return nil
}

// funcStops reports whether a callback stops the work or the process.
func (e *engine) funcStops(t *Term) bool {
	g := e.body(t)
	if g == nil {
		return true // a function of another package
	}
	if e.byFn[g] == nil {
		return true
	}
	for _, b := range g.Blocks {
		if e.blockReacts(b) {
			return true
		}
	}
	return false
}

// heedsContext reports whether a function gives its context parameter to
// somebody or looks at it.
func (e *engine) heedsContext(f *ssa.Function, depth int) bool {
	for _, p := range f.Params {
		if isContext(p.Type()) && e.contextUsed(p, depth) {
			return true
		}
	}
	return false
}

func (e *engine) contextUsed(v ssa.Value, depth int) bool {
	if depth > 4 || v.Referrers() == nil {
		return false
	}
	for _, in := range *v.Referrers() {
		switch x := in.(type) {
		case ssa.CallInstruction:
			c := e.resolve(x)
			if c.fn != nil {
				if e.heedsContext(c.fn, depth+1) {
					return true
				}
				continue
			}
			if c.row != nil && (c.row.Role == catalogue.Log || c.row.Role == catalogue.Detach) {
				continue
			}
			return true
		case *ssa.MakeClosure:
			for _, fv := range captured(x, v) {
				if e.contextUsed(fv, depth+1) {
					return true
				}
			}
		case *ssa.Store:
			if x.Val != v {
				continue
			}
			if a, ok := x.Addr.(*ssa.Alloc); ok {
				for _, alias := range e.aliases(a) {
					if e.contextUsed(alias, depth+1) {
						return true
					}
				}
				continue
			}
			return true
		case *ssa.UnOp:
			if e.contextUsed(x, depth+1) {
				return true
			}
		case *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}
