// Package scribes copies books one page after the other.
package scribes

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errBook = errors.New("scribes: the book is not ours")

var away = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Desk is where books are copied.
type Desk struct{ rdb *redis.Client }

// stay prolongs the loan, in a transaction that fails if the key changes.
func (d *Desk) stay(ctx context.Context, key, me string) error {
	return d.rdb.Watch(ctx, func(tx *redis.Tx) error {
		who, err := tx.Get(ctx, key).Result()
		if err != nil {
			return err
		}
		if who != me {
			return errBook
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Expire(ctx, key, 20*time.Second)
			return nil
		})
		return err
	}, key)
}

// Copy copies the pages of a book.
func (d *Desk) Copy(ctx context.Context, book string, pages []string, page func(context.Context, string) error) error {
	key, me := "loan:"+book, uuid.NewString()
	ok, err := d.rdb.SetNX(ctx, key, me, 20*time.Second).Result()
	if err != nil || !ok {
		return errors.Join(err, errBook)
	}
	defer away.Run(context.WithoutCancel(ctx), d.rdb, []string{key}, me)
	for _, p := range pages {
		if err := d.stay(ctx, key, me); err != nil {
			return err
		}
		if err := page(ctx, p); err != nil {
			return err
		}
	}
	return nil
}
