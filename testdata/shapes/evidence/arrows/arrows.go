// Package arrows counts hits; an event that comes twice counts once.
package arrows

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Range counts.
type Range struct {
	c  *redis.Client
	db *sql.DB
}

// Hit counts an event once.
func (r *Range) Hit(ctx context.Context, event string, target int64) error {
	first, err := r.c.SetNX(ctx, "hit:"+event, time.Now().Unix(), 48*time.Hour).Result() // ok: a dedupe mark
	if err != nil {
		return err
	}
	if !first {
		return nil
	}
	var hits int
	if err := r.db.QueryRowContext(ctx, "SELECT hits FROM targets WHERE id = $1", target).Scan(&hits); err != nil {
		return err
	}
	_, err = r.db.ExecContext(ctx, "UPDATE targets SET hits = $1 WHERE id = $2", hits+1, target) // ok: no lock
	return err
}

// Consume acknowledges what was handled, and forgets the mark of what failed.
func (r *Range) Consume(ctx context.Context, msgs []string, handle func(string) error) (errs error) {
	for _, m := range msgs {
		mark := "msg:" + m
		if !r.c.SetNX(ctx, mark, "seen", 24*time.Hour).Val() { // ok: a dedupe mark
			continue
		}
		if err := handle(m); err != nil {
			errs = errors.Join(errs, err, r.c.Del(ctx, mark).Err()) // ok: undoes the mark
		}
	}
	return errs
}

// Pay answers a request key once; a failure frees the key.
func (r *Range) Pay(ctx context.Context, requestKey string, cents int) (err error) {
	ok, err := r.c.SetNX(ctx, "idem:"+requestKey, "pending", 24*time.Hour).Result() // ok: an idempotency key
	if err != nil || !ok {
		return err
	}
	defer func() {
		if err != nil {
			r.c.Unlink(context.WithoutCancel(ctx), "idem:"+requestKey) // ok: undoes the mark
			return
		}
		r.c.Set(context.WithoutCancel(ctx), "idem:"+requestKey, "done", 24*time.Hour)
	}()
	_, err = r.db.ExecContext(ctx, "INSERT INTO payments (key, cents) VALUES ($1, $2)", requestKey, cents) // ok: no lock
	return err
}

// String strings one bow at a time.
func (r *Range) String(ctx context.Context, bow string, work func(context.Context) error) error {
	ok, err := r.c.SetNX(ctx, "bow:"+bow, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("bow is being strung")
	}
	defer r.c.Del(context.WithoutCancel(ctx), "bow:"+bow) // want plaindel
	return work(ctx)
}
