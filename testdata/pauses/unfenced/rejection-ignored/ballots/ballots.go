// Package ballots counts ballots in batches; the batch's answer is kept and asked.
package ballots

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
)

type outcome struct {
	tag pgconn.CommandTag
	err error
}

func (o outcome) won() (bool, error) { return o.tag.RowsAffected() > 0, o.err }

// Counter counts.
type Counter struct {
	pool *pgxpool.Pool
	kv   jetstream.KeyValue
}

func (c *Counter) claim(ctx context.Context, box int) outcome {
	tag, err := c.pool.Exec(ctx, `UPDATE boxes SET state = 'counting' WHERE id = $1 AND state = 'closed'`, box)
	return outcome{tag, err}
}

// Count counts one box, if nobody else does, and notes the sum.
func (c *Counter) Count(ctx context.Context, box int, sum int64) error {
	rev, err := c.kv.Create(ctx, "ballots", nil, jetstream.KeyTTL(time.Minute))
	if err != nil {
		return err
	}
	defer c.kv.Delete(context.WithoutCancel(ctx), "ballots", jetstream.LastRevision(rev))
	ok, err := c.claim(ctx, box).won()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("ballots: box is counted by another")
	}
	_, err = c.pool.Exec(ctx, `UPDATE boxes SET sum = $1 WHERE id = $2`, sum, box)
	return err
}
