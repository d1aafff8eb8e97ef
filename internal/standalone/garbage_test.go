package standalone

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestGCPercent(t *testing.T) {
	const mb = 1 << 20
	for _, test := range []struct {
		live, budget uint64
		want         int
	}{
		{minHeap, 100 * mb, 2400}, // up to the budget
		{1, 100 * mb, 2400},       // the runtime's own minimum
		{25 * mb, 100 * mb, 300},
		{80 * mb, 100 * mb, 50}, // not collected all the time
		{500 * mb, 100 * mb, 50},
	} {
		require.Equal(t, test.want, gcPercent(test.live, test.budget))
	}
}

func TestAfterEachCollection(t *testing.T) {
	var n atomic.Int32
	afterEachCollection(func() { n.Add(1) })
	for i := range int32(3) {
		require.Eventually(t, func() bool { runtime.GC(); return n.Load() > i }, 10*time.Second, time.Millisecond)
	}
}

// TestSpareMemory holds the user's settings above ours.
func TestSpareMemory(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	t.Setenv("GOGC", "100")
	spareMemory(10000)
	require.Equal(t, 100, debug.SetGCPercent(100))
}
