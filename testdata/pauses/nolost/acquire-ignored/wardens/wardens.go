// Package wardens moves visitors between halls.
package wardens

import (
	"context"
	"fmt"

	"github.com/hashicorp/consul/api"
)

// Museum has halls.
type Museum struct {
	consul *api.Client
	move   func(ctx context.Context, group, to string) error
}

func (m *Museum) session() (string, error) {
	id, _, err := m.consul.Session().CreateNoChecks(&api.SessionEntry{
		Name:     "wardens",
		TTL:      "30s",
		Behavior: api.SessionBehaviorRelease,
	}, nil)
	return id, err
}

// Move moves a group in less than the session's thirty seconds. It is false
// if another group is in the hall.
func (m *Museum) Move(ctx context.Context, group, to string) (bool, error) {
	id, err := m.session()
	if err != nil {
		return false, fmt.Errorf("wardens: %w", err)
	}
	defer m.consul.Session().Destroy(id, nil)
	pair := &api.KVPair{Key: "halls/" + to, Value: []byte(group), Session: id}
	switch got, _, err := m.consul.KV().Acquire(pair, nil); {
	case err != nil:
		return false, fmt.Errorf("wardens: %s: %w", to, err)
	case !got:
		return false, nil
	}
	defer m.consul.KV().Release(pair, nil)
	return true, m.move(ctx, group, to)
}
