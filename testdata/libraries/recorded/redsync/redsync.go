// Package redsync waters roofs with the first redsync, whose Touch says only
// yes or no.
package redsync

import (
	"net"

	"github.com/hjr265/redsync.go/redsync"
)

// Green drops what Touch says.
func Green(addrs []net.Addr, plants []func() error) error {
	mu, err := redsync.NewMutex("roof", addrs)
	if err != nil {
		return err
	}
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock()
	for _, plant := range plants {
		mu.Touch() // want nolost
		if err := plant(); err != nil {
			return err
		}
	}
	return nil
}
