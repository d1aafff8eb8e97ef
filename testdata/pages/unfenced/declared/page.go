// Package page holds the code of the page of unfenced that declares locks and
// silences findings.
package page

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

func declared(ctx context.Context, locks *redislock.Client, db *sql.DB, report string) error {
	//locklint:efficiency the report is the same whoever computes it
	lock, err := locks.Obtain(ctx, "report", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = db.ExecContext(ctx, "UPDATE reports SET body = $1", report)
	return err
}

func silenced(ctx context.Context, locks *redislock.Client, db *sql.DB, id, name string) error {
	lock, err := locks.Obtain(ctx, "user:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	//locklint:ignore unfenced/tokenless-lock a trigger rejects older versions
	_, err = db.ExecContext(ctx, "UPDATE users SET name = $1 WHERE id = $2", name, id)
	return err
}
