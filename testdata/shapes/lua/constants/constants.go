// Package constants has its scripts in constants and variables.
package constants

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const free = `return redis.call("DEL", KEYS[1])`

const freeOwn = `if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`

var (
	freeAny  = "redis.call('DEL', KEYS[1])\n" + "return 1"
	freeMine = "local v = redis.call('GET', KEYS[1])\n" +
		"if v ~= ARGV[1] then return 0 end\n" +
		"return redis.call('DEL', KEYS[1])"
)

func Constant(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	key, owner := "constant:"+id, uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Eval(ctx, free, []string{key}) // want plaindel
	return work()
}

func ConstantOwn(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	key, owner := "constant:own:"+id, uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Eval(ctx, freeOwn, []string{key}, owner) // ok: compares
	return work()
}

func Variable(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	key, owner := "variable:"+id, uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Eval(ctx, freeAny, []string{key}) // want plaindel
	return work()
}

func VariableMine(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	key, owner := "variable:mine:"+id, uuid.NewString()
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Eval(ctx, freeMine, []string{key}, owner) // ok: compares
	return work()
}
