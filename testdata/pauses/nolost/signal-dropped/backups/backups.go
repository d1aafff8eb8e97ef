// Package backups copies a database while it holds a Consul lock.
package backups

import (
	"context"
	"errors"
	"log"

	"github.com/hashicorp/consul/api"
)

// Copier copies.
type Copier struct {
	locks func(key string) (*api.Lock, error)
	copy  func(context.Context) error
}

// NewCopier returns a copier that locks in Consul.
func NewCopier(c *api.Client, copy func(context.Context) error) *Copier {
	return &Copier{locks: c.LockKey, copy: copy}
}

// Run makes one copy.
func (c *Copier) Run(ctx context.Context, consul *api.Client) error {
	lock, err := consul.LockKey("backups/main")
	if err != nil {
		return err
	}
	lost, err := lock.Lock(ctx.Done()) // want nolost
	if err != nil {
		return err
	}
	if lost == nil {
		return errors.New("backups: gave up waiting")
	}
	defer func() {
		if err := lock.Unlock(); err != nil {
			log.Print("backups: ", err)
		}
	}()
	return c.copy(ctx)
}
