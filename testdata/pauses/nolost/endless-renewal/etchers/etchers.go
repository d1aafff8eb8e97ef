// Package etchers etches under a session of Consul that is renewed.
package etchers

import (
	"context"
	"errors"

	"github.com/hashicorp/consul/api"
)

var errPlate = errors.New("etchers: the plate is another's")

// Etcher etches.
type Etcher struct {
	consul *api.Client
	etch   func(ctx context.Context, plate string) error
}

// Etch etches a plate until the session is lost.
func (e *Etcher) Etch(ctx context.Context, plate string) error {
	id, _, err := e.consul.Session().Create(&api.SessionEntry{Name: "etchers", TTL: "20s"}, nil)
	if err != nil {
		return err
	}
	done := make(chan struct{})
	defer close(done)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		cancel(e.consul.Session().RenewPeriodic("20s", id, nil, done))
	}()
	pair := &api.KVPair{Key: "plates/" + plate, Session: id}
	ok, _, err := e.consul.KV().Acquire(pair, nil)
	if err != nil || !ok {
		return errors.Join(err, errPlate)
	}
	return e.etch(ctx, plate)
}
