package goredis

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Winch sets two locks at once: MSETNX has no way to say when they expire.
func (f *Ferry) Winch(ctx context.Context, work func() error) error {
	me := uuid.NewString()
	ok, err := f.rdb.MSetNX(ctx, "winch:lock", me, "crane:lock", me).Result() // want setnxexpire
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), f.rdb, []string{"winch:lock"}, me)
	return work()
}

// Horn looks at the error only: held by another is false without an error.
func (f *Ferry) Horn(ctx context.Context, work func() error) error {
	me := uuid.NewString()
	if err := f.rdb.SetNX(ctx, "horn:lock", me, time.Minute).Err(); err != nil { // want nolost
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), f.rdb, []string{"horn:lock"}, me)
	return work()
}

// Flag looks at the error only, and may: with SetArgs, held by another is
// redis.Nil.
func (f *Ferry) Flag(ctx context.Context, work func() error) error {
	me := uuid.NewString()
	if err := f.rdb.SetArgs(ctx, "flag:lock", me, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err(); err != nil { // ok nolost: redis.Nil
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), f.rdb, []string{"flag:lock"}, me)
	return work()
}

var acquire = redis.NewScript(`
if redis.call("SETNX", KEYS[1], ARGV[1]) == 1 then
	redis.call("PEXPIRE", KEYS[1], ARGV[2])
	return 1
end
return 0`)

// Bell sets and expires in one script, which is atomic.
func (f *Ferry) Bell(ctx context.Context, work func() error) error {
	me := uuid.NewString()
	n, err := acquire.Run(ctx, f.rdb, []string{"bell:lock"}, me, 60000).Int() // ok setnxexpire: one script
	if err != nil || n == 0 {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), f.rdb, []string{"bell:lock"}, me)
	return work()
}

// Rudder prolongs with SET IFEQ, which compares the owner.
func (f *Ferry) Rudder(ctx context.Context, steps []func() error) error {
	me := uuid.NewString()
	if !f.rdb.SetNX(ctx, "rudder:lock", me, time.Minute).Val() {
		return errBusy
	}
	defer f.rdb.DelExArgs(context.WithoutCancel(ctx), "rudder:lock", redis.DelExArgs{Mode: "IFEQ", MatchValue: me}) // ok plaindel: compares
	for _, step := range steps {
		if err := f.rdb.SetIFEQ(ctx, "rudder:lock", me, me, time.Minute).Err(); err != nil { // ok nolost: the work ends
			return err
		}
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// Keel queues SETNX in a pipeline without MULTI: a crash may part the two.
func (f *Ferry) Keel(ctx context.Context) (bool, error) {
	p := f.rdb.Pipeline()
	won := p.SetNX(ctx, "keel:lock", uuid.NewString(), 0) // want setnxexpire
	p.Expire(ctx, "keel:lock", time.Minute)
	_, err := p.Exec(ctx)
	return err == nil && won.Val(), err
}
