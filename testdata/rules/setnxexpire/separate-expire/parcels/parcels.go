// Package parcels prints labels.
package parcels

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var errPrinting = errors.New("another clerk prints it")

type Depot struct{ rdb *redis.Client }

func labelKey(p int64) string { return fmt.Sprintf("parcel:%d:label", p) }

// Label prints the label of one parcel.
func (d *Depot) Label(ctx context.Context, p int64, print func(context.Context) error) error {
	switch got, err := d.rdb.SetNX(ctx, labelKey(p), uuid.NewString(), 0).Result(); { // want setnxexpire
	case err != nil:
		return err
	case !got:
		return errPrinting
	}
	if err := d.rdb.PExpire(ctx, labelKey(p), 45*time.Second).Err(); err != nil {
		return err
	}
	return print(ctx)
}

// Customs waits for its turn at the customs desk.
func (d *Depot) Customs(ctx context.Context, desk string, clear func(context.Context) error) error {
	key := "customs:" + desk
	for {
		ok, err := d.rdb.SetNX(ctx, key, "busy", 0).Result() // want setnxexpire
		if err != nil {
			return err
		}
		if ok {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
	d.rdb.ExpireAt(ctx, key, time.Now().Add(2*time.Minute))
	return clear(ctx)
}

// Reprint prints a label once more.
func (d *Depot) Reprint(ctx context.Context, p int64, print func(context.Context) error) error {
	got, err := d.rdb.SetNX(ctx, labelKey(p)+":again", uuid.NewString(), 45*time.Second).Result() // ok: one command
	if err != nil {
		return err
	}
	if !got {
		return errPrinting
	}
	return print(ctx)
}

// Arrive notes when a parcel was first seen and keeps its queue for a day.
func (d *Depot) Arrive(ctx context.Context, p int64) error {
	if err := d.rdb.SetNX(ctx, fmt.Sprintf("parcel:%d:seen", p), time.Now().Unix(), 0).Err(); err != nil { // ok: another key expires
		return err
	}
	return d.rdb.Expire(ctx, fmt.Sprintf("parcel:%d:queue", p), 24*time.Hour).Err()
}

// Shelf puts a parcel on a shelf for a week.
func (d *Depot) Shelf(ctx context.Context, p int64, shelf string) error {
	key := fmt.Sprintf("parcel:%d:shelf", p)
	if err := d.rdb.Set(ctx, key, shelf, 0).Err(); err != nil { // ok: no set-if-absent
		return err
	}
	return d.rdb.Expire(ctx, key, 7*24*time.Hour).Err()
}
