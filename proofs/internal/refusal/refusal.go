// Package refusal names the ways in which the programs are refused.
package refusal

import "errors"

// ErrHeld says that another has the lock.
var ErrHeld = errors.New("the lock is held by another")

// ErrStale says that the store refused a write since others have written.
var ErrStale = errors.New("the write is stale: others have written")

// ErrLost says that the lock was held, and is not any more.
var ErrLost = errors.New("the lock is lost")
