// Package valves keeps positions of valves in Consul.
package valves

import (
	"context"
	"errors"
	"strconv"

	"github.com/hashicorp/consul/api"
)

var (
	errLost  = errors.New("valve lock is lost")
	errMoved = errors.New("valve was moved meanwhile")
)

type Valves struct{ c *api.Client }

// with runs f with the lock of a valve; the context ends with the lock.
func (v *Valves) with(ctx context.Context, valve string, f func(context.Context) error) error {
	l, err := v.c.LockKey("valves/lock/" + valve)
	if err != nil {
		return err
	}
	lost, err := l.Lock(ctx.Done())
	if err != nil {
		return err
	}
	if lost == nil {
		return ctx.Err()
	}
	defer l.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-lost:
			cancel(errLost)
		case <-ctx.Done():
		}
	}()
	return f(ctx)
}

func (v *Valves) read(valve string) (*api.KVPair, int, error) {
	p, _, err := v.c.KV().Get("valves/"+valve, nil)
	if err != nil {
		return nil, 0, err
	}
	if p == nil {
		return &api.KVPair{Key: "valves/" + valve}, 0, nil
	}
	n, err := strconv.Atoi(string(p.Value))
	return p, n, err
}

// Turn opens a valve further.
func (v *Valves) Turn(ctx context.Context, valve string, by int) error {
	return v.with(ctx, valve, func(ctx context.Context) error {
		p, n, err := v.read(valve)
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		p.Value = []byte(strconv.Itoa(n + by))
		_, err = v.c.KV().Put(p, nil) // want unfenced
		return err
	})
}

// Close closes a valve unless somebody moved it.
func (v *Valves) Close(ctx context.Context, valve string) error {
	return v.with(ctx, valve, func(ctx context.Context) error {
		p, n, err := v.read(valve)
		if err != nil || n == 0 {
			return err
		}
		p.Value = []byte("0")
		ok, _, err := v.c.KV().CAS(p, nil) // ok: compare and set
		if err == nil && !ok {
			err = errMoved
		}
		return err
	})
}

// Show reads only.
func (v *Valves) Show(ctx context.Context, valve string) (n int, err error) {
	err = v.with(ctx, valve, func(context.Context) (err error) {
		_, n, err = v.read(valve) // ok: no write
		return err
	})
	return n, err
}
