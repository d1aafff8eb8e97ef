//go:build !real

package proofs_test

import (
	"testing"

	"github.com/alicebob/miniredis/v2"

	"github.com/locklint/locklint/proofs/pause"
)

// servers names what the programs ran against.
const servers = "embedded"

// buildTags are those by which this binary was built.
const buildTags = ""

// realOnly are the folders of programs that need a real server.
var realOnly = map[string]bool{}

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

func stopServers() int {
	stopEtcd()
	return 0
}
