// Package larches closes accounts that are open.
package larches

import (
	"context"
	"database/sql"
	"errors"

	"example.test/pauses/unfenced/tokenless-lock/larches/guard"
)

var errClosed = errors.New("larches: closed already")

// Bank has accounts.
type Bank struct {
	g  *guard.Guard
	db *sql.DB
}

// Close closes an account and returns what is on it.
func (b *Bank) Close(ctx context.Context, id string) (int, error) {
	return guard.Do(ctx, b.g, "account:"+id, func(ctx context.Context) (int, error) {
		var state string
		var cents int
		if err := b.db.QueryRowContext(ctx, "SELECT state, cents FROM accounts WHERE id = $1", id).Scan(&state, &cents); err != nil {
			return 0, err
		}
		if state != "open" {
			return 0, errClosed
		}
		_, err := b.db.ExecContext(ctx, "UPDATE accounts SET state = 'closed' WHERE id = $1", id) // want unfenced
		return cents, err
	})
}

// Shut does the same, and lets the database look at the state.
func (b *Bank) Shut(ctx context.Context, id string) (int, error) {
	return guard.Do(ctx, b.g, "shut:"+id, func(ctx context.Context) (int, error) {
		var cents int
		err := b.db.QueryRowContext(ctx, "UPDATE accounts SET state = 'closed' WHERE id = $1 AND state = 'open' RETURNING cents", id).Scan(&cents)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, errClosed
		}
		return cents, err
	})
}
