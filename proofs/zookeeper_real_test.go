//go:build real

package proofs_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-zookeeper/zk"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
	zkright "github.com/locklint/locklint/proofs/unfenced/notoken/zookeeper/right"
	zkwrong "github.com/locklint/locklint/proofs/unfenced/notoken/zookeeper/wrong"
	nodesright "github.com/locklint/locklint/proofs/unfenced/notoken/zookeepernodes/right"
	nodeswrong "github.com/locklint/locklint/proofs/unfenced/notoken/zookeepernodes/wrong"
)

type (
	zkOnly = func(context.Context, *zk.Conn, int) error
	zkSQL  = func(context.Context, *zk.Conn, *sql.DB, int) error
)

// zooKeeperCells need a server, since there is none in Go.
func zooKeeperCells() []cell {
	return []cell{
		{
			rule: "unfenced", category: "no-token", system: "ZooKeeper", wrong: accepted, right: rejected,
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleInZooKeeper(t, pick[zkOnly](s, zkwrong.Run, zkright.Run))
			},
			mutations: []mutation{
				without("the version is compared", "stat.Version)", "stat.Version-stat.Version-1)"),
				without("the refusal is told", "return errors.Join(refusal.ErrStale, err)", "_ = refusal.ErrStale\n\t\treturn nil").into(untold),
			},
		},
		{
			rule: "unfenced", category: "no-token", system: "ZooKeeper nodes", wrong: accepted, right: rejected,
			silence: "locks that programs make of sequence nodes themselves are not known to it; those of the client's `Lock` are",
			run: func(t *testing.T, s side) (string, pause.History) {
				return saleUnderNodes(t, pick[zkSQL](s, nodeswrong.Run, nodesright.Run))
			},
			mutations: []mutation{noFence, noRows},
		},
	}
}

// sessionTimeout is how long a session lives without its client.
const sessionTimeout = 2 * time.Second

// A zooKeeper is a server of its own and two clients, one of which can be cut off.
type zooKeeper struct {
	ofA, conn *zk.Conn
	proxy     *pause.Proxy
}

func startZooKeeper(t *testing.T) zooKeeper {
	addr := runZooKeeper(t)
	proxy := pause.NewProxy(t, addr)
	z := zooKeeper{connectZooKeeper(t, proxy.Addr()), connectZooKeeper(t, addr), proxy}
	for _, node := range []string{"/accounts", "/locks", "/locks/account-7"} {
		z.create(t, node, "")
	}
	return z
}

func (z zooKeeper) create(t *testing.T, node, value string) {
	_, err := z.conn.Create(node, []byte(value), 0, zk.WorldACL(zk.PermAll))
	require.NoError(t, err)
}

// runZooKeeper starts a server whose least session is short.
func runZooKeeper(t *testing.T) string {
	bin := installed(t, "java", "zookeeper")
	jar := installed(t, "zookeeper.jar", "zookeeper", "/usr/share/java")
	dir := t.TempDir()
	port := freePorts(t, 1)[0]
	config := filepath.Join(dir, "zoo.cfg")
	require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, `tickTime=100
dataDir=%s
clientPort=%d
clientPortAddress=127.0.0.1
admin.enableServer=false
`, filepath.Join(dir, "data"), port), 0o600))
	p, err := run("", bin, "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dzookeeper.forceSync=no",
		"-cp", jar, "org.apache.zookeeper.server.quorum.QuorumPeerMain", config)
	addr := fmt.Sprintf("127.0.0.1:%d", port)
	ready(t, p, err, func() bool { return serves(addr) })
	t.Cleanup(p.stop)
	return addr
}

// serves asks a server for its mode. The client's FLWSrvr cannot read what Debian's
// server says.
func serves(addr string) bool {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	_, err = io.WriteString(conn, "srvr")
	said, errRead := io.ReadAll(conn)
	return errors.Join(err, errRead) == nil && strings.Contains(string(said), "Mode: standalone")
}

// silent is a logger: the client tells of each connection that a test breaks.
type silent struct{}

func (silent) Printf(string, ...any) {}

func connectZooKeeper(t *testing.T, addr string) *zk.Conn {
	conn, events, err := zk.Connect([]string{addr}, sessionTimeout, zk.WithLogger(silent{}))
	require.NoError(t, err)
	t.Cleanup(func() {
		conn.Close()
		for range events { // it is closed when the client has ended
		}
	})
	return conn
}

// staleSale cuts A off until its session and with it its lock has ended.
func (z zooKeeper) staleSale(t *testing.T, a, b sale, sold func() int) (string, pause.History) {
	s := pause.New(t)
	return staleSale(t, s, a, b, func() {
		cut(s, z.proxy)
		s.Eventually("A's session has ended", func() bool {
			nodes, _, err := z.conn.Children("/locks/account-7")
			return err == nil && len(nodes) == 0
		})
		s.Note("store", "the session ends")
	}, func() {
		z.proxy.Heal()
		s.Eventually("A has a session again", func() bool { return z.ofA.State() == zk.StateHasSession })
	}, sold)
}

// saleInZooKeeper keeps the account in a node.
func saleInZooKeeper(t *testing.T, run zkOnly) (string, pause.History) {
	z := startZooKeeper(t)
	z.create(t, "/accounts/7", "40")
	return z.staleSale(t,
		func(ctx context.Context, n int) error { return run(ctx, z.ofA, n) },
		func(ctx context.Context, n int) error { return run(ctx, z.conn, n) },
		func() int {
			data, _, err := z.conn.Get("/accounts/7")
			require.NoError(t, err)
			n, err := strconv.Atoi(string(data))
			require.NoError(t, err)
			return n
		})
}

// saleUnderNodes keeps the account in SQL.
func saleUnderNodes(t *testing.T, run zkSQL) (string, pause.History) {
	z, db := startZooKeeper(t), openMySQL(t, startMySQL(t))
	return z.staleSale(t,
		func(ctx context.Context, n int) error { return run(ctx, z.ofA, db, n) },
		func(ctx context.Context, n int) error { return run(ctx, z.conn, db, n) },
		func() int { return soldIn(t, db) })
}
