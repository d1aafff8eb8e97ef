package redsync

import (
	"time"

	"github.com/go-redsync/redsync"
	v3 "github.com/go-redsync/redsync/v3"
)

// Till is on redsync v1: the TTL has no unit.
func Till(rs *redsync.Redsync, acre string, till func() error) error {
	mu := rs.NewMutex("acre:"+acre, redsync.SetExpiry(20))
	if err := mu.Lock(); err != nil { // want setnxexpire
		return err
	}
	defer mu.Unlock()
	return till()
}

// Sow is on v3, and drops the bool of Extend.
func Sow(rs *v3.Redsync, acre string, rows []string, sow func(string) error) error {
	mu := rs.NewMutex("sow:"+acre, v3.SetExpiry(20*time.Second))
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock()
	for _, r := range rows {
		_, _ = mu.Extend() // want nolost
		if err := sow(r); err != nil {
			return err
		}
	}
	return nil
}
