// Package forts guards forts with Consul.
package forts

import (
	"context"
	"errors"
	"log/slog"

	"github.com/hashicorp/consul/api"
)

var errFallen = errors.New("fort has fallen")

type Guard struct{ c *api.Client }

func (g *Guard) locker(fort string) (*api.Lock, error) {
	return g.c.LockOpts(&api.LockOptions{Key: "forts/" + fort, SessionTTL: "15s"})
}

// Stand throws the channel away after a look at nil.
func (g *Guard) Stand(ctx context.Context, fort string, stand func(context.Context) error) error {
	l, err := g.locker(fort)
	if err != nil {
		return err
	}
	ch, err := l.Lock(ctx.Done()) // want nolost
	if err != nil {
		return err
	}
	if ch == nil {
		return errors.New("not relieved in time")
	}
	defer l.Unlock()
	return stand(ctx)
}

// Patrol receives in a goroutine that only logs.
func (g *Guard) Patrol(ctx context.Context, fort string, patrol func(context.Context) error) error {
	l, err := g.locker(fort + "/patrol")
	if err != nil {
		return err
	}
	ch, err := l.Lock(ctx.Done()) // want nolost
	if err != nil {
		return err
	}
	if ch == nil {
		return errors.New("not relieved in time")
	}
	defer l.Unlock()
	go func() {
		<-ch
		slog.Warn("lost", "fort", fort)
	}()
	return patrol(ctx)
}

// Sally ends with the channel.
func (g *Guard) Sally(ctx context.Context, fort string, sally func(context.Context) error) error {
	l, err := g.locker(fort + "/sally")
	if err != nil {
		return err
	}
	ch, err := l.Lock(ctx.Done()) // ok: the select receives
	if err != nil {
		return err
	}
	if ch == nil {
		return errors.New("not relieved in time")
	}
	defer l.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	res := make(chan error, 1)
	go func() { res <- sally(ctx) }()
	select {
	case err := <-res:
		return err
	case <-ch:
		cancel()
		return errors.Join(errFallen, <-res)
	}
}

// Sleep hands the channel over.
func (g *Guard) Sleep(ctx context.Context, fort string, sleep func(context.Context, <-chan struct{}) error) error {
	l, err := g.locker(fort + "/sleep")
	if err != nil {
		return err
	}
	ch, err := l.Lock(ctx.Done()) // ok: the work gets it
	if err != nil {
		return err
	}
	if ch == nil {
		return errors.New("not relieved in time")
	}
	defer l.Unlock()
	return sleep(ctx, ch)
}
