// Package advisory gives back its locks through functions that it returns.
package advisory

import (
	"context"
	"hash/fnv"

	"github.com/jackc/pgx/v5/pgxpool"
)

func Lock(ctx context.Context, pool *pgxpool.Pool, label string) (release func(), err error) {
	return hold(ctx, pool, id(label))
}

func hold(ctx context.Context, pool *pgxpool.Pool, id int64) (release func(), err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, id); err != nil {
		conn.Release()
		return nil, err
	}
	return func() {
		conn.Exec(context.Background(), `SELECT pg_advisory_unlock($1)`, id)
		conn.Release()
	}, nil
}

func id(label string) int64 {
	h := fnv.New64a()
	h.Write([]byte(label))
	return int64(h.Sum64())
}
