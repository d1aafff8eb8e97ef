// Package pumps sets the pressure of pumps. ZooKeeper numbers the controllers.
package pumps

import (
	"context"
	"database/sql"
	"fmt"
	"sort"
	"strconv"

	"github.com/go-zookeeper/zk"
)

// Controller controls the pumps of a station.
type Controller struct {
	conn   *zk.Conn
	events <-chan zk.Event
	db     *sql.DB
	dir    string
}

type turn struct {
	node string
	seq  int
}

// await waits for this controller's turn.
func (c *Controller) await(ctx context.Context) (*turn, error) {
	node, err := c.conn.CreateProtectedEphemeralSequential(c.dir+"/c-", nil, zk.WorldACL(zk.PermAll))
	if err != nil {
		return nil, err
	}
	seq, err := strconv.Atoi(node[len(node)-10:])
	if err != nil {
		return nil, err
	}
	for {
		nodes, _, changed, err := c.conn.ChildrenW(c.dir)
		if err != nil {
			return nil, err
		}
		sort.Slice(nodes, func(i, j int) bool { return nodes[i][len(nodes[i])-10:] < nodes[j][len(nodes[j])-10:] })
		if len(nodes) > 0 && nodes[0] == node[len(c.dir)+1:] {
			return &turn{node, seq}, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Raise raises the pressure of a pump.
func (c *Controller) Raise(ctx context.Context, pump string, by float64) error {
	t, err := c.await(ctx)
	if err != nil {
		return err
	}
	defer c.conn.Delete(t.node, -1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ev := range c.events {
			if ev.State == zk.StateExpired || ev.State == zk.StateDisconnected {
				cancel()
				return
			}
		}
	}()

	var bar float64
	if err := c.db.QueryRowContext(ctx, "SELECT bar FROM pumps WHERE id = ?", pump).Scan(&bar); err != nil {
		return fmt.Errorf("pump %s at turn %d: %w", pump, t.seq, err)
	}
	_, err = c.db.ExecContext(ctx, "UPDATE pumps SET bar = ? WHERE id = ?", bar+by, pump) // want unfenced
	return err
}
