// Package seals seals containers once; a second seal does nothing.
package seals

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var freeSeal = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Sealer seals containers.
type Sealer struct {
	rdb *redis.Client
	db  *sql.DB
}

// Seal notes who sealed a container; whoever was first stays.
func (s *Sealer) Seal(ctx context.Context, container, by string) error {
	key, own := "seal:"+container, uuid.NewString()
	switch ok, err := s.rdb.SetNX(ctx, key, own, 4*time.Second).Result(); {
	case err != nil:
		return err
	case !ok:
		return errors.New("seals: being sealed")
	}
	defer freeSeal.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, own)
	_, err := s.db.ExecContext(ctx, `INSERT INTO seals (container, sealed_by) VALUES ($1, $2) ON CONFLICT (container) DO NOTHING`, container, by)
	return err
}

// Touch is no business of any lock.
func (s *Sealer) Touch(ctx context.Context, container string) error {
	_, err := s.db.ExecContext(ctx, `UPDATE seals SET state = 'seen' WHERE container = $1 AND state = 'new'`, container)
	return err
}
