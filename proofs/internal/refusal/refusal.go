// Package refusal names the two ways in which the programs are refused.
package refusal

import "errors"

// Held says that another has the lock.
var Held = errors.New("the lock is held by another")

// Stale says that the store refused a write since others have written.
var Stale = errors.New("the write is stale: others have written")
