package ferns

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type LockConfig struct{ TTLSeconds int }

type Config struct{ Lock LockConfig }

func Default() Config { return Config{Lock: LockConfig{TTLSeconds: 30}} }

type Runner struct {
	cfg Config
	rdb *redis.Client
}

func New(rdb *redis.Client) *Runner { return &Runner{cfg: Default(), rdb: rdb} }

func (r *Runner) TryLock(ctx context.Context, owner string) (bool, error) {
	return r.rdb.SetNX(ctx, "lock:jobs", owner, time.Duration(r.cfg.Lock.TTLSeconds)).Result() // want setnxexpire
}
