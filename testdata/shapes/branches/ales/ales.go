// Package ales brews ale; functions return early.
package ales

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errBrewing = errors.New("vat is in use")

const cad = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Vat brews.
type Vat struct{ c redis.UniversalClient }

// Brew frees the vat on the way out, also when it was not its own.
func (v *Vat) Brew(ctx context.Context, vat string, brew func(context.Context) error) (err error) {
	key := "vat{" + vat + "}"
	defer func() {
		if err != nil {
			v.c.Del(context.WithoutCancel(ctx), key) // want plaindel
		}
	}()
	ok, err := v.c.SetNX(ctx, key, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return fmt.Errorf("vat %s: %w", vat, err)
	}
	if !ok {
		return errBrewing
	}
	if err = brew(ctx); err != nil {
		return err
	}
	return v.c.Del(context.WithoutCancel(ctx), key).Err() // want plaindel
}

// Mash prolongs whatever is there before it looks.
func (v *Vat) Mash(ctx context.Context, vat string, mash func(context.Context) error) error {
	key, me := "mash{"+vat+"}", uuid.NewString()
	ok, err := v.c.SetNX(ctx, key, me, 0).Result() // want setnxexpire
	if err != nil {
		return err
	}
	v.c.Expire(ctx, key, time.Minute)
	if !ok {
		return errBrewing
	}
	defer v.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
	return mash(ctx)
}

// Cool frees the vat on each way out.
func (v *Vat) Cool(ctx context.Context, vat string, cool func(context.Context) error) error {
	key, me := "cool{"+vat+"}", uuid.NewString()
	ok, err := v.c.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBrewing
	}
	if err := ctx.Err(); err != nil {
		v.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
		return err
	}
	if err := cool(ctx); err != nil {
		v.c.Eval(context.WithoutCancel(ctx), cad, []string{key}, me) // ok: compares
		return err
	}
	return v.c.Eval(ctx, cad, []string{key}, me).Err() // ok: compares
}

// Taste asks twice and only then works.
func (v *Vat) Taste(ctx context.Context, vat string, taste func(context.Context) error) error {
	if n := v.c.Exists(ctx, "taste{"+vat+"}").Val(); n > 0 {
		return errBrewing
	}
	me := uuid.NewString()
	if ok := v.c.SetNX(ctx, "taste{"+vat+"}", me, time.Minute).Val(); ok {
		defer v.c.Eval(context.WithoutCancel(ctx), cad, []string{"taste{" + vat + "}"}, me) // ok: compares
		return taste(ctx)
	}
	return errBrewing
}

// Repair gives an end to a key that has none.
func (v *Vat) Repair(ctx context.Context, vat string) (bool, error) {
	key := "grain{" + vat + "}"
	ok, err := v.c.SetNX(ctx, key, vat, time.Hour).Result() // ok: one command
	if err != nil || ok {
		return ok, err
	}
	if left, err := v.c.TTL(ctx, key).Result(); err == nil && left == -1 {
		v.c.Expire(ctx, key, time.Hour) // ok: a repair
	}
	return false, nil
}
