package linttest_test

import (
	"fmt"
	"go/ast"
	goimporter "go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/unit"
)

const (
	redisPath   = "github.com/redis/go-redis/v9"
	redisClient = `package redis

import (
	"context"
	"time"
)

type (
	Client    struct{}
	BoolCmd   struct{}
	IntCmd    struct{}
	StatusCmd struct{}
)

func (*BoolCmd) Result() (bool, error) { return false, nil }
func (*IntCmd) Err() error              { return nil }
func (*StatusCmd) Err() error           { return nil }

func (*Client) SetNX(ctx context.Context, key string, v any, ttl time.Duration) *BoolCmd { return nil }
func (*Client) Set(ctx context.Context, key string, v any, ttl time.Duration) *StatusCmd { return nil }
func (*Client) Del(ctx context.Context, keys ...string) *IntCmd                         { return nil }
`
	guarded = `
func Guarded%[1]d(ctx context.Context, rdb *redis.Client, id string) error {
	key := fmt.Sprintf("lock:%[1]d:%%s", id)
	for try := 0; try < 3; try++ {
		ok, err := rdb.SetNX(ctx, key, "held", time.Minute).Result()
		if err != nil {
			return err
		}
		if ok {
			defer rdb.Del(ctx, key)
			return work%[1]d(ctx, rdb, id)
		}
		time.Sleep(time.Second)
	}
	return nil
}

func work%[1]d(ctx context.Context, rdb *redis.Client, id string) error {
	if id == "" {
		return nil
	}
	return rdb.Set(ctx, "value:"+id, %[1]d, 0).Err()
}
`
)

type imports func(string) (*types.Package, error)

func (f imports) Import(path string) (*types.Package, error) { return f(path) }

// guardedPackages returns a function that analyses a package of n functions that
// lock and write.
func guardedPackages(t testing.TB) func(n int) *unit.Result {
	t.Helper()
	fset := token.NewFileSet()
	std := goimporter.ForCompiler(fset, "source", nil)
	for _, path := range []string{"context", "fmt", "time"} { // slow, and only once
		_, err := std.Import(path)
		require.NoError(t, err)
	}
	file, err := parser.ParseFile(fset, "redis.go", redisClient, 0)
	require.NoError(t, err)
	redis, err := (&types.Config{Importer: std}).Check(redisPath, fset, []*ast.File{file}, nil)
	require.NoError(t, err)
	find := imports(func(path string) (*types.Package, error) {
		if path == redisPath {
			return redis, nil
		}
		return std.Import(path)
	})
	return func(n int) *unit.Result {
		var text strings.Builder
		text.WriteString("package p\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"time\"\n\n\t\"" + redisPath + "\"\n)\n")
		for i := range n / 2 {
			fmt.Fprintf(&text, guarded, i)
		}
		r := unit.Analyze(&unit.Unit{
			ID: "example.test/p", Path: "example.test/p", Files: []string{"p.go"}, Imports: []string{"context", "fmt", "time", redisPath},
			Module: &analysis.Module{Path: "example.test/p"}, GoVersion: "go1.26", Sizes: types.SizesFor("gc", "amd64"), Fset: token.NewFileSet(),
			Importer: find, Package: func(path string) *types.Package { p, _ := find(path); return p },
			ReadFile: func(string) ([]byte, error) { return []byte(text.String()), nil },
			Facts:    func(string) ([]byte, error) { return nil, nil },
		}, analyzers.All())
		require.Empty(t, r.Errors)
		require.Equal(t, n, r.Stats.Functions)
		require.NotEmpty(t, r.Findings)
		return r
	}
}

// BenchmarkEngine shows what a function costs that locks and writes.
func BenchmarkEngine(b *testing.B) {
	analyse := guardedPackages(b)
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("functions=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			var r *unit.Result
			for b.Loop() {
				r = analyse(n)
			}
			b.ReportMetric(float64(r.Stats.FactBytes)/float64(n), "factbytes/func")
		})
	}
}

// TestLinear pins that twice the functions cost about twice as much, counted in
// what is allocated: that depends on nothing else.
func TestLinear(t *testing.T) {
	analyse := guardedPackages(t)
	cost := func(n int) float64 { return testing.AllocsPerRun(1, func() { analyse(n) }) }
	small, large := cost(100), cost(800)
	require.Less(t, large/small, 8*1.2)
}
