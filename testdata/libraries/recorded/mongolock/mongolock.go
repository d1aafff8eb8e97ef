// Package mongolock picks apples.
package mongolock

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"
	lock "github.com/square/mongo-lock"
)

type Orchard struct {
	locks *lock.Client
	db    *sql.DB
}

var errGone = errors.New("the lock is gone")

// Pick never expires: a TTL of zero is for ever.
func (o *Orchard) Pick(ctx context.Context, tree string, pick func() error) error {
	me := uuid.NewString()
	if err := o.locks.XLock(ctx, tree, me, lock.LockDetails{Owner: "pick"}); err != nil { // want setnxexpire
		return err
	}
	defer o.locks.Unlock(context.WithoutCancel(ctx), me)
	return pick()
}

// Press takes no error for a renewal: the slice is empty when the lock is gone.
func (o *Orchard) Press(ctx context.Context, tree string) error {
	me := uuid.NewString()
	if err := o.locks.XLock(ctx, tree, me, lock.LockDetails{TTL: 60}); err != nil {
		return err
	}
	defer o.locks.Unlock(context.WithoutCancel(ctx), me)
	var apples int
	if err := o.db.QueryRowContext(ctx, "SELECT apples FROM trees WHERE id = $1", tree).Scan(&apples); err != nil {
		return err
	}
	if _, err := o.locks.Renew(ctx, me, 60); err != nil { // want nolost
		return err
	}
	_, err := o.db.ExecContext(ctx, "UPDATE trees SET apples = $1 WHERE id = $2", apples-1, tree) // want unfenced
	return err
}

// Prune counts what was renewed, and expects a state.
func (o *Orchard) Prune(ctx context.Context, tree string) error {
	me := uuid.NewString()
	if err := o.locks.XLock(ctx, tree, me, lock.LockDetails{TTL: 60}); err != nil { // ok setnxexpire: sixty seconds
		return err
	}
	defer o.locks.Unlock(context.WithoutCancel(ctx), me) // ok plaindel: an id of its own
	renewed, err := o.locks.Renew(ctx, me, 60)           // ok nolost: counted
	if err != nil {
		return err
	}
	if len(renewed) == 0 {
		return errGone
	}
	res, err := o.db.ExecContext(ctx, "UPDATE trees SET state = 'pruned' WHERE id = $1 AND state = 'wild'", tree) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errGone
	}
	return nil
}

// Graft gives every process one id.
func (o *Orchard) Graft(ctx context.Context, tree string, graft func() error) error {
	if err := o.locks.XLock(ctx, tree, "grafter", lock.LockDetails{TTL: 60}); err != nil {
		return err
	}
	defer o.locks.Unlock(context.WithoutCancel(ctx), "grafter") // want plaindel
	return graft()
}
