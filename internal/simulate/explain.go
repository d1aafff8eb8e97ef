package simulate

import "slices"

// A Kind is a disagreement that is known: where the runs and the findings differ,
// and why.
type Kind struct {
	Question string
	Missed   bool // it can happen and nothing is reported; else the other way round
	Why      string
	of       func(*Traits) bool
}

// Traits are what the kinds ask of a program.
type Traits struct {
	*Spec
	Inside bool // the lock is taken in a function literal or helper
	Under  bool // a function literal or helper runs under the lock
	Won    bool // a conditional write under the lock is asked for its answer
	Loop   bool // a loop goes round under the lock

	reads, relative, state, renews, looks, panics bool
	deferred                                      bool
	dropped                                       bool // a caller drops an error
}

// traits looks at a program.
func (p *Program) traits() *Traits {
	t := &Traits{}
	var list func(nodes []*Node, under, inside bool)
	list = func(nodes []*Node, under, inside bool) {
		for _, n := range nodes {
			t.note(n, under, inside)
			held := under || n.Op == Lock
			list(n.Body, held, inside || n.Op == Block && isFunc(n.Form))
			list(n.Else, held, inside || n.Op == Block && isFunc(n.Form))
			under = held && n.Op == Lock || under
		}
	}
	list(p.Body, false, false)
	return t
}

func (t *Traits) note(n *Node, under, inside bool) {
	switch n.Op {
	case Lock:
		t.Spec, t.Inside = n.Lock, inside
	case Read:
		t.reads = true
	case Renew:
		t.renews = true
	case Look:
		t.looks = true
	case Panic:
		t.panics = true
	case Write:
		t.relative = t.relative || n.Kind == Relative
		t.state = t.state || n.Kind == FromState
		t.Won = t.Won || conditional(n.Kind) && n.Form != Unasked
	case Block:
		t.Under = t.Under || under && isFunc(n.Form)
		t.Loop = t.Loop || isLoop(n.Form)
		t.deferred = t.deferred || under && n.Form == Deferred
		t.dropped = t.dropped || n.Form == HelperDropped
	}
}

// Known are the kinds of disagreement that were looked at. Those that a user may
// meet stand under Known problems of the rule's page, too.
var Known = []*Kind{
	{
		"the key may stay for ever", true, "a key without an expiry that a renewal gives one later counts as one with an expiry",
		func(t *Traits) bool { return t.NoTTL && (t.Renewer != NoRenewer || t.renews) },
	},
	{
		"the key may stay for ever", true, "the set-if-absent is behind a helper, and the EXPIRE in a function literal",
		func(t *Traits) bool { return t.NoTTL && t.Expire != NoExpire && t.Via != Inline && t.Inside },
	},
	{
		"a refused worker prolongs the holder's lock", true, "the set-if-absent is behind a helper, or both commands stand in a function literal",
		func(t *Traits) bool { return t.Expire == ExpireBefore && (t.Via != Inline || t.Inside) },
	},
	{
		"a release frees another's lock", true, "a delete after a comparing renewal that succeeded counts as one that compared",
		func(t *Traits) bool { return t.Release != Compare && t.Place == AtEnd && t.renews },
	},
	{
		"a release frees another's lock", true, "the release of a shared owner value, or of an acquire of which nobody knows whether it succeeded, is behind a helper or a script",
		func(t *Traits) bool {
			return t.Constant && t.RelVia != Inline || t.Check != CheckAll && t.Release == BareScript || t.Check != CheckAll && t.RelVia != Inline
		},
	},
	{
		"a release frees another's lock", true, "a plain delete at the end of a function literal that takes the lock itself",
		func(t *Traits) bool { return t.Release != Compare && t.Place == AtEnd && t.Inside },
	},
	{
		"a release frees another's lock", false, "a key without an expiry does not lapse; setnxexpire asks for one, and then the release is wrong",
		func(t *Traits) bool { return t.NoTTL },
	},
	{
		"a release never reaches the store", true, "the release is behind a helper",
		func(t *Traits) bool { return t.RelVia != Inline },
	},
	{
		"a holder that was paused overwrites", true, "after a conditional write that was won, other writes count as fenced by it",
		func(t *Traits) bool { return t.Won },
	},
	{
		"a holder that was paused overwrites", true, "the lock is taken in a function literal, and the write is in a further function",
		func(t *Traits) bool { return t.Inside && t.Under },
	},
	{
		"a holder that was paused overwrites", false, "a relative update beside a read of the row counts as a write of what was read, and a second change of state always fails",
		func(t *Traits) bool { return t.relative && t.reads || t.state && t.Loop },
	},
	{
		"a holder that was paused overwrites", false, "a deferred write runs after the release: it is beside the lock, not under it",
		func(t *Traits) bool { return t.deferred && t.Place == AtEnd },
	},
	{
		"a holder that was paused overwrites", false, "a key without an expiry gets one by a renewal after the write only",
		func(t *Traits) bool { return t.NoTTL },
	},
	{
		"nobody learns of a refused write", false, "a later write of the same change is asked, and tells",
		func(t *Traits) bool { return t.state && t.Won },
	},
	{
		"nobody learns of a refused write", true, "a key without an expiry does not lapse, so that nobody else has written",
		func(t *Traits) bool { return t.NoTTL },
	},
	{
		"nobody learns of a refused write", true, "after a conditional write that was won, other writes count as fenced by it",
		func(t *Traits) bool { return t.Won },
	},
	{
		"nobody learns of a refused write", true, "the write is in a function that is called under the lock",
		func(t *Traits) bool { return t.Under },
	},
	{
		"nobody learns of a failed renewal", true, "a renewal that does not compare is reported as that alone",
		func(t *Traits) bool { return t.Blind },
	},
	{
		"nobody learns of a failed renewal", true, "the renewal is in a function that is called under the lock",
		func(t *Traits) bool { return t.Under && t.renews },
	},
	{
		"nobody learns of a failed renewal", false, "the failure ends the work by an error, which the function's caller drops",
		func(t *Traits) bool { return t.dropped },
	},
	{
		"nobody learns of a failed renewal", false, "a deferred renewal comes when the work is over",
		func(t *Traits) bool { return t.deferred && t.renews },
	},
	{
		"nobody learns of the session's end", true, "a look between two steps counts as listening",
		func(t *Traits) bool { return t.looks },
	},
	{
		"a renewal prolongs another's lock", true, "of several EXPIREs of a key, the first is taken for the one that gives the expiry and the others with it",
		func(t *Traits) bool { return t.NoTTL || t.Expire != NoExpire },
	},
	{
		"who was refused works", true, "a refusal that is let through by errors.Is",
		func(t *Traits) bool { return t.Client == Redislock && t.Check == CheckErr },
	},
	{
		"who was refused works", true, "the acquire or the release is behind a helper or a literal",
		func(t *Traits) bool {
			return t.Check != CheckAll && (t.Via != Inline || t.RelVia != Inline || t.Inside)
		},
	},
	{
		"who was refused works", true, "nothing but an acquire whose answer is dropped and a script shows that the key is a lock's",
		func(t *Traits) bool {
			return t.Check != CheckAll && (t.Release == BareScript || t.Release == NoRelease)
		},
	},
}

// Explain is the kind that a disagreement of the program is, or nil.
func (p *Program) Explain(d Disagreement) *Kind {
	t := p.traits()
	i := slices.IndexFunc(Known, func(k *Kind) bool { return k.Question == d.Name && k.Missed == d.Missed && k.of(t) })
	if i < 0 {
		return nil
	}
	return Known[i]
}
