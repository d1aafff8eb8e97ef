// Package migrations migrates a schema in one process at a time.
package migrations

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
)

const lockID = 7312

// Step is one migration.
type Step struct {
	Version int
	SQL     string
}

// Migrator applies steps.
type Migrator struct {
	db    *sqlx.DB
	steps []Step
}

// Up applies what is missing.
func (m *Migrator) Up(ctx context.Context) error {
	conn, err := m.db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, lockID); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, lockID)

	var have int
	if err := m.db.GetContext(ctx, &have, `SELECT version FROM schema_version`); err != nil {
		return err
	}
	for _, s := range m.steps {
		if s.Version <= have {
			continue
		}
		if _, err := m.db.ExecContext(ctx, s.SQL); err != nil { // maybe unfenced
			return fmt.Errorf("step %d: %w", s.Version, err)
		}
		if _, err := m.db.ExecContext(ctx, `UPDATE schema_version SET version = $1`, s.Version); err != nil { // want unfenced
			return err
		}
	}
	return nil
}
