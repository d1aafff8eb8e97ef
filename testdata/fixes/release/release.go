// Package release has locks that are deleted by whoever gets there.
package release

import (
	"context"
	"time"

	old "github.com/go-redis/redis"
	redigo "github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	gozero "github.com/zeromicro/go-zero/core/stores/redis"
)

func deferred(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	key, owner := "job:"+id, uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Del(context.WithoutCancel(ctx), key)
	return work()
}

func inClosure(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	owner := uuid.NewString()
	if !rdb.SetNX(ctx, "job:"+id, owner, time.Minute).Val() {
		return nil
	}
	defer func() {
		if _, err := rdb.Del(context.WithoutCancel(ctx), "job:"+id).Result(); err != nil {
			println(err.Error())
		}
	}()
	return work()
}

type lock struct {
	rdb   redis.UniversalClient
	name  string
	token string
}

func (l *lock) Lock(ctx context.Context) (bool, error) {
	return l.rdb.SetNX(ctx, "lock:"+l.name, l.token, time.Minute).Result()
}

func (held *lock) Unlock(ctx context.Context) error {
	return held.rdb.Del(ctx, "lock:"+held.name).Err()
}

func withoutContext(c *old.Client, id, owner string, work func()) error {
	ok, err := c.SetNX("v6:"+id, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	work()
	return c.Del("v6:" + id).Err()
}

func redigoText(conn redigo.Conn, id, owner string, work func()) error {
	reply, err := redigo.String(conn.Do("SET", "text:"+id, owner, "NX", "EX", 60))
	if err != nil || reply != "OK" {
		return err
	}
	work()
	_, err = conn.Do("DEL", "text:"+id)
	return err
}

func goZero(ctx context.Context, rds *gozero.Redis, id string, work func()) error {
	owner := uuid.NewString()
	ok, err := rds.SetnxExCtx(ctx, "zero:"+id, owner, 60)
	if err != nil || !ok {
		return err
	}
	work()
	_, err = rds.DelCtx(ctx, "zero:"+id)
	return err
}

func compared(ctx context.Context, rdb *redis.Client, id string, work func()) {
	owner := uuid.NewString()
	if !rdb.SetNX(ctx, "cmp:"+id, owner, time.Minute).Val() {
		return
	}
	work()
	if rdb.Get(ctx, "cmp:"+id).Val() == owner {
		rdb.Del(ctx, "cmp:"+id)
	}
}
