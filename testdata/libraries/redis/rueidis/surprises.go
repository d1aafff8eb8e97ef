package rueidis

import (
	"context"
	"time"

	"github.com/redis/rueidis"
)

// Caulk lives half a millisecond, which PX makes zero.
func Caulk(ctx context.Context, c rueidis.Client, me string) error {
	return c.Do(ctx, c.B().Set().Key("caulk:lock").Value(me).Nx().Px(500*time.Microsecond).Build()).Error() // want setnxexpire
}

// Sand takes SETNX without an error for success; with SET NX it would be Nil.
func Sand(ctx context.Context, c rueidis.Client, me string, sand func() error) error {
	if err := c.Do(ctx, c.B().Set().Key("sand:lock").Value(me).Nx().ExSeconds(60).Build()).Error(); err != nil { // ok nolost: Nil is an error
		return err
	}
	defer c.Do(ctx, c.B().Delifeq().Key("sand:lock").Value(me).Build())
	return sand()
}
