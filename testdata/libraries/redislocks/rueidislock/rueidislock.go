// Package rueidislock files claims.
package rueidislock

import (
	"context"
	"database/sql"

	"github.com/redis/rueidis/rueidislock"
	"github.com/valkey-io/valkey-go/valkeylock"
)

type Office struct {
	locker rueidislock.Locker
	db     *sql.DB
}

// File drops the context that says when the lock is lost.
func (o *Office) File(ctx context.Context, claim string) error {
	_, release, err := o.locker.WithContext(ctx, claim) // want nolost
	if err != nil {
		return err
	}
	defer release()
	var state string
	if err := o.db.QueryRowContext(ctx, "SELECT state FROM claims WHERE id = $1", claim).Scan(&state); err != nil {
		return err
	}
	_, err = o.db.ExecContext(ctx, "UPDATE claims SET state = $1 WHERE id = $2", state+"!", claim) // want unfenced
	return err
}

// Stamp works on the context that it got, and writes with a condition.
func (o *Office) Stamp(ctx context.Context, claim string) error {
	ctx, release, err := o.locker.TryWithContext(ctx, claim) // ok nolost: the work ends with it
	if err != nil {
		return err
	}
	defer release()
	res, err := o.db.ExecContext(ctx, "UPDATE claims SET state = 'stamped' WHERE id = $1 AND state = 'filed'", claim) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}

// Seize takes the lock from its holder, and goes on with the old context.
func Seize(ctx context.Context, l valkeylock.Locker, claim string, work func(context.Context) error) error {
	_, release, err := l.ForceWithContext(ctx, claim) // want nolost
	if err != nil {
		return err
	}
	defer release()
	return work(ctx)
}
