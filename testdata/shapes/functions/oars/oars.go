// Package oars lends oars: one package takes, one works, one gives back.
package oars

import (
	"context"

	"example.test/shapes/functions/oars/give"
	"example.test/shapes/functions/oars/row"
	"example.test/shapes/functions/oars/take"
	"example.test/shapes/functions/oars/tbl"
)

// Trip makes a trip, and gives the oar back whoever has it.
func Trip(ctx context.Context, t tbl.Table, oar, who string) error {
	if err := take.Oar(ctx, t, oar, who); err != nil {
		return err
	}
	defer give.Any(context.WithoutCancel(ctx), t, oar) // maybe plaindel
	return row.Home(ctx, oar)
}

// Drift makes a trip, and gives the oar back where it was taken.
func Drift(ctx context.Context, t tbl.Table, oar, who string) error {
	if err := take.Oar(ctx, t, oar, who); err != nil {
		return err
	}
	defer take.Back(context.WithoutCancel(ctx), t, oar)
	return row.Home(ctx, oar)
}

// Race makes a trip, and gives back only what is ours.
func Race(ctx context.Context, t tbl.Table, oar, who string) error {
	if err := take.Oar(ctx, t, oar, who); err != nil {
		return err
	}
	defer give.Own(context.WithoutCancel(ctx), t, oar, who)
	return row.Home(ctx, oar)
}

// Scrap removes an oar from the inventory.
func Scrap(ctx context.Context, t tbl.Table, oar string) error {
	return give.Away(ctx, t, oar)
}
