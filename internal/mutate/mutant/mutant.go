// Package mutant is what a package that was rewritten by package mutate calls: at each
// place where it may be changed it asks whether it is. One build holds all mutants,
// and no more than one of them is on at a time.
package mutant

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"sync"
)

// These variables of the environment choose for a whole process: the number of the
// mutant that is on, and the file to which the numbers of all places that are met
// are appended.
const (
	Variable      = "LOCKLINT_MUTANT"
	TraceVariable = "LOCKLINT_MUTANT_TRACE"
)

var (
	active  = fromEnvironment()
	tracing bool

	mu      sync.Mutex
	met     map[int]bool
	traceTo *os.File
)

func init() {
	name := os.Getenv(TraceVariable)
	if name == "" {
		return
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	traceTo, met, tracing = file, map[int]bool{}, true
}

func fromEnvironment() int {
	n, err := strconv.Atoi(os.Getenv(Variable))
	if err != nil {
		return 0
	}
	return n
}

// Set switches a mutant on, and the one before off. None has the number 0.
func Set(n int) { active = n }

// Trace calls fn and returns the places that it meets.
func Trace(fn func()) map[int]bool {
	met, tracing = map[int]bool{}, true
	defer func() { met, tracing = nil, false }()
	fn()
	return met
}

func meet(n int) {
	mu.Lock()
	defer mu.Unlock()
	if met[n] {
		return
	}
	met[n] = true
	if traceTo != nil {
		fmt.Fprintln(traceTo, n)
	}
}

// On reports whether the mutant is on.
func On(n int) bool {
	if tracing {
		meet(n)
	}
	return n == active
}

// Not is x, or its opposite.
func Not[T ~bool](n int, x T) T { return x != T(On(n)) }

// Int is x, or one more; with the next mutant, one less.
func Int[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](n int, x T) T {
	switch {
	case On(n):
		return x + 1
	case On(n + 1):
		return x - 1
	}
	return x
}

// Less is x < y, or x <= y.
func Less[T cmp.Ordered](n int, x, y T) bool { return x < y || On(n) && x == y }

// LessEqual is x <= y, or x < y.
func LessEqual[T cmp.Ordered](n int, x, y T) bool { return x < y || !On(n) && x == y }

// Greater is x > y, or x >= y.
func Greater[T cmp.Ordered](n int, x, y T) bool { return Less(n, y, x) }

// GreaterEqual is x >= y, or x > y.
func GreaterEqual[T cmp.Ordered](n int, x, y T) bool { return LessEqual(n, y, x) }
