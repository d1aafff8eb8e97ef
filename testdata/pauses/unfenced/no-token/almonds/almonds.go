// Package almonds stores harvests; who harvests is logged.
package almonds

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"

	"go.etcd.io/etcd/client/v3/concurrency"
)

// Barn stores.
type Barn struct {
	db  *sql.DB
	log *slog.Logger
}

func (b *Barn) put(ctx context.Context, tree string, pounds int, rev int64) error {
	b.log.InfoContext(ctx, "stored", "tree", tree, "rev", fmt.Sprintf("%016x", rev))
	_, err := b.db.ExecContext(ctx, `UPDATE harvests SET pounds = $1 WHERE tree = $2`, pounds, tree) // maybe unfenced
	return err
}

// Harvest harvests a tree.
func Harvest(ctx context.Context, s *concurrency.Session, b *Barn, tree string, pick func(context.Context) (int, error)) error {
	mu := concurrency.NewMutex(s, "/trees/"+tree)
	if err := mu.Lock(ctx); err != nil {
		return fmt.Errorf("almonds: %s: %w", tree, err)
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	pounds, err := pick(ctx)
	if err != nil {
		return err
	}
	return b.put(ctx, tree, pounds, mu.Header().Revision) // want unfenced
}
