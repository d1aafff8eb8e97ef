package proofs_test

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/bsm/redislock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
)

type (
	natsSQL    = func(context.Context, jetstream.KeyValue, *sql.DB, int) error
	natsStream = func(context.Context, *redislock.Client, jetstream.JetStream, int) error
	natsQueue  = func(context.Context, jetstream.Consumer, *sql.DB) error
)

// startNATS returns the JetStream of a server of its own.
func startNATS(t *testing.T) jetstream.JetStream {
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	})
	require.NoError(t, err)
	go s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	require.True(t, s.ReadyForConnections(pause.Patience), "NATS was not ready within %v", pause.Patience)
	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	return js
}

// saleUnderKey lets A's key in a bucket end by its TTL, in real time.
func saleUnderKey(t *testing.T, run natsSQL) (string, pause.History) {
	kv, err := startNATS(t).CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: "proof", LimitMarkerTTL: time.Hour})
	require.NoError(t, err)
	db := openMySQL(t, startMySQL(t))
	s := pause.New(t)
	sell := func(ctx context.Context, n int) error { return run(ctx, kv, db, n) }
	return staleSale(t, s, sell, sell, func() {
		s.Eventually("the key has expired", func() bool {
			_, err := kv.Get(context.Background(), "locks.account.7")
			return errors.Is(err, jetstream.ErrKeyNotFound)
		})
		s.Note("store", "expires")
	}, nothing, func() int { return soldIn(t, db) })
}

// saleInStream is that of a single writer: the last message has the state.
func saleInStream(t *testing.T, run natsStream) (string, pause.History) {
	js := startNATS(t)
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "accounts", Subjects: []string{"accounts.*"}})
	require.NoError(t, err)
	_, err = js.Publish(t.Context(), "accounts.7", []byte("40"))
	require.NoError(t, err)
	server := startRedis(t)
	rdb := newClient(t, server.addr)
	s := pause.New(t)
	sell := func(ctx context.Context, n int) error { return run(ctx, redislock.New(rdb), js, n) }
	return staleSale(t, s, sell, sell, func() {
		server.pass(ttl + ttl/4)
		lapse(s, rdb, "account:7:lock")
	}, nothing, func() int {
		last, err := stream.GetLastMsgForSubject(t.Context(), "accounts.7")
		require.NoError(t, err)
		n, err := strconv.Atoi(string(last.Data))
		require.NoError(t, err)
		return n
	})
}

const (
	bookedTwice = "the order is booked twice, by the one that got it again and by the one that wakes up"
	bookedOnce  = "the order is booked once"
)

// orderFromQueue stops A until the queue gives its order to B.
func orderFromQueue(t *testing.T, run natsQueue) (string, pause.History) {
	js := startNATS(t)
	_, err := js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "orders", Subjects: []string{"orders"}, Retention: jetstream.WorkQueuePolicy,
	})
	require.NoError(t, err)
	queue, err := js.CreateConsumer(t.Context(), "orders", jetstream.ConsumerConfig{
		Durable: "booking", AckPolicy: jetstream.AckExplicitPolicy, AckWait: ttl / 2,
	})
	require.NoError(t, err)
	_, err = js.Publish(t.Context(), "orders", []byte(`{"Number": "2026-001", "Pieces": 5}`))
	require.NoError(t, err)
	db := openMySQL(t, startMySQL(t))
	execute(t, db, "CREATE TABLE orders (number VARCHAR(20) PRIMARY KEY)")
	s := pause.New(t)
	book := func(ctx context.Context) error { return run(ctx, queue, db) }

	a := s.Go("A", book, pause.Acquired)
	a.Reaches(pause.Acquired)
	require.NoError(t, s.Go("B", book).Wait()) // it waits until the queue gives the order out again
	require.Equal(t, 45, soldIn(t, db))
	a.Resume()
	require.NoError(t, a.Wait())
	switch sold := soldIn(t, db); sold {
	case 45:
		s.RequireNone(pause.StaleWrite)
		return bookedOnce, s.History()
	case 50:
		s.Require(pause.StaleWrite)
		return bookedTwice, s.History()
	default:
		return "sold " + strconv.Itoa(sold), s.History()
	}
}
