// Package plain has nothing to do with locks.
package plain

import "fmt"

func Hello() { fmt.Println("hello") }
