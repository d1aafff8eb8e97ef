// Package sailors reserves yachts by rows of a table.
package sailors

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errYacht = errors.New("sailors: the yacht is out")

// Marina has yachts.
type Marina struct {
	db   *sql.DB
	crew string
}

const (
	reserve = `UPDATE yacht_locks SET holder = $1, expires_at = now() + interval '60 seconds' WHERE yacht = $2 AND (holder IS NULL OR expires_at < now())`
	prolong = `UPDATE yacht_locks SET expires_at = now() + interval '60 seconds' WHERE yacht = $1 AND holder = $2`
	giveUp  = `UPDATE yacht_locks SET holder = NULL WHERE yacht = $1 AND holder = $2`
)

func one(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = errYacht
	}
	return err
}

// Sail sails as many legs as there are, with a look at the lock after each.
func (m *Marina) Sail(ctx context.Context, yacht string, legs int, sail func(context.Context) error) error {
	if err := one(m.db.ExecContext(ctx, reserve, m.crew, yacht)); err != nil {
		return err
	}
	defer m.db.ExecContext(context.WithoutCancel(ctx), giveUp, yacht, m.crew)
	last := time.Now()
	for range legs {
		if err := sail(ctx); err != nil {
			return err
		}
		if time.Since(last) < 20*time.Second {
			continue
		}
		if err := one(m.db.ExecContext(ctx, prolong, yacht, m.crew)); err != nil {
			return err
		}
		last = time.Now()
	}
	return nil
}
