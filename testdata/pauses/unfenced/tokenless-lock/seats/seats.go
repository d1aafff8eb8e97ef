// Package seats assigns seats of a train.
package seats

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

// Plan says who sits where.
type Plan map[string]string

// Planner edits plans that live in Redis.
type Planner struct {
	rs  *redsync.Redsync
	rdb *redis.Client
}

// Assign gives the seat to the passenger.
func (p *Planner) Assign(ctx context.Context, train, seat, passenger string) error {
	mu := p.rs.NewMutex("lock:train:"+train, redsync.WithExpiry(8*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer func() { _, _ = mu.UnlockContext(context.WithoutCancel(ctx)) }()

	raw, err := p.rdb.HGet(ctx, "trains", train).Bytes()
	if err != nil {
		return err
	}
	plan := Plan{}
	if err := json.Unmarshal(raw, &plan); err != nil {
		return err
	}
	if plan[seat] != "" {
		return errors.New("seats: taken")
	}
	plan[seat] = passenger
	out, err := json.Marshal(plan)
	if err != nil {
		return err
	}
	return p.rdb.HSet(ctx, "trains", train, out).Err() // want unfenced
}
