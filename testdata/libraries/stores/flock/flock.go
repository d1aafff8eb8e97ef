// Package flock compiles programs, one at a time on a host.
package flock

import (
	"github.com/gofrs/flock"
)

// Build drops the bool: held by another is false with a nil error.
func Build(dir string, build func() error) error {
	l := flock.New(dir + "/.lock")
	if _, err := l.TryLock(); err != nil { // want nolost
		return err
	}
	defer l.Unlock()
	return build()
}

// Clean looks.
func Clean(dir string, clean func() error) error {
	l := flock.New(dir + "/.lock")
	ok, err := l.TryLock() // ok nolost: the bool is looked at
	if err != nil || !ok {
		return err
	}
	defer l.Unlock()
	return clean()
}
