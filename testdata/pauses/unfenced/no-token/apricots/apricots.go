// Package apricots keeps counts of crates in Consul beside the lock.
package apricots

import (
	"context"
	"strconv"

	"github.com/hashicorp/consul/api"
)

// Counter counts.
type Counter struct{ consul *api.Client }

// Add adds crates to a count, for as long as the lock is not lost.
func (c *Counter) Add(ctx context.Context, orchard string, crates int) error {
	l, err := c.consul.LockKey("orchards/" + orchard + "/lock")
	if err != nil {
		return err
	}
	lost, err := l.Lock(ctx.Done())
	if err != nil {
		return err
	}
	if lost == nil {
		return ctx.Err()
	}
	defer l.Unlock()
	select {
	case <-lost:
		return context.Canceled
	default:
	}
	pair, _, err := c.consul.KV().Get("orchards/"+orchard+"/count", nil)
	if err != nil {
		return err
	}
	n := 0
	if pair != nil {
		if n, err = strconv.Atoi(string(pair.Value)); err != nil {
			return err
		}
	}
	_, err = c.consul.KV().Put(&api.KVPair{Key: "orchards/" + orchard + "/count", Value: []byte(strconv.Itoa(n + crates))}, nil) // want unfenced
	return err
}
