// Package lochs serves the lochs; a middleware lets one request at a time in.
package lochs

import (
	"context"
	"net/http"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

// Middleware wraps a handler.
type Middleware func(http.Handler) http.Handler

// Single lets one request for a loch in, and lets anybody end it.
func Single(c *redis.Client, ttl time.Duration) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			key := "loch:" + r.PathValue("loch") + ":request"
			ok, err := c.SetNX(r.Context(), key, r.Header.Get("X-Request-Id"), ttl).Result()
			if err != nil {
				http.Error(w, "try later", http.StatusServiceUnavailable)
				return
			}
			if !ok {
				w.WriteHeader(http.StatusConflict)
				return
			}
			defer c.Del(context.Background(), key) // want plaindel
			next.ServeHTTP(w, r)
		})
	}
}

const same = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Owned lets one request for a loch in, and only that one ends it.
func Owned(c *redis.Client, ttl time.Duration) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			key, me := "loch:"+r.PathValue("loch")+":owned", uuid.NewString()
			if !c.SetNX(r.Context(), key, me, ttl).Val() {
				w.WriteHeader(http.StatusConflict)
				return
			}
			defer c.Eval(context.Background(), same, []string{key}, me) // ok: compares
			next.ServeHTTP(w, r)
		})
	}
}

// Polite lets a visitor in once a second.
func Polite(c *redis.Client) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if fresh, err := c.SetNX(r.Context(), "polite:"+r.RemoteAddr, 1, time.Second).Result(); err == nil && !fresh { // ok: a rate limit
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Once answers a key that was seen without working again.
func Once(c *redis.Client) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen := "seen:" + r.Header.Get("Idempotency-Key")
			if fresh, err := c.SetNX(r.Context(), seen, 1, 24*time.Hour).Result(); err == nil && !fresh { // ok: idempotency
				w.WriteHeader(http.StatusOK)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}
