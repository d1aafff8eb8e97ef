// Package dials sets dials in ZooKeeper.
package dials

import (
	"errors"

	"github.com/go-zookeeper/zk"
)

// Dial is a node with a value.
type Dial struct {
	conn *zk.Conn
	path string
}

// Set sets the dial, one process at a time.
func (d *Dial) Set(change func([]byte) ([]byte, error)) error {
	l := zk.NewLock(d.conn, d.path+"-lock", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	old, stat, err := d.conn.Get(d.path)
	if err != nil {
		return err
	}
	val, err := change(old)
	if err != nil {
		return err
	}
	_, err = d.conn.Set(d.path, val, stat.Version) // want unfenced
	if errors.Is(err, zk.ErrBadVersion) {
		return nil // somebody else has set it
	}
	return err
}
