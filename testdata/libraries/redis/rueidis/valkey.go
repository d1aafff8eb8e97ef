package rueidis

import (
	"context"
	"time"

	"github.com/redis/rueidis/rueidiscompat"
	"github.com/valkey-io/valkey-go"
)

// Inspect is on valkey-go, which has Valkey's own compare-and-delete.
func Inspect(ctx context.Context, c valkey.Client, beam, me string, look func() error) error {
	err := c.Do(ctx, c.B().Set().Key("beam-lock:"+beam).Value(me).Nx().Px(30*time.Second).Build()).Error() // ok setnxexpire: one command
	if err != nil {
		return err
	}
	defer c.Do(ctx, c.B().Delifeq().Key("beam-lock:"+beam).Value(me).Build()) // ok plaindel: compares
	return look()
}

// Rivet does not ask, and deletes by name.
func Rivet(ctx context.Context, c valkey.Client, beam string, rivet func() error) error {
	won, err := c.Do(ctx, c.B().Setnx().Key("rivet-lock:"+beam).Value("1").Build()).AsBool() // want setnxexpire
	if err != nil || !won {
		return err
	}
	defer c.Do(ctx, c.B().Arbitrary("DEL").Keys("rivet-lock:"+beam).Build()) // want plaindel
	return rivet()
}

// Weld is on the adapter that looks like go-redis.
func Weld(ctx context.Context, c rueidiscompat.Cmdable, beam string, weld func() error) error {
	if ok, err := c.SetNX(ctx, "weld-lock:"+beam, 1, 0).Result(); err != nil || !ok { // want setnxexpire
		return err
	}
	defer c.Del(ctx, "weld-lock:"+beam) // want plaindel
	return weld()
}
