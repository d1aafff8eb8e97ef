//go:build real

package proofs_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers "pgx"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	pgbouncerright "github.com/locklint/locklint/proofs/nolost/pooledsession/pgbouncer/right"
	pgbouncerwrong "github.com/locklint/locklint/proofs/nolost/pooledsession/pgbouncer/wrong"
	pooledpgright "github.com/locklint/locklint/proofs/nolost/pooledsession/postgres/right"
	pooledpgwrong "github.com/locklint/locklint/proofs/nolost/pooledsession/postgres/wrong"
	"github.com/locklint/locklint/proofs/pause"
	otherpgright "github.com/locklint/locklint/proofs/unfenced/othersession/postgres/right"
	otherpgwrong "github.com/locklint/locklint/proofs/unfenced/othersession/postgres/wrong"
)

// servers names what the programs ran against.
const servers = "real"

// buildTags are those by which this binary was built.
const buildTags = "real"

// realOnly are the folders of programs that need a real server.
var realOnly = map[string]bool{}

// realCells are those of servers that nothing stands in for.
func realCells() []cell {
	return []cell{
		{
			rule: "nolost", category: "pooled-session", system: "Postgres", wrong: stranded, right: unlocked,
			run: func(t *testing.T, s side) (string, pause.History) {
				pg := startPostgres(t)
				return busyPool(t, pick[sqlJob](s, pooledpgwrong.Run, pooledpgright.Run), pg.open(t), pg.open(t))
			},
			mutations: []mutation{without("both are on one connection", "conn.QueryRowContext", "db.QueryRowContext")},
		},
		{
			rule: "nolost", category: "pooled-session", system: "pgbouncer", wrong: stranded, right: unlocked,
			silence: "that a pooler stands in front of the database no code shows",
			run: func(t *testing.T, s side) (string, pause.History) {
				pg := startPostgres(t)
				return busyPool(t, pick[sqlJob](s, pgbouncerwrong.Run, pgbouncerright.Run), pg.pooled(t), pg.open(t))
			},
			mutations: []mutation{without("the lock ends with the transaction", "pg_try_advisory_xact_lock", "pg_try_advisory_lock")},
		},
		{
			rule: "unfenced", category: "other-session", system: "Postgres", wrong: accepted, right: ended,
			run: func(t *testing.T, s side) (string, pause.History) {
				pg := startPostgres(t)
				return saleOnKilledBackend(t, pick[sqlOnly](s, otherpgwrong.Run, otherpgright.Run), pg.open(t), pg.open(t))
			},
			mutations: []mutation{without("the write is on the lock's connection", `conn.ExecContext(ctx, "UPDATE`, `db.ExecContext(ctx, "UPDATE`)},
		},
	}
}

// A process is a server that was started.
type process struct {
	cmd  *exec.Cmd
	said *bytes.Buffer
	dir  string
}

// run starts a server as another user, if it is to be one and can be.
func run(as, name string, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(name, args...), said: &bytes.Buffer{}}
	p.cmd.Stdout, p.cmd.Stderr = p.said, p.said
	p.cmd.SysProcAttr = attributes(as)
	return p, p.cmd.Start()
}

// attributes let a server end with the tests, and run as a user that may.
func attributes(as string) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if uid, gid, ok := ids(as); ok {
		attr.Credential = &syscall.Credential{Uid: uid, Gid: gid}
	}
	return attr
}

// ids finds a user; only root can be another one.
func ids(as string) (uid, gid uint32, ok bool) {
	u, err := user.Lookup(as)
	if err != nil || os.Getuid() != 0 {
		return 0, 0, false
	}
	id, err := strconv.ParseUint(u.Uid, 10, 32)
	group, errGroup := strconv.ParseUint(u.Gid, 10, 32)
	return uint32(id), uint32(group), err == nil && errGroup == nil
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGINT)
	ended := make(chan struct{})
	go func() {
		_ = p.cmd.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(pause.Patience):
		_ = p.cmd.Process.Kill()
		<-ended
	}
	_ = os.RemoveAll(p.dir)
}

// installed finds a program or skips the test.
func installed(t *testing.T, name, from string, elsewhere ...string) string {
	if file, err := exec.LookPath(name); err == nil {
		return file
	}
	for _, pattern := range elsewhere {
		if found, _ := filepath.Glob(filepath.Join(pattern, name)); len(found) > 0 {
			return found[len(found)-1]
		}
	}
	t.Skipf("%s is not installed: apt-get install %s", name, from)
	return ""
}

// freePorts are ports that nobody listens to now. One that is taken before the
// server gets it makes the server end, which ready tells.
func freePorts(t *testing.T, n int) []int {
	var ports []int
	for range n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err, "no port is free")
		defer listener.Close()
		ports = append(ports, listener.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// ready waits until the server answers.
func ready(t *testing.T, p *process, err error, answers func() bool) {
	require.NoError(t, err)
	for end := time.Now().Add(pause.Patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if answers() {
			return
		}
	}
	p.stop()
	require.Fail(t, "the server does not answer", "%s: within %v; it said: %s", p.cmd.Path, pause.Patience, p.said)
}

func startRedis(t *testing.T) redisServer { return runRedis(t) }

func runRedis(t *testing.T, more ...string) redisServer {
	bin := installed(t, "redis-server", "redis-server")
	port := strconv.Itoa(freePorts(t, 1)[0])
	dir := t.TempDir()
	p, err := run("", bin, append([]string{"--port", port, "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0"}, more...)...)
	rdb := dial("127.0.0.1:" + port)
	defer rdb.Close()
	ready(t, p, err, func() bool { return rdb.Ping(context.Background()).Err() == nil })
	t.Cleanup(p.stop)
	return redisServer{addr: "127.0.0.1:" + port}
}

// startReplicated returns a primary with a replica, which is cut off from it once
// it follows: as one that lags, it does not see what is written then.
func startReplicated(t *testing.T) replicated {
	primary := startRedis(t).addr
	link := pause.NewProxy(t, primary)
	host, port, err := net.SplitHostPort(link.Addr())
	require.NoError(t, err)
	replica := runRedis(t, "--replicaof", host+" "+port).addr
	rdb := newClient(t, replica)
	s := pause.New(t)
	s.Eventually("the replica follows", func() bool {
		return strings.Contains(rdb.Info(context.Background(), "replication").Val(), "master_link_status:up")
	})
	link.Cut()
	proxy := pause.NewProxy(t, primary)
	return replicated{proxy.Addr(), func() {
		require.NoError(t, promote(rdb))
		proxy.Redirect(replica)
	}}
}

func promote(rdb *redis.Client) error {
	return rdb.Do(context.Background(), "REPLICAOF", "NO", "ONE").Err()
}

// shared are the servers of all tests.
var shared struct {
	sync.Mutex
	etcd, postgres, pgbouncer *process
	etcdAddr                  string
	postgresPort, poolerPort  int
	databases                 atomic.Int64
}

func stopServers() int {
	for _, p := range []*process{shared.pgbouncer, shared.postgres, shared.etcd} {
		if p != nil {
			p.stop()
		}
	}
	return 0
}

// etcdAddr is where the server of all tests listens.
func etcdAddr(t *testing.T) string {
	shared.Lock()
	defer shared.Unlock()
	if shared.etcd != nil {
		return shared.etcdAddr
	}
	bin := installed(t, "etcd", "etcd-server")
	ports := freePorts(t, 2)
	dir, err := os.MkdirTemp("", "proofs-etcd-")
	require.NoError(t, err)
	client, peer := fmt.Sprintf("http://127.0.0.1:%d", ports[0]), fmt.Sprintf("http://127.0.0.1:%d", ports[1])
	p, err := run("", bin, "--data-dir", dir, "--listen-client-urls", client, "--advertise-client-urls", client,
		"--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "default="+peer,
		"--heartbeat-interval", "50", "--election-timeout", "500", "--log-level", "error")
	p.dir = dir
	addr := fmt.Sprintf("127.0.0.1:%d", ports[0])
	ready(t, p, err, func() bool {
		cli, err := dialEtcd(addr, "")
		if err != nil {
			return false
		}
		defer cli.Close()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, err = cli.Get(ctx, "ready")
		return err == nil
	})
	shared.etcd, shared.etcdAddr = p, addr
	return addr
}

// A postgres is a database of its own in the server of all tests.
type postgres struct{ name string }

const postgresBin = "/usr/lib/postgresql/*/bin"

func startPostgres(t *testing.T) postgres {
	shared.Lock()
	defer shared.Unlock()
	if shared.postgres == nil {
		runPostgres(t)
	}
	if shared.pgbouncer == nil {
		runPooler(t)
	}
	pg := postgres{fmt.Sprintf("proof%d", shared.databases.Add(1))}
	execute(t, postgres{"postgres"}.open(t), "CREATE DATABASE "+pg.name)
	db := pg.open(t)
	for _, statement := range schema {
		execute(t, db, statement)
	}
	return pg
}

// ownDir is a folder of the user as whom the server runs.
func ownDir(t *testing.T) string {
	dir, err := os.MkdirTemp("", "proofs-postgres-")
	require.NoError(t, err)
	if uid, gid, ok := ids("postgres"); ok {
		require.NoError(t, os.Chown(dir, int(uid), int(gid)))
	}
	return dir
}

func runPostgres(t *testing.T) {
	bin := installed(t, "postgres", "postgresql", postgresBin)
	dir := ownDir(t)
	create := exec.Command(filepath.Join(filepath.Dir(bin), "initdb"), "-D", dir, "-A", "trust", "-U", "postgres", "--no-sync", "--no-locale", "-E", "UTF8")
	create.SysProcAttr = attributes("postgres")
	create.Dir = dir
	out, err := create.CombinedOutput()
	require.NoError(t, err, "%s", out)
	shared.postgresPort = freePorts(t, 1)[0]
	p, err := run("postgres", bin, "-D", dir, "-p", strconv.Itoa(shared.postgresPort), "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories=", "-c", "fsync=off")
	p.dir = dir
	ready(t, p, err, func() bool { return ping(shared.postgresPort) })
	shared.postgres = p
}

// runPooler starts a pooler that gives a session to each transaction.
func runPooler(t *testing.T) {
	bin := installed(t, "pgbouncer", "pgbouncer", "/usr/sbin")
	dir := ownDir(t)
	shared.poolerPort = freePorts(t, 1)[0]
	config := filepath.Join(dir, "pgbouncer.ini")
	require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, `[databases]
* = host=127.0.0.1 port=%d user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`, shared.postgresPort, shared.poolerPort), 0o644))
	p, err := run("postgres", bin, config)
	p.dir = dir
	ready(t, p, err, func() bool { return ping(shared.poolerPort) })
	shared.pgbouncer = p
}

func postgresSource(port int, name string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable&default_query_exec_mode=simple_protocol", port, name)
}

func ping(port int) bool {
	db, err := sql.Open("pgx", postgresSource(port, "postgres"))
	if err != nil {
		return false
	}
	defer db.Close()
	return db.Ping() == nil
}

func openPostgres(t *testing.T, port int, name string) *sql.DB {
	db, err := sql.Open("pgx", postgresSource(port, name))
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func (pg postgres) open(t *testing.T) *sql.DB { return openPostgres(t, shared.postgresPort, pg.name) }

func (pg postgres) pooled(t *testing.T) *sql.DB { return openPostgres(t, shared.poolerPort, pg.name) }

// saleOnKilledBackend ends the session that holds A's lock.
func saleOnKilledBackend(t *testing.T, run sqlOnly, ofA, db *sql.DB) (string, pause.History) {
	s := pause.New(t)
	return staleSale(t, s,
		func(ctx context.Context, n int) error { return run(ctx, ofA, n) },
		func(ctx context.Context, n int) error { return run(ctx, db, n) },
		func() {
			const held = `FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
			execute(t, db, "SELECT pg_terminate_backend(pid) "+held)
			s.Eventually("the lock is free", func() bool {
				var n int
				return db.QueryRow("SELECT count(*) "+held).Scan(&n) == nil && n == 0
			})
			s.Note("store", "the lock's session ends")
		}, nothing, func() int { return soldIn(t, db) })
}
