// Package values keeps more than the owner in a lock's key.
package values

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type record struct {
	Owner string `json:"owner"`
	Host  string `json:"host"`
}

// byField compares the owner within the value.
var byField = redis.NewScript(`
local raw = redis.call("GET", KEYS[1])
if not raw then
	return 0
end
local rec = cjson.decode(raw)
if rec.owner ~= ARGV[1] then
	return redis.error_reply("NOTOWNER held by " .. rec.owner)
end
redis.call("DEL", KEYS[1])
return 1`)

var careful = redis.NewScript(`
local ok, rec = pcall(cjson.decode, redis.call("GET", KEYS[1]) or "{}")
if not ok then return -1 end
if rec["owner"] == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// anyField only looks whether the value is a record.
var anyField = redis.NewScript(`
local raw = redis.call("GET", KEYS[1])
if not raw then
	return 0
end
local rec = cjson.decode(raw)
redis.log(redis.LOG_NOTICE, "freed " .. rec.owner)
redis.call("DEL", KEYS[1])
return 1`)

// renew writes the record anew with a later end.
var renew = redis.NewScript(`
local rec = cjson.decode(redis.call("GET", KEYS[1]) or '{}')
if rec.owner ~= ARGV[1] then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])`)

func take(ctx context.Context, rdb *redis.Client, key string, rec record) bool {
	b, err := json.Marshal(rec)
	if err != nil {
		return false
	}
	ok, err := rdb.SetNX(ctx, key, b, time.Minute).Result()
	return err == nil && ok
}

func Field(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, rec := "field:"+id, record{Owner: uuid.NewString(), Host: "a"}
	if !take(ctx, rdb, key, rec) {
		return
	}
	defer byField.Run(ctx, rdb, []string{key}, rec.Owner) // ok: compares the field
	work()
}

func Careful(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, rec := "careful:"+id, record{Owner: uuid.NewString(), Host: "a"}
	if !take(ctx, rdb, key, rec) {
		return
	}
	defer careful.Run(ctx, rdb, []string{key}, rec.Owner) // ok: compares the field
	work()
}

func Any(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, rec := "any:"+id, record{Owner: uuid.NewString(), Host: "a"}
	if !take(ctx, rdb, key, rec) {
		return
	}
	defer anyField.Run(ctx, rdb, []string{key}, rec.Owner) // want plaindel
	work()
}

// Hash keeps the owner in a field of a hash.
func Hash(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "hash:"+id, uuid.NewString()
	n, err := rdb.Eval(ctx, `
if redis.call("EXISTS", KEYS[1]) == 1 then
	return 0
end
redis.call("HSET", KEYS[1], "owner", ARGV[1], "at", ARGV[3])
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return 1`, []string{key}, owner, 60000, time.Now().Unix()).Int()
	if err != nil || n == 0 {
		return
	}
	defer rdb.Eval(ctx, `
if redis.call("HGET", KEYS[1], "owner") == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`, []string{key}, owner) // ok: compares the field
	work()
}

// HashAny forgets the comparison.
func HashAny(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "hash:any:"+id, uuid.NewString()
	n, err := rdb.Eval(ctx, `
if redis.call("EXISTS", KEYS[1]) == 1 then
	return 0
end
redis.call("HSET", KEYS[1], "owner", ARGV[1])
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return 1`, []string{key}, owner, 60000).Int()
	if err != nil || n == 0 {
		return
	}
	defer rdb.Eval(ctx, `if redis.call("HGET", KEYS[1], "owner") then return redis.call("DEL", KEYS[1]) end`, []string{key}, owner) // want plaindel
	work()
}

// HashForever has no expiry.
func HashForever(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "hash:forever:"+id, uuid.NewString()
	n, err := rdb.Eval(ctx, `return redis.call("HSETNX", KEYS[1], "owner", ARGV[1])`, []string{key}, owner).Int() // want setnxexpire
	if err != nil || n == 0 {
		return
	}
	defer rdb.Eval(ctx, `if redis.call("HGET", KEYS[1], "owner") == ARGV[1] then return redis.call("DEL", KEYS[1]) end`, []string{key}, owner) // ok: compares the field
	work()
}

// Prolonged renews by the field and stops when it is lost.
func Prolonged(ctx context.Context, rdb *redis.Client, id string, work func(context.Context)) {
	key, rec := "prolonged:"+id, record{Owner: uuid.NewString(), Host: "a"}
	if !take(ctx, rdb, key, rec) {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		t := time.NewTicker(20 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if n, err := renew.Run(ctx, rdb, []string{key}, rec.Owner, 60000).Int(); err != nil || n == 0 { // ok: compares, and stops the work
					cancel()
					return
				}
			}
		}
	}()
	work(ctx)
	byField.Run(context.WithoutCancel(ctx), rdb, []string{key}, rec.Owner) // ok: compares the field
}
