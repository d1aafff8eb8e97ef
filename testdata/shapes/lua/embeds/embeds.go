// Package embeds has its scripts in files.
package embeds

import (
	"context"
	"embed"
	_ "embed"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

//go:embed scripts/bare.lua
var bare string

//go:embed scripts/own.lua
var own string

//go:embed scripts/bare.lua
var bareBytes []byte

//go:embed scripts/own.lua
var ownBytes []byte

//go:embed scripts/*.lua
var files embed.FS

//go:embed scripts
var dir embed.FS

var ownScript = redis.NewScript(own)

func take(ctx context.Context, rdb *redis.Client, key, owner string) bool {
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	return err == nil && ok
}

func Text(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "text:"+id, uuid.NewString()
	if !take(ctx, rdb, key, owner) {
		return
	}
	defer redis.NewScript(bare).Run(ctx, rdb, []string{key}) // want plaindel
	work()
}

func TextOwn(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "text:own:"+id, uuid.NewString()
	if !take(ctx, rdb, key, owner) {
		return
	}
	defer ownScript.Run(ctx, rdb, []string{key}, owner) // ok: compares
	work()
}

func Bytes(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "bytes:"+id, uuid.NewString()
	if !take(ctx, rdb, key, owner) {
		return
	}
	defer rdb.Eval(ctx, string(bareBytes), []string{key}) // want plaindel
	work()
}

func BytesOwn(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "bytes:own:"+id, uuid.NewString()
	if !take(ctx, rdb, key, owner) {
		return
	}
	defer rdb.Eval(ctx, string(ownBytes), []string{key}, owner) // ok: compares
	work()
}

func File(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "file:"+id, uuid.NewString()
	src, err := files.ReadFile("scripts/bare.lua")
	if err != nil {
		return err
	}
	if !take(ctx, rdb, key, owner) {
		return nil
	}
	defer rdb.Eval(ctx, string(src), []string{key}) // want plaindel
	work()
	return nil
}

func FileOwn(ctx context.Context, rdb *redis.Client, id string, work func()) error {
	key, owner := "file:own:"+id, uuid.NewString()
	src, err := files.ReadFile("scripts/own.lua")
	if err != nil {
		return err
	}
	if !take(ctx, rdb, key, owner) {
		return nil
	}
	defer rdb.Eval(ctx, string(src), []string{key}, owner) // ok: compares
	work()
	return nil
}

func must(name string) string {
	b, err := dir.ReadFile("scripts/" + name)
	if err != nil {
		panic(err)
	}
	return string(b)
}

var (
	loaded    = redis.NewScript(must("bare.lua"))
	loadedOwn = redis.NewScript(must("own.lua"))
)

func Loaded(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "loaded:"+id, uuid.NewString()
	if !take(ctx, rdb, key, owner) {
		return
	}
	defer loaded.Run(ctx, rdb, []string{key}) // want plaindel
	work()
}

func LoadedOwn(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "loaded:own:"+id, uuid.NewString()
	if !take(ctx, rdb, key, owner) {
		return
	}
	defer loadedOwn.Run(ctx, rdb, []string{key}, owner) // ok: compares
	work()
}
