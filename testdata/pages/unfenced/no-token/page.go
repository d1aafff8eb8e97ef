// Package page holds the code of the page of unfenced, category no-token.
package page

import (
	"context"
	"database/sql"
	"errors"

	"go.etcd.io/etcd/client/v3/concurrency"
)

var errStale = errors.New("a later holder has written")

func wrong(ctx context.Context, session *concurrency.Session, db *sql.DB, id string, n int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-session.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	// WRONG: the mutex has a revision that grows, and the write does not carry it
	mu := concurrency.NewMutex(session, "/accounts/"+id)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	_, err := db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", n, id) // want unfenced
	return err
}

func right(ctx context.Context, session *concurrency.Session, db *sql.DB, id string, n int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-session.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	// RIGHT: the row keeps the revision of who wrote last, and refuses a smaller one
	mu := concurrency.NewMutex(session, "/accounts/"+id)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, fence = $2
		WHERE id = $3 AND fence <= $2`, n, mu.Header().Revision, id)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(errStale, err)
	}
	return nil
}
