package pause_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/locklint/locklint/proofs/pause"
)

func TestMain(m *testing.M) {
	code := pause.Main(m, map[string]pause.Program{
		"hold":  hold,
		"fails": func(context.Context, []string) error { return errors.New("it failed") },
	})
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// hold passes three points and says its argument.
func hold(ctx context.Context, args []string) error {
	pause.At(ctx, pause.Acquired, pause.Token(7))
	pause.At(ctx, pause.Read, pause.Value(args[0]))
	pause.At(ctx, pause.Released)
	return nil
}

func kinds(h pause.History) []string {
	var words []string
	for _, e := range h {
		words = append(words, e.String())
	}
	return words
}

func TestAtOutsideOfAStory(t *testing.T) {
	require.NoError(t, hold(t.Context(), []string{"1"}))
}

func TestGo(t *testing.T) {
	s := pause.New(t)
	a := s.Go("A", func(ctx context.Context) error { return hold(ctx, []string{"1"}) }, pause.Read)
	a.Reaches(pause.Read)
	require.True(t, a.Running())
	s.Note("store", "the lock expires")
	a.Resume()
	require.NoError(t, a.Wait())
	require.Equal(t, []string{
		"A: acquired token=7", "A: read 1", "A: paused", "store: note (the lock expires)", "A: resumed", "A: released", "A: ended",
	}, kinds(s.History()))
}

// A worker that still stands somewhere when the test ends must end, too.
func TestGoIsLeftStanding(t *testing.T) {
	s := pause.New(t)
	a := s.Go("A", func(ctx context.Context) error { return hold(ctx, []string{"1"}) }, pause.Read, pause.Released)
	a.Reaches(pause.Read)
}

func TestSpawn(t *testing.T) {
	s := pause.New(t)
	a := s.Spawn("A", "hold", []string{"1"}, pause.Read)
	a.Reaches(pause.Read)
	a.Freeze()
	a.Resume()
	s.Never("a frozen worker ends", 50*time.Millisecond, func() bool { return !a.Running() })
	a.Thaw()
	require.NoError(t, a.Wait())
	require.Contains(t, kinds(s.History()), "A: acquired token=7")
}

func TestSpawnFails(t *testing.T) {
	s := pause.New(t)
	require.EqualError(t, s.Spawn("A", "fails", nil).Wait(), "it failed")
	require.ErrorContains(t, s.Spawn("B", "unknown", nil).Wait(), "it must be passed to pause.Main")
}

func TestKill(t *testing.T) {
	s := pause.New(t)
	a := s.Spawn("A", "hold", []string{"1"}, pause.Acquired)
	a.Reaches(pause.Acquired)
	a.Kill()
	require.ErrorContains(t, a.Wait(), "killed")
	require.NotContains(t, kinds(s.History()), "A: read 1")
}

// Nothing of a story may outlive it, not even a child that is frozen.
func TestNothingIsLeftRunning(t *testing.T) {
	t.Run("story", func(t *testing.T) {
		s := pause.New(t)
		a := s.Spawn("A", "hold", []string{"1"}, pause.Acquired)
		a.Reaches(pause.Acquired)
		a.Freeze()
	})
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("the list of processes is read from /proc, which this system does not have")
	}
	require.Empty(t, pause.Children())
}

// A process that is left is listed.
func TestChildren(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("the list of processes is read from /proc, which this system does not have")
	}
	s := pause.New(t)
	a := s.Spawn("A", "hold", []string{"1"}, pause.Acquired)
	a.Reaches(pause.Acquired)
	require.Len(t, pause.Children(), 1)
	a.Kill()
	require.Empty(t, pause.Children())
}

// failure is a TB that keeps what failed, for tests of failures.
type failure struct {
	testing.TB
	said string
}

func (f *failure) Helper()                   {}
func (f *failure) Errorf(s string, a ...any) { f.said += fmt.Sprintf(s, a...) }
func (f *failure) Fatalf(s string, a ...any) { f.Errorf(s, a...); panic(f) }

func (f *failure) run(body func()) {
	defer func() {
		if r := recover(); r != nil && r != any(f) {
			panic(r)
		}
	}()
	body()
}

func TestFailuresSayWhatDidNotHappen(t *testing.T) {
	standing := func(ctx context.Context) error { return hold(ctx, []string{"1"}) }
	tests := []struct {
		name string
		body func(s *pause.Story)
		want string
	}{
		{"ended", func(s *pause.Story) { s.Go("A", standing).Reaches(pause.Wrote) }, `worker A ended before it came to "wrote"`},
		{"elsewhere", func(s *pause.Story) { s.Go("A", standing, pause.Read).Reaches(pause.Wrote) }, `worker A stands at "read", not at "wrote"`},
		{"not resumed", func(s *pause.Story) { _ = s.Go("A", standing, pause.Read).Wait() }, `worker A stands at "read" and has not been resumed`},
		{"not standing", func(s *pause.Story) { s.Go("A", standing).Resume() }, `worker A does not stand at a point`},
		{"freeze", func(s *pause.Story) { s.Go("A", standing).Freeze() }, `worker A is a goroutine`},
		{"eventually", func(s *pause.Story) { s.Eventually("pigs fly", func() bool { return false }) }, `it is still not so that pigs fly`},
		{"never", func(s *pause.Story) { s.Never("it rains", time.Second, func() bool { return true }) }, `it should never be so that it rains`},
		{"require", func(s *pause.Story) { s.Require(pause.LostUpdate) }, `expected: an update was lost`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pause.Virtually(t, func(t *testing.T) { // deadlines pass at once
				f := &failure{TB: t}
				f.run(func() { test.body(pause.New(f)) })
				require.Contains(t, f.said, test.want)
			})
		})
	}
}

func TestVirtually(t *testing.T) {
	began := time.Now()
	var stored time.Duration
	pause.Virtually(t, func(t *testing.T) {
		s := pause.New(t)
		a := s.Go("A", func(ctx context.Context) error {
			time.Sleep(20 * time.Second)
			return nil
		})
		s.Never("A ends early", 19*time.Second, func() bool { return !a.Running() })
		require.NoError(t, a.Wait())
	}, func(d time.Duration) { stored += d })
	require.GreaterOrEqual(t, stored, 19*time.Second)
	require.Less(t, time.Since(began), 19*time.Second)
}

func TestClock(t *testing.T) {
	pause.Virtually(t, func(t *testing.T) {
		var c pause.Clock
		require.Equal(t, time.Now(), c.Now())
		c.Jump(time.Hour)
		time.Sleep(time.Second)
		require.Equal(t, time.Now().Add(time.Hour), c.Now())
		c.Jump(-2 * time.Hour)
		require.Equal(t, time.Now().Add(-time.Hour), c.Now())
	})
}

// echo is a server that answers each line with its name.
func echo(t *testing.T, name string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan struct{})
	t.Cleanup(func() { l.Close(); <-done })
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, name)
			c.Close()
		}
	}()
	return l.Addr().String()
}

func ask(p *pause.Proxy) string {
	c, err := net.Dial("tcp", p.Addr())
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	answer, _ := io.ReadAll(c)
	return string(answer)
}

func TestProxy(t *testing.T) {
	p := pause.NewProxy(t, echo(t, "primary"))
	require.Equal(t, "primary", ask(p))
	p.Cut()
	require.Empty(t, ask(p))
	p.Heal()
	require.Equal(t, "primary", ask(p))
	p.Redirect(echo(t, "replica"))
	require.Equal(t, "replica", ask(p))
}
