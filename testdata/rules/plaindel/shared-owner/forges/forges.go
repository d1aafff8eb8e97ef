// Package forges is a lock type whose owner is not one.
package forges

import (
	"context"
	mrand "math/rand/v2"
	"strconv"
	"time"

	"github.com/go-redis/redis/v8"
)

const script = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`

type Forge struct {
	c   redis.Cmdable
	key string
	val string
}

// New makes a lock; val is the same for everybody.
func New(c redis.Cmdable, forge string) *Forge {
	return &Forge{c: c, key: "forge:" + forge, val: "1"}
}

func (f *Forge) TryLock(ctx context.Context) bool {
	return f.c.SetNX(ctx, f.key, f.val, 90*time.Second).Val()
}

func (f *Forge) Unlock(ctx context.Context) {
	f.c.Eval(ctx, script, []string{f.key}, f.val) // want plaindel
}

// Anvil is a lock with an owner.
type Anvil struct {
	c   redis.Cmdable
	key string
	val string
}

// NewAnvil makes a lock.
func NewAnvil(c redis.Cmdable, anvil string) *Anvil {
	return &Anvil{c: c, key: "anvil:" + anvil}
}

func (a *Anvil) TryLock(ctx context.Context) bool {
	a.val = strconv.FormatUint(mrand.Uint64(), 36)
	return a.c.SetNX(ctx, a.key, a.val, 90*time.Second).Val()
}

func (a *Anvil) Unlock(ctx context.Context) {
	a.c.Eval(ctx, script, []string{a.key}, a.val) // ok: random
}

// Bench is a lock whose owner its user names.
type Bench struct {
	C   redis.Cmdable
	Key string
	Val string
}

func (b *Bench) TryLock(ctx context.Context) bool {
	return b.C.SetNX(ctx, b.Key, b.Val, 90*time.Second).Val()
}

func (b *Bench) Unlock(ctx context.Context) {
	b.C.Eval(ctx, script, []string{b.Key}, b.Val) // ok: not known to be shared
}
