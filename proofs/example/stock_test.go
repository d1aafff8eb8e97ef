package example

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
)

// In a child process TestMain runs the program that Spawn names.
func TestMain(m *testing.M) {
	os.Exit(pause.Main(m, map[string]pause.Program{
		"take": func(ctx context.Context, args []string) error {
			rdb := redis.NewClient(&redis.Options{Addr: args[0]})
			defer rdb.Close()
			return Take(ctx, rdb, "tea", 2)
		},
	}))
}

func start(t *testing.T, server *miniredis.Miniredis) *redis.Client {
	rdb := redis.NewClient(&redis.Options{Addr: server.Addr()})
	t.Cleanup(func() { rdb.Close() })
	require.NoError(t, rdb.Set(t.Context(), "stock:tea", 40, 0).Err())
	return rdb
}

// A holder that sleeps for longer than its lock lives must not undo what the next
// one did.
func TestPausedHolder(t *testing.T) {
	server := miniredis.RunT(t) // outside of the bubble
	pause.Virtually(t, func(t *testing.T) {
		rdb := start(t, server)
		s := pause.New(t)

		a := s.Go("A", func(ctx context.Context) error { return Take(ctx, rdb, "tea", 2) }, pause.Read)
		a.Reaches(pause.Read)   // A has read 40 and stands still
		time.Sleep(TTL + TTL/4) // the pause: the lock expires meanwhile
		s.Note("store", "the lock expires")
		b := s.Go("B", func(ctx context.Context) error { return Take(ctx, rdb, "tea", 5) })
		require.NoError(t, b.Wait()) // B makes it 35
		a.Resume()

		err := a.Wait()
		s.RequireNone(pause.StaleWrite, pause.LostUpdate)
		require.ErrorIs(t, err, ErrStale)
		require.Equal(t, "35", rdb.Get(t.Context(), "stock:tea").Val())
	}, server.FastForward)
}

// A holder that is killed must not lock the others out.
func TestKilledHolder(t *testing.T) {
	server := miniredis.RunT(t)
	rdb := start(t, server)
	s := pause.New(t)

	a := s.Spawn("A", "take", []string{server.Addr()}, pause.Acquired)
	a.Reaches(pause.Acquired)
	a.Kill()
	require.ErrorIs(t, Take(t.Context(), rdb, "tea", 5), ErrBusy)
	server.FastForward(TTL)
	require.NoError(t, Take(t.Context(), rdb, "tea", 5))
}
