//path github.com/go-redsync/redsync/v2

package redsync

import "time"

type Pool any

type (
	Redsync struct{}
	Mutex   struct{}
	Option  interface{ Apply(*Mutex) }
)

func New(pools []Pool) *Redsync
func (*Redsync) NewMutex(name string, options ...Option) *Mutex
func (*Mutex) Lock() error
func (*Mutex) Unlock() (bool, error)
func (*Mutex) Extend() (bool, error)
func (*Mutex) Valid() (bool, error)
func SetExpiry(expiry time.Duration) Option
func SetGenValueFunc(genValueFunc func() (string, error)) Option
