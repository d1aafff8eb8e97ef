// Package lookalikes sets keys that never end and are no locks.
package lookalikes

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type App struct {
	rdb  redis.UniversalClient
	cron string
}

// Migrated reports whether a migration runs for the first time ever.
func (a *App) Migrated(ctx context.Context, migration string) (bool, error) {
	fresh, err := a.rdb.SetNX(ctx, "migrated:"+migration, time.Now().Format(time.RFC3339), 0).Result() // ok: once for ever
	return !fresh, err
}

// Join gives a user the next seat; who has one keeps it.
func (a *App) Join(ctx context.Context, user string, seat int) (int, error) {
	key := "seat:" + user
	if err := a.rdb.SetNX(ctx, key, seat, 0).Err(); err != nil { // ok: a record
		return 0, err
	}
	return a.rdb.Get(ctx, key).Int()
}

// Nick reserves a nick name until it is given up.
func (a *App) Nick(ctx context.Context, nick, user string) (bool, error) {
	return a.rdb.SetNX(ctx, "nick:"+nick, user, 0).Result() // ok: a record
}

// Rename gives the old nick name up.
func (a *App) Rename(ctx context.Context, from, to, user string) error {
	ok, err := a.Nick(ctx, to, user)
	if err != nil || !ok {
		return err
	}
	return a.rdb.Del(ctx, "nick:"+from).Err() // ok: a record
}

// Salt makes the installation's salt, once.
func (a *App) Salt(ctx context.Context) (string, error) {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		return "", err
	}
	if err := a.rdb.SetNX(ctx, "salt", hex.EncodeToString(b), 0).Err(); err != nil { // ok: a shared secret
		return "", err
	}
	return a.rdb.Get(ctx, "salt").Result()
}

const guard = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

// Tick is a lock without an end, beside all of these.
func (a *App) Tick(ctx context.Context, tick func(context.Context) error) (err error) {
	me := uuid.NewString()
	if err = a.rdb.SetArgs(ctx, a.cron, me, redis.SetArgs{Mode: "NX"}).Err(); err != nil { // want setnxexpire
		return
	}
	defer func() {
		err = errors.Join(err, a.rdb.Eval(context.WithoutCancel(ctx), guard, []string{a.cron}, me).Err())
	}()
	err = tick(ctx)
	return
}
