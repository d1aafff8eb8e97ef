package pause

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// Patience is how long a step of a story may take before the test fails. It is
// long since machines are slow; no story waits for it unless something is wrong.
const Patience = 30 * time.Second

// poll is how often a condition is looked at.
const poll = 5 * time.Millisecond

// A Story is one run of some workers that contend for a lock.
type Story struct {
	t       testing.TB
	began   time.Time
	ctx     context.Context
	mu      sync.Mutex
	history History
}

// New begins a story. What it started is ended when the test ends.
func New(t testing.TB) *Story {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	return &Story{t: t, began: time.Now(), ctx: ctx}
}

// History returns what has happened so far.
func (s *Story) History() History {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.history)
}

// Note records what happened to somebody else than a worker, such as the
// store.
func (s *Story) Note(who, format string, args ...any) {
	s.record(Event{Worker: who, Kind: Note, Text: fmt.Sprintf(format, args...)})
}

func (s *Story) record(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.At = time.Since(s.began)
	s.history = append(s.history, e)
}

// Eventually waits until cond is true. It fails the test, saying what did not
// happen, when that takes longer than Patience.
func (s *Story) Eventually(what string, cond func() bool) {
	s.t.Helper()
	for end := time.Now().Add(Patience); !cond(); time.Sleep(poll) {
		if time.Now().After(end) {
			s.t.Fatalf("after %v it is still not so that %s\n%s", Patience, what, s.History())
		}
	}
}

// Never fails the test, saying what happened, if cond becomes true within d.
func (s *Story) Never(what string, d time.Duration, cond func() bool) {
	s.t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(poll) {
		if cond() {
			s.t.Fatalf("it should never be so that %s\n%s", what, s.History())
		}
	}
}

// RequireNone fails the test if one of these faults is in the history.
func (s *Story) RequireNone(kinds ...FaultKind) {
	s.t.Helper()
	for _, f := range s.History().Faults() {
		if slices.Contains(kinds, f.Kind) {
			s.t.Errorf("%s\n%s", f, s.History())
		}
	}
}

// Require fails the test unless a fault of this kind is in the history: it is
// for showing that a program is wrong.
func (s *Story) Require(kind FaultKind) {
	s.t.Helper()
	if !s.History().Has(kind) {
		s.t.Errorf("expected: %s\n%s", kind, s.History())
	}
}

// A Worker is one of the processes that contend for the lock: a goroutine of
// the test ([Story.Go]) or a child process ([Story.Spawn]).
type Worker struct {
	story   *Story
	name    string
	arrived chan Kind
	resume  chan struct{}
	done    chan struct{} // closed when it has ended
	err     error         // valid after done
	child   *child        // nil for a goroutine
	cancel  context.CancelFunc

	mu    sync.Mutex
	stops []Kind
}

func (s *Story) worker(name string, stops []Kind) *Worker {
	return &Worker{
		story: s, name: name, stops: stops,
		arrived: make(chan Kind), resume: make(chan struct{}), done: make(chan struct{}),
	}
}

// Go starts f as a worker. It stops when it passes one of the points in
// stops, at each entry once. When the test ends, the context of f is cancelled,
// and the test waits for f.
func (s *Story) Go(name string, f func(context.Context) error, stops ...Kind) *Worker {
	w := s.worker(name, stops)
	ctx, cancel := context.WithCancel(context.WithValue(s.ctx, key{}, stander(w)))
	w.cancel = cancel
	go func() {
		defer close(w.done)
		w.err = f(ctx)
		w.ended()
	}()
	s.t.Cleanup(func() {
		cancel()
		w.await()
	})
	return w
}

func (w *Worker) ended() {
	e := Event{Worker: w.name, Kind: Ended}
	if w.err != nil {
		e.Text = w.err.Error()
	}
	w.story.record(e)
}

// await gives a worker that was told to end the time to do so.
func (w *Worker) await() {
	select {
	case <-w.done:
	case <-time.After(Patience):
		w.story.t.Errorf("worker %s does not end although it was told to", w.name)
	}
}

// pass implements stander for a goroutine.
func (w *Worker) pass(ctx context.Context, e Event) {
	e.Worker = w.name
	w.story.record(e)
	if w.mustStop(e.Kind) {
		w.stand(ctx, e.Kind)
	}
}

// stand says that the worker stands at a point and waits until it may go on.
func (w *Worker) stand(ctx context.Context, kind Kind) {
	w.story.record(Event{Worker: w.name, Kind: Paused})
	select {
	case w.arrived <- kind:
	case <-ctx.Done():
		return
	}
	select {
	case <-w.resume:
		w.story.record(Event{Worker: w.name, Kind: Resumed})
	case <-ctx.Done():
	}
}

func (w *Worker) mustStop(kind Kind) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := slices.Index(w.stops, kind)
	if i < 0 {
		return false
	}
	w.stops = slices.Delete(w.stops, i, i+1)
	return true
}

// Reaches waits until the worker stands at the point.
func (w *Worker) Reaches(kind Kind) {
	w.story.t.Helper()
	select {
	case got := <-w.arrived:
		if got != kind {
			w.story.t.Fatalf("worker %s stands at %q, not at %q\n%s", w.name, got, kind, w.story.History())
		}
	case <-w.done:
		w.story.t.Fatalf("worker %s ended before it came to %q: %v\n%s", w.name, kind, w.err, w.story.History())
	case <-time.After(Patience):
		w.story.t.Fatalf("worker %s did not come to %q within %v\n%s", w.name, kind, Patience, w.story.History())
	}
}

// Resume lets a worker go on that stands at a point.
func (w *Worker) Resume() {
	w.story.t.Helper()
	select {
	case w.resume <- struct{}{}:
	case <-time.After(Patience):
		w.story.t.Fatalf("worker %s does not stand at a point\n%s", w.name, w.story.History())
	}
}

// Wait waits until the worker has ended and returns its error.
func (w *Worker) Wait() error {
	w.story.t.Helper()
	select {
	case <-w.done:
		return w.err
	case kind := <-w.arrived:
		w.story.t.Fatalf("worker %s stands at %q and has not been resumed\n%s", w.name, kind, w.story.History())
	case <-time.After(Patience):
		w.story.t.Fatalf("worker %s did not end within %v\n%s", w.name, Patience, w.story.History())
	}
	return nil
}

// Running tells whether the worker has not ended yet.
func (w *Worker) Running() bool {
	select {
	case <-w.done:
		return false
	default:
		return true
	}
}
