// Package warehouses takes goods out, under a MySQL lock by name.
package warehouses

import (
	"context"
	"database/sql"
	"errors"

	"example.test/pauses/unfenced/other-session/warehouses/stock"
)

// Warehouse takes goods out.
type Warehouse struct {
	db    *sql.DB
	stock *stock.Repo
}

// New returns a warehouse whose stock is in db.
func New(db *sql.DB) *Warehouse { return &Warehouse{db: db, stock: &stock.Repo{DB: db}} }

func (w *Warehouse) locked(ctx context.Context, name string, fn func() error) error {
	conn, err := w.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 5)", name).Scan(&got); err != nil {
		return err
	}
	if got.Int64 != 1 {
		return errors.New("warehouses: " + name + " is locked")
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK(?)", name)
	return fn()
}

// Take takes n of an article.
func (w *Warehouse) Take(ctx context.Context, article string, n int) error {
	return w.locked(ctx, "stock:"+article, func() error {
		have, err := w.stock.Of(ctx, article)
		if err != nil {
			return err
		}
		if have < n {
			return errors.New("warehouses: not enough")
		}
		return w.stock.Set(ctx, article, have-n) // want unfenced
	})
}
