package standalone

import (
	"os"
	"runtime"
	"runtime/debug"
)

// spareMemory has the garbage collector use the memory that a run over a
// program of so many packages may take anyway: whoever type-checks them all
// needs more. Collecting a heap that is mostly alive is what a cold run would
// otherwise spend a fifth of its time with. What the user says in GOGC or
// GOMEMLIMIT holds.
func spareMemory(packages int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	const (
		base       = 48 << 20
		perPackage = 100 << 10
	)
	budget := uint64(base + perPackage*packages)
	percent := gcPercent(minHeap, budget)
	debug.SetGCPercent(percent)
	afterEachCollection(func() {
		// The package runtime/metrics has the size, but costs each start of
		// the program, as go vet does by the thousand.
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		live := m.NextGC * 100 / uint64(100+percent)
		percent = gcPercent(live, budget)
		debug.SetGCPercent(percent)
	})
}

// minHeap is what the runtime takes for the size of a smaller heap.
const minHeap = 4 << 20

// gcPercent lets a heap grow to the budget before it is collected. One that
// needs about all of that or more grows by half.
func gcPercent(live, budget uint64) int {
	live = max(live, minHeap)
	return int(max(50, 100*(max(budget, live)-live)/live))
}

// afterEachCollection calls f after each collection of garbage. The finalizer
// of an object that nothing refers to runs then, and makes a new one.
func afterEachCollection(f func()) {
	type sentinel struct{ _ *int }
	var arm func(*sentinel)
	arm = func(s *sentinel) {
		runtime.SetFinalizer(s, func(*sentinel) {
			f()
			arm(new(sentinel))
		})
	}
	arm(new(sentinel))
}
