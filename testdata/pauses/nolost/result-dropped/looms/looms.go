// Package looms weaves row by row and renews between the rows itself.
package looms

import (
	"context"
	"errors"
	"time"

	"github.com/redis/rueidis"
)

var (
	extend = rueidis.NewLuaScript(`if redis.call("GET",KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE",KEYS[1],ARGV[2]) else return 0 end`)
	unlock = rueidis.NewLuaScript(`if redis.call("GET",KEYS[1]) == ARGV[1] then return redis.call("DEL",KEYS[1]) else return 0 end`)
)

// Loom weaves.
type Loom struct {
	c     rueidis.Client
	id    string
	token func() string
}

// Weave weaves rows as long as the loom is ours.
func (l *Loom) Weave(ctx context.Context, rows []string, weave func(string) error) error {
	key, tok := "loom:"+l.id, l.token()
	if err := l.c.Do(ctx, l.c.B().Set().Key(key).Value(tok).Nx().PxMilliseconds(10_000).Build()).Error(); err != nil {
		return err
	}
	defer unlock.Exec(context.WithoutCancel(ctx), l.c, []string{key}, []string{tok})
	last := time.Now()
	for _, r := range rows {
		if time.Since(last) > 3*time.Second {
			n, err := extend.Exec(ctx, l.c, []string{key}, []string{tok, "10000"}).AsInt64()
			if err != nil {
				return err
			}
			if n == 0 {
				return errors.New("looms: loom was lost")
			}
			last = time.Now()
		}
		if err := weave(r); err != nil {
			return err
		}
	}
	return nil
}
