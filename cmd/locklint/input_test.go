package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/standalone"
)

// A place is a directory in which people may call the command. Each test gets
// a tree of its own.
type place struct {
	t    *testing.T
	dir  string // the working directory
	envs []string
	// shows is what the names of files in the shop begin with.
	shows string
}

// shop copies a package of the examples, with two findings, to a directory
// below the place.
func (p *place) shop(name string) {
	for _, file := range []string{"go.mod", "go.sum", "sell/seats.go"} {
		text, err := os.ReadFile(filepath.Join("../../examples", file))
		require.NoError(p.t, err)
		p.write(filepath.Join(name, file), string(text))
	}
}

func (p *place) write(name, text string) {
	name = filepath.Join(p.dir, name)
	require.NoError(p.t, os.MkdirAll(filepath.Dir(name), 0o777))
	require.NoError(p.t, os.WriteFile(name, []byte(text), 0o666))
}

// edit changes the text of files.
func (p *place) edit(pattern string, change func(string) string) {
	files, err := filepath.Glob(filepath.Join(p.dir, pattern))
	require.NoError(p.t, err)
	require.NotEmpty(p.t, files, pattern)
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(p.t, err)
		require.NoError(p.t, os.WriteFile(f, []byte(change(string(text))), 0o666))
	}
}

func (p *place) call(name string, args ...string) {
	cmd := exec.Command(name, args...)
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	require.NoError(p.t, err, string(out))
}

func (p *place) needsC() {
	if _, err := exec.LookPath("gcc"); err != nil {
		p.t.Skip("there is no C compiler")
	}
	p.envs = []string{"CGO_ENABLED=1"}
}

// full mounts a file system that is full at a directory of the place.
func (p *place) full(name string) {
	dir := filepath.Join(p.dir, name)
	require.NoError(p.t, os.MkdirAll(dir, 0o777))
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4k", "none", dir).CombinedOutput(); err != nil {
		p.t.Skipf("no permission to mount a small file system: %s", out)
	}
	p.t.Cleanup(func() { _ = exec.Command("umount", dir).Run() })
	p.write(name+"/rest", strings.Repeat("x", 4096))
}

// command is the command as a process of its own.
func (p *place) command(args ...string) *exec.Cmd {
	self, err := os.Executable()
	require.NoError(p.t, err)
	cmd := exec.Command(self, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), asLocklint+"=1", "GOFLAGS=", "GOWORK=", "PWD="+p.dir)
	cmd.Env = append(cmd.Env, p.envs...)
	return cmd
}

// findings are the places of the examples' findings, as the shop's directory
// is seen.
var findings = []string{"sell/seats.go:29:24: ", "sell/seats.go:65:17: "}

// TestInput calls the command where the code, the machine or the arguments are
// not as they should be. The result is right, or it is one error and exit
// status 2, and no file is left that was not there before.
func TestInput(t *testing.T) {
	tests := []struct {
		name string
		set  func(*place)
		args string
		exit int
		// errs is how standard error begins; both findings are
		// expected where it is empty.
		errs string
	}{
		{name: "nothing odd", set: func(p *place) { p.shop(".") }, exit: standalone.Found},

		// Flags.
		{name: "-C nowhere", args: "-C nowhere", exit: standalone.Failed, errs: "stat "},
		{name: "-C file", set: func(p *place) { p.write("file", "") }, args: "-C file", exit: standalone.Failed, errs: "/"},
		{name: "-C without", args: "-C", exit: standalone.Failed, errs: "flag needs an argument: -C"},
		{name: "-confidence", args: "-confidence sure", exit: standalone.Failed, errs: `invalid value "sure" for flag -confidence: unknown confidence "sure": high, medium or low`},
		{name: "-tests", args: "-tests=x", exit: standalone.Failed, errs: `invalid boolean value "x" for -tests`},
		{name: "-generated", args: "-generated=x", exit: standalone.Failed, errs: `invalid boolean value "x" for -generated`},
		{name: "-stats", args: "-stats=x", exit: standalone.Failed, errs: `invalid boolean value "x" for -stats`},
		{name: "-exit-zero", args: "-exit-zero=x", exit: standalone.Failed, errs: `invalid boolean value "x" for -exit-zero`},
		{name: "-rules", args: "-rules x", exit: standalone.Failed, errs: `unknown rule "x"`},
		{name: "-f", args: "-f xml", exit: standalone.Failed, errs: `unknown format "xml"`},
		{name: "-tags", args: `-tags "a`, exit: standalone.Failed, errs: `-tags "\"a": tags are parted by commas`},
		{name: "-new-from outside git", set: func(p *place) { p.shop(".") }, args: "-new-from main", exit: standalone.Failed, errs: "-new-from main: git: not a git repository"},
		{name: "-new-from unknown", set: func(p *place) { p.shop("."); p.call("git", "init", "-q") }, args: "-new-from main", exit: standalone.Failed, errs: "-new-from main: git: "},
		{name: "-config nowhere", set: func(p *place) { p.shop(".") }, args: "-config x.yaml", exit: standalone.Failed, errs: "x.yaml: no such file or directory"},
		{name: "-config directory", set: func(p *place) { p.shop(".") }, args: "-config sell", exit: standalone.Failed, errs: "sell: not a file"},
		{name: "-baseline nowhere", args: "-baseline x.jsonl", exit: standalone.Failed, errs: "baseline: stat x.jsonl: no such file or directory"},
		{name: "-baseline directory", set: func(p *place) { p.shop(".") }, args: "-baseline sell", exit: standalone.Failed, errs: "baseline: sell is not a file"},

		// Files of locklint's.
		{name: "broken configuration", set: func(p *place) { p.shop("."); p.write(".locklint.yaml", "rules: {nolst: off}\n") }, exit: standalone.Failed, errs: ".locklint.yaml:1:9: "},
		{name: "configuration of no YAML", set: func(p *place) { p.shop("."); p.write(".locklint.yaml", "rules: [\n") }, exit: standalone.Failed, errs: ".locklint.yaml:"},
		{name: "baseline of another version", set: func(p *place) { p.write("b.jsonl", `{"version":99}`+"\n") }, args: "-baseline b.jsonl", exit: standalone.Failed, errs: "baseline: b.jsonl:1: version 99 is unknown"},
		{name: "baseline cut off", set: func(p *place) { p.write("b.jsonl", `{"version":1}`+"\n"+`{"rule":"nol`) }, args: "-baseline b.jsonl", exit: standalone.Failed, errs: "baseline: b.jsonl:2: "},
		{name: "baseline that cannot be read", set: func(p *place) {
			if os.Geteuid() == 0 {
				p.t.Skip("root reads every file")
			}
			p.write("b.jsonl", "")
			require.NoError(p.t, os.Chmod(filepath.Join(p.dir, "b.jsonl"), 0))
		}, args: "-baseline b.jsonl", exit: standalone.Failed, errs: "baseline: open b.jsonl: permission denied"},

		// Packages and modules.
		{name: "unknown package", set: func(p *place) { p.shop(".") }, args: "example.com/nosuch", exit: standalone.Failed, errs: "no required module provides package example.com/nosuch"},
		{name: "unknown standard package", set: func(p *place) { p.shop(".") }, args: "no/such", exit: standalone.Failed, errs: "package no/such is not in std"},
		{name: "no go.mod", set: func(p *place) { p.write("p.go", "package p\n") }, exit: standalone.Failed, errs: "pattern ./...: directory prefix . does not contain main module"},
		{name: "file without go.mod", set: func(p *place) { p.write("p.go", "package p\n") }, args: "p.go", exit: standalone.Failed, errs: "go.mod file not found"},
		{name: "two modules", set: func(p *place) { p.shop("a"); p.shop("b") }, exit: standalone.Failed, errs: "pattern ./...: directory prefix . does not contain main module"},
		{name: "files of two modules", set: func(p *place) { p.shop("a"); p.shop("b"); p.shows = "?/" }, args: "a/sell/seats.go b/sell/seats.go", exit: standalone.Found},
		{name: "workspace", set: func(p *place) {
			p.shop("a")
			p.write("b/go.mod", "module example.test/b\n\ngo 1.26.0\n")
			p.write("b/b.go", "package b\n")
			p.call("go", "work", "init", "./a", "./b")
			p.shows = "a/"
		}, args: "./a/... ./b/...", exit: standalone.Found},
		{name: "vendor directory", set: func(p *place) { p.shop("."); p.call("go", "mod", "vendor") }, exit: standalone.Found},
		{name: "GOFLAGS=-mod=vendor", set: func(p *place) {
			p.shop(".")
			p.call("go", "mod", "vendor")
			p.envs = []string{"GOFLAGS=-mod=vendor"}
		}, exit: standalone.Found},
		{name: "incomplete vendor directory", set: func(p *place) {
			p.shop(".")
			p.call("go", "mod", "vendor")
			require.NoError(p.t, os.RemoveAll(filepath.Join(p.dir, "vendor/github.com/redis")))
		}, exit: standalone.Failed, errs: "sell/seats.go:"},
		{name: "no vendor directory", set: func(p *place) { p.shop("."); p.envs = []string{"GOFLAGS=-mod=vendor"} }, exit: standalone.Failed, errs: "inconsistent vendoring in "},
		{name: "wrong GOFLAGS", set: func(p *place) { p.shop("."); p.envs = []string{"GOFLAGS=-nosuch"} }, exit: standalone.Failed, errs: "parsing $GOFLAGS: unknown flag -nosuch"},
		{name: "no go command", set: func(p *place) { p.shop("."); p.envs = []string{"PATH=/nowhere"} }, exit: standalone.Failed, errs: `go list: exec: "go": executable file not found in $PATH`},
		{name: "vet without a go command", set: func(p *place) { p.shop("."); p.envs = []string{"PATH=/nowhere"} }, args: "vet", exit: standalone.Failed, errs: `exec: "go": executable file not found in $PATH`},

		// Names and texts.
		{name: "blanks and non-ASCII names", set: func(p *place) { p.shop("schöner laden/ラ"); p.shows = "schöner laden/ラ/" }, args: "-C|schöner laden/ラ", exit: standalone.Found},
		{name: "symbolic link", set: func(p *place) {
			p.shop("real")
			require.NoError(p.t, os.Symlink("real", filepath.Join(p.dir, "link")))
			p.shows = "link/"
		}, args: "-C link", exit: standalone.Found},
		{name: "CRLF", set: func(p *place) {
			p.shop(".")
			p.edit("*/*.go", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })
		}, exit: standalone.Found},
		{name: "//line", set: func(p *place) {
			p.shop(".")
			p.edit("sell/seats.go", func(s string) string { return "//line grammar.y:101:1\n" + s })
			p.edit("sell/seats.go", func(s string) string {
				return strings.Replace(s, "// PrintTicket", "//line /nowhere/seats.go:1:1\n// PrintTicket", 1)
			})
			p.shows = "//line"
		}, exit: standalone.Found},
		{name: "wrong //line", set: func(p *place) {
			p.shop(".")
			p.edit("sell/seats.go", func(s string) string { return "//line grammar.y:0\n" + s })
		}, exit: standalone.Failed, errs: "sell/seats.go:1:"},
		{name: "cgo", set: func(p *place) {
			p.shop(".")
			p.needsC()
			p.edit("sell/seats.go", func(s string) string {
				return strings.Replace(s, "package sell\n", "package sell\n/* int one(void) { return 1; } */\nimport \"C\"\n", 1) + "var One = C.one()\n"
			})
			p.shows = "cgo"
		}, exit: standalone.Found},

		{name: "cgo that fails", set: func(p *place) {
			p.shop(".")
			p.needsC()
			p.edit("sell/seats.go", func(s string) string {
				return strings.Replace(s, "package sell\n", "package sell\nimport \"C\"\n", 1) + "var One = C.one()\n"
			})
		}, exit: standalone.Failed, errs: "github.com/locklint/locklint/examples/sell: cgo failed: # github.com"},

		// The machine.
		{name: "full cache", set: func(p *place) { p.shop("."); p.full("cache"); p.envs = []string{"LOCKLINT_CACHE=" + p.dir + "/cache"} }, exit: standalone.Found},
		{name: "cache in no directory", set: func(p *place) { p.shop("."); p.envs = []string{"LOCKLINT_CACHE=/dev/null/x"} }, exit: standalone.Found},
		{name: "no build cache", set: func(p *place) { p.shop("."); p.envs = []string{"GOCACHE=/dev/null/x"} }, exit: standalone.Failed, errs: "failed to initialize build cache at /dev/null/x"},
		{name: "baseline on a full disk", set: func(p *place) { p.shop("."); p.full("full") }, args: "baseline write -o full/b.jsonl", exit: standalone.Failed, errs: "baseline: "},
		{name: "configuration on a full disk", set: func(p *place) { p.full("full"); p.write("full/go.mod", "") }, args: "-C full config init", exit: standalone.Failed, errs: "config: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			require.NoError(t, err)
			p := &place{t: t, dir: dir}
			if test.set != nil {
				test.set(p)
			}
			before := p.files()
			args := strings.Fields(test.args)
			if strings.Contains(test.args, "|") {
				args = strings.Split(test.args, "|")
			}
			cmd := p.command(args...)
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			_ = cmd.Run()
			require.Equal(t, test.exit, cmd.ProcessState.ExitCode(), "%s%s", &out, &errs)
			require.NotContains(t, errs.String(), "goroutine ")
			require.Equal(t, before, p.files(), "files were made or left")
			if test.errs != "" {
				require.True(t, strings.HasPrefix(errs.String(), "locklint: "+test.errs), errs.String())
				require.Equal(t, 1, strings.Count(errs.String(), "locklint: "), errs.String())
				return
			}
			require.Equal(t, p.seen(), lines(out.String()), errs.String())
		})
	}
}

// files are those below the place, except those of vendored modules.
func (p *place) files() []string {
	var names []string
	require.NoError(p.t, filepath.WalkDir(p.dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "vendor" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	}))
	return names
}

// seen is where the findings must stand.
func (p *place) seen() []string {
	var list []string
	switch p.shows {
	case "//line": // a column is known only where the directive gives one
		return []string{"/nowhere/seats.go:13:17: ", "sell/grammar.y:129:24: "}
	case "?/": // both of each
		return []string{"a/" + findings[0], "a/" + findings[1], "b/" + findings[0], "b/" + findings[1]}
	case "cgo": // two lines were added
		return []string{"sell/seats.go:31:24: ", "sell/seats.go:67:17: "}
	}
	for _, f := range findings {
		list = append(list, p.shows+f)
	}
	return list
}

// lines are the beginnings of the lines that name a finding.
func lines(out string) []string {
	var list []string
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "\t") {
			where, _, _ := strings.Cut(line, ": ")
			list = append(list, where+": ")
		}
	}
	return list
}

// TestNoReader closes the pipe that the command writes to: it ends as other
// programs do, by SIGPIPE or with an error.
func TestNoReader(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such pipes")
	}
	p := &place{t: t, dir: t.TempDir()}
	r, w, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, r.Close())
	cmd := p.command("catalogue")
	var errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = w, &errs
	require.Error(t, cmd.Run())
	require.NoError(t, w.Close())
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		require.Equal(t, syscall.SIGPIPE, status.Signal())
	} else {
		require.Equal(t, standalone.Failed, status.ExitStatus())
	}
	require.LessOrEqual(t, strings.Count(errs.String(), "\n"), 1, errs.String())
}

// TestFullOutput writes to a device that is full: nobody may take half a report
// for a whole one.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	p := &place{t: t, dir: t.TempDir()}
	p.shop(".")
	for _, args := range [][]string{
		{},
		{"-f", "json"},
		{"-f", "sarif"},
		{"-h"},
		{"help"},
		{"version"},
		{"explain", "nolost"},
		{"catalogue"},
		{"catalogue", "-json"},
		{"config", "schema"},
		{"completion", "bash"},
	} {
		cmd := p.command(args...)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &errs
		require.Error(t, cmd.Run())
		require.Equal(t, standalone.Failed, cmd.ProcessState.ExitCode(), "%q: %s", args, &errs)
		require.True(t, strings.HasPrefix(errs.String(), "locklint: "), errs.String())
		require.Equal(t, 1, strings.Count(errs.String(), "\n"), errs.String())
	}
}

// TestInterrupt interrupts the command while the go command takes its time,
// with a child of its own that does not hear of it.
func TestInterrupt(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	for _, args := range [][]string{{}, {"vet"}, {"baseline", "write"}} {
		p := &place{t: t, dir: t.TempDir()}
		p.shop(".")
		p.write("bin/go", "#!/bin/sh\n: >"+p.dir+"/started\n"+sleep+" 20 & wait\n")
		require.NoError(t, os.Chmod(filepath.Join(p.dir, "bin/go"), 0o777))
		p.envs = []string{"PATH=" + filepath.Join(p.dir, "bin")}
		cmd := p.command(args...)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		cmd.WaitDelay = time.Second // the child of the go command holds them
		require.NoError(t, cmd.Start())
		require.Eventually(t, func() bool {
			_, err := os.Stat(filepath.Join(p.dir, "started"))
			return err == nil
		}, 10*time.Second, 10*time.Millisecond)
		require.NoError(t, os.Remove(filepath.Join(p.dir, "started")))
		before, begin := p.files(), time.Now()
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		_ = cmd.Wait()
		require.Less(t, time.Since(begin), 15*time.Second)
		require.Equal(t, standalone.Failed, cmd.ProcessState.ExitCode(), errs.String())
		require.Equal(t, "locklint: interrupted\n", errs.String())
		require.Empty(t, out.String())
		_ = os.Remove(filepath.Join(p.dir, "started")) // by another call
		require.Equal(t, before, p.files())
	}
}
