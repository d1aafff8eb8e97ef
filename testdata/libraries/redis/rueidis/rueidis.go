// Package rueidis paints bridges.
package rueidis

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

type Crew struct {
	c  rueidis.Client
	db *sql.DB
}

var errPainted = errors.New("somebody paints already")

// Scrape builds SET NX without an expiry.
func (p *Crew) Scrape(ctx context.Context, span string) error {
	key := "span-lock:" + span
	err := p.c.Do(ctx, p.c.B().Set().Key(key).Value("on").Nx().Build()).Error() // want setnxexpire
	if rueidis.IsRedisNil(err) {
		return errPainted
	}
	if err != nil {
		return err
	}
	defer p.c.Do(context.WithoutCancel(ctx), p.c.B().Del().Key(key).Build()) // want plaindel
	return nil
}

// Prime prolongs whatever is there, and writes what it read.
func (p *Crew) Prime(ctx context.Context, span string) error {
	key, me := "prime-lock:"+span, uuid.NewString()
	if err := p.c.Do(ctx, p.c.B().Set().Key(key).Value(me).Nx().Px(time.Minute).Build()).Error(); err != nil {
		return err
	}
	defer free.Exec(context.WithoutCancel(ctx), p.c, []string{key}, []string{me})
	quit := make(chan struct{})
	defer close(quit)
	go func() {
		for {
			select {
			case <-quit:
				return
			case <-time.After(20 * time.Second):
				p.c.Do(ctx, p.c.B().Expire().Key(key).Seconds(60).Build()) // want nolost
			}
		}
	}()
	var coats int
	if err := p.db.QueryRowContext(ctx, "SELECT coats FROM spans WHERE id = $1", span).Scan(&coats); err != nil {
		return err
	}
	_, err := p.db.ExecContext(ctx, "UPDATE spans SET coats = $2 WHERE id = $1", span, coats+1) // want unfenced
	return err
}

var (
	free = rueidis.NewLuaScript(`if redis.call("GET",KEYS[1]) == ARGV[1] then return redis.call("DEL",KEYS[1]) else return 0 end`)
	keep = rueidis.NewLuaScript(`if redis.call("GET",KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE",KEYS[1],ARGV[2]) else return 0 end`)
)

// Seal does it right.
func (p *Crew) Seal(ctx context.Context, span string) error {
	key, me := "seal-lock:"+span, uuid.NewString()
	if err := p.c.Do(ctx, p.c.B().Set().Key(key).Value(me).Nx().Ex(time.Minute).Build()).Error(); err != nil { // ok setnxexpire: one command
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer p.c.Do(context.WithoutCancel(ctx), p.c.B().Delex().Key(key).Ifeq(me).Build()) // ok plaindel: compares
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(20 * time.Second):
				if n, err := keep.Exec(ctx, p.c, []string{key}, []string{me, "60000"}).AsInt64(); err != nil || n == 0 { // ok nolost: ends the work
					stop()
					return
				}
			}
		}
	}()
	var coats, version int
	if err := p.db.QueryRowContext(ctx, "SELECT coats, version FROM spans WHERE id = $1", span).Scan(&coats, &version); err != nil {
		return err
	}
	res, err := p.db.ExecContext(ctx, "UPDATE spans SET coats = $2, version = $3 + 1 WHERE id = $1 AND version = $3", span, coats+1, version) // ok unfenced: conditional
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return errPainted
	}
	return nil
}
