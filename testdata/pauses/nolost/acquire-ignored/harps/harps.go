// Package harps marks what it has strung, whoever was first.
package harps

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Harper strings harps.
type Harper struct {
	rdb redis.Cmdable
	now func() time.Time
}

// Seen notes when a harp was seen first, and counts the visits of the day.
func (h *Harper) Seen(ctx context.Context, harp string) error {
	day := h.now().Format(time.DateOnly)
	if err := h.rdb.SetNX(ctx, "harp:first:"+harp, day, 0).Err(); err != nil {
		return err
	}
	key := "harp:visits:" + day
	h.rdb.SetNX(ctx, key, 0, 48*time.Hour)
	return h.rdb.Incr(ctx, key).Err()
}
