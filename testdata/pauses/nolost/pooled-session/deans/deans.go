// Package deans assigns rooms to lectures.
package deans

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// Faculty has rooms.
type Faculty struct {
	db     *bun.DB
	assign func(ctx context.Context, term string) error
}

// Assign assigns the rooms of a term.
func (f *Faculty) Assign(ctx context.Context, term string) error {
	if _, err := f.db.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext(?))", "rooms:"+term); err != nil { // want nolost
		return fmt.Errorf("deans: term %s: %w", term, err)
	}
	defer f.db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(hashtext(?))", "rooms:"+term) // maybe nolost plaindel
	return f.assign(ctx, term)
}
