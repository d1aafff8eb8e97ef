// Package wrong writes to the row whatever has happened since it created its key.
package wrong

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key     = "locks.account.7"
	account = "7"
	ttl     = 2 * time.Second
)

// Run notes that n more were sold.
func Run(ctx context.Context, kv jetstream.KeyValue, db *sql.DB, n int) error {
	revision, err := kv.Create(ctx, key, []byte(uuid.NewString()), jetstream.KeyTTL(ttl))
	if errors.Is(err, jetstream.ErrKeyExists) {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired, pause.Token(int64(revision)))
	defer kv.Delete(context.WithoutCancel(ctx), key, jetstream.LastRevision(revision))
	var sold int
	if err := db.QueryRowContext(ctx, "SELECT sold FROM accounts WHERE id = ?", account).Scan(&sold); err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err = db.ExecContext(ctx, "UPDATE accounts SET sold = ? WHERE id = ?", sold+n, account) // want unfenced/no-token
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n), pause.Token(int64(revision)))
	return nil
}
