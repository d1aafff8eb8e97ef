package locks

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// renews reports whether an extend or expire op prolongs a lock that is held,
// rather than bounding a key that was just created.
func (r *Result) renews(fn *function, o *Op) bool {
	e := r.e
	if o.Repair || o.Guarded {
		return false
	}
	if o.Kind == OpExtend {
		if o.Key == nil && o.Lib != nil && (o.Lib.Kind == "etcd" || o.Lib.Kind == "Consul") && !e.locksWith(o.Lib.Kind) {
			return false // a lease that registers a service holds no lock
		}
		return o.Handle != nil || o.Role == catalogue.Extend || e.isLock(o, r.ev) || yieldsSignal(o)
	}
	if !e.isLock(o, r.ev) {
		return false
	}
	for _, i := range e.contexts(o) {
		if f := e.byFn[i.Fn]; f != nil && r.boundsCreated(f, i) {
			return false
		}
	}
	return true
}

// locksWith reports whether the package acquires a lock in a system of the kind.
func (e *engine) locksWith(kind catalogue.Kind) bool {
	for _, fn := range e.funcs {
		for _, o := range fn.ops {
			if o.isAcquire() && o.Lib != nil && o.Lib.Kind == kind {
				return true
			}
		}
	}
	return false
}

// boundsCreated reports whether an expiry op gives a key its first expiry, in
// the function that creates it: setnxexpire's business.
func (r *Result) boundsCreated(fn *function, o *Op) bool {
	e := r.e
	for _, c := range fn.ops {
		if c.Kind != OpCreate || !e.sameKey(c.Key, o.Key) {
			continue
		}
		switch {
		case c.Expiry == ExpiryNone && !(o.Async && o.Looped):
			return true
		case c.Instr == o.Instr && !o.Looped && !o.Async:
			return true
		case !o.Looped && r.mayHaveFailed(fn, c, o):
			return true
		}
	}
	return false
}

// renewedLock names the lock that o renews.
func (r *Result) renewedLock(o *Op) string {
	if keyName(o.Key) != "" {
		return lockName(o)
	}
	for _, c := range r.e.opsOnLock(o, OpCreate, OpAcquire) {
		if keyName(c.Key) != "" {
			return lockName(c)
		}
	}
	return lockName(o)
}

// takenAndRenewed are the places where the lock of a renewal is taken and, below
// a call, renewed.
func (r *Result) takenAndRenewed(o *Op) []Place {
	for _, c := range r.e.opsOnLock(o, OpCreate, OpAcquire) {
		if c.Depth == 0 && c.Instr != o.Instr {
			return append([]Place{c.place("the lock is taken here")}, o.inner("renewed here")...)
		}
	}
	return o.inner("renewed here")
}

// droppedResult finds a renewal whose failure stops nothing.
func (r *Result) droppedResult(fn *function, o *Op) *Fault {
	if o.Kind != OpExtend || !r.renews(fn, o) || r.extendMatters(fn, o) || r.lockTells(o) {
		return nil
	}
	if yieldsSignal(o) && o.Depth == 0 {
		return &Fault{
			Category: SignalDropped, At: o.At.Pos,
			Message: "when " + r.renewedLock(o) + " is lost the work goes on without it: nobody receives from the channel of " + o.Name,
			Related: append(r.takenAndRenewed(o), wayOut("receive from the channel beside the work and cancel the work's context when it is closed")),
		}
	}
	if r.e.rowsUnread(r.e.site(o)) {
		return &Fault{
			Category: ResultDropped, At: o.At.Pos,
			Message: "that " + r.renewedLock(o) + " is gone is no error of " + o.Name + ": nobody looks how many rows it changed, and the work goes on without the lock",
			Related: append(r.takenAndRenewed(o), wayOut("read the count of rows, and cancel the work's context when it is 0")),
		}
	}
	return &Fault{
		Category: ResultDropped, At: o.At.Pos,
		Message: "when " + o.Name + " fails, the work goes on without " + r.renewedLock(o) + ": nobody tells it",
		Related: append(r.takenAndRenewed(o), wayOut("on failure cancel the work's context, or return the error to whoever does the work")),
		Fixes:   r.e.fixRenewal(o),
	}
}

// extendMatters reports whether the failure of a renewal reaches the work.
func (r *Result) extendMatters(fn *function, o *Op) bool {
	e := r.e
	o = e.site(o)
	instr, body := o.Instr, o.Instr.Parent()
	v, ok := instr.(*ssa.Call)
	if !ok {
		return false // go or defer: the result is lost
	}
	if yieldsSignal(o) && o.Depth == 0 {
		return e.channelWatched(v, resultIndex(o.Lost))
	}
	if o.out == nil && o.Wins == catalogue.ByNonNil && isTuple(v) && resultUnused(v, max(resultIndex(o.Won), 0)) {
		return false // that it is gone is no error
	}
	if o.Depth == 0 && o.out == nil && (o.Quiet && o.dest == nil || o.Wins == catalogue.ByField) && e.errorAlone(v) {
		return false // likewise, of a script, or of a row that is another's now
	}
	if o.Renews && o.Depth == 0 && e.endReacts(v) {
		return true // it renews until the lock is lost
	}
	if len(resultTypes(v)) == 0 {
		return true // a helper that deals with the failure itself
	}
	if o.Depth > 0 && o.out != nil && o.out.OK < 0 && o.out.Err < 0 && o.out.NonNil < 0 {
		return true
	}
	if e.reactsToOutcome(v, o) {
		return true
	}
	// A worker whose own loop renews: leaving it stops the work.
	return e.leavesWork(body, v, o)
}

// lockTells reports whether o renews a session whose lock has a signal of its own that
// it is lost, and somebody listens: Consul's Lock gives a channel that ends with the
// session.
func (r *Result) lockTells(o *Op) bool {
	e := r.e
	if o.Handle == nil {
		return false
	}
	for _, fn := range e.funcs {
		for _, a := range fn.ops {
			if a.Kind != OpAcquire || a.Depth > 0 || a.Lib != o.Lib || !yieldsSignal(a) || a.Session == nil || !e.sameSession(o.Handle, a.Session) {
				continue
			}
			if v, ok := a.Instr.(*ssa.Call); ok && e.channelWatched(v, resultIndex(a.Lost)) {
				return true
			}
		}
	}
	return false
}

// rowsUnread reports whether a renewal's error is looked at, and not the count that
// tells whether the row was still the holder's.
func (e *engine) rowsUnread(o *Op) bool {
	v, ok := o.Instr.(*ssa.Call)
	return ok && o.Wins == catalogue.ByField && o.Depth == 0 && o.out == nil && e.errorAlone(v) &&
		e.used(v, func(x ssa.Value) bool { return isError(x.Type()) })
}

// errorAlone reports whether nobody takes more than the error of a call that has an
// answer besides.
func (e *engine) errorAlone(v *ssa.Call) bool {
	answers := slices.ContainsFunc(resultTypes(v), func(t types.Type) bool { return !isError(t) })
	return answers && !e.used(v, func(x ssa.Value) bool { return !isError(x.Type()) })
}

// resultUnused reports whether nobody takes result i of a call.
func resultUnused(v *ssa.Call, i int) bool {
	for _, in := range *v.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && x.Index == i && len(*x.Referrers()) > 0 {
			return false
		}
	}
	return true
}

// reactsToOutcome reports whether any result of v that tells success is acted
// upon.
func (e *engine) reactsToOutcome(v *ssa.Call, o *Op) bool {
	if !isTuple(v) {
		return e.reacts(v)
	}
	for _, in := range *v.Referrers() {
		x, ok := in.(*ssa.Extract)
		if !ok {
			continue
		}
		if o.out == nil || x.Index == o.out.OK || x.Index == o.out.Err || x.Index == o.out.NonNil {
			if e.reacts(x) {
				return true
			}
		}
	}
	return false
}

// leavesWork reports whether the failure branch leaves a function or loop that
// itself does the work.
func (e *engine) leavesWork(body *ssa.Function, v *ssa.Call, o *Op) bool {
	fn := e.byFn[body]
	if fn == nil || !e.doesWork(fn, v) {
		return false
	}
	for _, b := range body.Blocks {
		if len(b.Succs) != 2 {
			continue
		}
		for _, s := range b.Succs {
			if e.edgeImplies(b, s, o, 0) == failed && endsFunction(s, v.Block()) {
				return true
			}
		}
	}
	return false
}

// endsFunction reports whether b leads out of the function without passing
// again.
func endsFunction(b, again *ssa.BasicBlock) bool {
	for range 20 {
		switch b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return, *ssa.Panic:
			return true
		case *ssa.Jump:
			b = b.Succs[0]
			if b == again {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// doesWork reports whether a function does something besides renewing: calls
// what is neither a lock's nor a clock's nor a logger's business. What no longer runs
// after the renewal, if there is one, does not count.
func (e *engine) doesWork(fn *function, renewal *ssa.Call) bool {
	for _, b := range fn.f.Blocks {
		for _, in := range b.Instrs {
			ci, ok := in.(*ssa.Call)
			if !ok || ci == renewal || renewal != nil && !reaches(renewal, ci) {
				continue
			}
			if _, builtin := ci.Call.Value.(*ssa.Builtin); builtin {
				continue
			}
			c := e.resolve(ci)
			if c.row != nil {
				switch c.row.Role {
				case catalogue.Write, catalogue.CondWrite, catalogue.Create, catalogue.SQLExec, catalogue.SQLQuery, catalogue.Put, catalogue.Send:
					return true
				}
				continue
			}
			if c.value != nil && !e.cancelsOwnCall(c.value) {
				return true
			}
			if c.fn != nil && !e.onlyLogs(c, 0) && !e.onlyLocks(c.fn) || c.fn == nil && e.foreignWork(c) {
				return true
			}
		}
	}
	return false
}

// foreignWork reports whether a call leaves the package for something that may be
// work: through an interface of the user's, or to what writes by its fact.
func (e *engine) foreignWork(c *call) bool {
	if c.obj == nil || looksLikeLogger(c.obj) {
		return false
	}
	if c.recv != nil && isUserInterface(c.obj) {
		return true
	}
	s := e.imported.fn(c.obj)
	return s != nil && slices.ContainsFunc(s.Ops, func(o OpFact) bool { return o.Kind == OpWrite })
}

// onlyLocks reports whether a function's ops are all about locks.
func (e *engine) onlyLocks(f *ssa.Function) bool {
	fn := e.byFn[f]
	return fn != nil && aboutLocks(fn.ops)
}

// aboutLocks reports whether there are ops and none of them is work.
func aboutLocks(ops []*Op) bool {
	for _, o := range ops {
		switch o.Kind {
		case OpExtend, OpExpire, OpRelease, OpDelete, OpGet, OpTTL, OpSignal, OpAcquire, OpCreate:
		default:
			return false
		}
	}
	return len(ops) > 0
}

// blindExtend finds a renewal that prolongs whoever's lock it is.
func (r *Result) blindExtend(fn *function, o *Op) *Fault {
	if o.Kind != OpExpire || !r.renews(fn, o) {
		return nil
	}
	return &Fault{
		Category: BlindExtend, At: o.At.Pos,
		Message: o.Name + " prolongs " + r.renewedLock(o) + " whoever holds it: who lost it works on and keeps the next one's alive",
		Related: append(o.inner("prolonged here"), wayOut("compare the owner and prolong in one script, and cancel the work when it answers 0")),
	}
}

// lateRenewal compares a renewal's period with the TTL.
func (r *Result) lateRenewal(fn *function, o *Op) *Fault {
	if !r.renews(fn, o) || o.Renews { // one that renews until the lock is lost has its own clock
		return nil
	}
	period, at := r.e.periodOf(o)
	ttl := r.ttlOf(fn, o)
	if period == nil || ttl == nil {
		return nil
	}
	q, ok := ratio(r.e.setOnce(period), r.e.setOnce(ttl))
	if !ok || q <= 0.5 || q > 1000 {
		return nil
	}
	return &Fault{
		Category: LateRenewal, At: o.At.Pos,
		Message: "one slow or failed renewal loses " + r.renewedLock(o) + ": it is renewed only each " + percent(q) + " of its TTL",
		Related: []Place{{Pos: at, What: "the period is set here"}, wayOut("renew each third of the TTL, so that one miss does no harm")},
	}
}

// setOnce puts the number that an unexported field always has in the field's
// place.
func (e *engine) setOnce(t *Term) *Term {
	return t.mapTerm(func(p *Term) *Term {
		stores := e.fieldVals[p.Type+"."+p.Text]
		if p.Kind != Field || len(stores) != 1 || token.IsExported(p.Text) {
			return nil
		}
		if v := e.eval(stores[0].val); v.Kind == Const {
			return v
		}
		return nil
	})
}

func percent(q float64) string { return itoa(int(q*100+0.5)) + " %" }

// ttlOf is the TTL of the lock that o renews, in nanoseconds.
func (r *Result) ttlOf(fn *function, o *Op) *Term {
	scale := inNanoseconds
	if t := scale(o.TTL, o.Unit); t != nil {
		if _, ok := t.number(); ok || t.Kind != Opaque {
			return t
		}
	}
	for _, a := range fn.ops {
		if a.isAcquire() && a.TTL != nil && r.e.sameLock(a, o) {
			return scale(a.TTL, a.Unit)
		}
	}
	if o.Handle != nil {
		if t := sessionTTL(o.Handle); t != nil {
			return t
		}
		for _, i := range r.e.instances[o.Origin] {
			if t := sessionTTL(i.Handle); t != nil {
				return t
			}
		}
		if a := r.acquireOfType(o); a != nil {
			return scale(a.TTL, a.Unit)
		}
	}
	for _, a := range r.e.opsOnLock(o, OpCreate) {
		if a.TTL != nil {
			return scale(a.TTL, a.Unit)
		}
	}
	return nil
}

// sessionTTL is the TTL that a lock or session object was made with, or its
// library's default; a lease's id is a field of it.
func sessionTTL(h *Term) *Term {
	if h == nil {
		return nil
	}
	for _, t := range alternatives(h) {
		if t.Kind == Field && len(t.Args) == 1 {
			t = t.Args[0]
		}
		if ttl := t.Get("ttl"); ttl != nil {
			return ttl
		}
		if ttl := t.Get("default"); ttl != nil {
			return ttl
		}
	}
	return nil
}

// acquireOfType: where one package has a single acquire of a library, a handle
// that cannot be followed is that one's.
func (r *Result) acquireOfType(o *Op) *Op {
	var found *Op
	for _, fn := range r.e.funcs {
		for _, a := range fn.ops {
			if a.Kind == OpAcquire && a.Lib == o.Lib && a.Depth == 0 && a.Origin == a {
				if found != nil && found != a {
					return nil
				}
				found = a
			}
		}
	}
	return found
}

// periodOf is how often o runs: the interval of the ticker, timer or sleep in
// the loop around it, or of the helper that calls it.
func (e *engine) periodOf(o *Op) (*Term, token.Pos) {
	instr := e.site(o).Instr
	f := instr.Parent()
	if !e.byFn[f].loopedAt(instr) {
		return e.everyPeriod(f)
	}
	var period *Term
	var at token.Pos
	for _, g := range []*ssa.Function{f, f.Parent()} {
		if g == nil || period != nil {
			continue
		}
		for _, b := range g.Blocks {
			for _, in := range b.Instrs {
				ci, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				c := e.resolve(ci)
				if c.row == nil || c.row.Role != catalogue.Tick || c.row.TTL == "" {
					continue
				}
				t := e.at(c, c.row.TTL)
				if t == nil {
					continue
				}
				if period != nil && !same(period, t) {
					return nil, 0
				}
				period, at = t, ci.Pos()
			}
		}
	}
	return period, at
}

func (fn *function) loopedAt(in ssa.Instruction) bool {
	return fn != nil && fn.looped[in.Block()]
}

// everyPeriod is the period of a library's call that runs closure f again and
// again.
func (e *engine) everyPeriod(f *ssa.Function) (*Term, token.Pos) {
	for _, ci := range e.passed[f] {
		if c := e.resolve(ci); c.row != nil && c.row.Role == catalogue.Every && c.row.TTL != "" {
			return e.at(c, c.row.TTL), ci.Pos()
		}
	}
	return nil, 0
}

// endlessRenewal finds a renewal loop in a goroutine of its own that nothing
// but its own failure ends.
func (r *Result) endlessRenewal(fn *function, o *Op) *Fault {
	if !r.renews(fn, o) || o.Depth > 0 && o.Kind == OpExtend && !o.Looped {
		return nil
	}
	c := r.e.callOf(o)
	if c != nil && o.Renews && c.ctx != nil && !r.e.cancellable(c.ctx, 0) && !r.sessionEnded(fn, o) {
		return &Fault{
			Category: EndlessRenewal, At: o.At.Pos,
			Message: "the lease outlives its work: " + o.Name + " renews it with a context that never ends, and nothing revokes it",
			Related: []Place{wayOut("give it a context that ends with the work, and revoke the lease")},
		}
	}
	if c != nil && c.row != nil && c.row.Stop != "" && r.e.neverFires(c.place(string(c.row.Stop))) && !r.sessionEnded(fn, o) {
		return &Fault{
			Category: EndlessRenewal, At: o.At.Pos,
			Message: "the lease outlives its work: " + o.Name + " renews it until a channel is closed, and nothing closes it",
			Related: []Place{wayOut("close the channel when the work ends, or destroy the session")},
		}
	}
	o = r.e.site(o)
	instr := o.Instr
	f := instr.Parent()
	g := r.e.byFn[f]
	if g == nil || !g.looped[instr.Block()] || !r.e.startedAlone(f) {
		return nil
	}
	if c := r.e.calls[instr]; c != nil && c.ctx != nil && r.e.cancellable(c.ctx, 0) && r.e.leavesOnFailure(f, instr, o) {
		return nil // the renewal fails when its context ends
	}
	if r.e.loopEnds(g, instr, o) {
		return nil
	}
	return &Fault{
		Category: EndlessRenewal, At: o.At.Pos,
		Message: r.renewedLock(o) + " outlives its work: nothing stops this renewal when the work is done",
		Related: []Place{wayOut("stop the loop when the work ends: select on a context or a done channel beside the ticker")},
	}
}

// sessionEnded reports whether the lease that o renews is closed somewhere.
func (r *Result) sessionEnded(fn *function, o *Op) bool {
	for _, f := range r.e.funcs {
		for _, x := range f.ops {
			if (x.Kind == OpCloseSession || x.Kind == OpOrphan) && x.Handle != nil && o.Handle != nil && (related(x.Handle, o.Handle) && !madeApart(x.Handle, o.Handle) || (vague(x.Handle) || vague(o.Handle)) && sameFunctionFamily(f.f, fn.f)) {
				return true
			}
		}
	}
	return false
}

// madeApart reports whether two handles are fields of two objects that are made
// at different places: the same field then says nothing.
func madeApart(a, b *Term) bool {
	if a.Kind != Field || b.Kind != Field || len(a.Args) != 1 || len(b.Args) != 1 {
		return false
	}
	x, y := a.Args[0], b.Args[0]
	return x.Kind == Object && y.Kind == Object && x.Text != "" && y.Text != "" && x.Text != y.Text
}

// cancellable reports whether a context may end: it is no background context.
func (e *engine) cancellable(v ssa.Value, depth int) bool {
	if depth > 5 {
		return true
	}
	switch x := v.(type) {
	case *ssa.Call:
		c := e.resolve(x)
		if c.row != nil && c.row.Role == catalogue.Detach {
			return false
		}
		if c.row != nil && c.ctx != nil {
			return e.cancellable(c.ctx, depth+1)
		}
	case *ssa.Extract:
		if call, ok := x.Tuple.(*ssa.Call); ok {
			c := e.resolve(call)
			if c.row != nil && c.row.Role == catalogue.Cancel && c.ctx != nil {
				// A timeout for one call ends the call, not the loop.
				if strings.Contains(c.obj.Name(), "Timeout") || strings.Contains(c.obj.Name(), "Deadline") {
					return e.cancellable(c.ctx, depth+1)
				}
				return true
			}
		}
	case *ssa.UnOp:
		for _, s := range e.stored(x) {
			if e.cancellable(s, depth+1) {
				return true
			}
		}
		return len(e.stored(x)) == 0
	}
	return true
}

// leavesOnFailure reports whether the loop around instr ends when o fails.
func (e *engine) leavesOnFailure(f *ssa.Function, instr ssa.Instruction, o *Op) bool {
	for _, b := range f.Blocks {
		if len(b.Succs) != 2 {
			continue
		}
		for _, s := range b.Succs {
			if e.edgeImplies(b, s, o, 0) == failed {
				if !reachable(s, nil)[instr.Block()] {
					return true
				}
			}
		}
	}
	return false
}

// loopEnds reports whether the loop around instr has a way out other than o's
// failure.
func (e *engine) loopEnds(g *function, instr ssa.Instruction, o *Op) bool {
	home := instr.Block()
	inLoop := func(b *ssa.BasicBlock) bool { return g.looped[b] && reachable(b, nil)[home] }
	for _, b := range g.f.Blocks {
		if !inLoop(b) {
			continue
		}
		for _, s := range b.Succs {
			if inLoop(s) || s == g.f.Recover || noCase(s) {
				continue
			}
			if e.edgeImplies(b, s, o, 0) == failed {
				continue
			}
			if conds := conditions(s); e.underFailure(conds, o) {
				continue
			}
			if e.closedTickerOnly(b) {
				continue // `range ticker.C` never ends: Stop does not close it
			}
			if ch := received(b, s); ch != nil && e.neverFires(ch) {
				continue
			}
			return true
		}
	}
	return false
}

// noCase reports whether b is the code behind a select's last case, which SSA
// has for the case that cannot be: none was chosen.
func noCase(b *ssa.BasicBlock) bool {
	p, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic)
	return ok && !p.Pos().IsValid()
}

// received is the channel that a select received from when it takes the edge
// from → to, or nil.
func received(from, to *ssa.BasicBlock) ssa.Value {
	ifs, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] != to {
		return nil
	}
	bin, ok := ifs.Cond.(*ssa.BinOp)
	if !ok || bin.Op != token.EQL {
		return nil
	}
	x, ok := bin.X.(*ssa.Extract)
	if !ok || x.Index != 0 {
		return nil
	}
	sel, ok := x.Tuple.(*ssa.Select)
	k, isConst := bin.Y.(*ssa.Const)
	if !ok || !isConst || k.Value == nil {
		return nil
	}
	n := int(k.Int64())
	if n < 0 || n >= len(sel.States) || sel.States[n].Send != nil {
		return nil
	}
	return sel.States[n].Chan
}

func (e *engine) underFailure(conds []condition, o *Op) bool {
	for _, c := range conds {
		if e.implies(c.cond, c.branch, o) == failed {
			return true
		}
	}
	return false
}

// closedTickerOnly reports whether a block leaves its loop only when a ticker's
// channel is closed, which never happens.
func (e *engine) closedTickerOnly(b *ssa.BasicBlock) bool {
	ifs, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	ex, ok := ifs.Cond.(*ssa.Extract)
	if !ok {
		return false
	}
	u, ok := ex.Tuple.(*ssa.UnOp)
	if !ok || u.Op != token.ARROW {
		return false
	}
	ch, ok := u.X.Type().Underlying().(*types.Chan)
	return ok && typeName(ch.Elem()) == "time.Time"
}
