package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/standalone"
	"github.com/locklint/locklint/internal/vettool"
)

// asLocklint makes the test's executable be the command.
const asLocklint = "LOCKLINT_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asLocklint) == "" && !vettool.Asked(os.Args[1:]) {
		os.Exit(m.Run())
	}
	main()
}

// locklint runs the command in this process.
func locklint(t *testing.T, args ...string) (exit int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	exit = run(t.Context(), args, &out, &errs)
	return exit, out.String(), errs.String()
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"help"}} {
		exit, out, errs := locklint(t, args...)
		require.Equal(t, standalone.Clean, exit)
		require.Empty(t, errs)
		lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
		require.LessOrEqual(t, len(lines), 50, "the help must fit a screen")
		for _, l := range lines {
			require.LessOrEqual(t, len(l), 100, l)
		}
		require.Contains(t, out, "Examples:")
		require.Contains(t, out, "setnxexpire, plaindel, unfenced, nolost, locklint")
	}
	exit, out, _ := locklint(t, "catalogue", "-h")
	require.Equal(t, standalone.Clean, exit)
	require.Contains(t, out, "locklint catalogue: ")
	require.Contains(t, out, "-json")
}

func TestVersion(t *testing.T) {
	exit, out, errs := locklint(t, "version")
	require.Equal(t, standalone.Clean, exit)
	require.Empty(t, errs)
	require.True(t, strings.HasPrefix(out, "locklint "), out)
}

// TestBadCommand: each gets one line on standard error and exit code 2.
func TestBadCommand(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"-nope"}, "flag provided but not defined: -nope (locklint -h lists the flags)"},
		{[]string{"-f", "xml"}, `unknown format "xml": the formats are text, json, sarif, github, checkstyle, codeclimate`},
		{[]string{"-f"}, "flag needs an argument: -f (locklint -h lists the flags)"},
		{[]string{"-rules", "plaindel,none"}, `unknown rule "none": the rules are setnxexpire, plaindel, unfenced, nolost, locklint`},
		{[]string{"-tags", "a b"}, `-tags "a b": tags are parted by commas`},
		{[]string{"-exit-zero=maybe"}, `invalid boolean value "maybe" for -exit-zero: parse error (locklint -h lists the flags)`},
		{[]string{"-f", "json", "vet"}, "locklint vet does not take -f"},
		{[]string{"explain"}, "explain: name a rule: the rules are setnxexpire, plaindel, unfenced, nolost, locklint"},
		{[]string{"explain", "none"}, `explain: unknown rule "none": the rules are setnxexpire, plaindel, unfenced, nolost, locklint`},
		{[]string{"explain", "plaindel/none"}, `explain: plaindel has no category "none": its categories are plain-delete, …`},
		{[]string{"explain", "plaindel", "unfenced"}, `explain: unexpected argument "unfenced"`},
		{[]string{"catalogue", "-yaml"}, "catalogue: flag provided but not defined: -yaml"},
		{[]string{"catalogue", "nosuchthing"}, `nothing in the catalogue has "nosuchthing" in its package or name`},
		{[]string{"completion", "powershell"}, `completion: unknown shell "powershell": the shells are bash, zsh, fish`},
		{[]string{"version", "now"}, `version: unexpected argument "now"`},
	} {
		exit, out, errs := locklint(t, tt.args...)
		require.Equal(t, standalone.Failed, exit, tt.args)
		require.Empty(t, out, tt.args)
		require.Equal(t, 1, strings.Count(errs, "\n"), errs)
		want, more := strings.CutSuffix("locklint: "+tt.want, "…")
		if more {
			require.True(t, strings.HasPrefix(errs, want), errs)
		} else {
			require.Equal(t, want+"\n", errs)
		}
	}
}

func TestExplain(t *testing.T) {
	exit, whole, _ := locklint(t, "explain", "plaindel")
	require.Equal(t, standalone.Clean, exit)
	require.True(t, strings.HasPrefix(whole, "plaindel: find releases that may free another holder's lock\n"), whole)
	require.Contains(t, whole, "\n# get-then-delete\n")

	exit, part, _ := locklint(t, "explain", "[plaindel/plain-delete]") // as a finding ends
	require.Equal(t, standalone.Clean, exit)
	require.Contains(t, part, "    // RIGHT\n")
	require.NotContains(t, part, "get-then-delete")
	for _, a := range analyzers.All() {
		page, err := analyzers.PageOf(a.Name)
		require.NoError(t, err)
		for _, s := range page.Categories() {
			exit, out, errs := locklint(t, "explain", a.Name+"/"+s.Heading)
			require.Equal(t, standalone.Clean, exit, errs)
			require.True(t, strings.HasPrefix(out, a.Name+"/"+s.Heading+"\n\n"), out)
		}
	}
}

// TestCatalogue counts what is printed and demands the source of each claim.
func TestCatalogue(t *testing.T) {
	exit, out, errs := locklint(t, "catalogue", "-json")
	require.Equal(t, standalone.Clean, exit, errs)
	var list struct{ Functions []entry }
	require.NoError(t, json.Unmarshal([]byte(out), &list))
	functions, packages, repositories := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range list.Functions {
		functions[e.Library+" "+e.name()] = true
		for _, p := range e.Packages {
			packages[p] = true
			parts := strings.SplitN(p, "/", 4)
			repositories[strings.Join(parts[:min(len(parts), 3)], "/")] = true
		}
		require.NotEmpty(t, e.Role, e.name())
		require.NotEqual(t, "unknown", e.Role, e.name())
		require.True(t, strings.HasPrefix(e.Source, "https://") || strings.HasPrefix(e.Source, "observed with v"), "%s: %q", e.name(), e.Source)
		if e.TTL != "" {
			require.NotEmpty(t, e.Unit, e.name())
		}
	}
	t.Logf("%d functions of %d packages, %d repositories", len(functions), len(packages), len(repositories))
	require.GreaterOrEqual(t, len(functions), 900)
	require.GreaterOrEqual(t, len(packages), 75)
	require.GreaterOrEqual(t, len(repositories), 75)

	exit, table, _ := locklint(t, "catalogue")
	require.Equal(t, standalone.Clean, exit)
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	require.Len(t, lines, len(list.Functions)+1, "a line for each function")
	for i, e := range list.Functions {
		require.True(t, strings.HasPrefix(lines[i+1], e.Packages[0]), lines[i+1])
		require.Contains(t, lines[i+1], "  "+e.Source)
	}
}

func TestCataloguePattern(t *testing.T) {
	names := func(pattern string) []string {
		var out []string
		for _, e := range entries(pattern) {
			out = append(out, e.Library+" "+e.name())
		}
		return out
	}
	require.Contains(t, names("redsync/v4"), "redsync Mutex.Lock")
	require.NotContains(t, names("redsync/v4"), "go-redis SetNX")
	setnx := names("setnx") // case aside
	require.Contains(t, setnx, "go-redis SetNX")
	require.Contains(t, setnx, "go-zero SetnxCtx")
	require.Contains(t, names("mutex.extend"), "redsync Mutex.ExtendContext")
}

// TestCompletionBash lets bash complete.
func TestCompletionBash(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	exit, script, _ := locklint(t, "completion", "bash")
	require.Equal(t, standalone.Clean, exit)
	complete := func(line ...string) string {
		cmd := exec.Command(shell, "-c", script+`
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _locklint; printf '%s\n' "${COMPREPLY[@]}"`, "bash")
		cmd.Args = append(cmd.Args, line...)
		cmd.Dir = t.TempDir()
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	require.Equal(t, "sarif\n", complete("locklint", "-f", "sa"))
	require.Equal(t, "-rules\n", complete("locklint", "-ru"))
	require.Equal(t, "explain\n", complete("locklint", "expl"))
	require.Equal(t, "plaindel/plain-delete\n", complete("locklint", "explain", "plaindel/pl"))
	require.Equal(t, "zsh\n", complete("locklint", "completion", "z"))
}

// TestCompletionScripts has the other shells parse theirs, where they are.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"zsh", "fish"} {
		exit, script, _ := locklint(t, "completion", shell)
		require.Equal(t, standalone.Clean, exit)
		for _, word := range []string{"explain", "catalogue", "sarif", "plaindel/plain-delete"} {
			require.Contains(t, script, word, shell)
		}
		path, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		name := filepath.Join(t.TempDir(), "script")
		require.NoError(t, os.WriteFile(name, []byte(script), 0o666))
		out, err := exec.Command(path, "-n", name).CombinedOutput()
		require.NoError(t, err, string(out))
	}
}

// TestAsEditorsCall runs the command as VS Code's extension for Go does, and others
// like it: in the directory of a package, without an argument, with ./... or
// the absolute name of a file. It reads standard output alone, and only if
// standard error is empty where the exit status is not 0.
func TestAsEditorsCall(t *testing.T) {
	p := &place{t: t, dir: t.TempDir()}
	p.shop(".")
	p.dir = filepath.Join(p.dir, "sell")
	for _, args := range [][]string{nil, {"./..."}, {filepath.Join(p.dir, "seats.go")}} {
		cmd := p.command(args...)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		require.Error(t, cmd.Run())
		require.Equal(t, standalone.Found, cmd.ProcessState.ExitCode())
		require.Empty(t, errs.String())
		require.Equal(t, []string{"seats.go:29:24: ", "seats.go:65:17: "}, lines(out.String()), args)
	}
}

// TestTerminal runs the command on a terminal: it shows the source line with a
// caret, and colours unless somebody does not want any.
func TestTerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("there is no program that makes a terminal")
	}
	p := &place{t: t, dir: t.TempDir()}
	p.shop(".")
	const line = "\t\tok, err := s.rdb.SetNX(ctx, \"seat:\"+seat, customer, 0).Result()\r\n\t\t                      ^\r\n"
	for _, tt := range []struct {
		env, want string
		colours   bool
	}{
		{"TERM=xterm", "\x1b[32m^\x1b[0m", true},
		{"NO_COLOR=1", line, false},
		{"TERM=dumb", "[setnxexpire/separate-expire]\r\n\tsell/seats.go:", false},
	} {
		self, err := os.Executable()
		require.NoError(t, err)
		cmd := p.command()
		cmd.Path, cmd.Args = script, []string{"script", "-qec", "'" + self + "' ./...", "/dev/null"}
		cmd.Env = append(cmd.Env, "NO_COLOR=", "TERM=xterm", tt.env)
		out, _ := cmd.CombinedOutput()
		require.Equal(t, standalone.Found, cmd.ProcessState.ExitCode(), string(out))
		require.Contains(t, string(out), tt.want)
		require.Equal(t, tt.colours, strings.Contains(string(out), "\x1b["), tt.env)
	}
}
