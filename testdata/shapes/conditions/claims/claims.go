// Package claims claims a row in a helper before it works on it.
package claims

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-redsync/redsync/v4"

	"example.test/shapes/conditions/claims/rows"
)

type Packer struct {
	db *sql.DB
	rs *redsync.Redsync
}

const packed = `UPDATE crates SET label = $2 WHERE id = $1`

func (p *Packer) claim(ctx context.Context, id int64) (bool, error) {
	res, err := p.db.ExecContext(ctx, `UPDATE crates SET state = 'packing' WHERE id = $1 AND state = 'free'`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Pack claims the crate in a helper that answers.
func (p *Packer) Pack(ctx context.Context, id int64, label func(context.Context) (string, error)) error {
	m := p.rs.NewMutex("crates", redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	mine, err := p.claim(ctx, id)
	if err != nil || !mine {
		return err
	}
	text, err := label(ctx)
	if err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, packed, id, text) // ok: the claim was won
	return err
}

// Repack claims it in a helper of another package, whose error tells.
func (p *Packer) Repack(ctx context.Context, id int64, label func(context.Context) (string, error)) error {
	m := p.rs.NewMutex("crates", redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	if err := rows.Claim(ctx, p.db, id); err != nil {
		return err
	}
	text, err := label(ctx)
	if err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, packed, id, text) // ok: the claim was won
	return err
}

// Seal asks a helper whose error says nothing of a refusal.
func (p *Packer) Seal(ctx context.Context, id int64, label func(context.Context) (string, error)) error {
	m := p.rs.NewMutex("crates", redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	if err := rows.Touch(ctx, p.db, id); err != nil {
		return err
	}
	text, err := label(ctx)
	if err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, packed, id, text) // want unfenced
	return err
}

// Label does not ask what the helper answers.
func (p *Packer) Label(ctx context.Context, id int64, label func(context.Context) (string, error)) error {
	m := p.rs.NewMutex("crates", redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	if _, err := p.claim(ctx, id); err != nil {
		return err
	}
	text, err := label(ctx)
	if err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, packed, id, text) // want unfenced
	return err
}
