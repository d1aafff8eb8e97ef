package locks

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// The categories of plaindel.
const (
	PlainDelete   = "plain-delete"
	GetThenDelete = "get-then-delete"
	BareScript    = "bare-script"
	SharedOwner   = "shared-owner"
	UnheldRelease = "unheld-release"
	DeadContext   = "dead-context"
)

// WrongReleases answers: which releases may free somebody else's lock, or none?
func (r *Result) WrongReleases() []Fault {
	r.asked.Lock()
	defer r.asked.Unlock()
	var out []Fault
	// Those of helpers at their calls, too: the context is the caller's.
	r.each(func(fn *function, o *Op) {
		if o.Kind != OpRelease {
			return
		}
		if f := r.deadContext(fn, o); f != nil {
			out = append(out, *f)
		}
	})
	r.judged(func(fn *function, o *Op) {
		switch o.Kind {
		case OpDelete:
			if f := r.plainDelete(fn, o); f != nil {
				out = append(out, *f)
			}
		case OpRelease:
			if f := r.sharedOwner(fn, o); f != nil {
				out = append(out, *f)
			}
		}
	})
	return out
}

func (r *Result) plainDelete(fn *function, o *Op) *Fault {
	e := r.e
	if o.Guarded || !e.isLock(o, r.ev) {
		return nil
	}
	f := &Fault{Category: PlainDelete, At: o.At.Pos}
	who := strings.TrimPrefix(lockName(o), "the ")
	creates := e.opsOnLock(o, OpCreate)
	if len(creates) == 0 && o.Item != nil && len(e.opsOnClass(e.classesOf(o), OpCreate)) > 0 {
		return nil // another item of the locks' table
	}
	if len(creates) > 0 {
		if keyName(creates[0].Key) != "" && keyName(o.Key) == "" {
			who = strings.TrimPrefix(named("lock", creates[0].Key), "the ")
		}
	}
	switch {
	case o.Compared:
		f.Category = GetThenDelete
		f.Message = who + " may change hands between the comparison and " + o.Name + ", which then frees another holder's"
	case o.Script:
		f.Category = BareScript
		f.Message = "if the holder stalls, this script frees another holder's " + who + ": it does not compare the owner"
	default:
		f.Message = "if the holder stalls, " + o.Name + " frees another holder's " + who + ": nothing compares the owner"
	}
	for _, c := range creates {
		if !c.Judged && c.Depth == 0 {
			f.Related = append(f.Related, c.place("the lock is taken here"))
			break
		}
	}
	f.Related = append(f.Related, o.inner("deleted here")...)
	advice := remedy(o).Free
	if r.freesRefused(fn, o) {
		advice = "a contender that was refused runs it, too, and frees the holder's: move it behind the check; " + advice
	}
	f.Related = append(f.Related, wayOut(advice))
	f.Fixes = r.fixRelease(fn, o)
	return f
}

// freesRefused reports whether a delete runs although its lock was not got: it
// comes, or is deferred, before anybody looks at what the acquire answers.
func (r *Result) freesRefused(fn *function, o *Op) bool {
	return slices.ContainsFunc(fn.ops, func(c *Op) bool {
		if c.Kind != OpCreate || c.Key == nil || o.Key == nil || !r.e.sameKey(c.Key, o.Key) {
			return false
		}
		if o.Deferred && !reaches(c.Instr, o.Instr) {
			return reaches(o.Instr, c.Instr)
		}
		return r.mayHaveFailed(fn, c, o)
	})
}

// sharedOwner finds a comparison of a value that every holder stores.
func (r *Result) sharedOwner(fn *function, o *Op) *Fault {
	if o.Role == catalogue.CompareDelete && o.Handle == nil && o.Owner == nil {
		return nil // it compares a revision, which no two holders share
	}
	for _, a := range r.acquiresOf(fn, o) {
		if a.Owner == nil || !r.e.sharedByAll(a.Owner, 0) {
			continue
		}
		return &Fault{
			Category: SharedOwner, At: o.At.Pos,
			Message: "this release frees another holder's lock: every holder of " + lockName(a) + " stores the same owner value",
			Related: []Place{a.place("the lock is taken here"), wayOut("make a random value for each acquire (a UUID) and compare that")},
		}
	}
	return nil
}

// acquiresOf lists the acquires whose lock o releases.
func (r *Result) acquiresOf(fn *function, o *Op) []*Op {
	var out []*Op
	for _, a := range fn.ops {
		if a.isAcquire() && r.e.sameLock(a, o) {
			out = append(out, a)
		}
	}
	if len(out) == 0 && o.Key != nil {
		out = r.e.opsOnLock(o, OpCreate)
	}
	return out
}

// sharedByAll reports whether an owner value is the same for every holder.
func (e *engine) sharedByAll(t *Term, depth int) bool {
	switch t.Kind {
	case Const:
		return true
	case Shared:
		return true
	case Choice:
		for _, a := range t.Args {
			if depth > 3 || !e.sharedByAll(a, depth+1) {
				return false
			}
		}
		return true
	case Func:
		f := e.byID[t.Text]
		if f == nil || depth > 2 {
			return false
		}
		res := e.resultOf(f, 0)
		if res == nil {
			return false
		}
		if res.Kind == Field && !hasWordIn(res.Text, ownerWords) && res.Args[0].Kind == Param {
			return len(e.fieldVals[res.Type+"."+res.Text]) == 0
		}
		return e.sharedByAll(res, depth+1)
	case Concat:
		for _, a := range t.Args {
			if !e.sharedByAll(a, depth+1) {
				return false
			}
		}
		return true
	case Field:
		vals := e.fieldVals[t.Type+"."+t.Text]
		if len(vals) == 0 || depth > 3 {
			return false
		}
		for _, v := range vals {
			if !e.sharedByAll(e.eval(v.val), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// deadContext finds a release that gets a context which is cancelled by then.
func (r *Result) deadContext(fn *function, o *Op) *Fault {
	instr := r.e.site(o).Instr
	c := r.e.calls[instr]
	if c == nil || c.ctx == nil {
		return nil
	}
	kill := r.e.doneBefore(c.ctx, instr)
	for _, made := range r.e.contextMakers(c.ctx) {
		if kill == nil {
			kill = r.e.cancelBefore(made, instr)
		}
		if d := deferOf(instr.Parent()); kill == nil && d != nil {
			kill = r.e.cancelBefore(made, d)
		}
	}
	if kill == nil {
		return nil
	}
	return &Fault{
		Category: DeadContext, At: o.At.Pos,
		Message: lockName(o) + " is not released: its context is cancelled before " + o.Name + " runs",
		Related: []Place{{Pos: kill.Pos(), What: "the context is cancelled here, before the release"}, wayOut("release with context.WithoutCancel(ctx), bounded by a timeout of its own")},
	}
}

// doneBefore finds the receive from the context's Done that surely precedes
// the release: `case <-ctx.Done(): return l.Release(ctx)`.
func (e *engine) doneBefore(ctx ssa.Value, release ssa.CallInstruction) ssa.Instruction {
	if _, deferred := release.(*ssa.Defer); deferred {
		return nil
	}
	want := e.eval(ctx)
	isDone := func(ch ssa.Value) bool {
		call, ok := ch.(*ssa.Call)
		if !ok {
			return false
		}
		m := call.Call.Method
		return call.Call.IsInvoke() && m.Name() == "Done" && (call.Call.Value == ctx || same(e.eval(call.Call.Value), want))
	}
	for _, b := range release.Parent().Blocks {
		for _, in := range b.Instrs {
			if u, ok := in.(*ssa.UnOp); ok && u.Op == token.ARROW && isDone(u.X) && before(u, release) {
				return u
			}
		}
	}
	for _, c := range conditions(release.Block()) {
		bin, ok := c.cond.(*ssa.BinOp)
		if !ok || bin.Op != token.EQL || !c.branch {
			continue
		}
		ex, ok := bin.X.(*ssa.Extract)
		if !ok || ex.Index != 0 {
			continue
		}
		sel, ok := ex.Tuple.(*ssa.Select)
		n, isNum := e.eval(bin.Y).number()
		if ok && isNum && int(n) < len(sel.States) && isDone(sel.States[int(n)].Chan) {
			return sel
		}
	}
	return nil
}

// contextMakers are the calls that may have made a context: where a closure
// shares a variable that is set again, each of them.
func (e *engine) contextMakers(v ssa.Value) []*ssa.Call {
	var out []*ssa.Call
	for _, s := range e.sources(v, 0) {
		if made := e.contextMaker(s, 0); made != nil {
			out = append(out, made)
		}
	}
	return out
}

// contextMaker is the call that made a cancellable context.
func (e *engine) contextMaker(v ssa.Value, depth int) *ssa.Call {
	if depth > 6 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.Extract:
		if call, ok := x.Tuple.(*ssa.Call); ok && isContext(x.Type()) {
			if c := e.resolve(call); c.row != nil && c.row.Role == catalogue.Cancel {
				return call
			}
		}
	case *ssa.Call:
		c := e.resolve(x)
		if c.row != nil && (c.row.Role == catalogue.Pure || c.row.Role == catalogue.Step) && c.ctx != nil {
			return e.contextMaker(c.ctx, depth+1) // WithValue
		}
	case *ssa.UnOp:
		if vals := e.stored(x); len(vals) == 1 {
			return e.contextMaker(vals[0], depth+1)
		}
	}
	return nil
}

// cancelBefore finds a call of made's cancel function that surely runs before
// the release.
func (e *engine) cancelBefore(made *ssa.Call, release ssa.CallInstruction) ssa.Instruction {
	for _, b := range release.Parent().Blocks {
		for _, in := range b.Instrs {
			ci, ok := in.(ssa.CallInstruction)
			if !ok || ci.Common().IsInvoke() || !e.cancels(ci, made) {
				continue
			}
			_, cancelDeferred := in.(*ssa.Defer)
			_, releaseDeferred := release.(*ssa.Defer)
			switch {
			case cancelDeferred && releaseDeferred && before(release, in):
				return in // deferred later, so it runs first
			case !cancelDeferred && !releaseDeferred && !isGo(ci) && before(in, release):
				return in
			}
		}
	}
	return nil
}

// deferOf is the statement that defers a function literal, or nil.
func deferOf(literal *ssa.Function) *ssa.Defer {
	if literal.Parent() == nil {
		return nil
	}
	for _, b := range literal.Parent().Blocks {
		for _, in := range b.Instrs {
			d, ok := in.(*ssa.Defer)
			if !ok {
				continue
			}
			v := d.Call.Value
			if c, ok := v.(*ssa.MakeClosure); ok {
				v = c.Fn
			}
			if v == ssa.Value(literal) {
				return d
			}
		}
	}
	return nil
}

// before reports whether a is executed before b on every path to b.
func before(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, in := range a.Block().Instrs {
		if in == a {
			return true
		}
		if in == b {
			return false
		}
	}
	return false
}

// cancels reports whether a call ends the context that made made: its cancel
// function, or the Wait of an error group.
func (e *engine) cancels(ci ssa.CallInstruction, made *ssa.Call) bool {
	if e.isCancelOf(ci.Common().Value, made) {
		return true
	}
	c := e.resolve(ci)
	if c.obj == nil || c.obj.Name() != "Wait" || c.recv == nil {
		return false
	}
	for _, s := range e.sources(c.recv, 0) {
		if x, ok := s.(*ssa.Extract); ok && x.Tuple == ssa.Value(made) {
			return true
		}
	}
	return false
}

func (e *engine) isCancelOf(v ssa.Value, made *ssa.Call) bool {
	for range 4 {
		switch x := v.(type) {
		case *ssa.Extract:
			return x.Tuple == ssa.Value(made) && !isContext(x.Type())
		case *ssa.UnOp:
			vals := e.stored(x)
			if len(vals) != 1 {
				return false
			}
			v = vals[0]
		case *ssa.ChangeType:
			v = x.X
		default:
			return false
		}
	}
	return false
}
