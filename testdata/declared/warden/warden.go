// Package warden wraps a lock server behind functions that carry directives.
package warden

import "context"

// A Keeper keeps the locks of a house.
type Keeper interface {
	// Hold waits for the lock of a room.
	//
	//locklint:acquire
	Hold(ctx context.Context, room string) error
	// Leave gives it back.
	//
	//locklint:release
	Leave(ctx context.Context, room string) error
	// Store writes with the lock's token, which the server compares.
	//
	//locklint:fenced
	Store(ctx context.Context, room, text string) error
}

// A Pass is a lock that is held.
type Pass struct{ exec func(string) error }

// Enter takes the lock of a room. The second result is false where another one
// holds it.
//
//locklint:acquire
func Enter(ctx context.Context, exec func(string) error, room string) (*Pass, bool) {
	return &Pass{exec}, exec(room) == nil
}

// Exit gives it back.
//
//locklint:release
func Exit(p *Pass) error { return p.exec("") }

// Dust takes a lock that only saves work.
//
//locklint:acquire
//locklint:efficiency dusting twice harms nobody
func Dust(ctx context.Context, exec func(string) error, room string) (*Pass, error) {
	return &Pass{exec}, exec(room)
}
