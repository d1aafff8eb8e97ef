// Package provosts assigns halls to exams.
package provosts

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// Faculty has halls.
type Faculty struct {
	db     *bun.DB
	assign func(ctx context.Context, db bun.IDB, term string) error
}

// Assign assigns the halls of a term.
func (f *Faculty) Assign(ctx context.Context, term string) error {
	db, err := f.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext(?))", "halls:"+term); err != nil {
		return fmt.Errorf("provosts: term %s: %w", term, err)
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(hashtext(?))", "halls:"+term)
	return f.assign(ctx, db, term)
}
