// Package clocks winds clocks in ZooKeeper; a bad version goes to the caller.
package clocks

import (
	"encoding/binary"
	"fmt"

	"github.com/go-zookeeper/zk"
)

// Winder winds clocks.
type Winder struct{ zk *zk.Conn }

func (w *Winder) withLock(path string, fn func() error) error {
	l := zk.NewLock(w.zk, path, zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	return fn()
}

// Wind adds turns to a clock's spring.
func (w *Winder) Wind(clock string, turns uint64) error {
	return w.withLock("/locks/"+clock, func() error {
		path := "/clocks/" + clock
		raw, stat, err := w.zk.Get(path)
		if err != nil {
			return err
		}
		n := binary.BigEndian.Uint64(raw)
		if _, err := w.zk.Set(path, binary.BigEndian.AppendUint64(nil, n+turns), stat.Version); err != nil {
			return fmt.Errorf("wind %s: %w", clock, err)
		}
		return nil
	})
}
