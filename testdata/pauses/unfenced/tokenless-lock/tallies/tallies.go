// Package tallies counts after it got the lock, which makes no fencing token.
package tallies

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

func put(ctx context.Context, url string, fence string, body any) error {
	b, err := json.Marshal(map[string]any{"fence": fence, "body": body})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(b))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return nil
}

var free = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// RedisIncr counts after it got the lock: a holder that paused before it counts
// higher than the next one.
func RedisIncr(ctx context.Context, c *redis.Client, v any) error {
	me := uuid.NewString()
	ok, err := c.SetNX(ctx, "lock2", me, time.Minute).Result()
	if err != nil || !ok {
		return errors.New("busy")
	}
	defer free.Run(ctx, c, []string{"lock2"}, me)
	token, err := c.Incr(ctx, "fence2").Result()
	if err != nil {
		return err
	}
	return put(ctx, "http://store/redis", strconv.FormatInt(token, 10), v) // want unfenced
}
