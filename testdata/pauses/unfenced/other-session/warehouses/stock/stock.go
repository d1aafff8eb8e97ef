// Package stock keeps how much of what is there.
package stock

import (
	"context"
	"database/sql"
)

// Repo is the table stock.
type Repo struct{ DB *sql.DB }

// Of is what is there of an article.
func (r *Repo) Of(ctx context.Context, article string) (n int, err error) {
	err = r.DB.QueryRowContext(ctx, "SELECT n FROM stock WHERE article = ?", article).Scan(&n)
	return n, err
}

// Set sets what is there of an article.
func (r *Repo) Set(ctx context.Context, article string, n int) error {
	_, err := r.DB.ExecContext(ctx, "UPDATE stock SET n = ? WHERE article = ?", n, article) // maybe unfenced
	return err
}
