//path cirello.io/dynamolock

package dynamolock

import (
	"context"
	"time"
)

type (
	dynamoDBAPI         any
	createTableOutput   struct{}
	attributeValue      struct{}
	Client              struct{}
	Lock                struct{}
	ClientOption        func(*Client)
	AcquireLockOption   func(*Lock)
	CreateTableOption   func(*Lock)
	ReleaseLockOption   func(*Lock)
	SendHeartbeatOption func(*Lock)
)

func New(dynamoDB dynamoDBAPI, tableName string, opts ...ClientOption) (*Client, error)
func WithOwnerName(s string) ClientOption
func WithLeaseDuration(d time.Duration) ClientOption
func WithHeartbeatPeriod(d time.Duration) ClientOption
func DisableHeartbeat() ClientOption
func WithData(b []byte) AcquireLockOption
func ReplaceData() AcquireLockOption
func FailIfLocked() AcquireLockOption
func WithDeleteLockOnRelease() AcquireLockOption
func WithSessionMonitor(safeTime time.Duration, callback func()) AcquireLockOption
func WithDeleteLock(deleteLock bool) ReleaseLockOption
func (*Client) AcquireLock(key string, opts ...AcquireLockOption) (*Lock, error)
func (*Client) AcquireLockWithContext(ctx context.Context, key string, opts ...AcquireLockOption) (*Lock, error)
func (*Client) CreateTable(tableName string, opts ...CreateTableOption) (*createTableOutput, error)
func (*Client) CreateTableWithContext(ctx context.Context, tableName string, opts ...CreateTableOption) (*createTableOutput, error)
func (*Client) ReleaseLock(lockItem *Lock, opts ...ReleaseLockOption) (bool, error)
func (*Client) ReleaseLockWithContext(ctx context.Context, lockItem *Lock, opts ...ReleaseLockOption) (bool, error)
func (*Client) Get(key string) (*Lock, error)
func (*Client) GetWithContext(ctx context.Context, key string) (*Lock, error)
func (*Client) SendHeartbeat(lockItem *Lock, opts ...SendHeartbeatOption) error
func (*Client) SendHeartbeatWithContext(ctx context.Context, lockItem *Lock, opts ...SendHeartbeatOption) error
func (*Client) Close() error
func (*Client) CloseWithContext(ctx context.Context) error
func (*Lock) Data() []byte
func (*Lock) Close() error
func (*Lock) IsExpired() bool
func (*Lock) IsAlmostExpired() (bool, error)
func (*Lock) OwnerName() string
func (*Lock) AdditionalAttributes() map[string]*attributeValue
