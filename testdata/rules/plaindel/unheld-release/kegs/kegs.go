// Package kegs taps kegs.
package kegs

import (
	"context"
	"strconv"
	"time"

	"github.com/go-redis/redis/v8"
)

type Bar struct {
	c redis.UniversalClient
}

func key(keg int) string { return "keg:" + strconv.Itoa(keg) }

const mine = `
local cur = redis.call('GET', KEYS[1])
if (cur == ARGV[1]) then
  redis.call('DEL', KEYS[1])
  return 1
end
return -1`

// Tap cleans up in every case, the busy one, too.
func (b *Bar) Tap(ctx context.Context, keg int, barman string, tap func() error) (err error) {
	var ok bool
	cleanup := func() { b.c.Del(context.WithoutCancel(ctx), key(keg)) } // want plaindel
	defer cleanup()                                                     // maybe plaindel
	if ok, err = b.c.SetNX(ctx, key(keg), barman, 30*time.Second).Result(); err != nil || !ok {
		return err
	}
	return tap()
}

// Rinse cleans up what it took.
func (b *Bar) Rinse(ctx context.Context, keg int, barman string, rinse func() error) error {
	k := key(keg) + "/rinse"
	ok, err := b.c.SetNX(ctx, k, barman, 30*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	cleanup := func() { b.c.Eval(context.WithoutCancel(ctx), mine, []string{k}, barman) } // ok: after the check
	defer cleanup()
	return rinse()
}
