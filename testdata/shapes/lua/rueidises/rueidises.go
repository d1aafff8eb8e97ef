// Package rueidises maps KEYS and ARGV of rueidis' builders and script objects.
package rueidises

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

const (
	bare = `return redis.call("DEL", KEYS[1])`
	own  = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
)

var (
	bareScript = rueidis.NewLuaScript(bare)
	ownScript  = rueidis.NewLuaScript(own)
)

func take(ctx context.Context, c rueidis.Client, key, owner string) bool {
	return c.Do(ctx, c.B().Set().Key(key).Value(owner).Nx().Px(time.Minute).Build()).Error() == nil
}

func Script(ctx context.Context, c rueidis.Client, id string, work func()) {
	key, owner := "script:"+id, uuid.NewString()
	if !take(ctx, c, key, owner) {
		return
	}
	defer bareScript.Exec(ctx, c, []string{key}, nil) // want plaindel
	work()
}

func ScriptOwn(ctx context.Context, c rueidis.Client, id string, work func()) {
	key, owner := "script:own:"+id, uuid.NewString()
	if !take(ctx, c, key, owner) {
		return
	}
	defer ownScript.Exec(ctx, c, []string{key}, []string{owner}) // ok: compares
	work()
}

func Built(ctx context.Context, c rueidis.Client, id string, work func()) {
	key, owner := "built:"+id, uuid.NewString()
	if !take(ctx, c, key, owner) {
		return
	}
	defer c.Do(ctx, c.B().Eval().Script(bare).Numkeys(1).Key(key).Build()) // want plaindel
	work()
}

func BuiltOwn(ctx context.Context, c rueidis.Client, id string, work func()) {
	key, owner := "built:own:"+id, uuid.NewString()
	if !take(ctx, c, key, owner) {
		return
	}
	defer c.Do(ctx, c.B().Eval().Script(own).Numkeys(1).Key(key).Arg(owner).Build()) // ok: compares
	work()
}

func Arbitrary(ctx context.Context, c rueidis.Client, id string, work func()) {
	key, owner := "arbitrary:"+id, uuid.NewString()
	if !take(ctx, c, key, owner) {
		return
	}
	defer c.Do(ctx, c.B().Arbitrary("EVAL").Args(bare, "1").Keys(key).Build()) // want plaindel
	work()
}

func ArbitraryOwn(ctx context.Context, c rueidis.Client, id string, work func()) {
	key, owner := "arbitrary:own:"+id, uuid.NewString()
	if !take(ctx, c, key, owner) {
		return
	}
	defer c.Do(ctx, c.B().Arbitrary("EVAL").Args(own, "1").Keys(key).Args(owner).Build()) // ok: compares
	work()
}
