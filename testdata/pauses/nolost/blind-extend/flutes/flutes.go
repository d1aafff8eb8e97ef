// Package flutes keeps entries warm that it uses, and limits how often one is played.
package flutes

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Player plays.
type Player struct{ rdb redis.UniversalClient }

// Allow counts plays in a window of a minute.
func (p *Player) Allow(ctx context.Context, flute string, limit int64) (bool, error) {
	key := "plays:" + flute
	n, err := p.rdb.Incr(ctx, key).Result()
	if err != nil {
		return false, err
	}
	if n == 1 {
		if err := p.rdb.Expire(ctx, key, time.Minute).Err(); err != nil {
			return false, err
		}
	}
	return n <= limit, nil
}

// Warm keeps the sheets that are on the stand for another hour, each minute.
func (p *Player) Warm(ctx context.Context, sheets func() []string) error {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		pipe := p.rdb.Pipeline()
		for _, s := range sheets() {
			pipe.Expire(ctx, "sheet:"+s, time.Hour)
		}
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
	}
}
