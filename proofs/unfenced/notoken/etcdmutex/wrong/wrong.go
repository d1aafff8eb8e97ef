// Package wrong has a revision that grows, and writes without it.
package wrong

import (
	"context"
	"database/sql"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key     = "/locks/account/7"
	account = "7"
	ttl     = 1 // seconds
)

// Run notes that n more were sold.
func Run(ctx context.Context, cli *clientv3.Client, db *sql.DB, n int) error {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(ttl))
	if err != nil {
		return err
	}
	defer session.Close()
	mu := concurrency.NewMutex(session, key)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired, pause.Token(mu.Header().Revision))
	defer mu.Unlock(context.WithoutCancel(ctx))
	select {
	case <-session.Done():
		return refusal.ErrHeld
	default:
	}
	var sold int
	if err := db.QueryRowContext(ctx, "SELECT sold FROM accounts WHERE id = ?", account).Scan(&sold); err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err = db.ExecContext(ctx, "UPDATE accounts SET sold = ? WHERE id = ?", sold+n, account) // want unfenced/no-token
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n), pause.Token(mu.Header().Revision))
	return nil
}
