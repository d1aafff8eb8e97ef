// Package clocks winds tower clocks.
package clocks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const service = "clock-winder"

var (
	errWound = errors.New("somebody winds this clock")
	drop     = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

	// process is made once for each process.
	process = uuid.NewString()
)

type Winder struct {
	rdb  *redis.Client
	host string
}

func New(rdb *redis.Client) (*Winder, error) {
	host, err := os.Hostname()
	return &Winder{rdb: rdb, host: host}, err
}

// Wind stores the service's name.
func (w *Winder) Wind(ctx context.Context, clock string, wind func(context.Context) error) error {
	ok, err := w.rdb.SetNX(ctx, "clock:"+clock, service, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errWound
	}
	defer drop.Run(context.WithoutCancel(ctx), w.rdb, []string{"clock:" + clock}, service) // want plaindel
	return wind(ctx)
}

// Oil stores the host's name; several workers run on a host.
func (w *Winder) Oil(ctx context.Context, clock string, oil func(context.Context) error) error {
	key := fmt.Sprintf("clock:%s:oil", clock)
	ok, err := w.rdb.SetNX(ctx, key, w.host, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errWound
	}
	defer func() {
		drop.Run(context.WithoutCancel(ctx), w.rdb, []string{key}, w.host) // want plaindel
	}()
	return oil(ctx)
}

// Set stores a fresh value.
func (w *Winder) Set(ctx context.Context, clock string, set func(context.Context) error) error {
	key, me := "clock:"+clock+":set", service+"-"+uuid.NewString()
	ok, err := w.rdb.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errWound
	}
	defer drop.Run(context.WithoutCancel(ctx), w.rdb, []string{key}, me) // ok: fresh
	return set(ctx)
}

// Ring stores the process's value.
func (w *Winder) Ring(ctx context.Context, clock string, ring func(context.Context) error) error {
	key := "clock:" + clock + ":ring"
	ok, err := w.rdb.SetNX(ctx, key, process, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errWound
	}
	defer drop.Run(context.WithoutCancel(ctx), w.rdb, []string{key}, process) // ok: made once for each process
	return ring(ctx)
}

// Clean stores host and process id.
func (w *Winder) Clean(ctx context.Context, clock string, clean func(context.Context) error) error {
	key, me := "clock:"+clock+":clean", fmt.Sprintf("%s/%d", w.host, os.Getpid())
	ok, err := w.rdb.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errWound
	}
	defer drop.Run(context.WithoutCancel(ctx), w.rdb, []string{key}, me) // ok: host and process
	return clean(ctx)
}
