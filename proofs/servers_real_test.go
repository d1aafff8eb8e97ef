//go:build real

package proofs_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
)

// servers names what the programs ran against.
const servers = "real"

// buildTags are those by which this binary was built.
const buildTags = "real"

// realOnly are the folders of programs that need a real server.
var realOnly = map[string]bool{}

// realCells are those of servers that nothing stands in for.
func realCells() []cell { return slices.Concat(postgresCells(), zooKeeperCells()) }

// A process is a server that was started.
type process struct {
	cmd   *exec.Cmd
	said  *bytes.Buffer // complete when it has ended
	ended chan struct{} // closed then
	dir   string
	quit  syscall.Signal // ends it without waiting for clients
}

// run starts a server as another user, if it is to be one and can be.
func run(as, name string, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(name, args...), said: &bytes.Buffer{}, ended: make(chan struct{}), quit: syscall.SIGTERM}
	p.cmd.Stdout, p.cmd.Stderr = p.said, p.said
	p.cmd.SysProcAttr = attributes(as)
	if err := p.cmd.Start(); err != nil {
		return p, err
	}
	go func() {
		defer close(p.ended)
		_ = p.cmd.Wait()
	}()
	return p, nil
}

func (p *process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
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

// ownDir is a folder of the user as whom a server runs.
func ownDir(t *testing.T, as string) string {
	dir, err := os.MkdirTemp("", "proofs-"+as+"-")
	require.NoError(t, err)
	if uid, gid, ok := ids(as); ok {
		require.NoError(t, os.Chown(dir, int(uid), int(gid)))
	}
	return dir
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(p.quit)
	select {
	case <-p.ended:
	case <-time.After(pause.Patience):
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
	_ = os.RemoveAll(p.dir)
}

// installed finds a program or skips the test.
func installed(t *testing.T, name, from string, elsewhere ...string) string {
	file, err := find(name, from, elsewhere...)
	if err != nil {
		t.Skip(err)
	}
	return file
}

// find looks for a file of a Debian package in the path and elsewhere.
func find(name, from string, elsewhere ...string) (string, error) {
	if file, err := exec.LookPath(name); err == nil {
		return file, nil
	}
	for _, pattern := range elsewhere {
		if found, _ := filepath.Glob(filepath.Join(pattern, name)); len(found) > 0 {
			return found[len(found)-1], nil
		}
	}
	return "", fmt.Errorf("%s is not installed: apt-get install %s", name, from)
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

// ready waits until the server answers. One that has ended, such as for its port is
// taken, does not.
func ready(t require.TestingT, p *process, err error, answers func() bool) {
	require.NoError(t, err)
	for end := time.Now().Add(pause.Patience); time.Now().Before(end) && !p.over(); time.Sleep(20 * time.Millisecond) {
		if answers() && !p.over() {
			return
		}
	}
	early := p.over()
	p.stop()
	if early {
		require.FailNow(t, "the server has ended", "%s: it said: %s", p.cmd.Path, p.said)
	}
	require.FailNow(t, "the server does not answer", "%s: within %v; it said: %s", p.cmd.Path, pause.Patience, p.said)
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
	etcd, mysql, postgres, pgbouncer *process

	etcdAddr, mysqlSource    string
	postgresPort, poolerPort int
	databases                atomic.Int64
}

func stopServers() int {
	for _, p := range []*process{shared.pgbouncer, shared.postgres, shared.mysql, shared.etcd} {
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
