// Package redsyncpools keeps a lock of its own on redsync's connections.
package redsyncpools

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-redsync/redsync/v4/redis"
	"github.com/google/uuid"
)

type Vault struct {
	pool redis.Pool
	db   *sql.DB
}

var (
	drop   = redis.NewScript(1, `return redis.call("DEL", KEYS[1])`, "")
	shut   = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`, "")
	extend = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`, "")
)

// Open sets no expiry, and its script deletes whatever is there.
func (v *Vault) Open(ctx context.Context, door string, open func() error) error {
	c, err := v.pool.Get(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if ok, err := c.SetNX("door-lock:"+door, uuid.NewString(), 0); err != nil || !ok { // want setnxexpire
		return err
	}
	defer c.Eval(drop, "door-lock:"+door) // want plaindel
	return open()
}

// Count writes what it read, whoever holds the lock by then.
func (v *Vault) Count(ctx context.Context, door string) error {
	c, err := v.pool.Get(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	me := uuid.NewString()
	if ok, err := c.SetNX("count-lock:"+door, me, time.Minute); err != nil || !ok { // ok setnxexpire: one command
		return err
	}
	defer c.Eval(shut, "count-lock:"+door, me) // ok plaindel: compares
	var bars int
	if err := v.db.QueryRowContext(ctx, "SELECT bars FROM doors WHERE id = $1", door).Scan(&bars); err != nil {
		return err
	}
	c.Eval(extend, "count-lock:"+door, me, 60000)                                            // want nolost
	_, err = v.db.ExecContext(ctx, "UPDATE doors SET bars = $1 WHERE id = $2", bars+1, door) // want unfenced
	return err
}

// Close ends when the extension says no, and leaves the last word to the store.
func (v *Vault) Close(ctx context.Context, door string, prepare func() error) error {
	c, err := v.pool.Get(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	me := uuid.NewString()
	if ok, err := c.SetNX("close-lock:"+door, me, time.Minute); err != nil || !ok {
		return err
	}
	defer c.Eval(shut, "close-lock:"+door, me)
	if err := prepare(); err != nil {
		return err
	}
	if n, err := c.Eval(extend, "close-lock:"+door, me, 60000); err != nil || n == int64(0) { // ok nolost: the work ends
		return err
	}
	res, err := v.db.ExecContext(ctx, "UPDATE doors SET state = 'closed' WHERE id = $1 AND state = 'open'", door) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}
