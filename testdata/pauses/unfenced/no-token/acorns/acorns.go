// Package acorns stores harvests; who harvests travels in the context.
package acorns

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"go.etcd.io/etcd/client/v3/concurrency"
)

type revisionKey struct{}

var errOld = errors.New("acorns: a later harvest is stored")

// Barn stores.
type Barn struct{ db *sql.DB }

func (b *Barn) put(ctx context.Context, tree string, pounds int) error {
	rev, ok := ctx.Value(revisionKey{}).(int64)
	if !ok {
		return errors.New("acorns: no revision")
	}
	res, err := b.db.ExecContext(ctx, `UPDATE harvests SET pounds = $1, rev = $2 WHERE tree = $3 AND rev < $2`, pounds, rev, tree)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errOld)
	}
	return nil
}

// Harvest harvests a tree.
func Harvest(ctx context.Context, s *concurrency.Session, b *Barn, tree string, pick func(context.Context) (int, error)) error {
	mu := concurrency.NewMutex(s, "/trees/"+tree)
	if err := mu.Lock(ctx); err != nil {
		return fmt.Errorf("acorns: %s: %w", tree, err)
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	ctx = context.WithValue(ctx, revisionKey{}, mu.Header().Revision)
	pounds, err := pick(ctx)
	if err != nil {
		return err
	}
	return b.put(ctx, tree, pounds)
}
