// Package notaries signs deeds one after the other.
package notaries

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/valkey-io/valkey-go"
)

var (
	longer = valkey.NewLuaScript(`
if redis.call("EXISTS", KEYS[1]) == 1 then
	return redis.call("PEXPIRE", KEYS[1], ARGV[1])
end
return 0`)
	away = valkey.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

var errSeal = errors.New("notaries: the seal is not ours")

// Sign signs the deeds under one seal, and prolongs it before each.
func Sign(ctx context.Context, client valkey.Client, seal string, deeds []string, sign func(context.Context, string) error) error {
	key, me := "seal:"+seal, uuid.NewString()
	if err := client.Do(ctx, client.B().Set().Key(key).Value(me).Nx().Px(20*time.Second).Build()).Error(); err != nil {
		return err
	}
	defer away.Exec(context.WithoutCancel(ctx), client, []string{key}, []string{me})
	for _, deed := range deeds {
		n, err := longer.Exec(ctx, client, []string{key}, []string{"20000"}).AsInt64() // want nolost
		if err != nil {
			return err
		}
		if n != 1 {
			return errSeal
		}
		if err := sign(ctx, deed); err != nil {
			return err
		}
	}
	return nil
}
