// Package kit is what the generated programs do not decide themselves.
package kit

import "context"

// Steps is the caller's work.
type Steps interface {
	Step(ctx context.Context) error
}

// World answers the conditions of a program.
type World interface {
	Flag(n int) bool
	Chan(n int) <-chan struct{}
	Ready() <-chan struct{}
	Items() []string
	Kind() int
	Any() any
	Amount() int
	Text() string
}
