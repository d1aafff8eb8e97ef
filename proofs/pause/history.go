package pause

import (
	"fmt"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// An Event is something that happened in a story. Events are in the order in
// which they were recorded; where two happen at once, either may come first.
type Event struct {
	At     time.Duration // since the story began
	Worker string        // or the store, or who else it happened to
	Kind   Kind
	Token  int64  // the holder's fencing token; 0 means none
	Value  string // what was read or written; may be empty
	Text   string // more, for readers
}

// String is the event in words.
func (e Event) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Worker, e.Kind)
	if e.Value != "" {
		fmt.Fprintf(&b, " %s", e.Value)
	}
	if e.Token != 0 {
		fmt.Fprintf(&b, " token=%d", e.Token)
	}
	if e.Text != "" {
		fmt.Fprintf(&b, " (%s)", e.Text)
	}
	return b.String()
}

// A History is what happened in a story, in order.
type History []Event

// String is the history, a line for each event.
func (h History) String() string {
	var b strings.Builder
	for _, e := range h {
		fmt.Fprintf(&b, "\t%s\n", e)
	}
	return b.String()
}

// A FaultKind says in words what is wrong.
type FaultKind string

// What a lock is taken to prevent.
const (
	// TwoHolders: two workers held the lock at once, as they believed.
	TwoHolders FaultKind = "two holders at once"
	// StaleWrite: the store took a write of a holder after a write of a later one.
	StaleWrite FaultKind = "the stale write was accepted"
	// LostUpdate: the writes are not those of workers that came one after the other,
	// each of which read what the one before had written.
	LostUpdate FaultKind = "an update was lost"
)

// A Fault is something that went wrong, with who was involved.
type Fault struct {
	Kind FaultKind
	Who  string
}

// String is the fault in words.
func (f Fault) String() string { return fmt.Sprintf("%s: %s", f.Kind, f.Who) }

// Has tells whether a fault of the kind is in the history.
func (h History) Has(kind FaultKind) bool {
	for _, f := range h.Faults() {
		if f.Kind == kind {
			return true
		}
	}
	return false
}

// Faults judges the history. Events after the death of a worker do not count.
func (h History) Faults() []Fault {
	return append(append(h.twoHolders(), h.staleWrites()...), h.lostUpdates()...)
}

// ends tells whether a worker holds nothing from this event on. One that was
// killed does not work any more, whatever the store believes.
func (e Event) ends() bool {
	return e.Kind == Released || e.Kind == Told || e.Kind == Killed || e.Kind == Ended
}

func (h History) twoHolders() []Fault {
	var faults []Fault
	var holders []string
	for _, e := range h {
		switch {
		case e.Kind == Acquired:
			for _, other := range holders {
				if other != e.Worker {
					faults = append(faults, Fault{TwoHolders, other + " and " + e.Worker})
				}
			}
			holders = append(holders, e.Worker)
		case e.ends():
			holders = without(holders, e.Worker)
		}
	}
	return faults
}

func without(names []string, name string) []string {
	var rest []string
	for _, n := range names {
		if n != name {
			rest = append(rest, n)
		}
	}
	return rest
}

// staleWrites compares tokens where the writes have them, and the order of
// the holders where they have none.
func (h History) staleWrites() []Fault {
	var faults []Fault
	held := map[string]int{} // the place of each worker's last acquire in the history
	var last *Event          // the accepted write of the latest holder so far
	for i, e := range h {
		switch e.Kind {
		case Acquired:
			held[e.Worker] = i
		case Wrote:
			if last == nil || !stale(e, *last, held) {
				last = &h[i]
				continue
			}
			faults = append(faults, Fault{StaleWrite, fmt.Sprintf("%s wrote after %s", e.Worker, last.Worker)})
		}
	}
	return faults
}

func stale(e, last Event, held map[string]int) bool {
	if e.Token != 0 && last.Token != 0 {
		return e.Token < last.Token
	}
	return held[e.Worker] < held[last.Worker]
}

// update is an operation of porcupine's: it has read from and written to.
type update struct{ worker, from, to string }

// lostUpdates asks porcupine whether the updates can have been made one after the
// other, each on what the one before left.
func (h History) lostUpdates() []Fault {
	var ops []porcupine.Operation
	read := map[string]int{}
	var first string
	for i, e := range h {
		switch e.Kind {
		case Read:
			if first == "" {
				first = e.Value
			}
			read[e.Worker] = i
		case Wrote:
			at, ok := read[e.Worker]
			if !ok {
				continue
			}
			ops = append(ops, porcupine.Operation{
				ClientId: len(ops), // operations of one client must not overlap
				Input:    update{e.Worker, h[at].Value, e.Value},
				Call:     int64(at), Return: int64(i),
			})
		}
	}
	if porcupine.CheckOperations(register(first), ops) {
		return nil
	}
	return []Fault{{LostUpdate, writers(ops)}}
}

func writers(ops []porcupine.Operation) string {
	var words []string
	for _, op := range ops {
		u := op.Input.(update)
		words = append(words, fmt.Sprintf("%s made %s of %s", u.worker, u.to, u.from))
	}
	return strings.Join(words, ", ")
}

func register(first string) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return first },
		Step: func(state, input, _ any) (bool, any) {
			u := input.(update)
			return state == u.from, u.to
		},
	}
}
