package simulate

import (
	"maps"
	"slices"
)

// Answers are what the runs of a program showed. Each says that something can
// happen.
type Answers struct {
	Stays            bool // the key is there, without an expiry, when nobody is
	RefusedProlongs  bool // who did not get the lock prolonged it
	FreedOther       bool // a release freed another holder's lock
	DeadRelease      bool // the release of a holder was cancelled by itself
	StaleAccepted    bool // a holder wrote over what a later one had written
	RejectionUnheard bool // nothing tells a refused write from an accepted one
	RenewalUnheard   bool // nothing tells a failed renewal from one that worked
	SignalUnheard    bool // likewise, the end of the session
	ProlongsOther    bool // a renewal prolonged another holder's lock
	WorksRefused     bool // who did not get the lock does what is done under it
	KeepsRenewing    bool // the work is over, and its lease is kept alive
	Runs             int

	expires bool // a second command gave the key an expiry
}

// Explore runs the program in all the ways in which it can go wrong: alone, with a
// crash before each step, each answer of the lock service and the store refused
// from each time on, the session lost before each step; and beside a second worker
// that comes before each step of the first and goes each number of steps, at once
// or after a pause that no lease outlives.
func Explore(p *Program) *Answers {
	x := &explorer{p: p, seen: &Answers{}}
	flags := x.flags()
	for _, f := range flags {
		x.alone(f)
		// Who does the same is the other that is hurt or hurts most; and one who
		// does all that the first does not.
		x.together(f, f)
		x.together(f, flags[len(flags)-1]&^f)
	}
	x.told()
	return x.seen
}

type explorer struct {
	p     *Program
	seen  *Answers
	heard map[site]bool // sites whose refusal made a difference in some run
	asked map[site]bool // sites whose refusal could have made one
	lost  struct{ heard, asked bool }
}

// flags are the outcomes of the program's conditions, a bit each.
func (x *explorer) flags() []uint {
	mask := uint(0)
	walk(x.p.Body, func(n *Node) {
		if n.conditional() {
			mask |= 1 << n.Cond
		}
	})
	var out []uint
	for f := range mask + 1 {
		if f&mask == f {
			out = append(out, f)
		}
	}
	return out
}

func (x *explorer) world() *world { return &world{seen: x.seen} }

// run is one worker alone, to its end, or to its crash before a step.
func (x *explorer) run(pl plan, crash int) *worker {
	x.seen.Runs++
	k := newWorker(x.world(), x.p, 1, pl)
	defer k.stop()
	if crash >= 0 {
		k.runTo(crash)
	} else {
		k.finish()
	}
	return k
}

func (x *explorer) alone(flags uint) {
	for _, eager := range []bool{false, true} {
		base := plan{flags: flags, eager: eager, loseAt: -1}
		k := x.run(base, -1)
		x.stays(k)
		kept := base
		kept.keep = true
		x.goesOn(x.run(base, -1))
		x.goesOn(x.run(kept, -1))
		for at := range k.steps {
			x.stays(x.run(base, at))
		}
		if eager {
			x.refusals(base, k)
		}
	}
}

// stays looks at what a worker leaves that does nothing any more.
func (x *explorer) stays(k *worker) {
	if e := k.holder(); e != nil && e.expires == 0 && e.lease == nil {
		x.seen.Stays = true
	}
}

// goesOn looks at what runs beside the work after its end.
func (x *explorer) goesOn(k *worker) {
	for range 2 {
		for _, b := range k.beside {
			k.beat(b)
		}
	}
	for _, b := range k.beside {
		if !b.stopped && k.done && b.held.spec.Client != Etcd {
			x.seen.KeepsRenewing = true
		}
	}
	for _, s := range k.sessions {
		if !s.closed && k.done {
			x.seen.KeepsRenewing = true
		}
	}
}

// refusals turns each answer of the run into a refusal and looks whether that
// makes a difference.
func (x *explorer) refusals(base plan, k *worker) {
	if x.heard == nil {
		x.heard, x.asked = map[site]bool{}, map[site]bool{}
	}
	locked := map[*Node]bool{}
	for _, e := range k.trace {
		if e.locked {
			locked[e.node] = true
		}
	}
	for at, answers := range k.answers {
		switch {
		case at.node.Op == Lock && !at.beside:
			x.refused(base, at, locked)
			continue
		case at.node.Op == Write && (!conditional(at.node.Kind) || !locked[at.node]):
			continue
		}
		for from := range answers {
			x.compare(base, at, from)
		}
	}
	for at := range k.steps {
		x.lose(base, at, k)
	}
}

// refused runs the program without the lock.
func (x *explorer) refused(base plan, at site, locked map[*Node]bool) {
	base.site = at
	k := x.run(base, -1)
	for _, e := range k.trace {
		if locked[e.node] && k.refused {
			x.seen.WorksRefused = true
		}
	}
}

// compare runs the program with the answers at a site refused from one on. A
// failed renewal matters if there is work to do after it.
func (x *explorer) compare(base plan, at site, from int) {
	base.withLogs = at.node.Op == Write
	with := x.run(base, -1)
	base.site, base.from = at, from
	without := x.run(base, -1)
	after := with.trace[with.answers[at][from]:]
	if at.node.Op != Write && !slices.ContainsFunc(after, func(e event) bool { return e.locked }) {
		return
	}
	x.asked[at] = true
	if !same(with, without) {
		x.heard[at] = true
	}
}

// lose runs the program with the session lost before a step.
func (x *explorer) lose(base plan, at int, k *worker) {
	if len(k.sessions) == 0 {
		return
	}
	base.loseAt = at
	lost := x.run(base, -1)
	if !slices.ContainsFunc(lost.sessions, func(s *session) bool { return s.dead }) {
		return
	}
	base.loseAt = -1
	part := x.run(base, at)
	if part.gen == 0 || !slices.ContainsFunc(k.trace[len(part.trace):], func(e event) bool { return e.locked }) {
		return
	}
	x.lost.asked = true
	if !same(k, lost) {
		x.lost.heard = true
	}
}

func same(a, b *worker) bool {
	return a.failed == b.failed && slices.EqualFunc(a.trace, b.trace, func(x, y event) bool {
		return x.node == y.node && x.what == y.what
	})
}

// told sums up what was heard over all runs.
func (x *explorer) told() {
	for n := range maps.Keys(x.asked) {
		switch {
		case x.heard[n]:
		case n.node.Op == Write:
			x.seen.RejectionUnheard = true
		default:
			x.seen.RenewalUnheard = true
		}
	}
	x.seen.SignalUnheard = x.lost.asked && !x.lost.heard
}

// together runs two workers.
func (x *explorer) together(a, b uint) {
	for _, eager := range []bool{false, true} {
		for _, sleep := range []int{0, pause, -pause} {
			for at := 0; ; at++ {
				more := false
				for steps := 0; ; steps++ {
					first, second := x.pair(plan{flags: a, eager: eager, loseAt: -1}, plan{flags: b, eager: eager, loseAt: -1}, at, steps, sleep)
					more = first
					if !second {
						break
					}
				}
				if !more {
					break
				}
			}
		}
	}
}

// pair stops the first worker before step at, lets time go by (if it is negative,
// the worker's renewal sleeps on) and the second take some steps; then the first ends, then the second. It reports whether the
// first came to that step and the second to the end of its steps.
func (x *explorer) pair(a, b plan, at, steps, sleep int) (first, second bool) {
	x.seen.Runs++
	w := x.world()
	ka, kb := newWorker(w, x.p, 1, a), newWorker(w, x.p, 2, b)
	defer ka.stop()
	defer kb.stop()
	ka.runTo(at)
	first = !ka.done && !ka.blocked
	if sleep < 0 {
		sleep = -sleep
		ka.eager = false // its work goes on before its renewal does
	}
	if sleep > 0 {
		w.now += sleep
		for _, s := range ka.sessions {
			s.dead = true
		}
	}
	kb.runTo(steps)
	second = !kb.done && !kb.blocked
	ka.finish()
	kb.finish()
	ka.finish()
	return first, second
}
