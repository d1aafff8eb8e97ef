package proofs_test

import (
	"context"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
)

// newClient returns a client that leaves no goroutine of its own behind when the
// test ends.
func newClient(t *testing.T, addr string) *redis.Client {
	rdb := dial(addr)
	t.Cleanup(func() { _ = rdb.Close() })
	return rdb
}

func dial(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:            addr,
		PoolSize:        50, // nobody waits for a connection
		MaxRetries:      -1,
		DisableIdentity: true,
	})
}

// lapse waits until the key is gone; the keys of the proofs live for seconds.
func lapse(s *pause.Story, rdb *redis.Client, key string) {
	s.Eventually("lock "+key+" has expired", func() bool {
		return rdb.Exists(context.Background(), key).Val() == 0
	})
	s.Note("store", "expires")
}

// inTime runs a story with servers that keep no time of their own in virtual
// time, and with others in real time.
func inTime(t *testing.T, f func(t *testing.T), servers ...redisServer) {
	var clocks []func(time.Duration)
	for _, r := range servers {
		if r.advance == nil {
			f(t)
			return
		}
		clocks = append(clocks, r.advance)
	}
	pause.Virtually(t, f, clocks...)
}

// pass lets time pass for a server outside of virtual time.
func (r redisServer) pass(d time.Duration) {
	if r.advance == nil {
		time.Sleep(d) // it is the pause itself
		return
	}
	r.advance(d)
}

// redisServer is one that keys can be kept in. It is empty.
type redisServer struct {
	addr    string
	advance func(time.Duration) // nil if it keeps time
}

// replicated is a Redis with an asynchronous replica.
type replicated struct {
	addr     string
	failOver func() // lets the replica take over; it has seen nothing
}

// onRedis is the program of a child: run with a client of the server whose
// address is its argument.
func onRedis(run func(context.Context, *redis.Client, func(context.Context) error) error) pause.Program {
	return func(ctx context.Context, args []string) error {
		rdb := dial(args[0])
		defer rdb.Close()
		return run(ctx, rdb, idle)
	}
}

func TestRedisServerIsEmpty(t *testing.T) {
	rdb := newClient(t, startRedis(t).addr)
	n, err := rdb.DBSize(t.Context()).Result()
	require.NoError(t, err)
	require.Zero(t, n)
}
