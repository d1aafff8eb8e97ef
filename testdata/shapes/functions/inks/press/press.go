// Package press is one printing press.
package press

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// ErrRolling says that somebody prints.
var ErrRolling = errors.New("press is rolling")

// Press has locks for its inks.
type Press struct {
	db   redis.Cmdable
	name string
}

// New makes a press.
func New(db redis.Cmdable, name string) *Press { return &Press{db, name} }

func (p *Press) lockOf(ink string) string { return p.name + "/lock/" + ink }

// Seize takes an ink and returns what gives it back.
func (p *Press) Seize(ctx context.Context, ink string, ttl time.Duration) (func(), error) {
	ok, err := p.db.SetNX(ctx, p.lockOf(ink), uuid.NewString(), ttl).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrRolling
	}
	return func() { p.free(context.WithoutCancel(ctx), ink) }, nil
}

func (p *Press) free(ctx context.Context, ink string) {
	p.db.Del(ctx, p.lockOf(ink)) // want plaindel
}

const release = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`

// Reserve takes an ink and returns what gives it back if it is still ours.
func (p *Press) Reserve(ctx context.Context, ink string, ttl time.Duration) (unlock func(), err error) {
	key, me := p.lockOf(ink)+"/reserved", uuid.NewString()
	ok, err := p.db.SetNX(ctx, key, me, ttl).Result()
	switch {
	case err != nil:
	case !ok:
		err = ErrRolling
	default:
		unlock = func() { p.db.Eval(context.WithoutCancel(ctx), release, []string{key}, me) } // ok: compares
	}
	return unlock, err
}

// Forget deletes a recipe.
func (p *Press) Forget(ctx context.Context, ink string) error {
	return p.db.Del(ctx, p.name+"/recipe/"+ink).Err() // ok: data
}
