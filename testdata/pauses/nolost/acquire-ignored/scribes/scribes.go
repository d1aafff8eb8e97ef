// Package scribes lets one scribe at a time copy a book. Its lock is a row that
// INSERT IGNORE leaves alone when another scribe put it there, so each asks
// afterwards whose it is.
package scribes

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// ErrBusy says that another scribe has the book.
var ErrBusy = errors.New("scribes: another has the book")

const (
	put = `INSERT IGNORE INTO locks (name, owner, expires_at) VALUES (?, ?, NOW() + INTERVAL 60 SECOND)`
	out = `DELETE FROM locks WHERE name = ? AND owner = ?`
)

// Desk is where books are copied.
type Desk struct {
	db   *sql.DB
	rdb  *redis.Client
	copy func(ctx context.Context, book string) error
}

// Compare reads the owner and compares it.
func (d *Desk) Compare(ctx context.Context, book string) error {
	me := uuid.NewString()
	if _, err := d.db.ExecContext(ctx, put, book, me); err != nil {
		return err
	}
	defer d.db.ExecContext(context.WithoutCancel(ctx), out, book, me)
	var owner string
	if err := d.db.QueryRowContext(ctx, `SELECT owner FROM locks WHERE name = ?`, book).Scan(&owner); err != nil {
		return err
	}
	if owner != me {
		return ErrBusy
	}
	return d.copy(ctx, book)
}

// Count asks how many rows are its own.
func (d *Desk) Count(ctx context.Context, book string) error {
	me := uuid.NewString()
	if _, err := d.db.ExecContext(ctx, put, book, me); err != nil {
		return err
	}
	defer d.db.ExecContext(context.WithoutCancel(ctx), out, book, me)
	var n int
	if err := d.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM locks WHERE name = ? AND owner = ?`, book, me).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return ErrBusy
	}
	return d.copy(ctx, book)
}

// Find asks for its own row; that there is none is an error.
func (d *Desk) Find(ctx context.Context, book string) error {
	me := uuid.NewString()
	if _, err := d.db.ExecContext(ctx, put, book, me); err != nil {
		return err
	}
	defer d.db.ExecContext(context.WithoutCancel(ctx), out, book, me)
	var one int
	err := d.db.QueryRowContext(ctx, `SELECT 1 FROM locks WHERE name = ? AND owner = ?`, book, me).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	return d.copy(ctx, book)
}

// Trust believes that no error means that the row is its own.
func (d *Desk) Trust(ctx context.Context, book string) error {
	me := uuid.NewString()
	if _, err := d.db.ExecContext(ctx, put, book, me); err != nil { // want nolost
		return err
	}
	defer d.db.ExecContext(context.WithoutCancel(ctx), out, book, me)
	return d.copy(ctx, book)
}

// Look reads whether anybody's row is there, which is so either way.
func (d *Desk) Look(ctx context.Context, book string) error {
	me := uuid.NewString()
	if _, err := d.db.ExecContext(ctx, put, book, me); err != nil { // want nolost
		return err
	}
	defer d.db.ExecContext(context.WithoutCancel(ctx), out, book, me)
	var owner string
	if err := d.db.QueryRowContext(ctx, `SELECT owner FROM locks WHERE name = ?`, book).Scan(&owner); err != nil {
		return err
	}
	return d.copy(ctx, book)
}

// Key does the same with a key.
func (d *Desk) Key(ctx context.Context, book string) error {
	me, key := uuid.NewString(), "lock:"+book
	if err := d.rdb.SetNX(ctx, key, me, time.Minute).Err(); err != nil {
		return err
	}
	if !d.mine(ctx, key, me) {
		return ErrBusy
	}
	return d.copy(ctx, book)
}

func (d *Desk) mine(ctx context.Context, key, me string) bool {
	got, err := d.rdb.Get(ctx, key).Result()
	return err == nil && got == me
}
