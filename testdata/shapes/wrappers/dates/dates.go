// Package dates dries dates; scripts go through a wrapper.
package dates

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

var errDrying = errors.New("rack is in use")

type engine struct{ c rueidis.Client }

// run runs a script with one key.
func (e engine) run(ctx context.Context, src, key string, args ...string) (int64, error) {
	return e.c.Do(ctx, e.c.B().Eval().Script(src).Numkeys(1).Key(key).Arg(args...).Build()).AsInt64() // maybe plaindel // maybe nolost // maybe setnxexpire
}

const (
	takeSrc  = `if redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then return 1 else return 0 end`
	nakedSrc = `return redis.call("SETNX", KEYS[1], ARGV[1])`
	dropSrc  = `return redis.call("DEL", KEYS[1])`
	sameSrc  = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
)

// Dryer dries.
type Dryer struct{ e engine }

// New makes a dryer.
func New(c rueidis.Client) *Dryer { return &Dryer{engine{c}} }

// Dry drops with a script that compares nothing.
func (d *Dryer) Dry(ctx context.Context, rack string, dry func(context.Context) error) error {
	n, err := d.e.run(ctx, takeSrc, "rack:"+rack, uuid.NewString(), "60000")
	if err != nil {
		return err
	}
	if n == 0 {
		return errDrying
	}
	defer d.e.run(context.WithoutCancel(ctx), dropSrc, "rack:"+rack) // want plaindel
	return dry(ctx)
}

// Turn takes with a script that sets no end.
func (d *Dryer) Turn(ctx context.Context, rack string, turn func(context.Context) error) error {
	me := uuid.NewString()
	n, err := d.e.run(ctx, nakedSrc, "turn:"+rack, me) // want setnxexpire
	if err != nil {
		return err
	}
	if n == 0 {
		return errDrying
	}
	defer d.e.run(context.WithoutCancel(ctx), sameSrc, "turn:"+rack, me) // ok: compares
	return turn(ctx)
}

// Pit is right.
func (d *Dryer) Pit(ctx context.Context, rack string, pit func(context.Context) error) error {
	me := uuid.NewString()
	n, err := d.e.run(ctx, takeSrc, "pit:"+rack, me, "60000")
	if err != nil {
		return err
	}
	if n == 0 {
		return errDrying
	}
	defer d.e.run(context.WithoutCancel(ctx), sameSrc, "pit:"+rack, me) // ok: compares
	return pit(ctx)
}

// Waste drops a record with the same script.
func (d *Dryer) Waste(ctx context.Context, rack string) error {
	_, err := d.e.run(ctx, dropSrc, "record:"+rack) // ok: data
	return err
}

// Stamp records the day of the harvest.
func (d *Dryer) Stamp(ctx context.Context, rack string) error {
	_, err := d.e.run(ctx, nakedSrc, "harvest:"+rack, time.Now().Format(time.DateOnly)) // ok: a record
	return err
}
