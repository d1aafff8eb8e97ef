// Package vault is the client of a lock server.
package vault

import (
	"context"
	"time"
)

// A Client talks to the server.
type Client struct {
	invoke func(ctx context.Context, method string, args ...any) error
}

// A Lease is a lock that is held.
type Lease struct {
	c    *Client
	name string
}

// Take takes the lock name for ttl.
func (c *Client) Take(ctx context.Context, name string, ttl time.Duration) (*Lease, error) {
	if err := c.invoke(ctx, "take", name, ttl); err != nil {
		return nil, err
	}
	return &Lease{c, name}, nil
}

// Prolong takes it again for as long.
func (l *Lease) Prolong(ctx context.Context) error { return l.c.invoke(ctx, "prolong", l.name) }

// Give gives it back.
func (l *Lease) Give(ctx context.Context) error { return l.c.invoke(ctx, "give", l.name) }
