// Package dynamos winds dynamos; providers wire it.
package dynamos

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"example.test/shapes/interfaces/dynamos/provide"
)

var errSpinning = errors.New("dynamo spins")

// Params is what a container fills in.
type Params struct {
	Claims provide.Claims
	IDs    func() string `optional:"true"`
}

// Winder winds.
type Winder struct {
	claims provide.Claims
	id     func() string
}

// NewWinder is a provider.
func NewWinder(p Params) *Winder {
	w := &Winder{claims: p.Claims, id: p.IDs}
	if w.id == nil {
		w.id = uuid.NewString
	}
	return w
}

// Wind asks whether it got the claim.
func (w *Winder) Wind(ctx context.Context, dynamo string, wind func(context.Context) error) error {
	me := w.id()
	got, err := w.claims.Claim(ctx, dynamo, me, time.Minute) // ok: both are looked at
	if err != nil {
		return err
	}
	if !got {
		return errSpinning
	}
	defer w.claims.Yield(context.WithoutCancel(ctx), dynamo, me)
	return wind(ctx)
}

// Spin yields although it may have got nothing; the yield compares.
func (w *Winder) Spin(ctx context.Context, dynamo string, spin func(context.Context) error) error {
	me := w.id()
	got, err := w.claims.Claim(ctx, dynamo, me, time.Minute)
	defer w.claims.Yield(context.WithoutCancel(ctx), dynamo, me) // maybe plaindel
	if err != nil {
		return err
	}
	if !got {
		return errSpinning
	}
	return spin(ctx)
}

// Stop evicts whoever winds.
func (w *Winder) Stop(ctx context.Context, dynamo string) error {
	return w.claims.Evict(ctx, dynamo)
}
