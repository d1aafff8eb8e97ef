package linttest_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/standalone"
)

// TestDeclared runs programs with a configuration and directives through every
// way in.
func TestDeclared(t *testing.T) {
	t.Cleanup(config.Reset)
	config.Reset()
	dir, err := filepath.Abs(testdata + "declared")
	require.NoError(t, err)
	rules := analyzers.All()
	linttest.Run(t, dir, rules)
	want := runStandalone(t, dir, rules)
	require.Equal(t, want, runVet(t, dir, "rules", "fast"), "go vet, the fast way")
	if testing.Short() {
		t.Skip("the slow ways take minutes")
	}
	require.Equal(t, want, runMultichecker(t, dir, "rules-multichecker"), "x/tools' multichecker")
	require.Equal(t, want, runVet(t, dir, "rules", "slow"), "go vet, the slow way")
}

func TestSuppressed(t *testing.T) {
	t.Cleanup(config.Reset)
	config.Reset()
	report := linttest.Analyze(t, testdata+"declared", analyzers.All(), "./silenced")
	var got []string
	for _, f := range report.Suppressed {
		got = append(got, filepath.Base(f.Pos.Filename)+" "+f.Func+" "+f.Category+" "+f.Suppression.Directive+": "+f.Suppression.Reason)
		require.Positive(t, f.Suppression.Pos.Line)
	}
	require.Equal(t, []string{
		"file.go Tool.Clear plain-delete //locklint:ignore plaindel: all of this file is the operator's",
		"silenced.go Tool.EndOfLine plain-delete //locklint:ignore plaindel: the operator clears it by hand",
		"silenced.go Tool.LineAbove plain-delete //locklint:ignore plaindel/plain-delete: the operator clears it by hand",
		"silenced.go Tool.Nolint plain-delete //nolint:locklint: the operator clears it by hand",
		"silenced.go Tool.Function plain-delete //locklint:ignore plaindel: the operator clears them by hand",
	}, got)
}

// TestSuppressedFormats keeps what is silenced in the formats that tell of it.
func TestSuppressedFormats(t *testing.T) {
	t.Cleanup(config.Reset)
	dir := t.TempDir()
	files := module("a")
	files["a/a.go"] = strings.Replace(files["a/a.go"], "n)\n\treturn", "n) //locklint:ignore unfenced a trigger compares\n\treturn", 1)
	writeAll(t, dir, files)
	for format, want := range map[string][]string{
		"text":  {},
		"json":  {`"suppressed": [`, `"kind": "inSource"`, `"reason": "a trigger compares"`},
		"sarif": {`"kind": "inSource"`, `"justification": "a trigger compares"`},
	} {
		var out, errs bytes.Buffer
		exit := standalone.Main(context.Background(), []string{"-C", filepath.Join(dir, "a"), "-f", format}, analyzers.All(), &out, &errs)
		require.Equal(t, standalone.Clean, exit, "%s: %s", format, errs.String())
		for _, w := range want {
			require.Contains(t, out.String(), w, format)
		}
		require.Equal(t, len(want) > 0, strings.Contains(out.String(), "tokenless-lock"), format)
	}
}

// TestKeys runs the same programs under other configurations, which stand in for
// the module's: its rows and purposes are gone with its file.
func TestKeys(t *testing.T) {
	t.Cleanup(config.Reset)
	lines := func(text string, patterns ...string) []string {
		file := filepath.Join(t.TempDir(), "c.yaml")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		t.Setenv(config.Variable, file)
		config.Reset()
		report := linttest.Analyze(t, testdata+"declared", analyzers.All(), patterns...)
		require.Empty(t, report.Errors)
		var out []string
		for _, f := range report.Findings {
			out = append(out, filepath.Base(f.Pos.Filename)+" "+f.Func+" "+f.Rule+"/"+f.Category)
		}
		return out
	}
	require.Empty(t, lines("", "./ferry"), "without its rows nothing is known")
	require.Contains(t, lines("", "./savings"), "savings.go Bank.Key unfenced/tokenless-lock")
	require.Contains(t, lines("", "./silenced"), "mock_tool.go Tool.mock plaindel/plain-delete")
	require.Equal(t, []string{"legacy.go Clear plaindel/plain-delete"}, lines("", "./legacy"))
	require.Empty(t, lines("exclude: [legacy/**]", "./legacy"))
	require.Empty(t, lines("rules: {plaindel: off}", "./legacy"))
	require.Empty(t, lines("rules: {plaindel/plain-delete: off}", "./legacy"))
	require.Empty(t, lines("", "./generated"))
	require.Equal(t, []string{"generated.go Clear plaindel/plain-delete"}, lines("generated: true", "./generated"))

	test := lines("tests: true", "./silenced")
	require.Contains(t, test, "tool_test.go TestTool plaindel/plain-delete")
	require.Contains(t, test, "tool_test.go TestTool locklint/directive")
	off := lines("rules: {plaindel: off, unfenced: off}", "./silenced")
	require.Len(t, off, 3, "an ignore of a rule that is off is not stale: %v", off)
	require.Empty(t, lines("rules: {plaindel: off, locklint: off}", "./silenced"))

	// A constant that was not read under the lock: medium.
	require.Contains(t, lines("confidence: medium", "./harbour"), "harbour.go House.Paint unfenced/tokenless-lock")
	require.Empty(t, lines("confidence: high", "./harbour"))

	purposes := "require-purpose: true\npurpose: [{key: 'account:*', is: correctness, reason: money}, {key: 'digest:*', is: efficiency, reason: r}]\n"
	require.Equal(t, []string{
		"savings.go Bank.Undeclared unfenced/tokenless-lock",
		"savings.go Bank.Ledger unfenced/tokenless-lock",
		"savings.go  locklint/directive",
		"savings.go Bank.Unreasoned locklint/directive",
		"savings.go Bank.Unreasoned locklint/purpose",
		"savings.go Bank.Unreasoned unfenced/tokenless-lock",
	}, lines(purposes, "./savings"))
}

// writeAll writes files, given by name, below dir.
func writeAll(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
}

// module has a finding that its configuration can switch off. It needs no
// client library.
func module(name string) map[string]string {
	return map[string]string{
		name + "/go.mod": "module example.test/" + name + "\n\ngo 1.26.0\n",
		name + "/" + name + ".go": `package ` + name + `

import "database/sql"

//locklint:acquire
func lock(name string) error

//locklint:release
func unlock(name string) error

func F(db *sql.DB, n int) error {
	if err := lock("n"); err != nil {
		return err
	}
	defer unlock("n")
	_, err := db.Exec("UPDATE t SET n = $1", n)
	return err
}
`,
		name + "/empty.s": "", // functions without a body are allowed
	}
}

// goVet runs go vet with the rules and returns what it prints.
func goVet(t *testing.T, dir string, patterns ...string) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + self}, patterns...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asTool+"=rules", "LOCKLINT_UNIT=fast")
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// TestVetCache edits configurations between runs of go vet, which must not
// replay what it found before.
func TestVetCache(t *testing.T) {
	dir := t.TempDir()
	writeAll(t, dir, module("a"))
	writeAll(t, dir, module("b"))
	writeAll(t, dir, map[string]string{"go.work": "go 1.26.0\n\nuse (\n\t./a\n\t./b\n)\n"})
	found := func(in string) (a, b bool) {
		out := goVet(t, filepath.Join(dir, in), "example.test/a", "example.test/b")
		return strings.Contains(out, "a.go:16:"), strings.Contains(out, "b.go:16:")
	}
	want := func(wantA, wantB bool, why string) {
		t.Helper()
		for _, in := range []string{"a", "."} {
			a, b := found(in)
			require.Equal(t, [2]bool{wantA, wantB}, [2]bool{a, b}, "%s, in %s", why, in)
		}
	}
	off := "rules: {unfenced: off}\n"
	want(true, true, "no configuration")
	writeAll(t, dir, map[string]string{"a/.locklint.yaml": off})
	want(false, true, "the first module's")
	writeAll(t, dir, map[string]string{"b/.locklint.yaml": "include: [more.yaml]\n", "b/more.yaml": off})
	want(false, false, "the second module's")
	writeAll(t, dir, map[string]string{"b/more.yaml": "tests: true\n"})
	want(false, true, "what the second module's includes")
	require.NoError(t, os.Remove(filepath.Join(dir, "a", ".locklint.yaml")))
	want(true, true, "gone again")
}

// TestWrongConfiguration wants exactly one error from each way in.
func TestWrongConfiguration(t *testing.T) {
	t.Cleanup(config.Reset)
	dir := t.TempDir()
	files := module("a")
	files["a/sub/sub.go"] = strings.Replace(files["a/a.go"], "package a", "package sub", 1)
	files["a/sub/empty.s"] = ""
	writeAll(t, dir, files)
	row := "rows:\n  - package: example.test/a\n    name: "
	tests := []struct{ name, text, want string }{
		{"key", "test: true\n", `.locklint.yaml:1:1: unknown key "test"`},
		{"function", row + "Lock\n    role: acquire\n", `.locklint.yaml:3:5: rows: there is no function example.test/a.Lock`},
		{"type", row + "F\n    role: acquire\n    type: T\n", `.locklint.yaml:3:5: rows: there is no function example.test/a.T.F`},
		{"binary", "\x7fELF\x00", `.locklint.yaml:1:5: not a text`},
		{"parameter", row + "F\n    role: acquire\n    key: arg2\n", `.locklint.yaml:3:5: rows: example.test/a.F has no arg2: it has 2 parameters`},
		{"result", row + "F\n    role: acquire\n    handle: result1\n", `.locklint.yaml:3:5: rows: example.test/a.F has no result1: it has 1 results`},
		{"receiver", row + "F\n    role: acquire\n    handle: recv\n", `.locklint.yaml:3:5: rows: example.test/a.F has no recv`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			writeAll(t, dir, map[string]string{"a/.locklint.yaml": test.text})
			var out, errs bytes.Buffer
			exit := standalone.Main(context.Background(), []string{"-C", filepath.Join(dir, "a"), "./..."}, analyzers.All(), &out, &errs)
			require.Equal(t, standalone.Failed, exit)
			require.Contains(t, errs.String(), test.want)
			require.Equal(t, 1, strings.Count(errs.String(), "\n"), errs.String())
			for range 2 { // the second time from go vet's cache, if it keeps errors
				vet := goVet(t, filepath.Join(dir, "a"), "./...")
				require.Contains(t, vet, test.want)
				require.Equal(t, 1, strings.Count(vet, test.want), vet)
			}
		})
	}
	t.Run("other package", func(t *testing.T) {
		writeAll(t, dir, map[string]string{"a/.locklint.yaml": "rows:\n  - {package: database/sql, name: Lockk, role: acquire}\n"})
		want := ".locklint.yaml:2:29: rows: there is no function database/sql.Lockk"
		var out, errs bytes.Buffer
		exit := standalone.Main(context.Background(), []string{"-C", filepath.Join(dir, "a"), "./..."}, analyzers.All(), &out, &errs)
		require.Equal(t, standalone.Failed, exit)
		require.Equal(t, 1, strings.Count(errs.String(), want), errs.String())
		for range 2 { // each package that imports it says so
			require.Equal(t, 2, strings.Count(goVet(t, filepath.Join(dir, "a"), "./..."), want))
		}
	})
	t.Run("right", func(t *testing.T) {
		writeAll(t, dir, map[string]string{"a/.locklint.yaml": row + "F\n    role: neutral\n    type: '-'\n    key: arg1\n"})
		require.NotContains(t, goVet(t, filepath.Join(dir, "a"), "./..."), ".locklint.yaml")
	})
}
