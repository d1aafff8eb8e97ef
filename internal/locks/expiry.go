package locks

import (
	"strings"

	"github.com/locklint/locklint/internal/catalogue"
)

// The categories of setnxexpire.
const (
	SeparateExpire = "separate-expire"
	BlindExpire    = "blind-expire"
	NoExpiry       = "no-expiry"
	TinyTTL        = "tiny-ttl"
)

// LeakyCreates answers: which keys are created in a way that they may never
// expire, or expire at once?
func (r *Result) LeakyCreates() []Fault {
	r.asked.Lock()
	defer r.asked.Unlock()
	var out []Fault
	// Those of general wrappers, too: SETNX and EXPIRE inside one wrapper are
	// wrong whoever calls it.
	r.each(func(fn *function, o *Op) {
		switch o.Kind {
		case OpAcquire:
			if f := r.lastsForEver(o); f != nil {
				out = append(out, *f)
			}
			return
		case OpWrite:
			if f := r.losesExpiry(o); f != nil {
				out = append(out, *f)
			}
			return
		}
		if o.Kind != OpCreate {
			return
		}
		if f := r.separate(fn, o); f != nil {
			out = append(out, *f)
			return
		}
		if o.Prolongs != "" && o.Depth == 0 && r.e.isLock(o, r.ev) {
			out = append(out, *blindScript(o))
			return
		}
		if f := r.neverExpires(fn, o); f != nil {
			out = append(out, *f)
		}
	})
	r.judged(func(fn *function, o *Op) {
		if f := r.tiny(o); f != nil {
			out = append(out, *f)
		}
	})
	return out
}

// separate finds the EXPIRE that goes with a create.
func (r *Result) separate(fn *function, o *Op) *Fault {
	e := r.e
	for _, x := range fn.ops {
		if x.Kind != OpExpire || x.Repair || x.Key == nil || o.Key == nil || !e.sameKey(x.Key, o.Key) {
			continue
		}
		if x.Instr == o.Instr && (o.Depth > 0 || o.Script) {
			continue // both in the callee, or in one script
		}
		if x.Instr != o.Instr && !reaches(o.Instr, x.Instr) || x.Instr == o.Instr && x.At.Pos < o.At.Pos {
			continue
		}
		if x.Async && x.Looped {
			continue // a renewal
		}
		if o.Expiry == ExpiryNone {
			if o.Atomic && x.Atomic {
				return r.blind(o, x)
			}
			return &Fault{
				Category: SeparateExpire, At: o.At.Pos,
				Message: "a crash between " + o.Name + " and " + x.Name + " leaves " + keyOr(o) + " without expiry, and nobody gets it again",
				Related: append(append(o.inner("created here"), x.place("the expiry is set here, by a second command")), wayOut(boundAtOnce(o))),
				Fixes:   r.fixExpiry(o, x),
			}
		}
		if o.Expiry == ExpirySet && r.mayHaveFailed(fn, o, x) && x.Depth == o.Depth && !x.Looped && (e.isLock(o, r.ev) || r.mayHaveWon(fn, o, x)) {
			return r.blind(o, x)
		}
	}
	return nil
}

// mayHaveFailed reports whether x runs although o may have failed.
func (r *Result) mayHaveFailed(fn *function, o, x *Op) bool {
	i := fn.flow.index(o)
	if i < 0 || x.Instr == o.Instr || r.e.judgedElsewhere(o) {
		return false
	}
	h := fn.flow.at(x.Instr)
	return h.held&(1<<i) != 0 && (h.open|h.without)&(1<<i) != 0
}

// mayHaveWon reports whether x runs although o may have succeeded, too: an
// expiry only for a key that was there already slides it on purpose.
func (r *Result) mayHaveWon(fn *function, o, x *Op) bool {
	i := fn.flow.index(o)
	return i >= 0 && fn.flow.at(x.Instr).held&(1<<i) != 0
}

func (r *Result) blind(o, x *Op) *Fault {
	return &Fault{
		Category: BlindExpire, At: o.At.Pos,
		Message: x.Name + " runs although " + o.Name + " failed: each contender prolongs the holder's " + heldKey(o) + ", which may never end",
		Related: []Place{x.place("prolonged here, whoever holds it"), wayOut(boundAtOnce(o))},
		Fixes:   r.fixBlind(o, x),
	}
}

// blindScript is a script that gives its key an expiry whether it created it or not.
// For what is no lock that may be meant: it lives on while somebody asks for it.
func blindScript(o *Op) *Fault {
	return &Fault{
		Category: BlindExpire, At: o.At.Pos,
		Message: o.Prolongs + " runs although " + o.Name + " failed: each contender prolongs the holder's " + heldKey(o) + ", which may never end",
		Related: []Place{wayOut(boundAtOnce(o))},
	}
}

// neverExpires finds a lock that nobody gives an expiry.
func (r *Result) neverExpires(fn *function, o *Op) *Fault {
	e := r.e
	if o.Expiry != ExpiryNone || o.Judged || e.leftToCallers(fn, o) || !e.isLock(o, r.ev) {
		return nil
	}
	if len(e.opsOnLock(o, OpExpire, OpExtend)) > 0 {
		return nil
	}
	for _, w := range e.opsOnLock(o, OpWrite) {
		if w.Name == "GetSet" || w.Name == "GETSET" || w.Expiry == ExpirySet {
			return nil // the timestamp algorithm, or a later SET with expiry
		}
	}
	return noExpiry(o)
}

// lastsForEver finds a library's lock that neither expires nor ends with its
// holder.
func (r *Result) lastsForEver(o *Op) *Fault {
	if o.Depth > 0 || o.Expiry != ExpiryNone || o.Bound != catalogue.Unbound || o.On != catalogue.NoSession || o.Session != nil {
		return nil
	}
	return noExpiry(o)
}

// losesExpiry finds an update of a lock's entry that takes the expiry away which
// the entry was created with.
func (r *Result) losesExpiry(o *Op) *Fault {
	if o.Role != catalogue.CondWrite || o.Depth > 0 || o.Expiry != ExpiryNone || !r.e.isLock(o, r.ev) {
		return nil
	}
	for _, c := range r.e.opsOnLock(o, OpCreate) {
		if c.Expiry == ExpirySet {
			return &Fault{
				Category: NoExpiry, At: o.At.Pos,
				Message: "from here on " + lockName(o) + " stays held for ever if its holder dies: " + o.Name + " takes its expiry away",
				Related: []Place{c.place("created with an expiry here"), wayOut("create it anew with a TTL, or let the bucket's TTL bound it")},
			}
		}
	}
	return nil
}

func noExpiry(o *Op) *Fault {
	return &Fault{
		Category: NoExpiry, At: o.At.Pos,
		Message: "if its holder dies, " + lockName(o) + " stays held for ever: " + o.Name + " gives it no expiry",
		Related: append(o.inner("created here"), wayOut(remedy(o).Bound)),
	}
}

// tiny finds a TTL in the wrong unit.
func (r *Result) tiny(o *Op) *Fault {
	if o.Kind != OpCreate && o.Kind != OpAcquire || o.Unit != catalogue.Duration || o.TTL == nil {
		return nil
	}
	ttls := alternatives(o.TTL)
	for _, i := range r.e.contexts(o) {
		if i != o && i.TTL != nil {
			ttls = append(ttls, alternatives(i.TTL)...) // what callers pass
		}
	}
	for _, t := range r.e.throughFields(ttls, 0) {
		n, ok := t.number()
		if ok && n > 0 && n < 1e6 {
			return &Fault{
				Category: TinyTTL, At: o.At.Pos,
				Message: keyOr(o) + " expires after " + t.Text + " ns, before the work begins: a plain number counts nanoseconds",
				Related: append(o.inner("set here"), wayOut("multiply the number by its unit, such as time.Second or time.Millisecond")),
			}
		}
	}
	return nil
}

// throughFields puts for each field among ts what the package stores to it, as
// long as that is constants and other such fields: what a caller of another
// package may store, and counts in a unit of its own, is not known.
func (e *engine) throughFields(ts []*Term, depth int) []*Term {
	var out []*Term
	for _, t := range ts {
		if t.Kind != Field || t.Type == "" || depth > 3 {
			out = append(out, t)
			continue
		}
		var stored []*Term
		for _, v := range e.fieldVals[t.Type+"."+t.Text] {
			stored = append(stored, alternatives(e.eval(v.val))...)
		}
		stored = e.throughFields(stored, depth+1)
		if !anyTerm(stored, func(t *Term) bool { return t.Kind != Const }) {
			out = append(out, stored...)
		}
	}
	return out
}

func keyOr(o *Op) string {
	if _, ok := rowTable(o.Key); ok {
		return lockName(o)
	}
	return named("key", o.Key)
}

// boundAtOnce says how a key or row gets its expiry when it is made.
func boundAtOnce(o *Op) string {
	if _, ok := rowTable(o.Key); ok {
		return "set the expiry in the statement that takes the row"
	}
	return "create and bound the key in one command: SET key value NX PX ttl"
}

// heldKey is keyOr behind a possessive.
func heldKey(o *Op) string { return strings.TrimPrefix(keyOr(o), "the ") }

// wayOut is the last related line: what to do.
func wayOut(text string) Place { return Place{What: strings.TrimSuffix(text, ".")} }
