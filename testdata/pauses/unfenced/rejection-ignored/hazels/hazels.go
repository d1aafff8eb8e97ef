// Package hazels moves money in one transaction whose first statement decides.
package hazels

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var drop = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

var errMoved = errors.New("hazels: moved already")

// Mover moves.
type Mover struct {
	rdb *redis.Client
	db  *sql.DB
}

func (m *Mover) claim(ctx context.Context, tx *sql.Tx, id string) error {
	res, err := tx.ExecContext(ctx, "UPDATE transfers SET state = 'done' WHERE id = ? AND state = 'new'", id)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return errMoved
	}
	return nil
}

// Move moves the money of a transfer.
func (m *Mover) Move(ctx context.Context, id, from, to string, cents int) error {
	key, me := "transfer:"+id, uuid.NewString()
	ok, err := m.rdb.SetNX(ctx, key, me, 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer drop.Run(context.WithoutCancel(ctx), m.rdb, []string{key}, me)
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := m.claim(ctx, tx, id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET cents = cents - ? WHERE id = ?", cents, from); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET cents = cents + ? WHERE id = ?", cents, to); err != nil {
		return err
	}
	return tx.Commit()
}
