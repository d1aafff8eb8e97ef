//path github.com/gotomicro/ego-component/eredis

package eredis

import (
	"context"
	"time"
)

type LockOption func(*lockOption)

type (
	lockOption struct{}
	lockClient struct{}
	Lock       struct{}
)

func (*lockClient) Obtain(ctx context.Context, key string, ttl time.Duration, opts ...LockOption) (*Lock, error)
func (*Lock) Refresh(ctx context.Context, ttl time.Duration, opts ...LockOption) error
func (*Lock) Release(ctx context.Context) error
func (*Lock) TTL(ctx context.Context) (time.Duration, error)
