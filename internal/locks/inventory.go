package locks

import (
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/directive"
)

// A Lock is what one package shows of one lock: all acquires of the same key or
// lock object, and what belongs to them.
type Lock struct {
	// ID is the place of the first acquire: package, file and line. Packages that
	// acquire through another one's function know the lock by that one's place.
	ID string
	// Home: the first acquire is in this package.
	Home    bool
	Name    string // as messages have it: lock "job:{id}"
	Key     string // its text with the parts that vary in braces; may be empty
	System  string // "Redis"
	Client  string // "go-redis"
	TTL     string // "1m0s", "{ttl}", "with its session", "never", or empty if unknown
	Seconds float64
	Owner   string // what tells holders apart
	Token   string // "grows", "owner only" or "none"
	// Renews: the library renews the lock by itself.
	Renews bool
	// Loss says whether the client tells of a loss: "none", "given", or "watched"
	// where the program takes the signal.
	Loss string
	// Purpose is "efficiency", "correctness" or "undeclared"; Reason is the user's.
	Purpose, Reason string

	Acquires, Releases, Renewals, Signals, Writes []Event
}

// An Event is something that happens to a lock, or a write under it.
type Event struct {
	Place
	Func   string // the declared function around it, where that is in this package
	Call   string // SetNX, DEL, UPDATE accounts
	Detail string // of a release: whether it compares; of a renewal: how often
	// Unchecked, of a write: a holder who lost the lock can still make it. Detail
	// says what lets it pass, or else what makes it right.
	Unchecked bool
}

// Inventory answers: which locks are there, and what belongs to each? They are in
// the order of their first acquires.
func (r *Result) Inventory() []*Lock {
	r.asked.Lock()
	defer r.asked.Unlock()
	if r.e == nil {
		return nil
	}
	inv := &inventory{r: r, e: r.e, byClass: map[string]*held{}, byID: map[string]*held{}, byOp: map[*Op]*held{}}
	inv.acquires()
	inv.events()
	inv.writes()
	out := make([]*Lock, 0, len(inv.all))
	for _, h := range inv.all {
		h.finish()
		out = append(out, h.lock)
	}
	return out
}

// inventory gathers the answer.
type inventory struct {
	r       *Result
	e       *engine
	all     []*held
	byClass map[string]*held
	byID    map[string]*held
	byOp    map[*Op]*held
}

// held is a lock and its acquires.
type held struct {
	lock *Lock
	ops  []*Op
}

// acquires finds the locks: those that are judged here, and those of other
// packages that are taken through their functions.
func (inv *inventory) acquires() {
	type site struct {
		fn *function
		o  *Op
	}
	var sites []site
	inv.r.each(func(fn *function, o *Op) {
		if !o.isAcquire() || fn.test || inv.e.silence("", "", o.At.Pos) == "skipped" || !inv.e.isLock(o, inv.r.ev) {
			return
		}
		foreign := o.Judged && !inv.isOwn(o)
		if !foreign && (o.Judged || inv.e.leftToCallers(fn, o)) {
			return
		}
		sites = append(sites, site{fn, o})
	})
	sort.SliceStable(sites, func(i, j int) bool { return sites[i].o.At.Pos < sites[j].o.At.Pos })
	for _, s := range sites {
		h := inv.lockOf(s.o)
		if h == nil {
			h = inv.newLock(s.o)
		}
		h.ops = append(h.ops, s.o)
		inv.byOp[s.o] = h
		h.lock.Acquires = add(h.lock.Acquires, inv.event(s.fn, s.o, ""))
	}
}

// isOwn reports whether the operation itself stands in this package.
func (inv *inventory) isOwn(o *Op) bool {
	return len(o.Inner) == 0 || o.Inner[len(o.Inner)-1].Pos.IsValid()
}

// idOf names the place where the package that judges an acquire has it.
func (inv *inventory) idOf(o *Op) (id string, home bool) {
	if o.Judged && !inv.isOwn(o) {
		p := o.Inner[len(o.Inner)-1]
		return p.Package + "/" + p.File + ":" + itoa(p.Line), false
	}
	pos := inv.e.pass.Fset.PositionFor(o.At.Pos, false)
	return inv.e.pass.Pkg.Path() + "/" + filepath.Base(pos.Filename) + ":" + itoa(pos.Line), true
}

// lockOf finds the lock that an acquire is of, if it is known already.
func (inv *inventory) lockOf(o *Op) *held {
	if h := inv.byOp[o]; h != nil {
		return h
	}
	if h := inv.byOp[o.Origin]; h != nil {
		return h
	}
	if c := inv.e.classOf(o.Key); c != "" {
		return inv.byClass[c]
	}
	if id, home := inv.idOf(o); !home {
		return inv.byID[id]
	}
	for _, h := range inv.all {
		if h.lock.Name == lockName(o) && h.ops[0].Lib == o.Lib {
			return h
		}
	}
	return nil
}

func (inv *inventory) newLock(o *Op) *held {
	id, home := inv.idOf(o)
	h := &held{lock: &Lock{ID: id, Home: home, Name: lockName(o), Key: strings.Trim(keyName(o.Key), `"`)}}
	l := h.lock
	if o.Lib != nil {
		l.Client, l.System = o.Lib.Name, string(o.Lib.Kind)
	}
	l.Renews = o.Renews
	l.TTL, l.Seconds = inv.ttl(o)
	l.Owner = inv.owner(o)
	l.Token = map[catalogue.Token]string{catalogue.NoToken: "none", catalogue.Grows: "grows", catalogue.OwnerOnly: "owner only"}[inv.r.tokenOf(o)]
	l.Purpose, l.Reason = inv.purpose(o)
	inv.all = append(inv.all, h)
	inv.byID[id] = h
	if c := inv.e.classOf(o.Key); c != "" {
		inv.byClass[c] = h
	}
	return h
}

// ttl words how long a lock lives without renewal, and in seconds if that is
// known.
func (inv *inventory) ttl(o *Op) (string, float64) {
	t := inNanoseconds(o.TTL, o.Unit)
	if t == nil {
		t = sessionTTL(o.Handle)
	}
	if t != nil {
		t = inv.e.setOnce(t)
		if n, ok := t.number(); ok && n > 0 {
			return time.Duration(n).String(), n / 1e9
		}
		if name := varName(t); name != "…" && name != "" && o.Expiry != ExpiryNone {
			return "{" + name + "}", 0
		}
	}
	switch {
	case o.Session != nil || o.Bound == catalogue.ToSession || o.On != catalogue.NoSession:
		return "with its session", 0
	case o.Bound == catalogue.ToProcess:
		return "with its process", 0
	case o.Expiry == ExpiryNone && inv.r.expiresElsewhere(o):
		return "set by another command", 0
	case o.Expiry == ExpiryNone:
		return "never", 0
	case o.Default:
		return "the library's default", 0
	}
	return "", 0
}

// owner words what tells this holder from another.
func (inv *inventory) owner(o *Op) string {
	switch {
	case o.Owner == nil && o.Kind == OpAcquire:
		return "the library's own"
	case o.Owner == nil:
		return "none"
	case inv.e.sharedByAll(o.Owner, 0):
		return "the same for all"
	case o.Owner.Kind == Fresh:
		return "made for each acquire"
	case o.Owner.Kind == Now:
		return "the time"
	}
	if name := varName(o.Owner); name != "…" && name != "" {
		return "{" + name + "}"
	}
	return "a value"
}

// purpose is what the user says that a lock is for.
func (inv *inventory) purpose(o *Op) (what, reason string) {
	for _, word := range []string{directive.Efficiency, directive.Correctness} {
		if said := inv.e.purposeAt(o, word); len(said) > 0 {
			return word, said[0].Reason
		}
	}
	if o.Efficiency {
		return directive.Efficiency, ""
	}
	switch p := inv.e.declared.config.Purpose(keyText(o.Key), hole); {
	case p == nil:
		return "undeclared", ""
	case p.Efficiency:
		return directive.Efficiency, p.Reason
	default:
		return directive.Correctness, p.Reason
	}
}

// event is where an op stands in its own function: a callee's at its own place.
func (inv *inventory) event(fn *function, o *Op, detail string) Event {
	ev := Event{Place: o.At, Func: inv.funcAt(fn.f), Call: o.Name, Detail: detail}
	if n := len(o.Inner); n > 0 {
		ev.Place, ev.Func = o.Inner[n-1], ""
		if o.Origin != nil && o.Origin.Fn != nil {
			ev.Func = inv.funcAt(o.Origin.Fn)
		}
	}
	return ev
}

func (inv *inventory) funcAt(f *ssa.Function) string {
	if f = topFunc(f); f.Object() == nil {
		return f.Name()
	}
	name := f.Name()
	if r := f.Signature.Recv(); r != nil {
		if n := namedOf(r.Type()); n != nil {
			name = n.Obj().Name() + "." + name
		}
	}
	return name
}

// events assigns releases, renewals and signals to their locks, each where it
// stands.
func (inv *inventory) events() {
	inv.r.each(func(fn *function, o *Op) {
		if o.Depth > 0 || fn.test {
			return
		}
		switch o.Kind {
		case OpRelease, OpDelete, OpCloseSession, OpExtend, OpExpire, OpSignal:
		default:
			return
		}
		h := inv.belongsTo(fn, o)
		if h == nil {
			return
		}
		l := h.lock
		switch o.Kind {
		case OpRelease:
			l.Releases = add(l.Releases, inv.event(fn, o, "compares the owner"))
		case OpDelete:
			l.Releases = add(l.Releases, inv.event(fn, o, howDeleted(o)))
		case OpCloseSession:
			l.Releases = add(l.Releases, inv.event(fn, o, "ends the session"))
		case OpExtend, OpExpire:
			if inv.r.renews(fn, o) {
				l.Renewals = add(l.Renewals, inv.event(fn, o, inv.period(o)))
			}
		case OpSignal:
			l.Signals = add(l.Signals, inv.event(fn, o, ""))
		}
	})
	for _, h := range inv.all {
		for _, o := range h.ops {
			if fn := inv.e.byFn[o.Fn]; fn != nil && o.Lost != "" {
				h.lock.Signals = add(h.lock.Signals, inv.event(fn, o, "given by the acquire"))
			}
		}
	}
}

// loss says what there is of a loss signal.
func (h *held) loss() string {
	switch lib := h.ops[0].Lib; {
	case len(h.lock.Signals) > 0:
		return "watched"
	case lib != nil && slices.ContainsFunc(lib.Rows, func(r catalogue.Row) bool { return r.Role == catalogue.LossSignal || r.Lost != "" }):
		return "given"
	}
	return "none"
}

func howDeleted(o *Op) string {
	switch {
	case o.Undo:
		return "only when the work failed"
	case o.Compared:
		return "compares the owner before"
	}
	return "compares nothing"
}

// period words how often a renewal runs.
func (inv *inventory) period(o *Op) string {
	t, _ := inv.e.periodOf(o)
	if t = inv.e.setOnce(t); t == nil {
		return ""
	}
	if n, ok := t.number(); ok && n > 0 {
		return "each " + time.Duration(n).String()
	}
	return ""
}

// belongsTo finds the lock of an op by its key, by the acquires of its function,
// by its lock object, and last because the package has no other of that library.
func (inv *inventory) belongsTo(fn *function, o *Op) *held {
	if c := inv.e.classOf(o.Key); c != "" {
		return inv.byClass[c]
	}
	var near, alike, library []*held
	for _, h := range inv.all {
		for _, a := range h.ops {
			if inv.e.sameLock(a, o) {
				if sameFunctionFamily(a.Fn, fn.f) {
					near = append(near, h)
				}
				alike = append(alike, h)
			}
		}
		if h.ops[0].Lib == o.Lib || h.ops[0].Lib != nil && o.Lib != nil && h.ops[0].Lib.Kind == o.Lib.Kind && o.Key == nil {
			library = append(library, h)
		}
	}
	for _, list := range [][]*held{near, alike, library} {
		if list = slices.Compact(list); len(list) == 1 {
			return list[0]
		}
	}
	return nil
}

// writes assigns the writes that are made under a lock.
func (inv *inventory) writes() {
	inv.r.each(func(fn *function, o *Op) {
		w := o.Write
		if w == nil || o.Kind != OpWrite && o.Kind != OpDelete || fn.test || w.Low || !requestMutates(o) || inv.r.onLockRow(o) {
			return
		}
		for _, l := range inv.r.locksAround(fn, o) {
			h := inv.lockOf(l)
			if h == nil || inv.e.sameKey(l.Key, o.Key) || inv.r.inLockBooks(fn, l, o) {
				continue
			}
			ev := inv.event(fn, o, "")
			ev.Call = w.What
			if ev.Call == "" {
				ev.Call = o.Name
			}
			ev.Unchecked, ev.Detail = inv.verdict(fn, l, o)
			h.lock.Writes = add(h.lock.Writes, ev)
		}
	})
}

// verdict says whether a write under the lock l passes unchecked, and in a word
// why it does or does not.
func (inv *inventory) verdict(fn *function, l, o *Op) (unchecked bool, why string) {
	r, w := inv.r, o.Write
	if r.unguarded(l) {
		if inv.e.declaredEfficiency(l) {
			return false, "not judged: an efficiency lock"
		}
		return false, "not judged: the lock cannot lapse"
	}
	if h := r.judgeWrite(fn, l, o); h != nil {
		return true, h.category
	}
	switch {
	case o.Undo:
		return false, "only when the work failed"
	case carriesToken(w):
		return false, "carries the token"
	case w.Cond:
		return false, "conditional"
	case w.Creates:
		return false, "a second one fails"
	case w.Cache:
		return false, "a cache entry"
	case r.decidedElsewhere(fn, l, o):
		return false, "the store has decided before"
	case w.Relative || w.Bounded:
		return false, "relative"
	case l.On != catalogue.NoSession:
		return false, "on the lock's connection"
	}
	return false, "not judged"
}

// add keeps one event for each place; of two verdicts the worse.
func add(list []Event, e Event) []Event {
	for i := range list {
		if samePlace(list[i].Place, e.Place) && list[i].Call == e.Call {
			if e.Unchecked {
				list[i] = e
			}
			return list
		}
	}
	return append(list, e)
}

// finish puts the events in the order of the source.
func (h *held) finish() {
	h.lock.Loss = h.loss()
	for _, list := range [][]Event{h.lock.Acquires, h.lock.Releases, h.lock.Renewals, h.lock.Signals, h.lock.Writes} {
		sort.SliceStable(list, func(i, j int) bool {
			a, b := list[i], list[j]
			switch {
			case a.Pos != b.Pos:
				return a.Pos < b.Pos
			case a.Package != b.Package:
				return a.Package < b.Package
			case a.File != b.File:
				return a.File < b.File
			}
			return a.Line < b.Line
		})
	}
}
