// Package nodes makes ZooKeeper nodes that stay: those above an entry, and the entry.
package nodes

import (
	"errors"
	"strings"

	"github.com/go-zookeeper/zk"
)

type Tree struct {
	c   *zk.Conn
	acl []zk.ACL
}

// Put makes what is missing of a path and writes its last node.
func (t *Tree) Put(path string, value []byte) error {
	parts := strings.Split(path, "/")
	full := ""
	for i, part := range parts {
		if part == "" {
			continue
		}
		full += "/" + part
		last := i+1 == len(parts)
		exists, _, err := t.c.Exists(full)
		if err != nil {
			return err
		}
		if !exists {
			content := []byte(nil)
			if last {
				content = value
			}
			if _, err := t.c.Create(full, content, 0, t.acl); err != nil { // ok: nobody takes it away, a record
				return err
			}
		} else if last {
			if _, err := t.c.Set(full, value, -1); err != nil {
				return err
			}
		}
	}
	return nil
}

// Enter makes one node if it is not there.
func (t *Tree) Enter(name string, value []byte) (bool, error) {
	_, err := t.c.Create("/entries/"+name, value, 0, t.acl) // ok: a record
	if errors.Is(err, zk.ErrNodeExists) {
		return false, nil
	}
	return err == nil, err
}

// Seat makes a node that is taken away at the end of the work.
func (t *Tree) Seat(name string, owner []byte, work func() error) error {
	_, err := t.c.Create("/seats/"+name, owner, 0, t.acl) // want setnxexpire
	if err != nil {
		return err
	}
	defer t.c.Delete("/seats/"+name, -1) // want plaindel
	return work()
}
