package linttest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
)

// vendored is a program with two dependencies from elsewhere: a kit that wraps
// a lock client, and an SDK that locks a file of its own, posts requests, and
// declares an interface like a client's.
var vendored = map[string]string{
	"go.mod": `module example.test/app

go 1.26.0

require (
	example.org/kit v1.0.0
	example.org/sdk v1.0.0
	github.com/gofrs/flock v0.12.1
	github.com/redis/go-redis/v9 v9.7.0
)
`,
	"vendor/modules.txt": `# example.org/kit v1.0.0
## explicit; go 1.26
example.org/kit
# example.org/sdk v1.0.0
## explicit; go 1.26
example.org/sdk
example.org/sdk/core
# github.com/gofrs/flock v0.12.1
## explicit; go 1.26
github.com/gofrs/flock
# github.com/redis/go-redis/v9 v9.7.0
## explicit; go 1.26
github.com/redis/go-redis/v9
`,
	"vendor/github.com/gofrs/flock/flock.go": "package flock\n\ntype Flock struct{}\n\nfunc New(path string) *Flock { return nil }\n\nfunc (*Flock) Lock() error { return nil }\n\nfunc (*Flock) Unlock() error { return nil }\n",
	"vendor/github.com/redis/go-redis/v9/redis.go": `package redis

import (
	"context"
	"time"
)

type Client struct{}

type BoolCmd struct{}

func (*BoolCmd) Result() (bool, error) { return false, nil }

func (*Client) SetNX(ctx context.Context, key string, v any, ttl time.Duration) *BoolCmd { return nil }

func (*Client) Expire(ctx context.Context, key string, ttl time.Duration) *BoolCmd { return nil }
`,
	"vendor/example.org/kit/kit.go": `package kit

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Cache struct{ rdb *redis.Client }

func (c *Cache) Once(ctx context.Context, key string) (bool, error) {
	return c.rdb.SetNX(ctx, key, 1, 0).Result()
}

func (c *Cache) Until(ctx context.Context, key string, d time.Duration) {
	c.rdb.Expire(ctx, key, d)
}
`,
	"vendor/example.org/sdk/core/core.go": `package core

import (
	"net/http"

	"github.com/gofrs/flock"
)

type Client struct{ Lock *flock.Flock }

type Shared interface {
	Lock(name string) error
	Unlock(name string) error
	SetNX(name string) bool
}

func (c *Client) Do(url string, s Shared) error {
	if err := c.Lock.Lock(); err != nil {
		return err
	}
	defer c.Lock.Unlock()
	_, err := http.Post(url, "", nil)
	return err
}
`,
	"vendor/example.org/sdk/sdk.go": "package sdk\n\nimport \"example.org/sdk/core\"\n\ntype API struct{ core.Client }\n\nfunc (a *API) Create(name string) error { return a.Do(name, nil) }\n",
	"calls/calls.go":                "package calls\n\nimport \"example.org/sdk\"\n\nfunc F(a *sdk.API) error { return a.Create(\"x\") }\n",
	"uses/uses.go": `package uses

import (
	"context"
	"time"

	"example.org/kit"
)

func F(ctx context.Context, c *kit.Cache) {
	if ok, _ := c.Once(ctx, "k"); ok {
		c.Until(ctx, "k", time.Minute)
	}
}
`,
}

// TestForeign pins what is read of dependencies: who wraps a lock client, and no
// SDK for the requests that it makes. A module that is replaced by a directory
// is the program's own.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	for name, text := range vendored {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	rules := analyzers.All()
	report := linttest.Analyze(t, dir, rules, "./...")
	require.Equal(t, 2, report.Stats.Checked, "kit and uses")
	require.Len(t, report.Findings, 1)
	require.Equal(t, "separate-expire", report.Findings[0].Category)
	found := runStandalone(t, dir, rules)
	require.Equal(t, found, runVet(t, dir, "rules", "fast"))
	require.Equal(t, found, runVet(t, dir, "rules", "slow"))
	require.Equal(t, found, runMultichecker(t, dir, "rules-multichecker"))
}
