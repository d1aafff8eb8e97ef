// Package pavers paves under a key of valkey until the context of the service ends.
package pavers

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/valkey-io/valkey-go"
)

var (
	stay = valkey.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], 30000) end return 0`)
	exit = valkey.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

var errSquare = errors.New("pavers: the square was lost")

// Paver paves.
type Paver struct {
	client valkey.Client
	stone  func(ctx context.Context) error
}

// keep renews until the service's context or the lock ends.
func (p *Paver) keep(ctx context.Context, key, me string) error {
	for {
		timer := time.NewTimer(10 * time.Second)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case <-timer.C:
		}
		n, err := stay.Exec(ctx, p.client, []string{key}, []string{me}).AsInt64()
		if err != nil || n == 0 {
			return errors.Join(err, errSquare)
		}
	}
}

// Run paves stone by stone, for as long as the service runs.
func (p *Paver) Run(ctx context.Context, square string) error {
	key, me := "square:"+square, uuid.NewString()
	if err := p.client.Do(ctx, p.client.B().Set().Key(key).Value(me).Nx().Px(30*time.Second).Build()).Error(); err != nil {
		return err
	}
	defer exit.Exec(context.WithoutCancel(ctx), p.client, []string{key}, []string{me})
	lost := make(chan error, 1)
	go func() { lost <- p.keep(ctx, key, me) }()
	for {
		select {
		case err := <-lost:
			return err
		default:
			if err := p.stone(ctx); err != nil {
				return err
			}
		}
	}
}
