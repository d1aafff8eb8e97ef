// Package orchard plans picking.
package orchard

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/rueidis"
)

func row(n int) string { return fmt.Sprintf("row:%03d", n) }

// Pick runs f for one row of trees and returns what it picked.
func Pick[T any](ctx context.Context, c rueidis.Client, n int, crew string, f func(context.Context) (T, error)) (T, error) {
	var none T
	key := row(n)
	got, err := c.Do(ctx, c.B().Setnx().Key(key).Value(crew).Build()).AsBool() // want setnxexpire
	if err != nil || !got {
		return none, err
	}
	if err := c.Do(ctx, c.B().Expire().Key(key).Seconds(600).Build()).Error(); err != nil {
		return none, err
	}
	return f(ctx)
}

// Prune takes a row for pruning.
func Prune(ctx context.Context, c rueidis.Client, n int, crew string) (bool, error) {
	err := c.Do(ctx, c.B().Set().Key(row(n)+":prune").Value(crew).Nx().ExSeconds(600).Build()).Error() // ok: one command
	if rueidis.IsRedisNil(err) {
		return false, nil
	}
	return err == nil, err
}

// Spray sends both commands in one batch, for different rows.
func Spray(ctx context.Context, c rueidis.Client, n int, crew string) error {
	for _, r := range c.DoMulti(ctx,
		c.B().Set().Key(row(n)+":spray").Value(crew).Nx().Px(time.Hour).Build(), // ok: has its own end
		c.B().Expire().Key(row(n+1)).Seconds(3600).Build(),
	) {
		if err := r.Error(); err != nil && !rueidis.IsRedisNil(err) {
			return err
		}
	}
	return nil
}
