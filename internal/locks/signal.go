package locks

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// channelWatched reports whether result i of a call, a loss signal, is
// received from with consequences, or handed on.
func (e *engine) channelWatched(v *ssa.Call, i int) bool {
	var ch ssa.Value = v
	if isTuple(v) {
		ch = nil
		for _, in := range *v.Referrers() {
			if x, ok := in.(*ssa.Extract); ok && x.Index == i {
				ch = x
			}
		}
	}
	if ch == nil {
		return false
	}
	return e.signalUsed(ch, map[ssa.Value]bool{}, 0)
}

// signalUsed reports whether a channel or context that signals a loss is
// received from, watched, returned or handed on.
func (e *engine) signalUsed(ch ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	if seen[ch] || depth > 8 || ch.Referrers() == nil {
		return false
	}
	seen[ch] = true
	for _, in := range *ch.Referrers() {
		switch x := in.(type) {
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				if e.receiveMatters(x) {
					return true
				}
				continue
			}
			if e.signalUsed(x, seen, depth+1) {
				return true
			}
		case *ssa.Select:
			if !e.onlyReports(x.Parent()) {
				return true
			}
		case *ssa.Call:
			if c := e.resolve(x); c.row == nil || c.row.Role != catalogue.Log {
				return true
			}
		case *ssa.Store:
			if x.Val != ch {
				continue
			}
			switch a := x.Addr.(type) {
			case *ssa.Alloc:
				for _, alias := range e.aliases(a) {
					if e.signalUsed(alias, seen, depth+1) {
						return true
					}
				}
			case *ssa.FieldAddr:
				if len(e.fieldReads[fieldKey(a)]) > 0 || exportedField(a) {
					return true
				}
			default:
				if !e.loggedOnly(x.Addr) {
					return true
				}
			}
		case *ssa.BinOp, *ssa.DebugRef:
			// compared with nil: tells of the acquire, not of a later loss
		case *ssa.MakeClosure:
			for _, fv := range captured(x, ch) {
				if e.signalUsed(fv, seen, depth+1) {
					return true
				}
			}
		case *ssa.Phi, *ssa.ChangeType, *ssa.MakeInterface:
			if e.signalUsed(in.(ssa.Value), seen, depth+1) {
				return true
			}
		default:
			return true // returned, passed on, sent
		}
	}
	return false
}

// onlyReports reports whether f is started to do nothing but wait and log.
func (e *engine) onlyReports(f *ssa.Function) bool {
	if !e.startedAlone(f) {
		return false
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch x := in.(type) {
			case *ssa.Panic:
				if e.raises(x) {
					return false
				}
			case *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.Defer, *ssa.MakeClosure:
				return false
			case *ssa.Store:
				if _, argument := x.Addr.(*ssa.IndexAddr); !argument {
					return false
				}
			case *ssa.Call:
				if !e.changesNothing(x) {
					return false
				}
			}
		}
	}
	return true
}

// changesNothing reports whether a call logs, or asks for a signal or a value.
func (e *engine) changesNothing(call *ssa.Call) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return b.Name() != "close" && b.Name() != "panic"
	}
	c := e.resolve(call)
	if c.row != nil {
		return c.row.Role == catalogue.Log || c.row.Role == catalogue.LossSignal || c.row.Role.OnlyValues()
	}
	return c.recv != nil && isContext(c.recv.Type()) || c.obj != nil && c.fn == nil && looksLikeLogger(c.obj)
}

func exportedField(a *ssa.FieldAddr) bool {
	st := structOf(a.X.Type())
	return st != nil && st.Field(a.Field).Exported()
}

// receiveMatters: `for range ch {}` that nothing follows drains the signal and
// tells nobody.
func (e *engine) receiveMatters(rcv *ssa.UnOp) bool {
	f := rcv.Parent()
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch x := in.(type) {
			case ssa.CallInstruction:
				if e.callReacts(x, 0) {
					return true
				}
			case *ssa.Store:
				if e.flagStore(x, f) {
					return true
				}
			case *ssa.Panic, *ssa.Send:
				if e.raises(in) {
					return true
				}
			case *ssa.Return:
				if len(x.Results) > 0 && !e.startedAlone(f) {
					return true
				}
			}
		}
	}
	return !e.startedAlone(f) && e.doesWork(e.byFn[f], nil)
}

// droppedSignal finds an acquire whose loss signal nobody receives from.
func (r *Result) droppedSignal(fn *function, o *Op) *Fault {
	e := r.e
	if o.Kind != OpAcquire {
		return nil
	}
	v, ok := e.site(o).Instr.(*ssa.Call)
	if !ok {
		return nil
	}
	var what string
	switch {
	case yieldsSignal(o) && o.Depth == 0:
		if e.channelWatched(v, resultIndex(o.Lost)) {
			return nil
		}
		if e.resultUnused(v) {
			return nil // acquire-ignored says it
		}
		what = "the signal that it is lost is dropped"
	case o.Session != nil:
		w := e.sessionWatch(o)
		if w != sessionUnwatched {
			return nil
		}
		what = "nobody watches the session's Done"
	default:
		return nil
	}
	return &Fault{
		Category: SignalDropped, At: o.At.Pos,
		Message: "when " + lockName(o) + " is lost the work goes on without it: " + what,
		Related: append(o.inner("taken here"), wayOut("receive from the signal beside the work and cancel the work's context")),
	}
}

func (e *engine) resultUnused(v *ssa.Call) bool {
	return v.Referrers() == nil || len(*v.Referrers()) == 0
}

// A sessionState says what the package does with a session's loss signal.
type sessionState uint8

const (
	sessionUnknown sessionState = iota
	sessionWatched
	sessionUnwatched
)

// sessionWatch finds out whether the session of an acquire is watched: here, in
// another function that reaches it through the same field, or by a caller that
// gave it or gets it.
func (e *engine) sessionWatch(o *Op) sessionState {
	s := o.Session
	known := false
	for _, fn := range e.funcs {
		for _, x := range fn.ops {
			if x.Kind == OpSignal && x.Handle != nil && !e.strangers(x, o) && (e.sameSession(x.Handle, s) || x.Handle.Kind == Opaque) && e.signalMatters(x) {
				return sessionWatched
			}
			if x.Kind == OpSession && x.Handle != nil && e.leadsTo(s, x.Handle, 0) {
				known = true
				if v, ok := x.Origin.Instr.(*ssa.Call); ok && yieldsSignal(x) && x.Depth == 0 && e.channelWatched(v, resultIndex(x.Lost)) {
					return sessionWatched
				}
				if e.sessionEscapes(x) {
					return sessionWatched
				}
			}
			if x.Kind == OpOrphan && x.Handle != nil && e.sameSession(x.Handle, s) {
				return sessionWatched
			}
		}
	}
	if !known {
		return sessionUnknown
	}
	return sessionUnwatched
}

// strangers reports whether a signal and an acquire, each with a session that
// one helper makes, stand in functions that do not belong together, and neither
// calls the other: each has a session of its own.
func (e *engine) strangers(signal, acquire *Op) bool {
	if signal.Handle.Kind != Object || acquire.Session.Kind != Object {
		return false
	}
	watcher := signal.Instr.Parent()
	for _, i := range append([]*Op{acquire}, e.instances[acquire.Origin]...) {
		if sameFunctionFamily(watcher, i.Instr.Parent()) {
			return false
		}
	}
	return true
}

// sameSession reports whether a handle may be the session s, also through the
// field that it is stored in.
func (e *engine) sameSession(h, s *Term) bool {
	if related(h, s) {
		return true
	}
	for _, x := range alternatives(s) {
		if x.Kind == Object && e.leadsTo(h, x, 0) {
			return true
		}
	}
	return false
}

// signalMatters reports whether what a call yields as a loss signal is received
// from with consequences.
func (e *engine) signalMatters(o *Op) bool {
	v, ok := e.site(o).Instr.(*ssa.Call)
	if !ok || o.Depth > 0 {
		return true
	}
	if _, isChan := v.Type().Underlying().(*types.Chan); !isChan {
		return v.Referrers() != nil && len(*v.Referrers()) > 0
	}
	return e.signalUsed(v, map[ssa.Value]bool{}, 0)
}

// related reports whether two session terms may be one session: equal, or the
// same field of the same type.
func related(a, b *Term) bool {
	for _, x := range alternatives(a) {
		for _, y := range alternatives(b) {
			if same(x, y) || x.Kind == Object && y.Kind == Object && x.Type == y.Type && x.Text == y.Text {
				return true
			}
			if x.Kind == Field && y.Kind == Field && x.Type == y.Type && x.Text == y.Text {
				return true
			}
		}
	}
	return false
}

// leadsTo reports whether a session term comes from the session object made.
func (e *engine) leadsTo(s, made *Term, depth int) bool {
	if depth > 3 {
		return false
	}
	for _, x := range alternatives(s) {
		if x.Kind == Object && x.Type == made.Type && x.Text == made.Text {
			return true
		}
		if x.Kind == Field {
			for _, v := range e.fieldVals[x.Type+"."+x.Text] {
				if e.leadsTo(e.eval(v.val), made, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// sessionEscapes reports whether a session is handed to somebody who can still
// see its signal: returned or stored as what it is, or passed on.
func (e *engine) sessionEscapes(o *Op) bool {
	v, ok := o.Origin.Instr.(*ssa.Call)
	if !ok || o.Depth > 0 {
		return false
	}
	for _, in := range *v.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && x.Index == 0 {
			return e.handedOn(x, map[ssa.Value]bool{}, 0)
		}
	}
	return false
}

func (e *engine) handedOn(v ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	if seen[v] || depth > 8 || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, in := range *v.Referrers() {
		switch x := in.(type) {
		case *ssa.Return:
			if e.returnedOn(x, v, seen, depth) {
				return true
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface:
			// A type that does not show the signal drops it.
		case *ssa.Store:
			if x.Val != v {
				continue
			}
			switch a := x.Addr.(type) {
			case *ssa.Alloc:
				for _, alias := range e.aliases(a) {
					if e.handedOn(alias, seen, depth+1) {
						return true
					}
				}
			case *ssa.FieldAddr:
				if exportedField(a) {
					return true
				}
			case *ssa.Global:
				return a.Object() != nil && a.Object().Exported()
			}
		case *ssa.UnOp, *ssa.Phi:
			if e.handedOn(in.(ssa.Value), seen, depth+1) {
				return true
			}
		case *ssa.Call:
			c := e.resolve(x)
			if c.lib == nil && c.fn == nil && c.obj != nil {
				return true // an unknown function gets it
			}
			if c.value != nil {
				return true
			}
		case *ssa.Go:
			if c := e.resolve(x); c.lib == nil && c.fn == nil {
				return true
			}
		}
	}
	return false
}

// returnedOn follows a returned value to the callers, where the package has
// them all.
func (e *engine) returnedOn(r *ssa.Return, v ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	f := r.Parent()
	if !e.ownCallersOnly(f) {
		return true
	}
	for _, ci := range e.callers[f] {
		call, ok := ci.(*ssa.Call)
		if !ok {
			continue
		}
		if len(r.Results) == 1 {
			if e.handedOn(call, seen, depth+1) {
				return true
			}
			continue
		}
		for _, in := range *call.Referrers() {
			x, ok := in.(*ssa.Extract)
			if ok && x.Index < len(r.Results) && r.Results[x.Index] == v && e.handedOn(x, seen, depth+1) {
				return true
			}
		}
	}
	return false
}

// ownCallersOnly reports whether every call of f is one that this package
// makes by name.
func (e *engine) ownCallersOnly(f *ssa.Function) bool {
	obj := f.Object()
	return obj != nil && !obj.Exported() && len(e.callers[f]) > 0 && len(e.passed[f]) == 0 && !e.invoked[f.Name()]
}

// unclosedSession finds a session that nothing closes.
func (r *Result) unclosedSession(fn *function, o *Op) *Fault {
	e := r.e
	if !o.Renews || o.Handle == nil || o.Depth > 0 {
		return nil
	}
	uses := false
	for _, f := range e.funcs {
		for _, x := range f.ops {
			if x.Handle == nil && x.Session == nil {
				continue
			}
			switch x.Kind {
			case OpCloseSession, OpOrphan:
				if x.Handle != nil && (related(x.Handle, o.Handle) || e.leadsTo(x.Handle, o.Handle, 0) || x.Handle.Kind == Opaque) {
					return nil
				}
			case OpAcquire:
				uses = uses || x.Session != nil && (related(x.Session, o.Handle) || e.leadsTo(x.Session, o.Handle, 0))
			}
		}
	}
	if e.sessionEscapes(o) || e.closableEscapes(o) {
		return nil
	}
	return &Fault{
		Category: EndlessRenewal, At: o.At.Pos,
		Message: "nothing closes this session, so it renews itself and its locks stay held after the work is done",
		Related: []Place{wayOut("close the session when the lock is released, and on each error before")},
	}
}

// closableEscapes: a session that is returned as an io.Closer is closed by
// whoever gets it.
func (e *engine) closableEscapes(o *Op) bool {
	v, ok := o.Origin.Instr.(*ssa.Call)
	if !ok {
		return false
	}
	for _, in := range *v.Referrers() {
		x, ok := in.(*ssa.Extract)
		if !ok || x.Index != 0 || x.Referrers() == nil {
			continue
		}
		for _, u := range *x.Referrers() {
			if mi, ok := u.(*ssa.MakeInterface); ok {
				m, _, _ := types.LookupFieldOrMethod(mi.Type(), true, nil, "Close")
				if m != nil {
					return true
				}
			}
			if mc, ok := u.(*ssa.MakeClosure); ok && strings.Contains(mc.Fn.Name(), "Close") {
				return true
			}
		}
	}
	return false
}

// yieldsSignal reports whether one of the call's own results is the loss
// signal, and not only a method of what it makes.
func yieldsSignal(o *Op) bool {
	return resultIndex(o.Lost) >= 0 && !strings.Contains(string(o.Lost), ".")
}
