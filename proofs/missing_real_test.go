//go:build real

package proofs_test

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
)

// again runs some tests of this binary in another process.
func again(run string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.v", "-test.run", run)
	cmd.Env = append(os.Environ(), env...)
	return cmd
}

// TestNotInstalled runs programs where the path has no servers.
func TestNotInstalled(t *testing.T) {
	skipMutated(t)
	for _, test := range []struct{ cell, want string }{
		{"setnxexpire/separateexpire/redis/wrong", "redis-server is not installed: apt-get install redis-server"},
		{"setnxexpire/noexpiry/etcd/wrong", "etcd is not installed: apt-get install etcd-server"},
		{"nolost/pooledsession/mysql/wrong", "is not installed: apt-get install mariadb-server"},
		{"unfenced/notoken/zookeeper/wrong", "is not installed: apt-get install zookeeper"},
	} {
		t.Run(test.cell, func(t *testing.T) {
			out, err := again("^TestCells$/^"+strings.ReplaceAll(test.cell, "/", "$/^")+"$", "PATH="+t.TempDir()).CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Contains(t, string(out), "--- SKIP: TestCells/"+test.cell+" ")
			require.Contains(t, string(out), test.want)
		})
	}
	_, err := find("postgres", "postgresql", t.TempDir())
	if _, there := exec.LookPath("postgres"); there != nil {
		require.EqualError(t, err, "postgres is not installed: apt-get install postgresql")
	}
}

// failed is a TestingT that keeps what failed.
type failed struct{ said string }

func (f *failed) Errorf(format string, args ...any) { f.said += fmt.Sprintf(format, args...) }
func (f *failed) FailNow()                          { panic(f) }

// TestPortInUse starts a server on a port that another has.
func TestPortInUse(t *testing.T) {
	skipMutated(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	p, err := run("", installed(t, "redis-server", "redis-server"), "--port", port, "--bind", "127.0.0.1", "--save", "")
	f := &failed{}
	require.PanicsWithValue(t, f, func() {
		ready(f, p, err, func() bool { return false })
	})
	require.Contains(t, f.said, "the server has ended")
	require.Contains(t, f.said, "Address already in use")
}

// envHold tells TestServersEndWithTests to be the process that is killed.
const envHold = "PROOFS_HOLD"

// TestServersEndWithTests kills a test while its server runs: it must not stay.
func TestServersEndWithTests(t *testing.T) {
	skipMutated(t)
	if os.Getenv(envHold) != "" {
		fmt.Fprintf(os.Stderr, "%s\n", startRedis(t).addr)
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		return
	}
	installed(t, "redis-server", "redis-server")
	cmd := again("^TestServersEndWithTests$", envHold+"=1")
	_, err := cmd.StdinPipe()
	require.NoError(t, err)
	said, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var addr string
	_, err = fmt.Fscanln(said, &addr)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	require.NoError(t, err)
	pause.New(t).Eventually("nobody listens to "+addr, func() bool {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
}
