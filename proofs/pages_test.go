package proofs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const guide = "../docs/pause-testing.md"

// TestGuide compares the code of docs/pause-testing.md with the files that it is
// from, which are tested.
func TestGuide(t *testing.T) {
	skipMutated(t)
	text, err := os.ReadFile(guide)
	require.NoError(t, err)
	for _, name := range []string{"stock.go", "stock_test.go"} {
		code, err := os.ReadFile(filepath.Join("example", name))
		require.NoError(t, err)
		begin := fmt.Sprintf("<!-- proofs/example/%s -->\n```go\n", name)
		before, rest, ok := strings.Cut(string(text), begin)
		require.True(t, ok, "%s has no %q", guide, begin)
		got, after, ok := strings.Cut(rest, "```\n")
		require.True(t, ok)
		if *update {
			text = []byte(before + begin + string(code) + "```\n" + after)
			continue
		}
		require.Equal(t, string(code), got, "run with -update")
	}
	if *update {
		require.NoError(t, os.WriteFile(guide, text, 0o644))
	}
}

// TestGuideFails takes the condition from the example's write, as the page tells
// the reader to do, and demands that its test says so.
func TestGuideFails(t *testing.T) {
	skipMutated(t)
	if testing.Short() {
		t.Skip("builds the example's test")
	}
	const condition = "SET\", KEYS[1], ARGV[2])\n\treturn 1\nend\nreturn 0`"
	code, err := os.ReadFile("example/stock.go")
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(code), condition))
	dir := t.TempDir()
	without := strings.Replace(string(code), condition, "SET\", KEYS[1], ARGV[2])\n\treturn 1\nend\nredis.call(\"SET\", KEYS[1], ARGV[2])\nreturn 1`", 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "stock.go"), []byte(without), 0o600))
	file, err := filepath.Abs("example/stock.go")
	require.NoError(t, err)
	overlay := overlayFile(t, dir, map[string]string{file: filepath.Join(dir, "stock.go")})
	out, err := exec.Command("go", "test", "-overlay", overlay, "./example").CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "the stale write was accepted: A wrote after B")
	require.Contains(t, string(out), "--- FAIL: TestPausedHolder")
	require.NotContains(t, string(out), "--- FAIL: TestKilledHolder")
}
