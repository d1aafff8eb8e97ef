package linttest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/linttest"
)

// lockServer is the package that the page's rows are about.
const lockServer = `package locks

import (
	"context"
	"time"
)

type (
	Client struct{}
	Lease  struct{}
)

func (*Client) Take(ctx context.Context, name string, ttl time.Duration) (*Lease, error)

func (*Lease) Give(ctx context.Context) error
`

// TestConfigurationPage runs the examples of the page: each configuration is read,
// and holds for the program below it. A comment in a program says what is
// reported on its line.
func TestConfigurationPage(t *testing.T) {
	t.Cleanup(config.Reset)
	page, err := os.ReadFile("../../docs/configuration.md")
	require.NoError(t, err)
	examples := regexp.MustCompile("(?ms)^```yaml\n(.*?)^```\n(\n```go\n(.*?)^```\n)?|^```go\n(.*?)^```\n").FindAllStringSubmatch(string(page), -1)
	require.GreaterOrEqual(t, len(examples), 9)
	for _, x := range examples {
		yaml, program := x[1], x[3]+x[4]
		if program == "" {
			readExample(t, yaml)
			continue
		}
		runExample(t, yaml, program)
	}
}

func readExample(t *testing.T, yaml string) {
	t.Helper()
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{config.Name: yaml, "conf/locks.yaml": "", "go.mod": "module example.com/shop\n"})
	require.NoError(t, config.Check(dir, func(string) string { return "" }), yaml)
}

func runExample(t *testing.T, yaml, program string) {
	t.Helper()
	config.Reset()
	dir := t.TempDir()
	files := map[string]string{"locks/locks.go": lockServer, "locks/empty.s": ""}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(testdata, "declared", name))
		require.NoError(t, err)
		files[name] = strings.Replace(string(data), "module example.test/declared", "module example.com/shop", 1)
	}
	imports := ""
	for _, p := range [][2]string{
		{"context", "context."},
		{"database/sql", "*sql."},
		{"time", "time."},
		{"example.com/shop/locks", "*locks."},
		{"github.com/bsm/redislock", "*redislock."},
		{"github.com/redis/go-redis/v9", "*redis."},
	} {
		if strings.Contains(program, p[1]) {
			imports += fmt.Sprintf("\t%q\n", p[0])
		}
	}
	text := "package shop\n\nimport (\n" + imports + ")\n\n" + program
	files["shop.go"] = regexp.MustCompile(`// finding: (\w+)/[\w-]+`).ReplaceAllString(text, "// want $1")
	files[config.Name] = yaml
	writeAll(t, dir, files)
	linttest.Run(t, dir, analyzers.All())
	for _, m := range regexp.MustCompile(`// finding: (\w+)/([\w-]+)`).FindAllStringSubmatch(program, -1) {
		require.Contains(t, config.Categories(m[1]), m[2])
	}
}
