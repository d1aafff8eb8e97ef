// Package pause makes the pause happen that breaks locks.
//
// A lock with an expiry or a session may end without its holder's knowledge:
// the holder's process is stopped, its machine moved, its network cut. Tests
// that never pause never see it. With this package a test stops a worker at a
// named point, lets the lock lapse, lets the next holder work, wakes the first
// one, and looks at what became of the data.
//
// # The program
//
// The code under test names its points and is otherwise as in production:
//
//	pause.At(ctx, pause.Acquired)
//	n, err := read(ctx)
//	pause.At(ctx, pause.Read, pause.Value(n))
//
// [At] does nothing unless the context is that of a worker of a [Story].
//
// # The story
//
//	s := pause.New(t)
//	a := s.Go("A", sell(3), pause.Read) // stops at its first Read
//	a.Reaches(pause.Read)
//	lapse()                             // the lock runs out
//	b := s.Go("B", sell(2))
//	require.NoError(t, b.Wait())
//	a.Resume()
//	err := a.Wait()
//	s.RequireNone(pause.LostUpdate, pause.StaleWrite)
//
// Nothing here sleeps to wait for something: each step waits for the one before,
// with a deadline, and says in words what did not happen.
//
// # Ways to pause
//
//   - a worker that stops at a point, for longer than the lock lives: [Story.Go];
//   - a child process that is frozen (SIGSTOP) and thawed: [Story.Spawn],
//     [Worker.Freeze], [Worker.Thaw];
//   - a child that is killed at a point: [Worker.Kill];
//   - a connection that is cut, or led to another server, as in a failover:
//     [Proxy];
//   - a clock of the store that jumps while the worker's stands still: call the
//     store's own method, such as miniredis' FastForward;
//   - a worker's clock that jumps while the others go on: [Clock].
//
// # Time
//
// With real servers a story takes as long as the lock lives. With servers in the
// test's process it takes none: [Virtually] runs it in a bubble of testing/synctest,
// where the clock jumps whenever everybody waits, and takes the stores along that
// keep no time of their own.
//
// # What happened
//
// Each story keeps a [History] of who held, paused, read and wrote what. Its
// Faults method finds two holders at once, stale writes and lost updates, and its
// SVG method draws it.
//
// # Limits
//
// Child processes need a Unix system; to freeze them is confirmed by /proc where there is
// one. Only what passes a point is in the history: the judgement is about what the
// workers did, not about what the store logged.
package pause
