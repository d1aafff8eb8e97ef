package pause

import (
	"context"
	"fmt"
)

// A Kind says what happens at a point. The ones below have a meaning for
// [History.Faults] and for the picture; any other string is a point, too.
type Kind string

// What workers do.
const (
	Acquired Kind = "acquired" // holds the lock from here on
	Refused  Kind = "refused"  // did not get the lock
	Read     Kind = "read"     // has read what it will write; see Value
	Wrote    Kind = "wrote"    // the store took the write; see Value and Token
	Rejected Kind = "rejected" // the store refused the write
	Told     Kind = "told"     // has learned that its lock is lost
	Released Kind = "released" // does not hold the lock any more
)

// What is done to workers and stores; the story records it.
const (
	Paused  Kind = "paused"
	Resumed Kind = "resumed"
	Killed  Kind = "killed"
	Ended   Kind = "ended"
	Note    Kind = "note"
)

// A Detail adds to the event of a point.
type Detail func(*Event)

// Token is the number that the lock gave this holder (its fencing token).
func Token(n int64) Detail { return func(e *Event) { e.Token = n } }

// Value is what was read or written.
func Value(v any) Detail { return func(e *Event) { e.Value = fmt.Sprint(v) } }

// Text says more about the event in the picture.
func Text(format string, args ...any) Detail {
	return func(e *Event) { e.Text = fmt.Sprintf(format, args...) }
}

type stander interface {
	// pass records the event, and stands still if the worker is to stop there.
	pass(ctx context.Context, e Event)
}

type key struct{}

// At is a point at which a worker may be stopped. Outside of a story it does
// nothing. It returns when the worker may go on, or when ctx has ended.
func At(ctx context.Context, kind Kind, details ...Detail) {
	w, ok := ctx.Value(key{}).(stander)
	if !ok {
		return
	}
	e := Event{Kind: kind}
	for _, d := range details {
		d(&e)
	}
	w.pass(ctx, e)
}
