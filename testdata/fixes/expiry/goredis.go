// Package expiry has keys that are created without an expiry and get one by a
// second command.
package expiry

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

const ttl = time.Minute

var errBusy = errors.New("busy")

type jobs struct {
	rdb   redis.UniversalClient
	lease time.Duration
}

func (j *jobs) returned(ctx context.Context, id, owner string) error {
	ok, err := j.rdb.SetNX(ctx, "job:"+id, owner, 0).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	return j.rdb.Expire(ctx, "job:"+id, time.Minute).Err()
}

func (j *jobs) asked(ctx context.Context, id, owner string) error {
	key := "job:" + id
	ok, err := j.rdb.SetNX(ctx, key, owner, 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	if err := j.rdb.Expire(ctx, key, j.lease).Err(); err != nil {
		log.Print("no expiry: ", err)
		return err
	}
	log.Print("taken: ", key)
	return nil
}

func (j *jobs) branch(ctx context.Context, id, owner string) bool {
	ok := j.rdb.SetNX(ctx, "job:"+id, owner, 0).Val()
	if ok {
		j.rdb.Expire(ctx, "job:"+id, ttl) // a minute
	}
	return ok
}

func (j *jobs) command(ctx context.Context, id, owner string) bool {
	cmd := j.rdb.SetNX(ctx, "job:"+id, owner, 0)
	if cmd.Err() != nil || !cmd.Val() {
		return false
	}
	_ = j.rdb.Expire(ctx, "job:"+id, 2*ttl).Err()
	return true
}

func (j *jobs) inInit(ctx context.Context, id, owner string, lease time.Duration) error {
	if ok, err := j.rdb.SetNX(ctx, "job:"+id, owner, 0).Result(); err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	j.rdb.PExpire(ctx, "job:"+id, lease)
	return nil
}

func text(ctx context.Context, rdb *redis.Client, id, owner string, work func()) error {
	if err := rdb.Do(ctx, "SET", "text:"+id, owner, "NX").Err(); err != nil {
		return err
	}
	if err := rdb.Do(ctx, "EXPIRE", "text:"+id, 60).Err(); err != nil {
		return err
	}
	work()
	return rdb.Eval(ctx, "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0", []string{"text:" + id}, owner).Err()
}

const same = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

func blind(ctx context.Context, rdb *redis.Client, id, owner string, work func()) error {
	ok, err := rdb.SetNX(ctx, "blind:"+id, owner, ttl).Result()
	if err != nil {
		return err
	}
	rdb.Expire(ctx, "blind:"+id, time.Minute)
	if !ok {
		return errBusy
	}
	defer rdb.Eval(context.WithoutCancel(ctx), same, []string{"blind:" + id}, owner)
	work()
	return nil
}

func deferBetween(ctx context.Context, rdb *redis.Client, id, owner string, work func()) error {
	ok, err := rdb.SetNX(ctx, "between:"+id, owner, 0).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer rdb.Eval(context.WithoutCancel(ctx), same, []string{"between:" + id}, owner)
	if err := rdb.Expire(ctx, "between:"+id, ttl).Err(); err != nil {
		return err
	}
	work()
	return nil
}
