package pause

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Tick is how often stores that keep no time of their own are advanced by
// [Virtually].
const Tick = 20 * time.Millisecond

// Virtually runs f in a bubble of [synctest]: time stands still while anybody
// in it works, and jumps when all of them wait, so that a pause longer than a lock's
// TTL takes no time. Each of the stores is advanced with the bubble's clock; pass
// miniredis' FastForward. f gets a T of the bubble; all that it starts, clients
// too, must have ended when its cleanup functions have run.
//
// Servers that read or wait in goroutines of their own (and that is all of
// them) must be started before, outside of the bubble. So must clients that do, such as
// those of gRPC: with them use real time. Child processes cannot be started in f.
func Virtually(t *testing.T, f func(t *testing.T), stores ...func(time.Duration)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		stop, stopped := make(chan struct{}), make(chan struct{})
		t.Cleanup(func() {
			close(stop)
			<-stopped
		})
		go func() {
			defer close(stopped)
			advance(stop, stores)
		}()
		f(t)
	})
}

func advance(stop <-chan struct{}, stores []func(time.Duration)) {
	tick := time.NewTicker(Tick)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			for _, store := range stores {
				store(Tick)
			}
		}
	}
}

// A Clock is that of one worker, for programs that compare an expiry with their
// own clock. It shows the time until it jumps. Its zero value is ready for use.
type Clock struct{ ahead atomic.Int64 }

// Now is the time that the clock shows. Give the program under test this method where
// it has time.Now in production.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// Jump sets the clock by d, which may be negative, as a machine does that was
// suspended, or that asks for the time again after long.
func (c *Clock) Jump(d time.Duration) { c.ahead.Add(int64(d)) }
