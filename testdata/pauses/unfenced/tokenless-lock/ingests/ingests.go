// Package ingests stores what a feed delivers. A feed delivers things twice.
package ingests

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Item is what the feed delivers.
type Item struct {
	ID   string
	Body []byte
}

// Ingester stores items.
type Ingester struct {
	rs   *redsync.Redsync
	pool *pgxpool.Pool
	feed func(context.Context) ([]Item, error)
}

// Poll asks the feed once, in one process at a time to be polite to it.
func (in *Ingester) Poll(ctx context.Context) error {
	mu := in.rs.NewMutex("feed-poll", redsync.WithExpiry(time.Minute), redsync.WithTries(1))
	if err := mu.TryLockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))

	items, err := in.feed(ctx)
	if err != nil {
		return err
	}
	batch := &pgx.Batch{}
	for _, it := range items {
		batch.Queue(`INSERT INTO items (id, body) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, it.ID, it.Body)
	}
	if err := in.pool.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	_, err = in.pool.Exec(ctx, `INSERT INTO polls (feed, day) VALUES ('main', current_date) ON CONFLICT (feed, day) DO NOTHING`)
	return err
}
