//path github.com/bsm/redis-lock

package lock

import (
	"context"
	"time"
)

type RedisClient any

type Options struct {
	LockTimeout time.Duration
	RetryCount  int
	RetryDelay  time.Duration
	TokenPrefix string
}

type Locker struct{}

func New(client RedisClient, key string, opts *Options) *Locker
func Obtain(client RedisClient, key string, opts *Options) (*Locker, error)
func Run(client RedisClient, key string, opts *Options, handler func()) error
func (*Locker) IsLocked() bool
func (*Locker) Lock() (bool, error)
func (*Locker) LockWithContext(ctx context.Context) (bool, error)
func (*Locker) Unlock() error
