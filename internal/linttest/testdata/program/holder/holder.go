// Package holder has no function. What it exports leads to the lock, so its
// importers are in the cone and must learn what the lock's methods do.
package holder

import "example.test/program/lock"

type Context struct {
	Locks struct{ Main *lock.Locker }
}
