// Package goredislock mows meadows.
package goredislock

import (
	"context"
	"database/sql"
	"time"

	redislock "github.com/jefferyjob/go-redislock"
)

type Meadow struct {
	rdb redislock.RedisInter
	db  *sql.DB
}

// Mow lives thirty nanoseconds.
func (m *Meadow) Mow(ctx context.Context, mow func() error) error {
	l := redislock.New(m.rdb, "meadow", redislock.WithTimeout(30))
	if err := l.Lock(ctx); err != nil { // want setnxexpire
		return err
	}
	defer l.UnLock(context.WithoutCancel(ctx))
	return mow()
}

// Rake drops what a renewal says, and writes what it read.
func (m *Meadow) Rake(ctx context.Context) error {
	l := redislock.New(m.rdb, "rake")
	if err := l.SpinLock(ctx, time.Second); err != nil {
		return err
	}
	defer l.UnLock(context.WithoutCancel(ctx))
	var bales int
	if err := m.db.QueryRowContext(ctx, "SELECT bales FROM meadow").Scan(&bales); err != nil {
		return err
	}
	l.Renew(ctx)                                                                          // want nolost
	_, err := m.db.ExecContext(ctx, "UPDATE meadow SET bales = $1 WHERE id = 1", bales+1) // want unfenced
	return err
}

// Bale ends with the renewal, and expects a state.
func (m *Meadow) Bale(ctx context.Context) error {
	l := redislock.New(m.rdb, "bale", redislock.WithTimeout(10*time.Second))
	if err := l.Lock(ctx); err != nil { // ok setnxexpire: a duration
		return err
	}
	defer l.UnLock(context.WithoutCancel(ctx)) // ok plaindel: a random token
	if err := l.Renew(ctx); err != nil {       // ok nolost: the work ends
		return err
	}
	res, err := m.db.ExecContext(ctx, "UPDATE meadow SET state = 'baled' WHERE id = 1 AND state = 'raked'") // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}

// Feed gives every process one token: all of them get the lock.
func (m *Meadow) Feed(ctx context.Context, feed func() error) error {
	l := redislock.New(m.rdb, "feed", redislock.WithToken("meadow"))
	if err := l.Lock(ctx); err != nil {
		return err
	}
	defer l.UnLock(context.WithoutCancel(ctx)) // want plaindel
	return feed()
}
