//path cirello.io/dynamolock/v2

package dynamolock

import "context"

type (
	Client              struct{}
	Lock                struct{}
	AcquireLockOption   func(*Lock)
	ReleaseLockOption   func(*Lock)
	SendHeartbeatOption func(*Lock)
)

func (*Client) AcquireLock(key string, opts ...AcquireLockOption) (*Lock, error)
func (*Client) AcquireLockWithContext(ctx context.Context, key string, opts ...AcquireLockOption) (*Lock, error)
func (*Client) ReleaseLock(lockItem *Lock, opts ...ReleaseLockOption) (bool, error)
func (*Client) SendHeartbeat(lockItem *Lock, opts ...SendHeartbeatOption) error
func (*Lock) Close() error
