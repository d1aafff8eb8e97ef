package locks

import (
	"go/token"
	"sort"
	"strings"
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
	r.asked.Lock()
	defer r.asked.Unlock()
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

func itoa(n int) string { return formatNumber(float64(n)) }
