// Package booths hands out photo booths.
package booths

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var errTaken = errors.New("booth is taken")

type Booths struct{ rdb redis.UniversalClient }

// Enter takes a booth.
func (b *Booths) Enter(ctx context.Context, booth, guest string) error {
	key := "booth:" + booth
	ok, err := b.rdb.SetNX(ctx, key, guest, 0).Result() // want setnxexpire
	if err != nil {
		return err
	}
	b.rdb.Expire(ctx, key, 3*time.Minute)
	if !ok {
		return errTaken
	}
	return nil
}

// Reserve takes a booth in one transaction.
func (b *Booths) Reserve(ctx context.Context, booth, guest string) error {
	key := fmt.Sprintf("booth:%s:next", booth)
	var set *redis.BoolCmd
	_, err := b.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		set = p.SetNX(ctx, key, guest, 0) // want setnxexpire
		p.Expire(ctx, key, 10*time.Minute)
		return nil
	})
	if err != nil {
		return err
	}
	if !set.Val() {
		return errTaken
	}
	return nil
}

// Clean takes a booth for cleaning; whoever asks prolongs the cleaning.
func (b *Booths) Clean(ctx context.Context, booth string, clean func(context.Context) error) error {
	const span = 15 * time.Minute
	key := "booth:" + booth + ":clean"
	won := b.rdb.SetNX(ctx, key, time.Now().String(), span) // want setnxexpire
	if err := b.rdb.PExpire(ctx, key, span).Err(); err != nil {
		return err
	}
	if !won.Val() {
		return errTaken
	}
	return clean(ctx)
}

// Print queues a print and keeps the guest's pictures.
func (b *Booths) Print(ctx context.Context, booth, guest string) error {
	pipe := b.rdb.TxPipeline()
	set := pipe.SetNX(ctx, "print:"+booth, guest, time.Minute) // ok: the other key is prolonged
	pipe.Expire(ctx, "pictures:"+guest, 24*time.Hour)
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	if !set.Val() {
		return errTaken
	}
	return nil
}

// Visits counts the guests of an hour.
func (b *Booths) Visits(ctx context.Context, booth string) (int64, error) {
	key := "visits:" + booth
	pipe := b.rdb.Pipeline()
	pipe.SetNX(ctx, key, 0, time.Hour) // ok: a counter's seed, with its end
	n := pipe.Incr(ctx, key)
	_, err := pipe.Exec(ctx)
	return n.Val(), err
}

// Guests remembers who was here today.
func (b *Booths) Guests(ctx context.Context, booth, guest string) error {
	_, err := b.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.SAdd(ctx, "guests:"+booth, guest) // ok: no set-if-absent
		p.Expire(ctx, "guests:"+booth, 24*time.Hour)
		return nil
	})
	return err
}
