package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/standalone"
)

func TestConfig(t *testing.T) {
	t.Cleanup(config.Reset)
	dir := t.TempDir()
	sub := filepath.Join(dir, "sub")
	file := filepath.Join(dir, config.Name)
	require.NoError(t, os.Mkdir(sub, 0o777))
	is := func(wantExit int, wantOut, wantErr string, args ...string) {
		t.Helper()
		exit, out, errs := locklint(t, args...)
		require.Equal(t, []any{wantExit, wantOut, wantErr}, []any{exit, out, errs}, args)
	}
	is(standalone.Failed, "", "locklint: config: "+sub+": no go.mod here or above\n", "-C", sub, "config", "init")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m.test\n"), 0o666))
	is(standalone.Clean, "no configuration: the defaults hold\n", "", "-C", sub, "config", "check")
	is(standalone.Clean, "wrote "+file+"\n", "", "-C", sub, "config", "init")
	is(standalone.Clean, file+": ok\n", "", "-C", sub, "config", "check")
	is(standalone.Failed, "", "locklint: config: "+file+" exists already\n", "-C", sub, "config", "init")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(config.Template()), string(text))

	require.NoError(t, os.WriteFile(file, []byte("tests: 1\n"), 0o666))
	is(standalone.Failed, "", "locklint: config: "+file+":1:8: tests: want true or false, got a number\n", "-C", sub, "config", "check")
	for _, args := range [][]string{{"vet"}, {"./..."}} {
		is(standalone.Failed, "", "locklint: "+file+":1:8: tests: want true or false, got a number\n", append([]string{"-C", sub}, args...)...)
	}
	t.Chdir(sub)
	is(standalone.Failed, "", "locklint: config: ../.locklint.yaml:1:8: tests: want true or false, got a number\n", "config", "check")
	is(standalone.Failed, "", "locklint: config: none.yaml: no such file or directory\n", "-config", "none.yaml", "config", "check")
	other := filepath.Join(sub, "other.yaml")
	require.NoError(t, os.WriteFile(other, []byte("tests: true\n"), 0o666))
	is(standalone.Clean, "other.yaml: ok\n", "", "-config", "other.yaml", "config", "check")
	t.Setenv(config.Variable, other)
	is(standalone.Clean, "other.yaml: ok\n", "", "config", "check")

	schema, err := config.Schema()
	require.NoError(t, err)
	is(standalone.Clean, string(schema), "", "config", "schema")
	is(standalone.Failed, "", "locklint: config: name what to do: init, check or schema\n", "config")
	is(standalone.Failed, "", "locklint: config: unknown action \"write\": there are init, check and schema\n", "config", "write")
	is(standalone.Failed, "", "locklint: config: unexpected argument \"b\"\n", "config", "check", "b")
}

// TestConfigReadOnly leaves no part of a file where none can be written.
func TestConfigReadOnly(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, config.Name), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m.test\n"), 0o666))
	exit, _, errs := locklint(t, "-C", dir, "config", "init")
	require.Equal(t, standalone.Failed, exit)
	require.Contains(t, errs, "exists already")
	exit, _, errs = locklint(t, "-C", dir, "config", "check")
	require.Equal(t, standalone.Failed, exit)
	require.Contains(t, errs, config.Name+": not a file")
}
