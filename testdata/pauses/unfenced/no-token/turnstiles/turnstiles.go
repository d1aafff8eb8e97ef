// Package turnstiles stores the state of turnstiles with the sequence number of
// the ZooKeeper node of whoever set it.
package turnstiles

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-zookeeper/zk"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Gatekeeper sets turnstiles.
type Gatekeeper struct {
	zk   *zk.Conn
	pool *pgxpool.Pool
}

// queue stands in line and returns the own node when it is the first.
func (g *Gatekeeper) queue(dir string) (string, error) {
	node, err := g.zk.Create(dir+"/n-", nil, zk.FlagEphemeral|zk.FlagSequence, zk.WorldACL(zk.PermAll))
	if err != nil {
		return "", err
	}
	for {
		kids, _, ch, err := g.zk.ChildrenW(dir)
		if err != nil {
			return "", err
		}
		first := true
		for _, k := range kids {
			if dir+"/"+k < node {
				first = false
			}
		}
		if first {
			return node, nil
		}
		<-ch
	}
}

// Lock closes a turnstile.
func (g *Gatekeeper) Lock(ctx context.Context, gate string) error {
	node, err := g.queue("/gates/" + gate)
	if err != nil {
		return err
	}
	defer g.zk.Delete(node, 0)
	seq := node[strings.LastIndexByte(node, '-')+1:]
	fence := fmt.Sprintf("%s/%s", gate, seq)
	tag, err := g.pool.Exec(ctx, `UPDATE gates SET closed = true, fence = $1 WHERE id = $2 AND fence < $1`, fence, gate)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("gate %s: a later keeper was here", gate)
	}
	return nil
}
