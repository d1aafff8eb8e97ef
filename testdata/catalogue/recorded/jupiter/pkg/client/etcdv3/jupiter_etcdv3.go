//path github.com/douyu/jupiter/pkg/client/etcdv3

package etcdv3

import "time"

type (
	sessionOption func(*Client)
	Client        struct{}
	Mutex         struct{}
)

func (*Client) NewMutex(key string, opts ...sessionOption) (*Mutex, error)
func (*Mutex) Lock(timeout time.Duration) error
func (*Mutex) TryLock(timeout time.Duration) error
func (*Mutex) Unlock() error
