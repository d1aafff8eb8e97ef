// Package weak is in the cone by its import alone: no summary and no type of it
// leads to a lock.
package weak

import _ "example.test/program/lock"

type T struct{ N int }
