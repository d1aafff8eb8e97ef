// Package maples taps maples; the same key is spelled in several ways.
package maples

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errTapped = errors.New("maple is tapped")

const (
	ns   = "maples"
	kind = ns + ":tap:"
)

// Grove has maples.
type Grove struct{ c redis.Cmdable }

// Tap concatenates where Untap formats.
func (g *Grove) Tap(ctx context.Context, maple int) (string, error) {
	me := uuid.NewString()
	ok, err := g.c.SetNX(ctx, "maples:tap:"+strconv.Itoa(maple), me, time.Minute).Result()
	if err == nil && !ok {
		err = errTapped
	}
	return me, err
}

// Untap formats where Tap concatenates.
func (g *Grove) Untap(ctx context.Context, maple int) error {
	return g.c.Del(ctx, fmt.Sprintf("%s%d", kind, maple)).Err() // want plaindel
}

// Label deletes a key that only begins like the lock's.
func (g *Grove) Label(ctx context.Context, maple int) error {
	return g.c.Del(ctx, fmt.Sprintf("%slabel:%d", kind, maple)).Err() // ok: another key
}

// Boil has two keys, and frees its lock by comparing.
func (g *Grove) Boil(ctx context.Context, maple int, boil func(context.Context) error) error {
	lock, steam := fmt.Sprintf("%s:boil:%d", ns, maple), fmt.Sprintf("%s:steam:%d", ns, maple)
	me := uuid.NewString()
	ok, err := g.c.SetNX(ctx, lock, me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errTapped
	}
	defer g.c.Eval(context.WithoutCancel(ctx), same, []string{lock}, me) // ok: compares
	if err := boil(ctx); err != nil {
		return err
	}
	return g.c.Del(ctx, steam).Err() // ok: data
}

const same = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Pour has two locks; only one of them is freed by its name.
func (g *Grove) Pour(ctx context.Context, from, to int, pour func(context.Context) error) error {
	me := uuid.NewString()
	keys := [2]string{fmt.Sprint("pour/", from), fmt.Sprint("pour/into/", to)}
	if ok, err := g.c.SetNX(ctx, keys[0], me, time.Minute).Result(); err != nil || !ok {
		return errors.Join(errTapped, err)
	}
	defer g.c.Eval(context.WithoutCancel(ctx), same, keys[:1], me) // ok: compares
	if ok, err := g.c.SetNX(ctx, keys[1], me, time.Minute).Result(); err != nil || !ok {
		return errors.Join(errTapped, err)
	}
	defer g.c.Del(context.WithoutCancel(ctx), keys[1]) // want plaindel
	return pour(ctx)
}

// Tally sets a number, which an expiry of another key does not touch.
func (g *Grove) Tally(ctx context.Context, maple, liters int) error {
	id := strconv.Itoa(maple)
	if err := g.c.SetNX(ctx, ns+":total:"+id, liters, 0).Err(); err != nil { // ok: the other key ends
		return err
	}
	return g.c.Expire(ctx, ns+":seen:"+id, time.Hour).Err()
}

// Rate sets a number, and then its end.
func (g *Grove) Rate(ctx context.Context, maple, liters int) error {
	id := strconv.Itoa(maple)
	if ok, err := g.c.SetNX(ctx, fmt.Sprintf("%s:rate:%s", ns, id), liters, 0).Result(); err != nil || !ok { // want setnxexpire
		return err
	}
	return g.c.Expire(ctx, ns+":rate:"+id, time.Hour).Err()
}
