//path github.com/jefferyjob/go-redislock

package go_redislock

import (
	"context"
	"time"
)

type (
	RedisInter any
	Option     func(RedisLockInter)
)

type RedisLockInter interface {
	Lock(ctx context.Context) error
	SpinLock(ctx context.Context, timeout time.Duration) error
	UnLock(ctx context.Context) error
	Renew(ctx context.Context) error
}

func New(redisClient RedisInter, lockKey string, options ...Option) RedisLockInter
func WithTimeout(timeout time.Duration) Option
func WithAutoRenew() Option
func WithToken(token string) Option
