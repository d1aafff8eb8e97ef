package proofs_test

import (
	"context"
	"errors"
	"testing"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
	bareright "github.com/locklint/locklint/proofs/plaindel/barescript/redis/right"
	barewrong "github.com/locklint/locklint/proofs/plaindel/barescript/redis/wrong"
	deadright "github.com/locklint/locklint/proofs/plaindel/deadcontext/redislock/right"
	deadwrong "github.com/locklint/locklint/proofs/plaindel/deadcontext/redislock/wrong"
	getright "github.com/locklint/locklint/proofs/plaindel/getthendelete/redis/right"
	getwrong "github.com/locklint/locklint/proofs/plaindel/getthendelete/redis/wrong"
	plainetcdright "github.com/locklint/locklint/proofs/plaindel/plaindelete/etcd/right"
	plainetcdwrong "github.com/locklint/locklint/proofs/plaindel/plaindelete/etcd/wrong"
	plainrowright "github.com/locklint/locklint/proofs/plaindel/plaindelete/lockrow/right"
	plainrowwrong "github.com/locklint/locklint/proofs/plaindel/plaindelete/lockrow/wrong"
	plainright "github.com/locklint/locklint/proofs/plaindel/plaindelete/redis/right"
	plainwrong "github.com/locklint/locklint/proofs/plaindel/plaindelete/redis/wrong"
	sharedright "github.com/locklint/locklint/proofs/plaindel/sharedowner/redis/right"
	sharedwrong "github.com/locklint/locklint/proofs/plaindel/sharedowner/redis/wrong"
	tokenright "github.com/locklint/locklint/proofs/plaindel/sharedowner/redislock/right"
	tokenwrong "github.com/locklint/locklint/proofs/plaindel/sharedowner/redislock/wrong"
	unheldright "github.com/locklint/locklint/proofs/plaindel/unheldrelease/redis/right"
	unheldwrong "github.com/locklint/locklint/proofs/plaindel/unheldrelease/redis/wrong"
)

const (
	freedAnother = "the release frees the next holder's lock, and two work at once"
	leftAlone    = "the next holder's lock is left alone"
	freedHeld    = "one that was refused frees the holder's lock"
	stillHeld    = "the lock stays held after the work until it expires"
	freeAtOnce   = "the lock is free as soon as the work is done"
)

// locked is a program that does work under a lock of redislock's.
func locked(run func(context.Context, *redislock.Client, func(context.Context) error) error) job {
	return func(ctx context.Context, rdb *redis.Client, work func(context.Context) error) error {
		return run(ctx, redislock.New(rdb), work)
	}
}

func plaindelCells() []cell {
	noOwner := without("the owner is compared", `redis.call("GET", KEYS[1]) == ARGV[1]`, `redis.call("GET", KEYS[1]) ~= ARGV[2]`)
	shared := without("the owner is its own", "uuid.NewString()", `"billing" + uuid.Nil.String()`)
	const rule = "plaindel"
	release := func(category, system string, at pause.Kind, ofWrong, ofRight job, mutations ...mutation) cell {
		return cell{
			rule: rule, category: category, system: system, wrong: freedAnother, right: leftAlone,
			run: func(t *testing.T, s side) (string, pause.History) {
				return lateRelease(t, at, pick(s, ofWrong, ofRight))
			},
			mutations: mutations,
		}
	}
	return []cell{
		release("plain-delete", "Redis", pause.Acquired, plainwrong.Run, plainright.Run, noOwner),
		{
			rule: rule, category: "plain-delete", system: "etcd", wrong: freedAnother, right: leftAlone,
			run: func(t *testing.T, s side) (string, pause.History) {
				return lateReleaseInEtcd(t, pick[etcdJob](s, plainetcdwrong.Run, plainetcdright.Run))
			},
			mutations: []mutation{without("the owner is compared",
				`clientv3.Compare(clientv3.Value(key), "=", owner)`, `clientv3.Compare(clientv3.CreateRevision(key), ">", 0)`)},
		},
		{
			rule: rule, category: "plain-delete", system: "lock row", wrong: freedAnother, right: leftAlone,
			run: func(t *testing.T, s side) (string, pause.History) {
				return lateReleaseOfRow(t, pick[sqlJob](s, plainrowwrong.Run, plainrowright.Run))
			},
			mutations: []mutation{without("the owner is compared", "AND owner = ?", "AND ? <> ''")},
		},
		release("get-then-delete", "Redis", "compared", getwrong.Run, getright.Run, without("the key is watched", "}, key)", "})")),
		release("bare-script", "Redis", pause.Acquired, barewrong.Run, bareright.Run, noOwner),
		release("shared-owner", "Redis", pause.Acquired, sharedwrong.Run, sharedright.Run, shared),
		release("shared-owner", "redislock", pause.Acquired, locked(tokenwrong.Run), locked(tokenright.Run), without(
			"the owner is its own", "ttl, nil)", `ttl, &redislock.Options{Token: "billing"})`)),
		{
			rule: rule, category: "dead-context", system: "redislock", wrong: stillHeld, right: freeAtOnce,
			run: func(t *testing.T, s side) (string, pause.History) {
				return afterWork(t, locked(pick(s, deadwrong.Run, deadright.Run)))
			},
			mutations: []mutation{without(
				"the release's context lives",
				"defer lock.Release(context.WithoutCancel(parent))", "defer lock.Release(ctx)\n\tdefer cancel()",
			)},
		},
		{
			rule: rule, category: "unheld-release", system: "Redis", wrong: freedHeld, right: leftAlone,
			reported: "plaindel/plain-delete",
			run: func(t *testing.T, s side) (string, pause.History) {
				return refusedRelease(t, pick[job](s, unheldwrong.Run, unheldright.Run))
			},
			mutations: []mutation{without(
				"only what was got is released",
				"pause.At(ctx, pause.Refused)", "rdb.Del(ctx, key)",
			)},
		},
	}
}

// lateRelease pauses a holder at a point until its lock is the next one's, and
// looks whose lock it releases.
func lateRelease(t *testing.T, at pause.Kind, run job) (outcome string, h pause.History) {
	server := startRedis(t)
	inTime(t, func(t *testing.T) {
		rdb := newClient(t, server.addr)
		s := pause.New(t)
		outcome, h = released(t, s, at, with(run, rdb, idle), func() { lapse(s, rdb, "job:7") })
	}, server)
	return outcome, h
}

func lateReleaseInEtcd(t *testing.T, run etcdJob) (string, pause.History) {
	space := startEtcd(t)
	cli := newEtcdClient(t, space.addr, space)
	s := pause.New(t)
	return released(t, s, pause.Acquired, func(ctx context.Context) error { return run(ctx, cli, idle) },
		func() { lapseEtcd(s, cli, "/jobs/7") })
}

func lateReleaseOfRow(t *testing.T, run sqlJob) (outcome string, h pause.History) {
	source := startMySQL(t)
	inTime(t, func(t *testing.T) {
		db := openMySQL(t, source)
		s := pause.New(t)
		outcome, h = released(t, s, pause.Acquired, func(ctx context.Context) error { return run(ctx, db, idle) },
			func() { lapseRow(s) })
	})
	return outcome, h
}

// released lets A release its lock when it is B's, and C try while B works.
func released(t *testing.T, s *pause.Story, at pause.Kind, run func(context.Context) error, lapse func()) (string, pause.History) {
	a := s.Go("A", run, at)
	a.Reaches(at)
	lapse()
	b := s.Go("B", run, pause.Acquired)
	b.Reaches(pause.Acquired)
	a.Resume()
	require.NoError(t, a.Wait())
	outcome := third(t, s, run, freedAnother)
	b.Resume()
	require.NoError(t, b.Wait())
	return outcome, s.History()
}

// third lets C try while B works. If it gets the lock the outcome is got.
func third(t *testing.T, s *pause.Story, run func(context.Context) error, got string) string {
	err := s.Go("C", run).Wait()
	if errors.Is(err, refusal.ErrHeld) {
		return leftAlone
	}
	require.NoError(t, err)
	s.Require(pause.TwoHolders)
	return got
}

// refusedRelease lets one that does not get the lock run beside its holder.
func refusedRelease(t *testing.T, run job) (outcome string, h pause.History) {
	server := startRedis(t)
	inTime(t, func(t *testing.T) {
		rdb := newClient(t, server.addr)
		s := pause.New(t)
		a := s.Go("A", with(run, rdb, idle), pause.Acquired)
		a.Reaches(pause.Acquired)
		require.ErrorIs(t, s.Go("B", with(run, rdb, idle)).Wait(), refusal.ErrHeld)
		outcome = third(t, s, with(run, rdb, idle), freedHeld)
		a.Resume()
		require.NoError(t, a.Wait())
		h = s.History()
	}, server)
	return outcome, h
}

// afterWork lets a second holder try as soon as the first has done its work.
func afterWork(t *testing.T, run job) (outcome string, h pause.History) {
	server := startRedis(t)
	inTime(t, func(t *testing.T) {
		rdb := newClient(t, server.addr)
		s := pause.New(t)
		require.NoError(t, s.Go("A", with(run, rdb, idle)).Wait())
		err := s.Go("B", with(run, rdb, idle)).Wait()
		outcome = freeAtOnce
		if err != nil {
			require.ErrorIs(t, err, refusal.ErrHeld)
			outcome = stillHeld
			lapse(s, rdb, "job:7")
		}
		h = s.History()
	}, server)
	return outcome, h
}
