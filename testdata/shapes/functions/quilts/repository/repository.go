// Package repository stores quilts.
package repository

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrFenced says that a later holder has written.
var ErrFenced = errors.New("a later holder has written")

// Quilt is a row.
type Quilt struct {
	ID      int64
	Patches int
	Token   int64
}

// Quilts is the repository.
type Quilts struct{ pool *pgxpool.Pool }

// New makes a repository.
func New(pool *pgxpool.Pool) *Quilts { return &Quilts{pool} }

// Load reads a quilt.
func (r *Quilts) Load(ctx context.Context, id int64) (*Quilt, error) {
	q := &Quilt{ID: id}
	return q, r.pool.QueryRow(ctx, "SELECT patches, token FROM quilts WHERE id = $1", id).Scan(&q.Patches, &q.Token)
}

// Save writes a quilt.
func (r *Quilts) Save(ctx context.Context, q *Quilt) error {
	_, err := r.pool.Exec(ctx, "UPDATE quilts SET patches = $2 WHERE id = $1", q.ID, q.Patches) // maybe unfenced
	return err
}

// SaveFenced writes a quilt that no later holder has written.
func (r *Quilts) SaveFenced(ctx context.Context, q *Quilt) error {
	tag, err := r.pool.Exec(ctx, "UPDATE quilts SET patches = $2, token = $3 WHERE id = $1 AND token <= $3", q.ID, q.Patches, q.Token) // ok: conditional
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrFenced
	}
	return nil
}
