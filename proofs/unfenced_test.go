package proofs_test

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	redsyncredis "github.com/go-redsync/redsync/v4/redis"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
	consulright "github.com/locklint/locklint/proofs/unfenced/notoken/consul/right"
	consulwrong "github.com/locklint/locklint/proofs/unfenced/notoken/consul/wrong"
	electionright "github.com/locklint/locklint/proofs/unfenced/notoken/etcdelection/right"
	electionwrong "github.com/locklint/locklint/proofs/unfenced/notoken/etcdelection/wrong"
	mutexright "github.com/locklint/locklint/proofs/unfenced/notoken/etcdmutex/right"
	mutexwrong "github.com/locklint/locklint/proofs/unfenced/notoken/etcdmutex/wrong"
	rowright "github.com/locklint/locklint/proofs/unfenced/notoken/lockrow/right"
	rowwrong "github.com/locklint/locklint/proofs/unfenced/notoken/lockrow/wrong"
	natskvright "github.com/locklint/locklint/proofs/unfenced/notoken/natskv/right"
	natskvwrong "github.com/locklint/locklint/proofs/unfenced/notoken/natskv/wrong"
	otherright "github.com/locklint/locklint/proofs/unfenced/othersession/mysql/right"
	otherwrong "github.com/locklint/locklint/proofs/unfenced/othersession/mysql/wrong"
	etcdright "github.com/locklint/locklint/proofs/unfenced/rejectionignored/etcd/right"
	etcdwrong "github.com/locklint/locklint/proofs/unfenced/rejectionignored/etcd/wrong"
	ignoredright "github.com/locklint/locklint/proofs/unfenced/rejectionignored/redissql/right"
	ignoredwrong "github.com/locklint/locklint/proofs/unfenced/rejectionignored/redissql/wrong"
	dynamoright "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/dynamodb/right"
	dynamowrong "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/dynamodb/wrong"
	streamright "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/natsstream/right"
	streamwrong "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/natsstream/wrong"
	queueright "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/natsworkqueue/right"
	queuewrong "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/natsworkqueue/wrong"
	redisright "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/redis/right"
	rediswrong "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/redis/wrong"
	redislockright "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/redislock/right"
	redislockwrong "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/redislock/wrong"
	redsyncright "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/redsync/right"
	redsyncwrong "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/redsync/wrong"
	s3right "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/s3/right"
	s3wrong "github.com/locklint/locklint/proofs/unfenced/tokenlesslock/s3/wrong"
)

const (
	accepted = "the stale write is accepted, and an update is lost"
	rejected = "the stale write is rejected"
	untold   = "the stale write is rejected, and nobody is told"
	ended    = "the write fails with the lock's connection"
)

// A sale notes that n more were sold. In each proof 40 were sold before, A notes
// 2 more, is paused after it has read the 40, and B notes 5 more meanwhile.
type sale func(ctx context.Context, n int) error

type (
	redisSQL  = func(context.Context, *redis.Client, *sql.DB, int) error
	redisOnly = func(context.Context, *redislock.Client, *redis.Client, int) error
	redlock   = func(context.Context, *redsync.Redsync, *sql.DB, int) error
	etcdSQL   = func(context.Context, *clientv3.Client, *sql.DB, int) error
	etcdOnly  = func(context.Context, *clientv3.Client, int) error
	sqlOnly   = func(context.Context, *sql.DB, int) error
	sqlClock  = func(context.Context, *sql.DB, func() time.Time, int) error
)

// Mutations that several right programs have.
var (
	noVersion = without("the version is compared", "AND version = ?", "AND 0 < ?").into(accepted)
	noFence   = without("the fence is compared", "AND fence <= ?", "AND 0 < ?")
	noRows    = without("the rows are counted", "rows == 0 {\n\t\tpause", "rows < 0 {\n\t\tpause").into(untold)
	noCompare = without("the revision is compared", `"=", leader.Rev()`, `"<", leader.Rev()+1`).into(accepted)
	noAnswer  = without("Succeeded is looked at", "!done.Succeeded", "done == nil").into(untold)
)

func unfencedCells() []cell {
	byHand := func(s side) redisSQL { return pick[redisSQL](s, rediswrong.Run, redisright.Run) }
	byRow := func(s side) sqlClock { return pick[sqlClock](s, rowwrong.Run, rowright.Run) }
	const rule, tokenless, program = "unfenced", "tokenless-lock", "unfenced/tokenlesslock/redis"
	return []cell{
		{
			rule: rule, category: tokenless, system: "Redis", wrong: accepted, right: rejected,
			run:       func(t *testing.T, s side) (string, pause.History) { return saleUnderRedis(t, byHand(s)) },
			mutations: []mutation{noVersion, noRows},
		},
		{
			rule: rule, category: tokenless, system: "Redis, SIGSTOP", program: program, wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return frozenSale(t, program+"/"+string(s), byHand(s))
			},
			mutations: []mutation{noVersion, noRows},
			child:     func(s side) pause.Program { return saleOfChild(byHand(s)) },
		},
		{
			rule: rule, category: tokenless, system: "Redis, failover", program: program, wrong: accepted, right: rejected,
			run:       func(t *testing.T, s side) (string, pause.History) { return saleWithFailover(t, byHand(s)) },
			mutations: []mutation{noVersion, noRows},
		},
		{
			rule: rule, category: tokenless, system: "redislock", wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleInRedis(t, pick[redisOnly](s, redislockwrong.Run, redislockright.Run))
			},
			mutations: []mutation{
				without("what was read is compared", `redis.call("HGET", KEYS[1], "sold") ~= ARGV[1]`, `ARGV[1] == ""`),
				without("the script's answer is looked at", "done == 0", "done < 0").into(untold),
			},
		},
		{
			rule: rule, category: tokenless, system: "redsync", wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleOnFiveNodes(t, pick[redlock](s, redsyncwrong.Run, redsyncright.Run))
			},
			mutations: []mutation{noVersion, noRows},
		},
		{
			rule: rule, category: tokenless, system: "DynamoDB", fake: true, wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleUnderItem(t, pick[dynamoOnly](s, dynamowrong.Run, dynamoright.Run))
			},
			mutations: []mutation{
				without("the version is compared", `"version = :version"`, `"version <> :version OR version = :version"`),
				without("the refusal is told", "return errors.Join(refusal.ErrStale, err)", "return nil").into(untold),
			},
		},
		{
			rule: rule, category: tokenless, system: "S3", fake: true, wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleInObject(t, pick[redisS3](s, s3wrong.Run, s3right.Run))
			},
			mutations: []mutation{
				without("the tag is compared", "\n\t\tIfMatch: old.ETag,", ""),
				without("the refusal is told", "return errors.Join(refusal.ErrStale, err)", "return nil").into(untold),
			},
		},
		{
			rule: rule, category: tokenless, system: "NATS stream", wrong: accepted, right: rejected,
			silence: "to send a message is a finding of low confidence, which is shown with `-confidence low`",
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleInStream(t, pick[natsStream](s, streamwrong.Run, streamright.Run))
			},
			mutations: []mutation{
				without("the sequence is compared", ", jetstream.WithExpectLastSequencePerSubject(last.Sequence)", ""),
				without("the refusal is told", "return errors.Join(refusal.ErrStale, err)", "return nil").into(untold),
			},
		},
		{
			rule: rule, category: tokenless, system: "NATS work queue", wrong: bookedTwice, right: bookedOnce,
			silence: "what a queue gives out is no lock to it",
			run: func(t *testing.T, s side) (string, pause.History) {
				return orderFromQueue(t, pick[natsQueue](s, queuewrong.Run, queueright.Run))
			},
			mutations: []mutation{
				without("the order has a natural key", "(?)\", o.Number)", "(?)\", o.Number+time.Now().Format(\".000000000\"))"),
				without("the rows are counted", "rows == 0 {", "rows < 0 {"),
			},
		},
		{
			rule: rule, category: "no-token", system: "NATS KV", wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleUnderKey(t, pick[natsSQL](s, natskvwrong.Run, natskvright.Run))
			},
			mutations: []mutation{noFence, noRows},
		},
		{
			rule: rule, category: "no-token", system: "Consul", fake: true, wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleInConsul(t, pick[consulOnly](s, consulwrong.Run, consulright.Run))
			},
			mutations: []mutation{
				without("the index is compared", "ok, _, err := client.KV().CAS(pair, nil)", "ok := true\n\t_, err = client.KV().Put(pair, nil)"),
				without("CAS' answer is looked at", "if !ok {", "if !ok && err != nil {").into(untold),
			},
		},
		{
			rule: rule, category: "no-token", system: "etcd mutex", wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleUnderEtcd(t, pick[etcdSQL](s, mutexwrong.Run, mutexright.Run))
			},
			mutations: []mutation{noFence, noRows},
		},
		{
			rule: rule, category: "no-token", system: "etcd election", wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleInEtcd(t, pick[etcdOnly](s, electionwrong.Run, electionright.Run))
			},
			mutations: []mutation{noCompare, noAnswer},
		},
		{
			rule: rule, category: "no-token", system: "lock row", wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleUnderRow(t, byRow(s))
			},
			mutations: []mutation{noFence, noRows},
		},
		{
			rule: rule, category: "no-token", system: "lock row, clock jump", program: "unfenced/notoken/lockrow", wrong: accepted, right: rejected,
			run:       func(t *testing.T, s side) (string, pause.History) { return saleWithJump(t, byRow(s)) },
			mutations: []mutation{noFence, noRows},
		},
		{
			rule: rule, category: "rejection-ignored", system: "Redis, SQL", wrong: untold, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleUnderRedis(t, pick[redisSQL](s, ignoredwrong.Run, ignoredright.Run))
			},
			mutations: []mutation{noRows, noVersion},
		},
		{
			rule: rule, category: "rejection-ignored", system: "etcd", wrong: untold, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleInEtcd(t, pick[etcdOnly](s, etcdwrong.Run, etcdright.Run))
			},
			mutations: []mutation{noAnswer, noCompare},
		},
		{
			rule: rule, category: "other-session", system: "MySQL", wrong: accepted, right: ended,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleOnBrokenSession(t, pick[sqlOnly](s, otherwrong.Run, otherright.Run))
			},
			mutations: []mutation{without("the write is on the lock's connection", `conn.ExecContext(ctx, "UPDATE`, `db.ExecContext(ctx, "UPDATE`)},
		},
	}
}

// of is a sale of n as what a worker does.
func (f sale) of(n int) func(context.Context) error {
	return func(ctx context.Context) error { return f(ctx, n) }
}

// staleSale pauses A after it has read, lets its lock lapse, lets B sell, and tells
// what became of A's write. sold reads the result.
func staleSale(t *testing.T, s *pause.Story, a, b sale, lapse, back func(), sold func() int) (string, pause.History) {
	w := s.Go("A", a.of(2), pause.Read)
	w.Reaches(pause.Read)
	lapse()
	require.NoError(t, s.Go("B", b.of(5)).Wait())
	back()
	w.Resume()
	return became(t, s, w.Wait(), sold())
}

// became names what became of A's write.
func became(t *testing.T, s *pause.Story, err error, sold int) (string, pause.History) {
	h := s.History()
	switch {
	case err == nil && sold == 42:
		s.Require(pause.LostUpdate)
		s.Require(pause.StaleWrite)
		return accepted, h
	case err == nil && sold == 45:
		return untold, h
	case err != nil && sold != 45:
		require.Equal(t, 45, sold, "%v\n%s", err, h)
	case err != nil && strings.Contains(err.Error(), refusal.ErrStale.Error()):
		s.RequireNone(pause.LostUpdate, pause.StaleWrite)
		return rejected, h
	case err != nil:
		s.RequireNone(pause.LostUpdate, pause.StaleWrite)
		t.Log(err)
		return ended, h
	}
	return "sold " + strconv.Itoa(sold), h
}

func nothing() {}

func saleUnderRedis(t *testing.T, run redisSQL) (outcome string, h pause.History) {
	server, source := startRedis(t), startMySQL(t)
	inTime(t, func(t *testing.T) {
		rdb, db := newClient(t, server.addr), openMySQL(t, source)
		s := pause.New(t)
		sell := func(ctx context.Context, n int) error { return run(ctx, rdb, db, n) }
		outcome, h = staleSale(t, s, sell, sell, func() { lapse(s, rdb, "account:7:lock") }, nothing,
			func() int { return soldIn(t, db) })
	}, server)
	return outcome, h
}

// saleOfChild is the program of a child whose arguments are the address of Redis
// and the data source.
func saleOfChild(run redisSQL) pause.Program {
	return func(ctx context.Context, args []string) error {
		rdb := dial(args[0])
		defer rdb.Close()
		db, err := sql.Open("mysql", args[1])
		if err != nil {
			return err
		}
		defer db.Close()
		return run(ctx, rdb, db, 2)
	}
}

// frozenSale stops A's process, as a stopped machine or a long garbage collection
// would.
func frozenSale(t *testing.T, program string, run redisSQL) (string, pause.History) {
	server, source := startRedis(t), startMySQL(t)
	rdb, db := newClient(t, server.addr), openMySQL(t, source)
	s := pause.New(t)
	a := s.Spawn("A", program, []string{server.addr, source}, pause.Read)
	a.Reaches(pause.Read)
	a.Freeze()
	server.pass(ttl + ttl/4)
	lapse(s, rdb, "account:7:lock")
	require.NoError(t, s.Go("B", func(ctx context.Context) error { return run(ctx, rdb, db, 5) }).Wait())
	a.Resume() // it reads that as soon as it is thawed
	a.Thaw()
	return became(t, s, a.Wait(), soldIn(t, db))
}

// saleWithFailover lets a replica take over that has not seen A's lock.
func saleWithFailover(t *testing.T, run redisSQL) (string, pause.History) {
	primary := startReplicated(t)
	db := openMySQL(t, startMySQL(t))
	rdb := newClient(t, primary.addr)
	s := pause.New(t)
	sell := func(ctx context.Context, n int) error { return run(ctx, rdb, db, n) }
	return staleSale(t, s, sell, sell, func() {
		primary.failOver()
		s.Note("store", "the replica takes over")
	}, nothing, func() int { return soldIn(t, db) })
}

func saleInRedis(t *testing.T, run redisOnly) (outcome string, h pause.History) {
	server := startRedis(t)
	inTime(t, func(t *testing.T) {
		rdb := newClient(t, server.addr)
		require.NoError(t, rdb.HSet(t.Context(), "account:7", "sold", 40).Err())
		s := pause.New(t)
		sell := func(ctx context.Context, n int) error { return run(ctx, redislock.New(rdb), rdb, n) }
		outcome, h = staleSale(t, s, sell, sell, func() { lapse(s, rdb, "account:7:lock") }, nothing, func() int {
			n, err := rdb.HGet(t.Context(), "account:7", "sold").Int()
			require.NoError(t, err)
			return n
		})
	}, server)
	return outcome, h
}

func saleOnFiveNodes(t *testing.T, run redlock) (outcome string, h pause.History) {
	source := startMySQL(t)
	var servers []redisServer
	for range 5 {
		servers = append(servers, startRedis(t))
	}
	inTime(t, func(t *testing.T) {
		db := openMySQL(t, source)
		var nodes []*redis.Client
		var pools []redsyncredis.Pool
		for _, server := range servers {
			rdb := newClient(t, server.addr)
			nodes, pools = append(nodes, rdb), append(pools, goredis.NewPool(rdb))
		}
		rs := redsync.New(pools...)
		s := pause.New(t)
		sell := func(ctx context.Context, n int) error { return run(ctx, rs, db, n) }
		outcome, h = staleSale(t, s, sell, sell, func() {
			for _, rdb := range nodes {
				lapse(s, rdb, "account:7:lock")
			}
		}, nothing, func() int { return soldIn(t, db) })
	}, servers...)
	return outcome, h
}

// saleUnderEtcd cuts A off from etcd until its session has ended. It goes on in
// real time.
func saleUnderEtcd(t *testing.T, run etcdSQL) (string, pause.History) {
	space := startEtcd(t)
	db := openMySQL(t, startMySQL(t))
	proxy := pause.NewProxy(t, space.addr)
	ofA, cli := newEtcdClient(t, proxy.Addr(), space), newEtcdClient(t, space.addr, space)
	s := pause.New(t)
	return staleSale(t, s,
		func(ctx context.Context, n int) error { return run(ctx, ofA, db, n) },
		func(ctx context.Context, n int) error { return run(ctx, cli, db, n) },
		func() {
			cut(s, proxy)
			lapseEtcd(s, cli, "/locks/account/7")
		}, proxy.Heal, func() int { return soldIn(t, db) })
}

func saleInEtcd(t *testing.T, run etcdOnly) (string, pause.History) {
	space := startEtcd(t)
	proxy := pause.NewProxy(t, space.addr)
	ofA, cli := newEtcdClient(t, proxy.Addr(), space), newEtcdClient(t, space.addr, space)
	_, err := cli.Put(t.Context(), "/accounts/7", "40")
	require.NoError(t, err)
	s := pause.New(t)
	return staleSale(t, s,
		func(ctx context.Context, n int) error { return run(ctx, ofA, n) },
		func(ctx context.Context, n int) error { return run(ctx, cli, n) },
		func() {
			cut(s, proxy)
			lapseEtcd(s, cli, "/elections/account/7")
		}, proxy.Heal, func() int {
			resp, err := cli.Get(t.Context(), "/accounts/7")
			require.NoError(t, err)
			n, err := strconv.Atoi(string(resp.Kvs[0].Value))
			require.NoError(t, err)
			return n
		})
}

func saleUnderRow(t *testing.T, run sqlClock) (outcome string, h pause.History) {
	source := startMySQL(t)
	inTime(t, func(t *testing.T) {
		db := openMySQL(t, source)
		s := pause.New(t)
		sell := func(ctx context.Context, n int) error { return run(ctx, db, time.Now, n) }
		outcome, h = staleSale(t, s, sell, sell, func() { lapseRow(s) }, nothing, func() int { return soldIn(t, db) })
	})
	return outcome, h
}

// saleWithJump sets B's clock ahead: A's lock has ended for B, and for nobody else.
func saleWithJump(t *testing.T, run sqlClock) (string, pause.History) {
	db := openMySQL(t, startMySQL(t))
	s := pause.New(t)
	var ofB pause.Clock
	return staleSale(t, s,
		func(ctx context.Context, n int) error { return run(ctx, db, time.Now, n) },
		func(ctx context.Context, n int) error { return run(ctx, db, ofB.Now, n) },
		func() {
			ofB.Jump(time.Hour)
			s.Note("B", "its clock jumps ahead")
		}, nothing, func() int { return soldIn(t, db) })
}

// lapseRow lets a lock row end, whose expiry is compared with the workers' clock.
func lapseRow(s *pause.Story) {
	time.Sleep(ttl + ttl/4) // it is the pause itself
	s.Note("store", "more than the TTL passes")
}

// saleOnBrokenSession breaks the connection that holds A's lock.
func saleOnBrokenSession(t *testing.T, run sqlOnly) (string, pause.History) {
	source := startOwnMySQL(t)
	ofA, db := openMySQL(t, source), openMySQL(t, source)
	s := pause.New(t)
	return staleSale(t, s,
		func(ctx context.Context, n int) error { return run(ctx, ofA, n) },
		func(ctx context.Context, n int) error { return run(ctx, db, n) },
		func() {
			var id int
			require.NoError(t, db.QueryRow("SELECT IS_USED_LOCK('account:7')").Scan(&id))
			execute(t, db, "KILL CONNECTION "+strconv.Itoa(id))
			s.Eventually("the lock is free", func() bool {
				var free sql.NullBool
				err := db.QueryRow("SELECT IS_FREE_LOCK('account:7')").Scan(&free)
				return err == nil && free.Bool
			})
			s.Note("store", "the lock's connection breaks")
		}, nothing, func() int { return soldIn(t, db) })
}
