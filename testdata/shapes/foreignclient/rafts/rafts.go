// Package rafts builds rafts; the client comes with the service context.
package rafts

import (
	"context"
	"errors"
	"fmt"

	"example.test/shapes/foreignclient/rafts/internal/svc"
)

var errBuilding = errors.New("raft is being built")

// Logic is one request.
type Logic struct {
	ctx context.Context
	svc *svc.Context
}

// New makes the logic of a request.
func New(ctx context.Context, s *svc.Context) *Logic { return &Logic{ctx, s} }

// Build frees the raft whoever builds it by then.
func (l *Logic) Build(raft int64, build func() error) error {
	key := fmt.Sprintf("raft_lock_%d", raft)
	ok, err := l.svc.Store.SetnxEx(key, "1", 15)
	if err != nil {
		return err
	}
	if !ok {
		return errBuilding
	}
	defer l.svc.Store.Del(key) // want plaindel
	return build()
}

// Tie frees the raft if it is still ours.
func (l *Logic) Tie(raft int64, tie func() error) error {
	key, me := fmt.Sprintf("raft_tie_%d", raft), l.svc.NewID()
	ok, err := l.svc.Store.SetnxEx(key, me, 15)
	if err != nil {
		return err
	}
	if !ok {
		return errBuilding
	}
	defer func() {
		if _, err := l.svc.Store.Eval(svc.Unlock, []string{key}, me); err != nil { // ok: compares
			l.svc.Warn(err)
		}
	}()
	return tie()
}

// Submit accepts a form once.
func (l *Logic) Submit(form string, accept func() error) error {
	ok, err := l.svc.Store.SetnxEx("form_"+form, "1", 3600) // ok: a dedupe mark
	if err != nil || !ok {
		return err
	}
	if err := accept(); err != nil {
		_, _ = l.svc.Store.Del("form_" + form) // ok: undoes the mark
		return err
	}
	return nil
}

// Paint uses the lock that the service context makes.
func (l *Logic) Paint(raft int64, paint func() error) error {
	lk := l.svc.Lock(fmt.Sprint("raft_paint_", raft), 20)
	ok, err := lk.AcquireCtx(l.ctx) // ok: both are looked at
	if err != nil {
		return err
	}
	if !ok {
		return errBuilding
	}
	defer lk.ReleaseCtx(context.WithoutCancel(l.ctx)) // ok: the library compares
	return paint()
}

// Nail takes a lock that was not got for one that was.
func (l *Logic) Nail(raft int64, nail func() error) error {
	lk := l.svc.Lock(fmt.Sprint("raft_nail_", raft), 20)
	_, err := lk.AcquireCtx(l.ctx) // want nolost
	if err != nil {
		return err
	}
	defer lk.ReleaseCtx(context.WithoutCancel(l.ctx))
	return nail()
}
