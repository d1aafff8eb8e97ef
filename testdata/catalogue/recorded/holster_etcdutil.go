//path github.com/mailgun/holster/v4/etcdutil

package etcdutil

import "context"

type client struct{}

type ElectionConfig struct {
	EventObserver any
	Election      string
	Candidate     string
	TTL           int64
}

type Election struct{}

func NewElection(ctx context.Context, c *client, conf ElectionConfig) (*Election, error)
func (*Election) IsLeader() bool
func (*Election) Concede() (bool, error)
