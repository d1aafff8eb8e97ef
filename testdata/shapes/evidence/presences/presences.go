package presences

import (
	"context"
	"github.com/redis/go-redis/v9"
	"time"
)

// Session keep-alive loop: touches until the socket closes.
func Serve(ctx context.Context, rdb *redis.Client, user string, done <-chan struct{}) {
	key := "presence:" + user
	rdb.SetNX(ctx, key, "online", 30*time.Second) // ok: a record of presence
	t := time.NewTicker(10 * time.Second)
	defer t.Stop()
	defer rdb.Del(context.WithoutCancel(ctx), key)
	for {
		select {
		case <-done:
			return
		case <-t.C:
			rdb.Expire(ctx, key, 30*time.Second)
		}
	}
}
