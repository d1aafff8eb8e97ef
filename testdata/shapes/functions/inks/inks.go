// Package inks mixes inks at one press at a time.
package inks

import (
	"context"
	"time"

	"example.test/shapes/functions/inks/press"
)

// Mix defers what the lock returned.
func Mix(ctx context.Context, p *press.Press, ink string, mix func(context.Context) error) error {
	unlock, err := p.Seize(ctx, ink, 30*time.Second)
	if err != nil {
		return err
	}
	defer unlock()
	return mix(ctx)
}

// Rinse defers what the better lock returned.
func Rinse(ctx context.Context, p *press.Press, ink string, rinse func(context.Context) error) error {
	unlock, err := p.Reserve(ctx, ink, time.Minute)
	if err != nil {
		return err
	}
	defer unlock()
	return rinse(ctx)
}

// Drop deletes the recipe of an ink.
func Drop(ctx context.Context, p *press.Press, ink string) error {
	return p.Forget(ctx, ink) // ok: data
}
