//go:build !real

package proofs_test

import (
	"testing"

	"github.com/alicebob/miniredis/v2"
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

func stopServers() int { return 0 }
