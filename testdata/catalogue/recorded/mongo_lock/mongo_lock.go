//path github.com/square/mongo-lock

package lock

import "context"

type (
	collection struct{}
	Client     struct{}
	LockStatus struct{}
	Purger     interface {
		Purge(ctx context.Context) ([]LockStatus, error)
	}
)

type LockDetails struct {
	Owner string
	Host  string
	TTL   uint
}

func NewClient(c *collection) *Client
func NewPurger(client *Client) Purger
func (*Client) CreateIndexes(ctx context.Context) error
func (*Client) XLock(ctx context.Context, resourceName string, lockId string, ld LockDetails) error
func (*Client) SLock(ctx context.Context, resourceName string, lockId string, ld LockDetails, maxConcurrent int) error
func (*Client) Unlock(ctx context.Context, lockId string) ([]LockStatus, error)
func (*Client) Renew(ctx context.Context, lockId string, ttl uint) ([]LockStatus, error)
