// Package fences writes rows with a fencing token. Such a row is data: its fence is set
// to the very value that it must not exceed, which no lease is.
package fences

import (
	"context"
	"database/sql"
	"errors"

	"go.etcd.io/etcd/client/v3/concurrency"
)

var errStale = errors.New("a later holder has written")

type Accounts struct {
	db *sql.DB
	s  *concurrency.Session
}

// Book writes with the token, and the note without: the last write is the one that a
// paused holder can still make.
func (a *Accounts) Book(ctx context.Context, id string, amount int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-a.s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	mu := concurrency.NewMutex(a.s, "/accounts/"+id)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	_, err := a.db.ExecContext(ctx, "UPDATE accounts SET balance = $1, fence = $2 WHERE id = $3 AND fence <= $2", amount, mu.Header().Revision, id) // want unfenced
	if err != nil {
		return err
	}
	_, err = a.db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", amount, id) // maybe unfenced
	return err
}

// Check asks whether the row took the token.
func (a *Accounts) Check(ctx context.Context, id string, amount int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-a.s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	mu := concurrency.NewMutex(a.s, "/accounts/"+id)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	res, err := a.db.ExecContext(ctx, "UPDATE accounts SET balance = $1, fence = $2 WHERE id = $3 AND fence <= $2", amount, mu.Header().Revision, id) // ok: fenced
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errStale)
	}
	return nil
}
