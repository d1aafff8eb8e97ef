//path cirello.io/dynamolock/v5

package dynamolock

import (
	"context"
	"time"
)

type (
	DynamoDBClient      any
	Client              struct{}
	Lock                struct{}
	ClientOption        func(*Client)
	AcquireLockOption   func(*Lock)
	ReleaseLockOption   func(*Lock)
	SendHeartbeatOption func(*Lock)
)

func New(dynamoDB DynamoDBClient, tableName string, opts ...ClientOption) (*Client, error)
func WithLeaseDuration(d time.Duration) ClientOption
func WithHeartbeatPeriod(d time.Duration) ClientOption
func WithOwnerName(s string) ClientOption
func DisableHeartbeat() ClientOption
func FailIfLocked() AcquireLockOption
func WithSessionMonitor(safeTime time.Duration, callback func()) AcquireLockOption
func (*Client) AcquireLock(ctx context.Context, key string, opts ...AcquireLockOption) (*Lock, error)
func (*Client) SendHeartbeat(ctx context.Context, lockItem *Lock, opts ...SendHeartbeatOption) error
func (*Client) ReleaseLock(ctx context.Context, lockItem *Lock, opts ...ReleaseLockOption) (bool, error)
func (*Client) Get(ctx context.Context, key string) (*Lock, error)
func (*Lock) Close(ctx context.Context) error
func (*Lock) IsExpired() bool
func (*Lock) IsAlmostExpired() (bool, error)
