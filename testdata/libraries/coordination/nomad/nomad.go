// Package nomad shovels coal.
package nomad

import (
	"context"
	"database/sql"
	"errors"

	"github.com/hashicorp/nomad/api"
)

type Yard struct {
	c  *api.Client
	db *sql.DB
}

var errShovelled = errors.New("another shovel was faster")

// Shovel drops the failure of a renewal, and writes without a condition.
func (y *Yard) Shovel(ctx context.Context, heap string) error {
	l, err := y.c.Locks(api.WriteOptions{}, api.Variable{Path: "heaps/" + heap, Lock: &api.VariableLock{TTL: "30s"}})
	if err != nil {
		return err
	}
	if _, err := l.Acquire(ctx); err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var tons int
	if err := y.db.QueryRowContext(ctx, "SELECT tons FROM heaps WHERE id = $1", heap).Scan(&tons); err != nil {
		return err
	}
	l.Renew(ctx)                                                                             // want nolost
	_, err = y.db.ExecContext(ctx, "UPDATE heaps SET tons = $1 WHERE id = $2", tons-1, heap) // want unfenced
	return err
}

// Sieve ends with the renewal, and lets ModifyIndex decide.
func (y *Yard) Sieve(ctx context.Context, heap string) error {
	l, err := y.c.Locks(api.WriteOptions{}, api.Variable{Path: "sieves/" + heap, Lock: &api.VariableLock{TTL: "30s"}})
	if err != nil {
		return err
	}
	if _, err := l.Acquire(ctx); err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx)) // ok plaindel: its own lock id
	v, _, err := y.c.Variables().Read("state/"+heap, nil)
	if err != nil {
		return err
	}
	if err := l.Renew(ctx); err != nil { // ok nolost: the work ends
		return err
	}
	v.Items["state"] = "sieved"
	_, _, err = y.c.Variables().CheckedUpdate(v, nil) // ok unfenced: by ModifyIndex
	return err
}

// Load frees the lock with a context that has ended.
func (y *Yard) Load(ctx context.Context, l *api.Locks, load func(context.Context) error) error {
	work, cancel := context.WithCancel(ctx)
	if _, err := l.Acquire(work); err != nil {
		cancel()
		return err
	}
	defer l.Release(work) // want plaindel
	defer cancel()
	return load(work)
}
