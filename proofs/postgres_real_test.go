//go:build real

package proofs_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers "pgx"
	"github.com/stretchr/testify/require"

	pgbouncerright "github.com/locklint/locklint/proofs/nolost/pooledsession/pgbouncer/right"
	pgbouncerwrong "github.com/locklint/locklint/proofs/nolost/pooledsession/pgbouncer/wrong"
	pooledpgright "github.com/locklint/locklint/proofs/nolost/pooledsession/postgres/right"
	pooledpgwrong "github.com/locklint/locklint/proofs/nolost/pooledsession/postgres/wrong"
	"github.com/locklint/locklint/proofs/pause"
	rowpgright "github.com/locklint/locklint/proofs/unfenced/notoken/postgreslockrow/right"
	rowpgwrong "github.com/locklint/locklint/proofs/unfenced/notoken/postgreslockrow/wrong"
	otherpgright "github.com/locklint/locklint/proofs/unfenced/othersession/postgres/right"
	otherpgwrong "github.com/locklint/locklint/proofs/unfenced/othersession/postgres/wrong"
)

// postgresCells need what no database in the tests' process has: advisory locks,
// a clock of the server's, a pooler.
func postgresCells() []cell {
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
			rule: "unfenced", category: "no-token", system: "Postgres lock row", wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleUnderLease(t, pick[sqlOnly](s, rowpgwrong.Run, rowpgright.Run))
			},
			mutations: []mutation{without("the fence is compared", "AND fence <= $2", "AND 0 < $2"), noRows},
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
	fill(t, pg.open(t))
	return pg
}

func runPostgres(t *testing.T) {
	bin := installed(t, "postgres", "postgresql", postgresBin)
	dir := ownDir(t, "postgres")
	create := exec.Command(filepath.Join(filepath.Dir(bin), "initdb"), "-D", dir, "-A", "trust", "-U", "postgres", "--no-sync", "--no-locale", "-E", "UTF8")
	create.SysProcAttr = attributes("postgres")
	create.Dir = dir
	out, err := create.CombinedOutput()
	require.NoError(t, err, "%s", out)
	shared.postgresPort = freePorts(t, 1)[0]
	p, err := run("postgres", bin, "-D", dir, "-p", strconv.Itoa(shared.postgresPort), "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories=", "-c", "fsync=off")
	p.dir, p.quit = dir, syscall.SIGINT
	ready(t, p, err, func() bool { return ping(shared.postgresPort) })
	shared.postgres = p
}

// runPooler starts a pooler that gives a session to each transaction.
func runPooler(t *testing.T) {
	bin := installed(t, "pgbouncer", "pgbouncer", "/usr/sbin")
	dir := ownDir(t, "postgres")
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

func ping(port int) bool { return answers("pgx", postgresSource(port, "postgres")) }

func openPostgres(t *testing.T, port int, name string) *sql.DB {
	db, err := sql.Open("pgx", postgresSource(port, name))
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func (pg postgres) open(t *testing.T) *sql.DB { return openPostgres(t, shared.postgresPort, pg.name) }

func (pg postgres) pooled(t *testing.T) *sql.DB { return openPostgres(t, shared.poolerPort, pg.name) }

// saleUnderLease lets A's lock row end by the database's clock.
func saleUnderLease(t *testing.T, run sqlOnly) (string, pause.History) {
	db := startPostgres(t).open(t)
	execute(t, db, "CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT, token BIGINT, expires_at TIMESTAMPTZ)")
	execute(t, db, "INSERT INTO leases VALUES ('account:7', NULL, 0, now())")
	s := pause.New(t)
	sell := func(ctx context.Context, n int) error { return run(ctx, db, n) }
	return staleSale(t, s, sell, sell, func() {
		s.Eventually("the lock row has expired", func() bool {
			var over bool
			return db.QueryRow("SELECT expires_at < now() FROM leases").Scan(&over) == nil && over
		})
		s.Note("store", "expires")
	}, nothing, func() int { return soldIn(t, db) })
}

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
