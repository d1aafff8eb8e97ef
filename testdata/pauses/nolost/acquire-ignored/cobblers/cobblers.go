// Package cobblers draws the window of a shop, which each request may draw.
package cobblers

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

// Shop shows shoes.
type Shop struct {
	rdb   *redis.Client
	locks *redislock.Client
	log   *slog.Logger
	draw  func(ctx context.Context, season string) (string, error)
}

// Window returns the window of a season. Who waited a second for another to draw
// it draws it, too: two windows of one season are the same.
func (s *Shop) Window(ctx context.Context, season string) (string, error) {
	key := "window:" + season
	if page, err := s.rdb.Get(ctx, key).Result(); err == nil {
		return page, nil
	}
	lock, err := s.locks.Obtain(ctx, "drawing:"+season, 10*time.Second, &redislock.Options{
		RetryStrategy: redislock.LimitRetry(redislock.LinearBackoff(100*time.Millisecond), 10),
	})
	switch {
	case errors.Is(err, redislock.ErrNotObtained):
		s.log.Debug("drawn twice", "season", season)
	case err != nil:
		return "", err
	default:
		defer lock.Release(context.WithoutCancel(ctx))
	}
	page, err := s.draw(ctx, season)
	if err != nil {
		return "", err
	}
	return page, s.rdb.Set(ctx, key, page, time.Hour).Err()
}
