//path gopkg.in/redsync.v1

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
func (*Mutex) Unlock() bool
func (*Mutex) Extend() bool
func SetExpiry(expiry time.Duration) Option
