// Package tolls opens and closes toll booths.
package tolls

import (
	"context"
	"strings"
	"time"

	"github.com/go-redis/redis/v8"

	"example.test/rules/setnxexpire/separate-expire/tolls/ttl"
)

type Booth struct {
	redis.UniversalClient
	lane string
}

// Open opens the booth for one attendant.
func (b *Booth) Open(ctx context.Context, attendant string) (opened bool, err error) {
	key := "lane:" + b.lane
	opened, err = b.SetNX(ctx, key, attendant, 0).Result() // want setnxexpire
	if err != nil || !opened {
		return opened, err
	}
	return true, ttl.Bound(ctx, b, key, 8*time.Hour)
}

// Inspect sends an inspector, whose mark ends by itself.
func (b *Booth) Inspect(ctx context.Context, who string, walk func(context.Context)) error {
	mark := strings.Join([]string{"lane", b.lane, "inspect"}, ":")
	ok, err := b.SetNX(ctx, mark, who, 0).Result() // want setnxexpire
	if err != nil {
		return err
	}
	if ok {
		defer func() {
			_ = ttl.Bound(context.WithoutCancel(ctx), b, mark, time.Hour)
		}()
		walk(ctx)
	}
	return nil
}

// Swap hands the booth over.
func (b *Booth) Swap(ctx context.Context, attendant string) (bool, error) {
	key := "lane:" + b.lane + ":swap"
	ok, err := b.SetNX(ctx, key, attendant, 5*time.Minute).Result() // ok: a repair of keys without end
	if err != nil || ok {
		return ok, err
	}
	return false, ttl.Repair(ctx, b, key, 5*time.Minute)
}

// Pass notes the last car.
func (b *Booth) Pass(ctx context.Context, plate string) error {
	set, err := b.SetNX(ctx, "first:"+plate, b.lane, 30*24*time.Hour).Result() // ok: another key is bounded
	if err != nil || !set {
		return err
	}
	return ttl.Bound(ctx, b, "plates:"+plate, 30*24*time.Hour)
}
