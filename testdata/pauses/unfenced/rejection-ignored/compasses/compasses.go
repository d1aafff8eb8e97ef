// Package compasses calibrates compasses with compare-and-set in Consul.
package compasses

import (
	"errors"
	"fmt"

	"github.com/hashicorp/consul/api"
)

// Calibrator calibrates.
type Calibrator struct{ consul *api.Client }

// Calibrate stores an offset, trying again when somebody else was faster.
func (c *Calibrator) Calibrate(stop <-chan struct{}, compass string, offset func(old []byte) []byte) error {
	sem, err := c.consul.LockKey("compasses/" + compass + "/.lock")
	if err != nil {
		return err
	}
	lost, err := sem.Lock(stop)
	if err != nil {
		return err
	}
	if lost == nil {
		return errors.New("compasses: stopped")
	}
	defer sem.Unlock()
	kv := c.consul.KV()
	for range 3 {
		select {
		case <-lost:
			return errors.New("compasses: lock lost")
		default:
		}
		p, _, err := kv.Get("compasses/"+compass, nil)
		if err != nil {
			return err
		}
		if p == nil {
			p = &api.KVPair{Key: "compasses/" + compass}
		}
		p.Value = offset(p.Value)
		if ok, _, err := kv.CAS(p, nil); err != nil {
			return fmt.Errorf("cas: %w", err)
		} else if ok {
			return nil
		}
	}
	return errors.New("compasses: too many writers")
}
