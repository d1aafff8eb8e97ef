//path github.com/hjr265/redsync.go/redsync

package redsync

import (
	"net"
	"time"
)

type Mutex struct {
	Name   string
	Expiry time.Duration
	Tries  int
	Delay  time.Duration
	Factor float64
	Quorum int
}

func NewMutex(name string, addrs []net.Addr) (*Mutex, error)
func (*Mutex) Lock() error
func (*Mutex) Touch() bool
func (*Mutex) Unlock() bool
