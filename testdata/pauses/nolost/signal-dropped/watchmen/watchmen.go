// Package watchmen patrols until the lock's channel closes.
package watchmen

import (
	"errors"
	"time"

	"github.com/hashicorp/consul/api"
)

// Watchman patrols.
type Watchman struct {
	consul *api.Client
	lock   *api.Lock
	lost   <-chan struct{}
}

// Begin takes the watch.
func (w *Watchman) Begin(stop <-chan struct{}) error {
	var err error
	if w.lock, err = w.consul.LockKey("watch"); err != nil {
		return err
	}
	w.lost, err = w.lock.Lock(stop)
	if err != nil {
		return err
	}
	if w.lost == nil {
		return errors.New("watchmen: stopped")
	}
	return nil
}

// Patrol walks its rounds.
func (w *Watchman) Patrol(round func() error) error {
	for {
		select {
		case <-w.lost:
			return errors.New("watchmen: relieved")
		case <-time.After(time.Minute):
			if err := round(); err != nil {
				return err
			}
		}
	}
}

// End ends the watch.
func (w *Watchman) End() error { return w.lock.Unlock() }
