// Package pgx grows trees.
package pgx

import (
	"context"
	"errors"

	pool4 "github.com/jackc/pgx/v4/pgxpool"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Nursery struct{ pool *pgxpool.Pool }

var errGrown = errors.New("grown meanwhile")

// Plant locks on the pool.
func (n *Nursery) Plant(ctx context.Context, bed int64, plant func() error) error {
	if _, err := n.pool.Exec(ctx, "SELECT pg_advisory_lock($1)", bed); err != nil { // want nolost
		return err
	}
	defer n.pool.Exec(ctx, "SELECT pg_advisory_unlock($1)", bed) // maybe plaindel
	return plant()
}

// Graft pins a connection, and writes on it.
func (n *Nursery) Graft(ctx context.Context, bed int64) error {
	return n.pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		var ok bool
		if err := c.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", bed).Scan(&ok); err != nil { // ok nolost: pinned, and the answer is read
			return err
		}
		if !ok {
			return errGrown
		}
		defer c.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", bed)
		_, err := c.Exec(ctx, "UPDATE beds SET state = 'grafted' WHERE id = $1", bed) // ok unfenced: the session that holds the lock
		return err
	})
}

// Prune writes through the pool while a connection holds the lock.
func (n *Nursery) Prune(ctx context.Context, bed int64) error {
	c, err := n.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Release()
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock($1)", bed); err != nil {
		return err
	}
	defer c.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", bed)
	var twigs int
	if err := n.pool.QueryRow(ctx, "SELECT twigs FROM beds WHERE id = $1", bed).Scan(&twigs); err != nil {
		return err
	}
	_, err = n.pool.Exec(ctx, "UPDATE beds SET twigs = $1 WHERE id = $2", twigs-1, bed) // want unfenced
	return err
}

// Sell keeps a lock row, frees it by its name.
func Sell(ctx context.Context, conn *pgx.Conn, tree, me string, sell func() error) error {
	tag, err := conn.Exec(ctx, "INSERT INTO tree_locks (tree, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT DO NOTHING", tree, me)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errGrown
	}
	defer conn.Exec(context.WithoutCancel(ctx), "DELETE FROM tree_locks WHERE tree = $1", tree) // want plaindel
	return sell()
}

// Fell is on v4, and compares.
func Fell(ctx context.Context, pool *pool4.Pool, tree, me string, fell func() error) error {
	tag, err := pool.Exec(ctx, "INSERT INTO fell_locks (tree, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT DO NOTHING", tree, me)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errGrown
	}
	defer pool.Exec(context.WithoutCancel(ctx), "DELETE FROM fell_locks WHERE tree = $1 AND owner = $2", tree, me) // ok plaindel: compares
	return fell()
}
