// Package gredis shelves books.
package gredis

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/gogf/gf/v2/database/gredis"
	"github.com/google/uuid"
)

type Library struct {
	r  *gredis.Redis
	db *sql.DB
}

var errShelving = errors.New("somebody shelves it")

// Shelve: SetNX has no TTL, so a second command gives one.
func (l *Library) Shelve(ctx context.Context, isbn string, shelve func() error) error {
	ok, err := l.r.SetNX(ctx, "shelf-lock:"+isbn, 1) // want setnxexpire
	if err != nil || !ok {
		return err
	}
	if _, err := l.r.Expire(ctx, "shelf-lock:"+isbn, 60); err != nil {
		return err
	}
	defer l.r.Del(ctx, "shelf-lock:"+isbn) // want plaindel
	return shelve()
}

const unshelve = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Lend sets with NX and EX; held by another is an empty value without an error.
func (l *Library) Lend(ctx context.Context, isbn string) error {
	key, me, ttl := "lend-lock:"+isbn, uuid.NewString(), int64(60)
	v, err := l.r.Set(ctx, key, me, gredis.SetOption{TTLOption: gredis.TTLOption{EX: &ttl}, NX: true}) // ok setnxexpire: one command. ok nolost: emptiness is looked at
	if err != nil {
		return err
	}
	if v.IsEmpty() {
		return errShelving
	}
	defer l.r.Eval(ctx, unshelve, 1, []string{key}, []any{me})                                                 // ok plaindel: compares
	res, err := l.db.ExecContext(ctx, "UPDATE books SET state = 'lent' WHERE isbn = ? AND state = 'in'", isbn) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errShelving
	}
	return nil
}

// Mend prolongs whatever is there, and writes what it read.
func (l *Library) Mend(ctx context.Context, isbn string) error {
	key, me, ttl := "mend-lock:"+isbn, uuid.NewString(), int64(30000)
	v, err := l.r.Set(ctx, key, me, gredis.SetOption{TTLOption: gredis.TTLOption{PX: &ttl}, NX: true})
	if err != nil || v.IsEmpty() {
		return err
	}
	defer l.r.Eval(ctx, unshelve, 1, []string{key}, []any{me})
	quit := make(chan struct{})
	defer close(quit)
	go func() {
		for {
			select {
			case <-quit:
				return
			case <-time.After(10 * time.Second):
				l.r.PExpire(ctx, key, ttl) // want nolost
			}
		}
	}()
	var tears int
	if err := l.db.QueryRowContext(ctx, "SELECT tears FROM books WHERE isbn = ?", isbn).Scan(&tears); err != nil {
		return err
	}
	_, err = l.db.ExecContext(ctx, "UPDATE books SET tears = ? WHERE isbn = ?", tears-1, isbn) // want unfenced
	return err
}
