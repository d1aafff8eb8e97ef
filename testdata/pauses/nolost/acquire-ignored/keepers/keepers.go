// Package keepers moves animals between enclosures.
package keepers

import (
	"context"
	"fmt"

	"github.com/hashicorp/consul/api"
)

// Zoo has enclosures.
type Zoo struct {
	consul *api.Client
	move   func(ctx context.Context, animal, to string) error
}

func (z *Zoo) session() (string, error) {
	id, _, err := z.consul.Session().CreateNoChecks(&api.SessionEntry{
		Name:     "keepers",
		TTL:      "30s",
		Behavior: api.SessionBehaviorRelease,
	}, nil)
	return id, err
}

// Move moves an animal in less than the session's thirty seconds.
func (z *Zoo) Move(ctx context.Context, animal, to string) error {
	id, err := z.session()
	if err != nil {
		return fmt.Errorf("keepers: %w", err)
	}
	defer z.consul.Session().Destroy(id, nil)
	pair := &api.KVPair{Key: "enclosures/" + to, Value: []byte(animal), Session: id}
	if _, _, err := z.consul.KV().Acquire(pair, nil); err != nil { // want nolost
		return fmt.Errorf("keepers: %s: %w", to, err)
	}
	defer z.consul.KV().Release(pair, nil)
	return z.move(ctx, animal, to)
}
