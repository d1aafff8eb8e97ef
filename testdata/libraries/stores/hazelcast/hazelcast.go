// Package hazelcast deals cards.
package hazelcast

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/hazelcast/hazelcast-go-client"
)

type Dealer struct {
	tables *hazelcast.Map
	db     *sql.DB
}

var errDealt = errors.New("dealt by another")

// Deal drops the bool, and writes what it read.
func (d *Dealer) Deal(ctx context.Context, table string) error {
	ctx = d.tables.NewLockContext(ctx)
	if _, err := d.tables.TryLockWithLease(ctx, table, time.Minute); err != nil { // want nolost
		return err
	}
	defer d.tables.Unlock(ctx, table) // maybe plaindel
	var cards int
	if err := d.db.QueryRowContext(ctx, "SELECT cards FROM tables WHERE id = $1", table).Scan(&cards); err != nil {
		return err
	}
	_, err := d.db.ExecContext(ctx, "UPDATE tables SET cards = $1 WHERE id = $2", cards-1, table) // want unfenced
	return err
}

// Fold looks, and expects a state.
func (d *Dealer) Fold(ctx context.Context, table string) error {
	ctx = d.tables.NewLockContext(ctx)
	ok, err := d.tables.TryLockWithLease(ctx, table, time.Minute) // ok setnxexpire: a duration. ok nolost: the bool is looked at
	if err != nil {
		return err
	}
	if !ok {
		return errDealt
	}
	defer d.tables.Unlock(context.WithoutCancel(ctx), table)                                                      // ok plaindel: the owner is in the context
	res, err := d.db.ExecContext(ctx, "UPDATE tables SET state = 'over' WHERE id = $1 AND state = 'open'", table) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errDealt
	}
	return nil
}

// Shuffle holds for thirty nanoseconds.
func (d *Dealer) Shuffle(ctx context.Context, table string, shuffle func() error) error {
	ctx = d.tables.NewLockContext(ctx)
	if err := d.tables.LockWithLease(ctx, table, 30); err != nil { // want setnxexpire
		return err
	}
	defer d.tables.Unlock(context.WithoutCancel(ctx), table)
	return shuffle()
}

// Cut unlocks with a dead context.
func (d *Dealer) Cut(ctx context.Context, table string, cut func(context.Context) error) error {
	ctx, cancel := context.WithCancel(d.tables.NewLockContext(ctx))
	if err := d.tables.LockWithLease(ctx, table, time.Minute); err != nil {
		cancel()
		return err
	}
	defer d.tables.Unlock(ctx, table) // want plaindel
	defer cancel()
	return cut(ctx)
}
