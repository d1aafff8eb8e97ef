package proofs_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/namespace"
	"go.uber.org/zap"

	"github.com/locklint/locklint/proofs/pause"
)

// etcdSpace is a part of a server that is empty at first.
type etcdSpace struct{ addr, prefix string }

var etcdSpaces atomic.Int64

// startEtcd returns a space of its own: what a test leaves behind, and be it an
// earlier run of the same, others do not see.
func startEtcd(t *testing.T) etcdSpace {
	return etcdSpace{etcdAddr(t), fmt.Sprintf("%d/%s", etcdSpaces.Add(1), t.Name())}
}

func dialEtcd(addr, prefix string) (*clientv3.Client, error) {
	cli, err := clientv3.New(clientv3.Config{
		Endpoints: []string{addr}, DialTimeout: pause.Patience, Logger: zap.NewNop(),
		// A connection that was cut is made again at once.
		BackoffWaitBetween: 10 * time.Millisecond,
	})
	if err != nil {
		return nil, err
	}
	cli.KV = namespace.NewKV(cli.KV, prefix)
	cli.Watcher = namespace.NewWatcher(cli.Watcher, prefix)
	cli.Lease = namespace.NewLease(cli.Lease, prefix)
	return cli, nil
}

// newEtcdClient returns a client that sees only this space. The address may be
// that of a proxy.
func newEtcdClient(t *testing.T, addr string, space etcdSpace) *clientv3.Client {
	cli, err := dialEtcd(addr, space.prefix)
	require.NoError(t, err)
	t.Cleanup(func() { _ = cli.Close() })
	return cli
}

// lapseEtcd waits until no key under the prefix is left.
func lapseEtcd(s *pause.Story, cli *clientv3.Client, prefix string) {
	s.Eventually("the keys under "+prefix+" have ended with their lease", func() bool { return !existsEtcd(cli, prefix) })
	s.Note("store", "the lease ends")
}

func existsEtcd(cli *clientv3.Client, prefix string) bool {
	resp, err := cli.Get(context.Background(), prefix, clientv3.WithPrefix(), clientv3.WithCountOnly())
	return err != nil || resp.Count > 0
}
