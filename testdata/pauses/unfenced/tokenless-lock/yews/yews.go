// Package yews tells others of what it does, under a lock that keeps the news in order.
package yews

import (
	"context"
	"encoding/json"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jmoiron/sqlx"
	"github.com/redis/go-redis/v9"
)

// Event is news.
type Event struct {
	ID   string `db:"id" json:"id"`
	Kind string `db:"kind" json:"kind"`
	Rev  int    `db:"rev" json:"rev"`
}

// Teller tells.
type Teller struct {
	rs  *redsync.Redsync
	rdb *redis.Client
	db  *sqlx.DB
}

// Tell stores the revision that it tells, and tells it.
func (t *Teller) Tell(ctx context.Context, e Event) error {
	mu := t.rs.NewMutex("tell:"+e.ID, redsync.WithExpiry(10*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	res, err := t.db.NamedExecContext(ctx, "UPDATE events SET kind = :kind, rev = :rev + 1 WHERE id = :id AND rev = :rev", e)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return t.rdb.Publish(ctx, "events", text).Err()
}
