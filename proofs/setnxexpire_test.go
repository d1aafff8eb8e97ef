package proofs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
	blindright "github.com/locklint/locklint/proofs/setnxexpire/blindexpire/redis/right"
	blindwrong "github.com/locklint/locklint/proofs/setnxexpire/blindexpire/redis/wrong"
	leaselessright "github.com/locklint/locklint/proofs/setnxexpire/noexpiry/etcd/right"
	leaselesswrong "github.com/locklint/locklint/proofs/setnxexpire/noexpiry/etcd/wrong"
	noexpiryright "github.com/locklint/locklint/proofs/setnxexpire/noexpiry/redis/right"
	noexpirywrong "github.com/locklint/locklint/proofs/setnxexpire/noexpiry/redis/wrong"
	separateright "github.com/locklint/locklint/proofs/setnxexpire/separateexpire/redis/right"
	separatewrong "github.com/locklint/locklint/proofs/setnxexpire/separateexpire/redis/wrong"
	tinyright "github.com/locklint/locklint/proofs/setnxexpire/tinyttl/redis/right"
	tinywrong "github.com/locklint/locklint/proofs/setnxexpire/tinyttl/redis/wrong"
)

const (
	forEver = "the dead holder's lock stays for ever"
	freed   = "the lock is free within its TTL, and the next holder works"
	twoAt   = "two holders work at once"
	oneAt   = "one holder works at a time"
	alive   = "the contenders keep the dead holder's lock alive"
)

// job is a program that does work under a lock in Redis.
type job = func(context.Context, *redis.Client, func(context.Context) error) error

func setnxexpireCells() []cell {
	ttlZero := []mutation{without("the key has an expiry", "SetNX(ctx, key, owner, ttl)", "SetNX(ctx, key, owner, 0*ttl)")}
	separate := func(s side) job { return pick[job](s, separatewrong.Run, separateright.Run) }
	noexpiry := func(s side) job { return pick[job](s, noexpirywrong.Run, noexpiryright.Run) }
	leaseless := func(s side) etcdJob { return pick[etcdJob](s, leaselesswrong.Run, leaselessright.Run) }
	blind := func(s side) job { return pick[job](s, blindwrong.Run, blindright.Run) }
	tiny := func(s side) job { return pick[job](s, tinywrong.Run, tinyright.Run) }
	const rule = "setnxexpire"
	return []cell{
		{
			rule: rule, category: "separate-expire", system: "Redis", wrong: forEver, right: freed,
			run: func(t *testing.T, s side) (string, pause.History) {
				return killedHolder(t, "setnxexpire/separateexpire/redis/"+string(s), "created", separate(s))
			},
			child:     func(s side) pause.Program { return onRedis(separate(s)) },
			mutations: ttlZero,
		},
		{
			rule: rule, category: "blind-expire", system: "Redis", wrong: alive, right: freed,
			run: func(t *testing.T, s side) (string, pause.History) {
				return contended(t, "setnxexpire/blindexpire/redis/"+string(s), blind(s))
			},
			child: func(s side) pause.Program { return onRedis(blind(s)) },
			mutations: []mutation{without(
				"only the holder sets the expiry",
				"if !ok {", "if rdb.Expire(ctx, key, ttl); !ok {",
			)},
		},
		{
			rule: rule, category: "no-expiry", system: "Redis", wrong: forEver, right: freed,
			run: func(t *testing.T, s side) (string, pause.History) {
				return killedHolder(t, "setnxexpire/noexpiry/redis/"+string(s), pause.Acquired, noexpiry(s))
			},
			child:     func(s side) pause.Program { return onRedis(noexpiry(s)) },
			mutations: ttlZero,
		},
		{
			rule: rule, category: "no-expiry", system: "etcd", wrong: forEver, right: freed,
			run: func(t *testing.T, s side) (string, pause.History) {
				return killedInEtcd(t, "setnxexpire/noexpiry/etcd/"+string(s), leaseless(s))
			},
			child:     func(s side) pause.Program { return onEtcd(leaseless(s)) },
			mutations: []mutation{without("the key has a lease", "clientv3.WithLease(lease.ID)", "clientv3.WithLease(lease.ID-lease.ID)")},
		},
		{
			rule: rule, category: "tiny-ttl", system: "Redis", wrong: twoAt, right: oneAt,
			run:       func(t *testing.T, s side) (string, pause.History) { return moment(t, tiny(s)) },
			mutations: []mutation{without("the TTL has its unit", "30*time.Second", "30*time.Nanosecond")},
		},
	}
}

// ttl is how long the proofs' locks live.
const ttl = 2 * time.Second

// killedHolder kills a holder, and lets another try when its lock should be free.
func killedHolder(t *testing.T, program string, at pause.Kind, run job) (string, pause.History) {
	server := startRedis(t)
	rdb := newClient(t, server.addr)
	s := pause.New(t)
	a := s.Spawn("A", program, []string{server.addr}, at)
	a.Reaches(at)
	a.Kill()
	require.Error(t, a.Wait())
	server.pass(ttl + ttl/4)
	s.Note("store", "more than the TTL passes")

	err := s.Go("B", with(run, rdb, idle)).Wait()
	if err == nil {
		return freed, s.History()
	}
	require.ErrorIs(t, err, refusal.ErrHeld)
	left, err := rdb.PTTL(t.Context(), "job:7").Result()
	require.NoError(t, err)
	require.EqualValues(t, -1, left, "the key has an expiry after all")
	return forEver, s.History()
}

// onEtcd is the program of a child whose arguments are the address of etcd and a
// name space.
func onEtcd(run etcdJob) pause.Program {
	return func(ctx context.Context, args []string) error {
		cli, err := dialEtcd(args[0], args[1])
		if err != nil {
			return err
		}
		defer cli.Close()
		return run(ctx, cli, idle)
	}
}

func killedInEtcd(t *testing.T, program string, run etcdJob) (string, pause.History) {
	space := startEtcd(t)
	cli := newEtcdClient(t, space.addr, space)
	s := pause.New(t)
	a := s.Spawn("A", program, []string{space.addr, space.prefix}, pause.Acquired)
	a.Reaches(pause.Acquired)
	a.Kill()
	require.Error(t, a.Wait())
	if within(2*ttl, func() bool { return !existsEtcd(cli, "/jobs/7") }) {
		require.NoError(t, s.Go("B", func(ctx context.Context) error { return run(ctx, cli, idle) }).Wait())
		return freed, s.History()
	}
	require.ErrorIs(t, s.Go("B", func(ctx context.Context) error { return run(ctx, cli, idle) }).Wait(), refusal.ErrHeld)
	return forEver, s.History()
}

func with(run job, rdb *redis.Client, work func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error { return run(ctx, rdb, work) }
}

// contended kills a holder and lets another try twice in each TTL.
func contended(t *testing.T, program string, run job) (string, pause.History) {
	server := startRedis(t)
	rdb := newClient(t, server.addr)
	s := pause.New(t)
	a := s.Spawn("A", program, []string{server.addr}, pause.Acquired)
	a.Reaches(pause.Acquired)
	a.Kill()
	for range 5 {
		server.pass(ttl/2 + ttl/10)
		err := s.Go("B", with(run, rdb, idle)).Wait()
		if err == nil {
			return freed, s.History()
		}
		require.ErrorIs(t, err, refusal.ErrHeld)
	}
	return alive, s.History()
}

// moment lets another try while a holder has just begun.
func moment(t *testing.T, run job) (outcome string, h pause.History) {
	server := startRedis(t)
	inTime(t, func(t *testing.T) {
		rdb := newClient(t, server.addr)
		s := pause.New(t)
		a := s.Go("A", with(run, rdb, idle), pause.Acquired)
		a.Reaches(pause.Acquired)
		time.Sleep(100 * time.Millisecond) // A has worked for a moment
		err := s.Go("B", with(run, rdb, idle)).Wait()
		if errors.Is(err, refusal.ErrHeld) {
			outcome = oneAt
		} else if err == nil && s.History().Has(pause.TwoHolders) {
			outcome = twoAt
		}
		a.Resume()
		require.NoError(t, a.Wait())
		h = s.History()
	}, server)
	return outcome, h
}
