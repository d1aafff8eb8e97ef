package locks

import (
	"go/token"
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// The categories of nolost, the one that wins on a line first.
const (
	ResultDropped  = "result-dropped"
	SignalDropped  = "signal-dropped"
	BlindExtend    = "blind-extend"
	LateRenewal    = "late-renewal"
	EndlessRenewal = "endless-renewal"
	PooledSession  = "pooled-session"
	AcquireIgnored = "acquire-ignored"
)

var lossOrder = map[string]int{
	ResultDropped: 0, SignalDropped: 1, BlindExtend: 2, LateRenewal: 3, EndlessRenewal: 4, PooledSession: 5, AcquireIgnored: 6,
}

// LostLocks answers: where does work go on although its lock is lost, or was
// never there? One fault a line; the message of the first category names the
// second.
func (r *Result) LostLocks() []Fault {
	if r.e == nil {
		return nil
	}
	var all []Fault
	add := func(f *Fault) {
		if f != nil {
			all = append(all, *f)
		}
	}
	r.judged(func(fn *function, o *Op) {
		switch o.Kind {
		case OpExtend, OpExpire:
			add(r.droppedResult(fn, o))
			add(r.blindExtend(fn, o))
			add(r.lateRenewal(fn, o))
			add(r.endlessRenewal(fn, o))
		case OpAcquire, OpCreate:
			add(r.droppedSignal(fn, o))
			add(r.pooledSession(fn, o))
			add(r.ignoredAcquire(fn, o))
		case OpSession:
			add(r.unclosedSession(fn, o))
		}
	})
	all = append(all, r.leaders()...)
	return r.oneALine(all)
}

// oneALine keeps the first category of each line.
func (r *Result) oneALine(all []Fault) []Fault {
	sort.SliceStable(all, func(i, j int) bool {
		li, lj := r.line(all[i].At), r.line(all[j].At)
		if li != lj {
			return all[i].At < all[j].At
		}
		return lossOrder[all[i].Category] < lossOrder[all[j].Category]
	})
	var out []Fault
	for _, f := range all {
		if n := len(out); n > 0 && r.line(out[n-1].At) == r.line(f.At) {
			last := &out[n-1]
			if last.Category != f.Category && !strings.Contains(last.Message, " (also ") {
				last.Message += " (also " + f.Category + ")"
			}
			continue
		}
		out = append(out, f)
	}
	return out
}

func (r *Result) line(p token.Pos) string {
	pos := r.e.pass.Fset.Position(p)
	return pos.Filename + ":" + itoa(pos.Line)
}

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
		return o.Handle != nil || e.isLock(o, r.ev) || yieldsSignal(o)
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
	for _, c := range r.e.opsOnClass(r.e.classesOf(o), OpCreate, OpAcquire) {
		if keyName(c.Key) != "" {
			return lockName(c)
		}
	}
	return lockName(o)
}

// droppedResult finds a renewal whose failure stops nothing.
func (r *Result) droppedResult(fn *function, o *Op) *Fault {
	if o.Kind != OpExtend || !r.renews(fn, o) || r.extendMatters(fn, o) {
		return nil
	}
	return &Fault{
		Category: ResultDropped, At: o.At.Pos,
		Message: "when " + o.Name + " fails, " + r.renewedLock(o) + " is gone and the work goes on without it: nothing is told",
		Related: append(o.inner("renewed here"), wayOut("on failure cancel the work's context, or return the error to whoever does the work")),
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
// what is neither a lock's nor a clock's nor a logger's business.
func (e *engine) doesWork(fn *function, renewal *ssa.Call) bool {
	for _, b := range fn.f.Blocks {
		for _, in := range b.Instrs {
			ci, ok := in.(*ssa.Call)
			if !ok || ci == renewal {
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
			if c.value != nil {
				return true
			}
			if c.fn != nil && !e.onlyLogs(c, 0) && !e.onlyLocks(c.fn) {
				return true
			}
		}
	}
	return false
}

// onlyLocks reports whether a function's ops are all about locks.
func (e *engine) onlyLocks(f *ssa.Function) bool {
	fn := e.byFn[f]
	if fn == nil || len(fn.ops) == 0 {
		return false
	}
	for _, o := range fn.ops {
		switch o.Kind {
		case OpExtend, OpExpire, OpRelease, OpDelete, OpGet, OpTTL, OpSignal, OpAcquire, OpCreate:
		default:
			return false
		}
	}
	return true
}

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
			return true
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
				return true
			}
		case *ssa.BinOp, *ssa.DebugRef:
			// compared with nil: tells of the acquire, not of a later loss
		case *ssa.MakeClosure:
			fn := x.Fn.(*ssa.Function)
			for i, b := range x.Bindings {
				if b == ch && i < len(fn.FreeVars) && e.signalUsed(fn.FreeVars[i], seen, depth+1) {
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
			case *ssa.Send, *ssa.Panic:
				return true
			case *ssa.Return:
				if len(x.Results) > 0 && !e.startedAlone(f) {
					return true
				}
			}
		}
	}
	return !e.startedAlone(f) && e.doesWork(e.byFn[f], nil)
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
	if !r.renews(fn, o) {
		return nil
	}
	period, at := r.e.periodOf(o)
	ttl := r.ttlOf(fn, o)
	if period == nil || ttl == nil {
		return nil
	}
	q, ok := ratio(period, ttl)
	if !ok || q <= 0.5 || q > 1000 {
		return nil
	}
	return &Fault{
		Category: LateRenewal, At: o.At.Pos,
		Message: "one slow or failed renewal loses " + r.renewedLock(o) + ": it is renewed only each " + percent(q) + " of its TTL",
		Related: []Place{{Pos: at, What: "the period is set here"}, wayOut("renew each third of the TTL, so that one miss does no harm")},
	}
}

func percent(q float64) string { return itoa(int(q*100+0.5)) + " %" }

func itoa(n int) string { return formatNumber(float64(n)) }

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
	for _, a := range r.e.opsOnClass(r.e.classesOf(o), OpCreate) {
		if a.TTL != nil {
			return scale(a.TTL, a.Unit)
		}
	}
	return nil
}

// sessionTTL is the TTL that a lock or session object was made with; a lease's
// id is a field of it.
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
	if c := r.e.callOf(o); c != nil && o.Renews && c.ctx != nil && !r.e.cancellable(c.ctx, 0) && !r.sessionEnded(fn, o) {
		return &Fault{
			Category: EndlessRenewal, At: o.At.Pos,
			Message: "the lease outlives its work: " + o.Name + " renews it with a context that never ends, and nothing revokes it",
			Related: []Place{wayOut("give it a context that ends with the work, and revoke the lease")},
		}
	}
	o = r.e.site(o)
	instr := o.Instr
	f := instr.Parent()
	g := r.e.byFn[f]
	if g == nil || !g.looped[instr.Block()] || !r.e.startedAlone(f) {
		return nil
	}
	c := r.e.calls[instr]
	if c != nil && c.ctx != nil && r.e.cancellable(c.ctx, 0) && r.e.leavesOnFailure(f, instr, o) {
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
			if (x.Kind == OpCloseSession || x.Kind == OpOrphan) && x.Handle != nil && o.Handle != nil && (related(x.Handle, o.Handle) || (vague(x.Handle) || vague(o.Handle)) && sameFunctionFamily(f.f, fn.f)) {
				return true
			}
		}
	}
	return false
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
			if inLoop(s) || s == g.f.Recover {
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
			return true
		}
	}
	return false
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

// pooledSession finds a session's lock that is taken on a pool.
func (r *Result) pooledSession(fn *function, o *Op) *Fault {
	if o.Kind != OpAcquire || o.On != catalogue.Pool {
		return nil
	}
	return &Fault{
		Category: PooledSession, At: o.At.Pos,
		Message: o.Name + " locks one connection of the pool; work and unlock may get another: the lock leaks or guards nothing",
		Related: append(o.inner("taken here"), wayOut("take one connection (db.Conn, pool.Acquire) for lock, work and unlock, or use a transaction's lock")),
	}
}

// ignoredAcquire finds an acquire whose result nobody looks at.
func (r *Result) ignoredAcquire(fn *function, o *Op) *Fault {
	e := r.e
	if o.Kind == OpCreate && !e.isLock(o, r.ev) || o.Queued || o.Atomic || o.Judged || o.On == catalogue.Tx {
		return nil
	}
	site := e.site(o)
	v, ok := site.Instr.(*ssa.Call)
	if !ok || len(resultTypes(v)) == 0 || o.Wins == catalogue.Always && site.out == nil {
		return nil
	}
	if site.Depth > 0 && (site.out == nil || site.out.OK < 0 && site.out.Err < 0 && site.out.NonNil < 0) {
		return nil
	}
	if e.outcomeLooked(v, site) {
		return r.writesWithout(fn, o)
	}
	return &Fault{
		Category: AcquireIgnored, At: o.At.Pos,
		Message: "the work runs without " + lockName(o) + " when another holds it: nobody looks whether " + o.Name + " succeeded",
		Related: append(o.inner("taken here"), wayOut("go on only if it says that the lock is ours")),
	}
}

// writesWithout finds an acquire that is refused, and the same writes are made
// as if it had been granted: the refusal is only logged, swallowed or forgotten.
func (r *Result) writesWithout(fn *function, o *Op) *Fault {
	for _, w := range r.heldWrites(fn) {
		if w.lock != o || !fn.flow.refusedAt(o, w.op.Instr) {
			continue
		}
		return &Fault{
			Category: AcquireIgnored, At: o.At.Pos,
			Message: w.op.Name + " also runs when another holds " + lockName(o) + ": that " + o.Name + " was refused stops nothing",
			Related: append(o.inner("taken here"),
				Place{Pos: w.op.At.Pos, What: "written with or without the lock"},
				wayOut("return, or wait for the lock, when it is refused")),
		}
	}
	return nil
}

// outcomeLooked reports whether what tells the success of an acquire is looked
// at, returned or handed on. An error alone does not tell where "held by
// another" is no error.
func (e *engine) outcomeLooked(v *ssa.Call, o *Op) bool {
	needOK := !o.errEnough(false) && !(o.out == nil && o.Wins == catalogue.WinsUnknown)
	want := func(x ssa.Value) bool {
		return !needOK || !isError(x.Type()) || o.errEnough(true) && e.unwraps(x)
	}
	if o.out == nil && o.Wins == catalogue.ByNonNil && yieldsSignal(o) && resultIndex(o.Lost) == max(resultIndex(o.Won), 0) {
		return e.nilLooked(v, o)
	}
	if !isTuple(v) {
		if needOK && isError(v.Type()) {
			return e.scanLooked(v, o)
		}
		if e.used(v, want) {
			return true
		}
		return e.scanLooked(v, o)
	}
	if o.out == nil && o.Wins == catalogue.ByNilError {
		want = func(x ssa.Value) bool { return isError(x.Type()) }
		if e.guards(e.byFn[v.Parent()], o) {
			return true
		}
	}
	for _, in := range *v.Referrers() {
		x, ok := in.(*ssa.Extract)
		if !ok || !want(x) {
			continue
		}
		if o.out != nil && x.Index != o.out.OK && x.Index != o.out.NonNil && !(x.Index == o.out.Err && o.out.ErrOK) {
			continue
		}
		if isContext(x.Type()) && o.out == nil {
			continue
		}
		if e.used(x, want) {
			return true
		}
	}
	return e.scanLooked(v, o)
}

// unwraps reports whether a value is a converter's result: redis.String turns
// an empty reply into an error.
func (e *engine) unwraps(v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	c := e.resolve(call)
	return c.row != nil && c.row.Role == catalogue.Unwrap
}

// nilLooked reports whether a handle that is nil when the lock was not acquired
// is compared with nil or handed on; to wait on it as a signal is no look.
func (e *engine) nilLooked(v *ssa.Call, o *Op) bool {
	for _, b := range v.Parent().Blocks {
		for _, s := range b.Succs {
			if len(b.Succs) == 2 && e.edgeImplies(b, s, o, 0) == succeeded {
				return true
			}
		}
	}
	for _, in := range *v.Referrers() {
		x, ok := in.(*ssa.Extract)
		if !ok || isError(x.Type()) || x.Referrers() == nil {
			continue
		}
		for _, u := range *x.Referrers() {
			switch s := u.(type) {
			case *ssa.Return:
				return true
			case *ssa.Store:
				if _, local := s.Addr.(*ssa.Alloc); !local {
					return true
				}
				for _, alias := range e.aliases(s.Addr) {
					for _, r := range *alias.Referrers() {
						if ld, ok := r.(*ssa.UnOp); ok && ld.Referrers() != nil {
							for _, lu := range *ld.Referrers() {
								if _, ret := lu.(*ssa.Return); ret {
									return true
								}
							}
						}
					}
				}
			}
		}
	}
	return false
}

// scanLooked: a row that is scanned, or a destination that is read, is looked
// at.
func (e *engine) scanLooked(v *ssa.Call, o *Op) bool {
	c := e.resolve(v)
	if c.row == nil || c.row.Role != catalogue.SQLQuery {
		return false
	}
	if !isError(v.Type()) {
		return true // rows: the scan is looked for by used
	}
	dest := c.place("arg0")
	if mi, ok := dest.(*ssa.MakeInterface); ok {
		dest = mi.X
	}
	a, ok := dest.(*ssa.Alloc)
	if !ok {
		return true // a field or a caller's variable
	}
	for _, alias := range e.aliases(a) {
		for _, r := range *alias.Referrers() {
			switch r.(type) {
			case *ssa.UnOp, *ssa.FieldAddr:
				return true
			}
		}
	}
	return false
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
			if x.Kind == OpSignal && x.Handle != nil && !strangers(x, o) && (e.sameSession(x.Handle, s) || x.Handle.Kind == Opaque) && e.signalMatters(x) {
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
// one helper makes, stand in functions that do not belong together: each has a
// session of its own.
func strangers(signal, acquire *Op) bool {
	return signal.Handle.Kind == Object && acquire.Session.Kind == Object &&
		!sameFunctionFamily(signal.Instr.Parent(), acquire.Instr.Parent())
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
	g := e.byID[st.Text]
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
			fn := x.Fn.(*ssa.Function)
			for i, b := range x.Bindings {
				if b == v && i < len(fn.FreeVars) && e.contextUsed(fn.FreeVars[i], depth+1) {
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

// yieldsSignal reports whether one of the call's own results is the loss
// signal, and not only a method of what it makes.
func yieldsSignal(o *Op) bool {
	return resultIndex(o.Lost) >= 0 && !strings.Contains(string(o.Lost), ".")
}
