// Package redigos maps KEYS and ARGV by redigo's key count.
package redigos

import (
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var bare = redis.NewScript(1, `return redis.call("DEL", KEYS[1])`)

var own = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

var counted = redis.NewScript(-1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

const two = `if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) redis.call("INCR", KEYS[2]) end return 0`

// other compares the owner of the first key and deletes the second.
const other = `if redis.call("EXISTS", KEYS[1]) == 1 then return redis.call("DEL", KEYS[2]) end return 0`

func take(c redis.Conn, key, owner string) bool {
	reply, err := redis.String(c.Do("SET", key, owner, "NX", "PX", time.Minute.Milliseconds()))
	return err == nil && reply == "OK"
}

func Bare(c redis.Conn, id string, work func()) {
	key, owner := "bare:"+id, uuid.NewString()
	if !take(c, key, owner) {
		return
	}
	defer bare.Do(c, key) // want plaindel
	work()
}

func Own(c redis.Conn, id string, work func()) {
	key, owner := "own:"+id, uuid.NewString()
	if !take(c, key, owner) {
		return
	}
	defer own.Do(c, key, owner) // ok: compares
	work()
}

func Counted(c redis.Conn, id string, work func()) {
	key, owner := "counted:"+id, uuid.NewString()
	if !take(c, key, owner) {
		return
	}
	defer counted.Do(c, 1, key, owner) // ok: compares
	work()
}

func Args(c redis.Conn, id string, work func()) {
	key, owner := "args:"+id, uuid.NewString()
	if !take(c, key, owner) {
		return
	}
	defer bare.Do(c, redis.Args{}.Add(key)...) // want plaindel
	work()
}

func ArgsOwn(c redis.Conn, id string, work func()) {
	key, owner := "args:own:"+id, uuid.NewString()
	if !take(c, key, owner) {
		return
	}
	defer own.Do(c, redis.Args{}.Add(key).Add(owner)...) // ok: compares
	work()
}

func Eval(c redis.Conn, id string, work func()) {
	key, owner := "eval:"+id, uuid.NewString()
	if !take(c, key, owner) {
		return
	}
	defer c.Do("EVAL", other, 2, "counter", key) // want plaindel
	work()
}

func EvalOwn(c redis.Conn, id string, work func()) {
	key, owner := "eval:own:"+id, uuid.NewString()
	if !take(c, key, owner) {
		return
	}
	defer c.Do("EVAL", two, 2, key, "counter", owner) // ok: compares
	work()
}

func Slice(c redis.Conn, id string, work func()) {
	key, owner := "slice:"+id, uuid.NewString()
	if !take(c, key, owner) {
		return
	}
	args := []interface{}{`return redis.call("UNLINK", KEYS[1])`, 1}
	args = append(args, key)
	defer c.Do("EVAL", args...) // want plaindel
	work()
}
