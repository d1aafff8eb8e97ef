//go:build !real

package proofs_test

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	gms "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"
	"github.com/stretchr/testify/require"
	"go.etcd.io/etcd/server/v3/embed"
	"go.uber.org/zap"

	"github.com/locklint/locklint/proofs/pause"
)

func init() { logrus.SetLevel(logrus.ErrorLevel) } // the logger of go-mysql-server

// servers names what the programs ran against.
const servers = "embedded"

// buildTags are those by which this binary was built.
const buildTags = ""

// realOnly are the folders of programs that need a real server.
var realOnly = map[string]bool{
	"nolost/pooledsession/pgbouncer":   true,
	"nolost/pooledsession/postgres":    true,
	"unfenced/notoken/postgreslockrow": true,
	"unfenced/notoken/zookeeper":       true,
	"unfenced/notoken/zookeepernodes":  true,
	"unfenced/othersession/postgres":   true,
}

// realCells are those of servers that nothing stands in for.
func realCells() []cell { return nil }

func startRedis(t *testing.T) redisServer {
	m := miniredis.RunT(t)
	return redisServer{m.Addr(), m.FastForward}
}

// startReplicated returns a server of which nothing reaches the replica in time.
func startReplicated(t *testing.T) replicated {
	proxy := pause.NewProxy(t, startRedis(t).addr)
	replica := startRedis(t).addr
	return replicated{proxy.Addr(), func() { proxy.Redirect(replica) }}
}

// startMySQL returns the data source of a database with the schema.
func startMySQL(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err, "no port for MySQL")
	provider := memory.NewDBProvider()
	config := server.Config{Protocol: "tcp", Address: listener.Addr().String(), Listener: listener}
	s, err := server.NewServer(config, gms.NewDefault(provider), gmssql.NewContext, memory.NewSessionBuilder(provider), nil)
	require.NoError(t, err)
	go func() { _ = s.Start() }()
	t.Cleanup(func() { _ = s.Close() })
	source := "root@tcp(" + config.Address + ")/"
	execute(t, openMySQL(t, source), "CREATE DATABASE proof")
	fill(t, openMySQL(t, source+"proof"))
	return source + "proof"
}

// startOwnMySQL is for programs with session locks, whose names are the server's.
func startOwnMySQL(t *testing.T) string { return startMySQL(t) }

func stopServers() int {
	stopEtcd()
	return 0
}

// etcdServer is one for all tests: each has a name space of its own.
var etcdServer = sync.OnceValues(func() (*embed.Etcd, error) {
	dir, err := os.MkdirTemp("", "proofs-etcd-")
	if err != nil {
		return nil, err
	}
	config := embed.NewConfig()
	config.Dir = dir
	config.ZapLoggerBuilder = embed.NewZapLoggerBuilder(zap.NewNop())
	any := url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	config.ListenClientUrls, config.ListenPeerUrls = []url.URL{any}, []url.URL{any}
	config.UnsafeNoFsync = true
	// The least TTL of a lease is one and a half elections, in whole seconds.
	config.TickMs, config.ElectionMs = 50, 500
	e, err := embed.StartEtcd(config)
	if err != nil {
		return nil, err
	}
	select {
	case <-e.Server.ReadyNotify():
		return e, nil
	case <-time.After(pause.Patience):
		e.Close()
		return nil, fmt.Errorf("etcd was not ready within %v", pause.Patience)
	}
})

// etcdAddr is where the server of all tests listens.
func etcdAddr(t *testing.T) string {
	e, err := etcdServer()
	require.NoError(t, err)
	return e.Clients[0].Addr().String()
}

func stopEtcd() {
	e, err := etcdServer()
	if err != nil {
		return
	}
	e.Close()
	_ = os.RemoveAll(e.Config().Dir)
}
