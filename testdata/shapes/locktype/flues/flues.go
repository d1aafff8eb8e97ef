// Package flues sweeps flues.
package flues

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

var errSooty = errors.New("flue is being swept")

// Spec says which flue, and for how long.
type Spec struct {
	House string
	Flue  string
	TTL   time.Duration
}

// Brush is a lock.
type Brush struct {
	spec Spec
	rc   rueidis.Client
	mark string
}

// Take makes the lock and takes it.
func Take(ctx context.Context, rc rueidis.Client, spec Spec) (*Brush, error) {
	b := &Brush{spec: spec, rc: rc, mark: uuid.NewString()}
	err := rc.Do(ctx, rc.B().Set().Key(b.name()).Value(b.mark).Nx().Px(b.spec.TTL).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return nil, errSooty
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

func (b *Brush) name() string { return "flue/" + b.spec.House + "/" + b.spec.Flue }

// Stop gives the flue back.
func (b *Brush) Stop(ctx context.Context) error {
	return b.rc.Do(ctx, b.rc.B().Del().Key(b.name()).Build()).Error() // want plaindel
}

var (
	gone = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)
	more = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`)
)

// Broom is a lock that compares.
type Broom struct {
	Brush
	failed func(error)
}

// Grab makes the lock and takes it.
func Grab(ctx context.Context, rc rueidis.Client, spec Spec, failed func(error)) (*Broom, error) {
	b, err := Take(ctx, rc, Spec{House: spec.House, Flue: spec.Flue + "/broom", TTL: time.Minute})
	if err != nil {
		return nil, err
	}
	return &Broom{Brush: *b, failed: failed}, nil
}

// Keep prolongs the lock until ctx ends.
func (b *Broom) Keep(ctx context.Context) {
	t := time.NewTicker(20 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			n, err := more.Exec(ctx, b.rc, []string{b.name()}, []string{b.mark, "60000"}).AsInt64() // ok: the failure goes to a callback
			if err == nil && n == 0 {
				err = errSooty
			}
			if err != nil {
				b.failed(err)
				return
			}
		}
	}
}

// Stop gives the flue back if it is ours.
func (b *Broom) Stop(ctx context.Context) error {
	return gone.Exec(ctx, b.rc, []string{b.name()}, []string{b.mark}).Error() // ok: compares
}
