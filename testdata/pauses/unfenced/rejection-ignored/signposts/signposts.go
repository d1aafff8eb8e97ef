// Package signposts turns signposts, with Consul's index as the condition.
package signposts

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/consul/api"
)

// Turner turns signposts.
type Turner struct {
	client *api.Client
}

// Turn points a signpost somewhere else.
func (t *Turner) Turn(ctx context.Context, post, to string) error {
	lock, err := t.client.LockOpts(&api.LockOptions{Key: "signposts/" + post + "/lock", SessionTTL: "15s"})
	if err != nil {
		return err
	}
	lost, err := lock.Lock(ctx.Done())
	if err != nil {
		return err
	}
	if lost == nil {
		return ctx.Err()
	}
	defer lock.Unlock()

	pair, _, err := t.client.KV().Get("signposts/"+post, nil)
	if err != nil {
		return err
	}
	if pair == nil {
		return errors.New("signposts: no such post")
	}
	select {
	case <-lost:
		return errors.New("signposts: lock lost")
	case <-time.After(100 * time.Millisecond): // let the motor settle
	}
	pair.Value = []byte(to)
	_, _, err = t.client.KV().CAS(pair, nil) // want unfenced
	return err
}
