// Package lookalikes deletes keys that were set if absent and are no locks.
package lookalikes

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type App struct {
	rdb  *redis.Client
	mail func(context.Context, string) error
	pool *redis.ClusterClient
}

// Mail sends a message once; a failure makes it possible again.
func (a *App) Mail(ctx context.Context, id string) (err error) {
	fresh, err := a.rdb.SetNX(ctx, "mailed:"+id, "1", 48*time.Hour).Result()
	if err != nil || !fresh {
		return err
	}
	defer func() {
		if err != nil {
			a.rdb.Del(context.WithoutCancel(ctx), "mailed:"+id) // ok: undoes a mark
		}
	}()
	return a.mail(ctx, id)
}

// Login opens a session.
func (a *App) Login(ctx context.Context, user string) (string, error) {
	sid := uuid.NewString()
	ok, err := a.rdb.SetNX(ctx, "session:"+sid, user, 12*time.Hour).Result()
	if err == nil && !ok {
		err = errors.New("session id is taken")
	}
	return sid, err
}

// Logout ends a session.
func (a *App) Logout(ctx context.Context, sid string) error {
	return a.rdb.Del(ctx, "session:"+sid).Err() // ok: a session of a user
}

// Page fills a cache entry unless somebody was faster.
func (a *App) Page(ctx context.Context, url, html string) error {
	return a.rdb.SetNX(ctx, "page:"+url, html, time.Hour).Err()
}

// Purge drops cache entries.
func (a *App) Purge(ctx context.Context, urls ...string) error {
	keys := make([]string, 0, len(urls))
	for _, u := range urls {
		keys = append(keys, "page:"+u)
	}
	return a.rdb.Unlink(ctx, keys...).Err() // ok: cache entries
}

// Poke lets a user poke once a minute.
func (a *App) Poke(ctx context.Context, user string) bool {
	return a.rdb.SetNX(ctx, "poke:"+user, 1, time.Minute).Val()
}

// Pardon lets a user poke at once.
func (a *App) Pardon(ctx context.Context, user string) error {
	return a.rdb.Del(ctx, "poke:"+user).Err() // ok: a cool-down
}

// Once is the lock among them.
func (a *App) Once(ctx context.Context, job string, run func(context.Context) error) error {
	name := "job:" + job
	ok, err := a.pool.SetNX(ctx, name, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("job is running")
	}
	defer a.pool.Del(context.WithoutCancel(ctx), name) // want plaindel
	return run(ctx)
}
