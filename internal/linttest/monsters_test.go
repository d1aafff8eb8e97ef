package linttest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
)

// A monster is a generated program of some size.
type monster struct {
	name  string
	write func(b *strings.Builder, n int)
	small int
	large int
}

var monsters = []monster{
	{"branches", manyBranches, 1000, 10000},
	{"sites", manySites, 200, 2000},
	{"recursion", mutualRecursion, 100, 500},
	{"functions", manyFunctions, 500, 5000},
}

func manyBranches(b *strings.Builder, n int) {
	b.WriteString("func F(ctx context.Context, c *redis.Client, x []int) {\n\tok, _ := c.SetNX(ctx, \"k:lock\", 1, time.Minute).Result()\n\tif !ok {\n\t\treturn\n\t}\n")
	for i := range n {
		fmt.Fprintf(b, "\tif x[%d] > 0 {\n\t\tx[0]++\n\t}\n", i)
	}
	b.WriteString("\tc.Del(ctx, \"k:lock\")\n}\n")
}

func manySites(b *strings.Builder, n int) {
	b.WriteString("func F(ctx context.Context, c *redis.Client) {\n")
	for i := range n {
		fmt.Fprintf(b, "\tif ok, _ := c.SetNX(ctx, \"k%d:lock\", 1, time.Minute).Result(); ok {\n\t\tdefer c.Del(ctx, \"k%d:lock\")\n\t}\n", i, i)
	}
	b.WriteString("}\n")
}

func mutualRecursion(b *strings.Builder, n int) {
	for i := range n {
		fmt.Fprintf(b, "func F%d(ctx context.Context, c *redis.Client, n int) {\n\tif n == 0 {\n\t\tc.Del(ctx, \"k%d:lock\")\n\t\treturn\n\t}\n\tF%d(ctx, c, n-1)\n\tF%d(ctx, c, n-1)\n}\n", i, i, (i+1)%n, (i*7+3)%n)
	}
}

func manyFunctions(b *strings.Builder, n int) {
	for i := range n {
		fmt.Fprintf(b, "func F%d(ctx context.Context, c *redis.Client, work func()) {\n\tok, err := c.SetNX(ctx, \"k%d:lock\", 1, time.Minute).Result()\n\tif err != nil || !ok {\n\t\treturn\n\t}\n\tdefer c.Del(ctx, \"k%d:lock\")\n\twork()\n}\n", i, i, i)
	}
}

// TestMonsters: the time for a large program grows no faster than a small
// power of its size, and nothing panics.
func TestMonsters(t *testing.T) {
	if testing.Short() {
		t.Skip("generates large programs")
	}
	for _, m := range monsters {
		t.Run(m.name, func(t *testing.T) {
			small, large := m.run(t, m.small), m.run(t, m.large)
			growth := float64(m.large) / float64(m.small)
			t.Logf("%d: %v, %d: %v", m.small, small, m.large, large)
			limit := time.Duration(float64(small+time.Second) * growth * 3)
			require.Less(t, large, limit, "time grows faster than the program")
		})
	}
}

// run analyses a monster of size n and returns how long that took.
func (m monster) run(t *testing.T, n int) time.Duration {
	t.Helper()
	dir := t.TempDir()
	for _, f := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("../../analyzers/setnxexpire/testdata", f))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, f), text, 0o644))
	}
	var b strings.Builder
	b.WriteString("package a\n\nimport (\n\t\"context\"\n\t\"time\"\n\n\t\"github.com/redis/go-redis/v9\"\n)\n\nvar _ = time.Minute\n\n")
	m.write(&b, n)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte(b.String()), 0o644))
	start := time.Now()
	report := linttest.Analyze(t, dir, analyzers.All(), "./...")
	require.Empty(t, report.Errors)
	return time.Since(start)
}
