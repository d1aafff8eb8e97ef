// Package loads runs scripts by their SHA and functions by their name.
package loads

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const (
	bare = `return redis.call("DEL", KEYS[1])`
	own  = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
)

// Locker loads its scripts once.
type Locker struct {
	rdb             *redis.Client
	bareSHA, ownSHA string
	script, freely  *redis.Script
}

func NewLocker(ctx context.Context, rdb *redis.Client) (*Locker, error) {
	l := &Locker{rdb: rdb, script: redis.NewScript(own), freely: redis.NewScript(bare)}
	var err error
	if l.bareSHA, err = rdb.ScriptLoad(ctx, bare).Result(); err != nil {
		return nil, err
	}
	if l.ownSHA, err = rdb.ScriptLoad(ctx, own).Result(); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *Locker) Field(ctx context.Context, id string, work func()) {
	key, owner := "field:"+id, uuid.NewString()
	if ok, err := l.rdb.SetNX(ctx, key, owner, time.Minute).Result(); err != nil || !ok {
		return
	}
	defer l.rdb.EvalSha(ctx, l.bareSHA, []string{key}) // want plaindel
	work()
}

func (l *Locker) FieldOwn(ctx context.Context, id string, work func()) {
	key, owner := "field:own:"+id, uuid.NewString()
	if ok, err := l.rdb.SetNX(ctx, key, owner, time.Minute).Result(); err != nil || !ok {
		return
	}
	defer l.rdb.EvalSha(ctx, l.ownSHA, []string{key}, owner) // ok: compares
	work()
}

func (l *Locker) ScriptField(ctx context.Context, id string, work func()) {
	key, owner := "scriptfield:"+id, uuid.NewString()
	if ok, err := l.rdb.SetNX(ctx, key, owner, time.Minute).Result(); err != nil || !ok {
		return
	}
	defer l.freely.Run(ctx, l.rdb, []string{key}) // want plaindel
	work()
}

func (l *Locker) ScriptFieldOwn(ctx context.Context, id string, work func()) {
	key, owner := "scriptfield:own:"+id, uuid.NewString()
	if ok, err := l.rdb.SetNX(ctx, key, owner, time.Minute).Result(); err != nil || !ok {
		return
	}
	defer l.script.Run(ctx, l.rdb, []string{key}, owner) // ok: compares
	work()
}

func Local(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "local:"+id, uuid.NewString()
	sha := rdb.ScriptLoad(ctx, bare).Val()
	if ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result(); err != nil || !ok {
		return
	}
	defer rdb.EvalSha(ctx, sha, []string{key}) // want plaindel
	work()
}

func Script(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "script:"+id, uuid.NewString()
	s := redis.NewScript(bare)
	if ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result(); err != nil || !ok {
		return
	}
	defer rdb.EvalSha(ctx, s.Hash(), []string{key}) // want plaindel
	work()
}

func ScriptSha(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "scriptsha:"+id, uuid.NewString()
	s := redis.NewScript(own)
	if ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result(); err != nil || !ok {
		return
	}
	defer s.EvalSha(ctx, rdb, []string{key}, owner) // ok: compares
	work()
}

const library = `#!lua name=locks
local function free(keys, args)
	return redis.call('DEL', keys[1])
end
local function free_own(keys, args)
	if redis.call('GET', keys[1]) == args[1] then
		return redis.call('DEL', keys[1])
	end
	return 0
end
redis.register_function('free', free)
redis.register_function('free_own', free_own)
`

func Load(ctx context.Context, rdb *redis.Client) error {
	return rdb.FunctionLoadReplace(ctx, library).Err()
}

func Function(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "function:"+id, uuid.NewString()
	if ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result(); err != nil || !ok {
		return
	}
	defer rdb.FCall(ctx, "free", []string{key}) // want plaindel
	work()
}

func FunctionOwn(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "function:own:"+id, uuid.NewString()
	if ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result(); err != nil || !ok {
		return
	}
	defer rdb.FCall(ctx, "free_own", []string{key}, owner) // ok: compares
	work()
}
