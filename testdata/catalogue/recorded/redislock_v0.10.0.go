//path github.com/bsm/redislock

package redislock

import (
	"context"
	"time"
)

type RedisClient any

type Options struct {
	RetryStrategy any
	Metadata      string
	Token         string
}

type (
	Client struct{}
	Lock   struct{ *Client }
)

func New(client RedisClient) *Client
func Obtain(ctx context.Context, client RedisClient, key string, ttl time.Duration, opt *Options) (*Lock, error)
func ObtainMulti(ctx context.Context, client RedisClient, keys []string, ttl time.Duration, opt *Options) (*Lock, error)
func (*Client) Obtain(ctx context.Context, key string, ttl time.Duration, opt *Options) (*Lock, error)
func (*Client) ObtainMulti(ctx context.Context, keys []string, ttl time.Duration, opt *Options) (*Lock, error)
func (*Lock) Refresh(ctx context.Context, ttl time.Duration, opt *Options) error
func (*Lock) Release(ctx context.Context) error
func (*Lock) TTL(ctx context.Context) (time.Duration, error)
func (*Lock) Token() string
