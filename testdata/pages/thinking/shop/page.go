// Package shop is the program that the page about the engine follows.
package shop

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

const ttl = 10 * time.Second

type Shop struct {
	rdb   *redis.Client
	db    *sql.DB
	owner string
}

func (s *Shop) lock(ctx context.Context, id int) (bool, error) {
	return s.rdb.SetNX(ctx, fmt.Sprintf("shop:%d:lock", id), s.owner, ttl).Result()
}

func (s *Shop) Sell(ctx context.Context, id, n int) error {
	ok, err := s.lock(ctx, id)
	if err != nil || !ok {
		return err
	}
	defer s.rdb.Del(ctx, fmt.Sprintf("shop:%d:lock", id)) // want plaindel
	_, err = s.db.ExecContext(ctx, "UPDATE shops SET sold = $1 WHERE id = $2", n, id) // want unfenced
	return err
}
