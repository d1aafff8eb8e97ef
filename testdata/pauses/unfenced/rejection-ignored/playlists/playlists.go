// Package playlists edits playlists in a NATS bucket.
package playlists

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/redis/rueidis"
)

var release = rueidis.NewLuaScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// Editor edits playlists.
type Editor struct {
	redis rueidis.Client
	kv    jetstream.KeyValue
	id    string // of this process
}

func (e *Editor) lock(ctx context.Context, key, owner string) (bool, error) {
	err := e.redis.Do(ctx, e.redis.B().Set().Key(key).Value(owner).Nx().Px(5*time.Second).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return false, nil
	}
	return err == nil, err
}

func (e *Editor) unlock(ctx context.Context, key, owner string) {
	release.Exec(context.WithoutCancel(ctx), e.redis, []string{key}, []string{owner})
}

// Append appends a song.
func (e *Editor) Append(ctx context.Context, list, song string) error {
	key, owner := "playlist:"+list, e.id+"/"+time.Now().Format(time.RFC3339Nano)
	ok, err := e.lock(ctx, key, owner)
	if err != nil || !ok {
		return err
	}
	defer e.unlock(ctx, key, owner)
	entry, err := e.kv.Get(ctx, list)
	if err != nil {
		return err
	}
	_, _ = e.kv.Update(ctx, list, append(entry.Value(), "\n"+song...), entry.Revision()) // want unfenced
	return nil
}
