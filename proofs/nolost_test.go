package proofs_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"

	"github.com/locklint/locklint/proofs/internal/refusal"
	ignoredacquireright "github.com/locklint/locklint/proofs/nolost/acquireignored/redis/right"
	ignoredacquirewrong "github.com/locklint/locklint/proofs/nolost/acquireignored/redis/wrong"
	blindextendright "github.com/locklint/locklint/proofs/nolost/blindextend/redis/right"
	blindextendwrong "github.com/locklint/locklint/proofs/nolost/blindextend/redis/wrong"
	endlesssessionright "github.com/locklint/locklint/proofs/nolost/endlessrenewal/etcd/right"
	endlesssessionwrong "github.com/locklint/locklint/proofs/nolost/endlessrenewal/etcd/wrong"
	endlessright "github.com/locklint/locklint/proofs/nolost/endlessrenewal/redislock/right"
	endlesswrong "github.com/locklint/locklint/proofs/nolost/endlessrenewal/redislock/wrong"
	lateright "github.com/locklint/locklint/proofs/nolost/laterenewal/redislock/right"
	latewrong "github.com/locklint/locklint/proofs/nolost/laterenewal/redislock/wrong"
	pooledright "github.com/locklint/locklint/proofs/nolost/pooledsession/mysql/right"
	pooledwrong "github.com/locklint/locklint/proofs/nolost/pooledsession/mysql/wrong"
	resultright "github.com/locklint/locklint/proofs/nolost/resultdropped/redislock/right"
	resultwrong "github.com/locklint/locklint/proofs/nolost/resultdropped/redislock/wrong"
	signalright "github.com/locklint/locklint/proofs/nolost/signaldropped/etcd/right"
	signalwrong "github.com/locklint/locklint/proofs/nolost/signaldropped/etcd/wrong"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	worksOn  = "it works on beside the next holder"
	stops    = "its work ends when the lock is lost"
	lostLock = "one missed renewal loses the lock, and two work at once"
	harmless = "a missed renewal does no harm"
	keptHeld = "the lock stays held after the work, while its process lives"
	lapses   = "the lock is free after the work within its TTL"
	stranded = "the lock stays with its connection after the work"
	unlocked = "the lock is free after the work"
	worksToo = "one that was refused works beside the holder"
	gaveUp   = "one that was refused does no work"
)

type (
	etcdJob = func(context.Context, *clientv3.Client, func(context.Context) error) error
	sqlJob  = func(context.Context, *sql.DB, func(context.Context) error) error
)

func nolostCells() []cell {
	const rule = "nolost"
	redisCell := func(category, system, ofWrong, ofRight string, story func(*testing.T, job) (string, pause.History), wrongRun, rightRun job, mutations ...mutation) cell {
		return cell{
			rule: rule, category: category, system: system, wrong: ofWrong, right: ofRight,
			run:       func(t *testing.T, s side) (string, pause.History) { return story(t, pick(s, wrongRun, rightRun)) },
			mutations: mutations,
		}
	}
	return []cell{
		redisCell("result-dropped", "redislock", worksOn, stops, cutOff, locked(resultwrong.Run), locked(resultright.Run),
			without("the failure ends the work", "pause.At(ctx, pause.Told)\n\t\t\t\tlost()", "_ = lost")),
		{
			rule: rule, category: "signal-dropped", system: "etcd", wrong: worksOn, right: stops,
			run: func(t *testing.T, s side) (string, pause.History) {
				return cutOffEtcd(t, pick[etcdJob](s, signalwrong.Run, signalright.Run))
			},
			mutations: []mutation{without("the signal ends the work", "pause.At(ctx, pause.Told)\n\t\t\tcancel()", "")},
		},
		redisCell("blind-extend", "Redis", worksOn, stops, prolonged, blindextendwrong.Run, blindextendright.Run,
			without("the owner is compared", "owned.Extend(ctx, rdb, key, owner, ttl)", "rdb.Expire(ctx, key, ttl).Result()"),
			without("the result is looked at", "if err != nil || !ok {", "if err != nil {")),
		redisCell("late-renewal", "redislock", lostLock, harmless, missed, locked(latewrong.Run), locked(lateright.Run),
			without("there is time for another renewal", "ttl / 4", "ttl * 4 / 5")),
		redisCell("endless-renewal", "redislock", keptHeld, lapses, afterTTL, locked(endlesswrong.Run), locked(endlessright.Run),
			without("the renewal ends with the work", "renew(ctx, lock, func", "renew(context.Background(), lock, func")),
		{
			rule: rule, category: "endless-renewal", system: "etcd", wrong: keptHeld, right: lapses,
			run: func(t *testing.T, s side) (string, pause.History) {
				return afterLease(t, pick[etcdJob](s, endlesssessionwrong.Run, endlesssessionright.Run))
			},
			mutations: []mutation{without("the session is closed", "defer session.Close()", "")},
		},
		redisCell("acquire-ignored", "Redis", worksToo, gaveUp, beside, ignoredacquirewrong.Run, ignoredacquireright.Run,
			without("it asks whether it was acquired", "if !ok {", "if !ok && err != nil {")),
		{
			rule: rule, category: "pooled-session", system: "MySQL", wrong: stranded, right: unlocked,
			run: func(t *testing.T, s side) (string, pause.History) {
				source := startOwnMySQL(t)
				return busyPool(t, pick[sqlJob](s, pooledwrong.Run, pooledright.Run), openMySQL(t, source), openMySQL(t, source))
			},
			mutations: []mutation{without("both are on one connection", "conn.QueryRowContext", "db.QueryRowContext")},
		},
	}
}

// long is work that ends when it is told to: by its context, or by finish.
type long struct{ finish, ended chan struct{} }

func newLong() long { return long{make(chan struct{}), make(chan struct{})} }

func (l long) work(ctx context.Context) error {
	defer close(l.ended)
	select {
	case <-l.finish:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// over tells whether the work ends within d without being finished.
func (l long) over(d time.Duration) bool {
	select {
	case <-l.ended:
		return true
	case <-time.After(d):
		return false
	}
}

// within waits until cond is true, for d at most, and tells whether it was.
func within(d time.Duration, cond func() bool) bool {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if cond() {
			return true
		}
	}
	return false
}

// reached waits until an event of the kind is in the history.
func reached(s *pause.Story, worker string, kind pause.Kind) {
	s.Eventually(worker+" has "+string(kind), func() bool {
		return slices.ContainsFunc(s.History(), func(e pause.Event) bool { return e.Worker == worker && e.Kind == kind })
	})
}

// hears tells whether A's work ends although nobody finishes it. B holds the lock.
func hears(t *testing.T, s *pause.Story, l long) string {
	if l.over(2 * ttl) {
		return stops
	}
	s.Require(pause.TwoHolders)
	close(l.finish)
	return worksOn
}

// cut ends A's connections.
func cut(s *pause.Story, proxy *pause.Proxy) {
	proxy.Cut()
	s.Note("network", "A is cut off")
}

// cutOff cuts A off from Redis while it works.
func cutOff(t *testing.T, run job) (outcome string, h pause.History) {
	server := startRedis(t)
	proxy := pause.NewProxy(t, server.addr)
	inTime(t, func(t *testing.T) {
		ofA, rdb := newClient(t, proxy.Addr()), newClient(t, server.addr)
		s, l := pause.New(t), newLong()
		a := s.Go("A", with(run, ofA, l.work))
		reached(s, "A", pause.Acquired)
		cut(s, proxy)
		lapse(s, rdb, "job:7")
		b := s.Go("B", with(run, rdb, idle), pause.Acquired)
		b.Reaches(pause.Acquired)
		outcome = hears(t, s, l)
		h = s.History()
		_ = a.Wait()
		b.Resume()
		require.NoError(t, b.Wait())
	}, server)
	return outcome, h
}

func cutOffEtcd(t *testing.T, run etcdJob) (string, pause.History) {
	space := startEtcd(t)
	proxy := pause.NewProxy(t, space.addr)
	ofA, cli := newEtcdClient(t, proxy.Addr(), space), newEtcdClient(t, space.addr, space)
	s, l := pause.New(t), newLong()
	a := s.Go("A", func(ctx context.Context) error { return run(ctx, ofA, l.work) })
	reached(s, "A", pause.Acquired)
	cut(s, proxy)
	lapseEtcd(s, cli, "/jobs/7")
	b := s.Go("B", func(ctx context.Context) error { return run(ctx, cli, idle) }, pause.Acquired)
	b.Reaches(pause.Acquired)
	outcome := hears(t, s, l)
	h := s.History()
	proxy.Heal() // A's unlock waits for it
	_ = a.Wait()
	b.Resume()
	require.NoError(t, b.Wait())
	return outcome, h
}

// prolonged lets A's lock lapse and B take it before A prolongs it.
func prolonged(t *testing.T, run job) (outcome string, h pause.History) {
	server := startRedis(t)
	inTime(t, func(t *testing.T) {
		rdb := newClient(t, server.addr)
		s := pause.New(t)
		a := s.Go("A", with(run, rdb, idle), pause.Acquired)
		a.Reaches(pause.Acquired)
		lapse(s, rdb, "job:7")
		b := s.Go("B", with(run, rdb, idle), pause.Acquired)
		b.Reaches(pause.Acquired)
		a.Resume()
		err := a.Wait()
		outcome = worksOn
		if err != nil {
			require.ErrorIs(t, err, refusal.ErrLost)
			outcome = stops
		}
		s.Require(pause.TwoHolders)
		h = s.History()
		b.Resume()
		require.NoError(t, b.Wait())
	}, server)
	return outcome, h
}

// missed lets one renewal of A's fail.
func missed(t *testing.T, run job) (outcome string, h pause.History) {
	server := startRedis(t)
	proxy := pause.NewProxy(t, server.addr)
	inTime(t, func(t *testing.T) {
		ofA, rdb := newClient(t, proxy.Addr()), newClient(t, server.addr)
		s, l := pause.New(t), newLong()
		a := s.Go("A", with(run, ofA, l.work))
		reached(s, "A", pause.Acquired)
		cut(s, proxy)
		reached(s, "A", "missed")
		proxy.Heal()
		if within(3*ttl, func() bool { return free(t, rdb, "job:7") }) {
			b := s.Go("B", with(run, rdb, idle), pause.Acquired)
			b.Reaches(pause.Acquired)
			s.Require(pause.TwoHolders)
			outcome, h = lostLock, s.History()
			require.ErrorIs(t, a.Wait(), context.Canceled)
			b.Resume()
			require.NoError(t, b.Wait())
			return
		}
		close(l.finish)
		require.NoError(t, a.Wait())
		outcome, h = harmless, s.History()
	}, server)
	return outcome, h
}

func free(t *testing.T, rdb *redis.Client, key string) bool {
	n, err := rdb.Exists(context.Background(), key).Result()
	require.NoError(t, err)
	return n == 0
}

// afterTTL looks at the lock when A's work has been done for some time.
func afterTTL(t *testing.T, run job) (outcome string, h pause.History) {
	server := startRedis(t)
	inTime(t, func(t *testing.T) {
		rdb := newClient(t, server.addr)
		s := pause.New(t)
		require.NoError(t, s.Go("A", with(run, rdb, idle)).Wait())
		outcome = keptHeld
		if within(3*ttl, func() bool { return free(t, rdb, "job:7") }) {
			outcome = lapses
		}
		s.Note("store", "%s", outcome)
		h = s.History()
		require.NoError(t, rdb.Del(t.Context(), "job:7").Err())
		if outcome == keptHeld {
			reached(s, "A", pause.Told) // a renewal fails and ends; none may outlive the bubble
		}
	}, server)
	return outcome, h
}

func afterLease(t *testing.T, run etcdJob) (string, pause.History) {
	space := startEtcd(t)
	ofA, cli := newEtcdClient(t, space.addr, space), newEtcdClient(t, space.addr, space)
	s := pause.New(t)
	require.NoError(t, s.Go("A", func(ctx context.Context) error { return run(ctx, ofA, idle) }).Wait())
	outcome := keptHeld
	if within(2*ttl, func() bool { return !existsEtcd(cli, "/jobs/7") }) {
		outcome = lapses
	}
	s.Note("store", "%s", outcome)
	return outcome, s.History()
}

// beside lets A run while B holds the lock.
func beside(t *testing.T, run job) (outcome string, h pause.History) {
	server := startRedis(t)
	rdb := newClient(t, server.addr)
	s := pause.New(t)
	b := s.Go("B", with(run, rdb, idle), pause.Acquired)
	b.Reaches(pause.Acquired)
	err := s.Go("A", with(run, rdb, idle)).Wait()
	outcome = gaveUp
	if err == nil {
		s.Require(pause.TwoHolders)
		outcome = worksToo
	} else {
		require.ErrorIs(t, err, refusal.ErrHeld)
	}
	b.Resume()
	require.NoError(t, b.Wait())
	return outcome, s.History()
}

// busyPool lets A's work keep a session of its pool, in a transaction, and looks
// whether B gets the lock afterwards.
func busyPool(t *testing.T, run sqlJob, ofA, db *sql.DB) (string, pause.History) {
	s := pause.New(t)
	err := s.Go("A", func(ctx context.Context) error {
		return run(ctx, ofA, func(ctx context.Context) error {
			tx, err := ofA.BeginTx(context.WithoutCancel(ctx), nil)
			if err == nil {
				t.Cleanup(func() { _ = tx.Rollback() })
				s.Note("pool", "another session is in use")
			}
			return err
		})
	}).Wait()
	require.NoError(t, err)
	err = s.Go("B", func(ctx context.Context) error { return run(ctx, db, idle) }).Wait()
	if errors.Is(err, refusal.ErrHeld) {
		return stranded, s.History()
	}
	require.NoError(t, err)
	return unlocked, s.History()
}
