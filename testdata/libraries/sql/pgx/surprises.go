package pgx

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Log copies rows in under a lock. COPY cannot carry a condition, but its rows
// are new: nothing is overwritten.
func Log(ctx context.Context, locks *redislock.Client, db *pgxpool.Pool, rows [][]any) error {
	l, err := locks.Obtain(ctx, "log", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = db.CopyFrom(ctx, pgx.Identifier{"trunks"}, []string{"id"}, pgx.CopyFromRows(rows)) // ok unfenced: new rows
	return err
}

// Branch counts the rows of a conditional update.
func Branch(ctx context.Context, locks *redislock.Client, db *pgxpool.Pool, id, version int) (bool, error) {
	l, err := locks.Obtain(ctx, "branch", time.Minute, nil)
	if err != nil {
		return false, err
	}
	defer l.Release(context.WithoutCancel(ctx))
	tag, err := db.Exec(ctx, "UPDATE branches SET version = version + 1 WHERE id = $1 AND version = $2", id, version) // ok unfenced: counted
	return tag.RowsAffected() == 1, err
}
