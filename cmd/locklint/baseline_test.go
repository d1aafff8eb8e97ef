package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/baseline"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/standalone"
)

// shop copies the examples, which have four findings, and changes to the copy.
func shop(t *testing.T) {
	t.Helper()
	linttest.Download(t, "../../examples")
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../examples")))
	t.Chdir(dir)
}

// replace changes a file of the copy.
func replace(t *testing.T, name, old, by string) {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Contains(t, string(text), old)
	require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(text), old, by, 1)), 0o666))
}

func TestBaselineWrite(t *testing.T) {
	shop(t)
	exit, out, errs := locklint(t, "-rules", "plaindel,setnxexpire", "baseline", "write")
	require.Equal(t, standalone.Clean, exit, errs)
	require.Equal(t, baseline.Name+": 2 added, 0 kept, 0 removed\n", out)

	// The file exists: what is new is not taken in by itself.
	first, err := os.ReadFile(baseline.Name)
	require.NoError(t, err)
	require.NotContains(t, string(first), "line")
	exit, out, errs = locklint(t, "baseline", "write")
	require.Equal(t, standalone.Found, exit)
	require.Equal(t, baseline.Name+": 2 kept, 0 removed\n", out)
	require.Equal(t, "locklint: 2 findings are not in the baseline: -grow adds them\n", errs)
	again, err := os.ReadFile(baseline.Name)
	require.NoError(t, err)
	require.Equal(t, string(first), string(again))

	exit, out, _ = locklint(t, "baseline", "write", "-grow")
	require.Equal(t, standalone.Clean, exit)
	require.Equal(t, baseline.Name+": 2 added, 2 kept, 0 removed\n", out)
	exit, out, errs = locklint(t, "-baseline", baseline.Name)
	require.Equal(t, standalone.Clean, exit)
	require.Empty(t, out+errs)

	// A finding that is mended is told, and goes; lines that move do nothing.
	replace(t, "sell/seats.go", "package sell", "// Moved.\n\npackage sell")
	require.NoError(t, os.RemoveAll("renew"))
	exit, out, errs = locklint(t, "-baseline", baseline.Name)
	require.Equal(t, standalone.Clean, exit)
	require.Empty(t, out)
	require.Contains(t, errs, "nothing matches this any more (nolost/result-dropped in renew/renew.go): run locklint baseline write\n")
	exit, out, _ = locklint(t, "baseline", "write", "./sell") // renew is gone, whatever is named
	require.Equal(t, standalone.Clean, exit)
	require.Equal(t, baseline.Name+": 3 kept, 1 removed\n", out)
	left, err := os.ReadFile(baseline.Name)
	require.NoError(t, err)
	require.Equal(t, 4, strings.Count(string(left), "\n"))
}

// TestBaselineElsewhere: a file in another directory has names that are relative to it.
func TestBaselineElsewhere(t *testing.T) {
	shop(t)
	require.NoError(t, os.Mkdir("ci", 0o777))
	exit, _, errs := locklint(t, "-C", "sell", "baseline", "write", "-o", "ci/old.jsonl")
	require.Equal(t, standalone.Clean, exit, errs)
	text, err := os.ReadFile("ci/old.jsonl")
	require.NoError(t, err)
	require.Contains(t, string(text), `"file":"../sell/seats.go"`)
	exit, out, _ := locklint(t, "-C", "sell", "-baseline", "ci/old.jsonl")
	require.Equal(t, standalone.Clean, exit, out)
}

// TestBaselineNotWritten: a failure leaves what was there, and nothing else.
func TestBaselineNotWritten(t *testing.T) {
	shop(t)
	require.NoError(t, os.WriteFile("broken.go", []byte("package shop\n\nimport _ \"github.com/redis/go-redis/v9\"\n\nvar x int = \"\"\n"), 0o666))
	exit, out, errs := locklint(t, "baseline", "write")
	require.Equal(t, standalone.Failed, exit)
	require.Empty(t, out)
	require.True(t, strings.HasPrefix(errs, "locklint: baseline: nothing is written: "), errs)
	require.NoFileExists(t, baseline.Name)
	require.NoError(t, os.Remove("broken.go"))

	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"baseline"}, "locklint: baseline: say locklint baseline write\n"},
		{[]string{"baseline", "read"}, "locklint: baseline: say locklint baseline write\n"},
		{[]string{"baseline", "write", "-x"}, "locklint: baseline: flag provided but not defined: -x\n"},
		{[]string{"-f", "json", "baseline", "write"}, "locklint: locklint baseline does not take -f\n"},
		{[]string{"baseline", "write", "-o", "nowhere/old.jsonl"}, "locklint: baseline: open "},
		{[]string{"baseline", "write", "-o", "sell"}, "locklint: baseline: "},
	} {
		exit, out, errs := locklint(t, tt.args...)
		require.Equal(t, standalone.Failed, exit, tt.args)
		require.Empty(t, out)
		require.True(t, strings.HasPrefix(errs, tt.want), errs)
		require.Equal(t, 1, strings.Count(errs, "\n"), errs)
	}
	names, err := filepath.Glob(".locklint*")
	require.NoError(t, err)
	require.Empty(t, names)
}
