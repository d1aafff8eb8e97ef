// Package lutes goes on without a lock when the server cannot be reached.
package lutes

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var away = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Luthier tunes.
type Luthier struct {
	rdb  *redis.Client
	log  *slog.Logger
	tune func(ctx context.Context, lute string) error
}

// Tune tunes a lute unless another luthier does. A server that is down is no
// reason to leave it untuned.
func (l *Luthier) Tune(ctx context.Context, lute string) error {
	key, me := "lute:"+lute, uuid.NewString()
	ok, err := l.rdb.SetNX(ctx, key, me, 20*time.Second).Result()
	switch {
	case err != nil:
		l.log.Warn("tuned without a lock", "lute", lute, "error", err)
	case !ok:
		return nil
	default:
		defer away.Run(context.WithoutCancel(ctx), l.rdb, []string{key}, me)
	}
	return l.tune(ctx, lute)
}
