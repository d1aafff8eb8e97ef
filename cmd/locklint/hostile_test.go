package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/standalone"
)

// bound is the time that any of these programs may take.
const bound = 2 * time.Minute

// clauses begin a file of a package in the cone.
const clauses = `

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var _ = time.Minute

`

// used are clauses whose imports are used.
const used = clauses + "var _, _ = context.Background, redis.Nil\n\n"

// mistake is a function with a plain delete.
const mistake = `func Wrong(ctx context.Context, rdb *redis.Client) {
	if ok, err := rdb.SetNX(ctx, "lock:h", "x", time.Minute).Result(); err == nil && ok {
		rdb.Del(ctx, "lock:h") // want plaindel
	}
}
`

// valid are packages that the compiler takes, with a mistake in each: by name,
// the file after the package clause. TestHostileCode wants the findings where
// the comments say.
var valid = map[string]string{
	"manyfunctions": clauses + repeat(10_000, "func F%d(n int) int { return n + %d }\n") + mistake,
	"longliteral":   clauses + "const text = `" + strings.Repeat("redis.call('del', KEYS[1]) -- ", 300_000) + "`\n\nfunc F(ctx context.Context, rdb *redis.Client) { rdb.Eval(ctx, text, nil) }\n\n" + mistake,
	"longlist":      clauses + "var list = []string{\n" + repeat(100_000, "\t\"key%d\",\n") + "}\n\n" + mistake,
	"longmap":       clauses + "var table = map[string]int{\n" + repeat(20_000, "\t\"key%d\": %d,\n") + "}\n\n" + mistake,
	"longline":      clauses + "func F(n int) int {" + strings.Repeat(" n++;", 20_000) + " return n }\n\n" + mistake,
	"longcomment":   clauses + "/*" + strings.Repeat("//locklint:ignore plaindel r\n", 100_000) + "*/\n\n" + mistake,
	"longname":      clauses + "func " + strings.Repeat("F", 1<<20) + "() {}\n\n" + mistake,
	"longsum":       clauses + "func F(n int) int { return n" + strings.Repeat(" + n", 20_000) + " }\n\n" + mistake,
	"longtext":      clauses + "func F(s string) string { return s" + strings.Repeat(` + "lock:"`, 3_000) + " }\n\n" + mistake,
	"longcalls":     clauses + "type b struct{}\n\nfunc (x b) F() b { return x }\n\nfunc F(x b) b { return x" + strings.Repeat(".F()", 3_000) + " }\n\n" + mistake,
	"longswitch":    clauses + "func F(n int) int {\n\tswitch n {\n" + repeat(5_000, "\tcase %d:\n\t\tn += %d\n") + "\t}\n\treturn n\n}\n\n" + mistake,
	"manylocks":     clauses + repeat(300, "func F%d(ctx context.Context, rdb *redis.Client) { rdb.SetNX(ctx, \"lock:%d\", 1, time.Minute) }\n") + mistake,
	"manydirective": clauses + repeat(5_000, "//nolint:locklint // r%d\nvar V%d int\n\n") + mistake,
	"parentheses":   clauses + "func F(n int) int { return " + strings.Repeat("(", 10_000) + "n" + strings.Repeat(")", 10_000) + " }\n\n" + mistake,
	"blocks":        clauses + "func F(n int) {" + strings.Repeat("{", 2_000) + "n++" + strings.Repeat("}", 2_000) + "}\n\n" + mistake,
	"ifs":           clauses + "func F(n int) {" + strings.Repeat("if n > 0 {\n", 500) + "n++" + strings.Repeat("}", 500) + "}\n\n" + mistake,
	"loops":         clauses + "func F(n int) {" + strings.Repeat("for range n {\n", 300) + "n++" + strings.Repeat("}", 300) + "}\n\n" + mistake,
	"functions":     clauses + "func F(n int) {" + strings.Repeat("func() {", 300) + "n++" + strings.Repeat("}()", 300) + "}\n\n" + mistake,
	"deeptype":      clauses + "type T " + strings.Repeat("[]map[string]*", 1_000) + "int\n\nvar V T\n\n" + mistake,
	"deepliteral":   clauses + "type T struct{ A, B *T }\n\nvar V = " + strings.Repeat("&T{A: ", 2_000) + "nil" + strings.Repeat("}", 2_000) + "\n\n" + mistake,
	"pointers":      clauses + "type P *P\n\nvar V P\n\nfunc F(p P) P { return *p }\n\n" + mistake,
	"recursive":     clauses + "type T struct{ S []T; M map[string]T; F func(T) T; C chan T; I interface{ N(T) T } }\n\nfunc (T) Own(t T) T { return t }\n\nvar V T\n\n" + mistake,
	"mutual":        clauses + "type A struct{ B *B }\n\ntype B struct{ C []C }\n\ntype C interface{ F(A) D }\n\ntype D func(D) A\n\nvar V A\n\n" + mistake,
	"exponential":   clauses + "type T0 struct{}\n" + repeat(40, "type T%[2]d struct{ A, B *T%[1]d }\n") + "\nvar V T40\n\n" + mistake,
	"arrays":        clauses + "type T0 [1]int\n" + repeat(20, "type T%[2]d [2]T%[1]d\n") + "\nvar V *T20\n\n" + mistake,
	"instances":     clauses + "func F[T any](n int) { if n > 0 { G[T](n - 1) } }\n\nfunc G[T any](n int) { F[T](n) }\n\nfunc H() {\n" + repeat(500, "\tF[[%d]int](1)\n") + "}\n\n" + mistake,
	"embedding":     clauses + "type T0 struct{ *redis.Client }\n" + repeat(100, "type T%[2]d struct{ *T%[1]d }\n") + "\nfunc F(ctx context.Context, t T100) { t.Get(ctx, \"a\") }\n\n" + mistake,
	"interfaces":    clauses + "type I0 interface{ M0(I0) I0 }\n" + repeat(100, "type I%[2]d interface{ I%[1]d; M%[2]d(I%[2]d) I%[1]d }\n") + "\nvar V I100\n\n" + mistake,
	"ackermann":     clauses + "func A(m, n int) int {\n\tif m == 0 {\n\t\treturn n + 1\n\t}\n\tif n == 0 {\n\t\treturn A(m-1, 1)\n\t}\n\treturn A(m-1, A(m, n-1))\n}\n\nvar V = A(9, 9)\n\n" + mistake,
	"constants":     clauses + "const C0 = 1 << 60\n" + repeat(3, "const C%[2]d = C%[1]d * C%[1]d\n") + "\nvar V = C3 >> 470\n\n" + mistake,
	"jumps":         clauses + "func F(n int) {\n" + repeat(500, "l%d:\n\tn++\n\tif n > 7 {\n\t\tgoto l%d\n\t}\n") + "}\n\n" + mistake,
	"unreachable":   clauses + "func F() {\n\tfor {\n\t}\n}\n\nfunc G() int {\n\tpanic(1)\n\tpanic(2)\n}\n\nfunc H() { select {} }\n\n" + mistake,
	"names":         clauses + "type ключ string\n\nfunc (ж ключ) 鍵(ctx context.Context, rdb *redis.Client) {\n\tif да, ошибка := rdb.SetNX(ctx, \"замок:\"+string(ж), \"x\", time.Minute).Result(); ошибка == nil && да {\n\t\trdb.Del(ctx, \"замок:\"+string(ж)) // want plaindel\n\t}\n}\n\n" + mistake,
	"shadowed":      clauses + "type string int\n\ntype error = bool\n\nconst true = false\n\nfunc nil(any) any { return 1 }\n\nfunc len(x ...any) { panic := 1; _ = panic }\n\n" + strings.Replace(mistake, "err == nil && ok", "err != err || ok", 1),
	"marks":         "\n\n// \u202e \u2028 //locklint:ignore plaindel\u00a0r\n" + clauses + mistake,
	"inits":         clauses + repeat(200, "func init() { _ = %d }\n") + "\nvar _, _, _ = 1, 2, 3\n\nfunc _() {}\n\n" + mistake,
}

// repeat writes a text for each number from 0, with the number and the next one.
func repeat(n int, format string) string {
	var b strings.Builder
	both := strings.Contains(format, "[2]")
	for i := range n {
		switch {
		case both:
			fmt.Fprintf(&b, format, i, i+1)
		case strings.Count(format, "%d") == 2:
			fmt.Fprintf(&b, format, i, i)
		default:
			fmt.Fprintf(&b, format, i)
		}
	}
	return b.String()
}

// invalid are packages in the cone that the compiler rejects: what is told of
// each, after its directory.
var invalid = []struct{ name, text, errs string }{
	{"brace", used + "func F( {}\n", "/x.go:14:9: expected ')', found '{'"},
	{"endless", used + "func F() {\n\t`\n", "/x.go:15:2: raw string literal not terminated"},
	{"nothing", "", ""}, // a package clause alone is fine
	{"zeros", used + "\x00" + mistake, "/x.go:14:1: illegal character NUL"},
	{"bytes", used + "var s = \"\xff\xfe\"\n", "/x.go:14:10: illegal UTF-8 encoding"},
	{"nesting", used + "func F(n int) int { return " + strings.Repeat("(", 200_000) + "n }\n", "/x.go:14:"},
	{"types", used + "func F() int { return \"\" }\n", "/x.go:14:23: cannot use \"\" (untyped string constant) as int value in return statement"},
	{"unknown", used + "func F() { undefined() }\n", "/x.go:14:12: undefined: undefined"},
	{"infinite", used + "type T struct{ t T }\n", "/x.go:14:6: invalid recursive type: T refers to itself"},
	{"instantiation", used + "func F[T any]() { F[*T]() }\n", "/x.go:14:"},
	{"growing", used + "// T grows with each field.\ntype T[P any] struct{ next *T[*T[P]]; rdb *redis.Client }\n\nvar V T[int]\n\nfunc (t *T[P]) F() *T[*T[P]] { return t.next }\n\n", "/x.go:15:8: instantiation cycle: P instantiated as *T[P]"},
	{"doubling", used + "type T[P any] struct{ a, b *T[struct{ X, Y P }] }\n\nfunc (t T[P]) F(ctx context.Context, rdb *redis.Client) { rdb.Get(ctx, \"a\") }\n\nvar V T[int]\n\n", "/x.go:14:8: instantiation cycle: P instantiated as struct{X P; Y P}"},
	{"initcycle", used + "var a = b\n\nvar b = a\n", "/x.go:14:5: initialization cycle"},
	{"constraint", used + "type T[P interface{ ~int }] struct{}\n\nvar V T[string]\n", "/x.go:16:9: string does not satisfy interface{~int}"},
	{"overflow", used + "const C = 1 << 600\n", "/x.go:14:13: constant shift overflow"},
	{"shift", used + "const C = 1 << 1000000000\n", "/x.go:14:"},
	{"array", used + "var a [1 << 62][1 << 62]int\n\nfunc F() { undefined(len(a)) }\n", "/x.go:"},
	{"missing", "\n\nimport _ \"example.test/none\"\n", "/x.go:3:8: no required module provides package example.test/none"},
	{"relative", "\n\nimport _ \"../../../etc\"\n", "/x.go:3:8: "},
	{"absolute", "\n\nimport _ \"/etc\"\n", "/x.go:3:8: "},
	{"internal", "\n\nimport _ \"cmd/go/internal/load\"\n", "/x.go:3:8: use of internal package cmd/go/internal/load not allowed"},
	{"nulcomment", "\n\n// \x00\n" + used[2:], "/x.go:3:4: unexpected NUL in input"},
	{"badpath", "\n\nimport _ \"a b\x01\"\n", "/x.go:3:8: "},
}

// hostileModule is the shop with a package for each of the texts.
func hostileModule(t *testing.T) *place {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	p := &place{t: t, dir: dir}
	p.shop(".")
	return p
}

// A hostileRun is what the command said.
type hostileRun struct {
	exit  int
	found map[string]bool // "file:line: rule"
	errs  []string
}

// hostileRun runs the command, which must end in time, without a panic.
func (p *place) hostileRun(args ...string) *hostileRun {
	t := p.t
	ctx, stop := context.WithTimeout(t.Context(), bound)
	defer stop()
	self, err := os.Executable()
	require.NoError(t, err)
	args = slices.Concat(p.before, []string{self, "-f", "json"}, args)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env = p.dir, p.command().Env
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run()
	require.NoError(t, ctx.Err(), "it takes too long")
	require.NotContains(t, errs.String(), "goroutine ")
	require.NotRegexp(t, `analyzer \S+ failed`, errs.String(), "it panicked")
	r := &hostileRun{exit: cmd.ProcessState.ExitCode(), found: map[string]bool{}}
	for line := range strings.Lines(errs.String()) {
		r.errs = append(r.errs, strings.TrimPrefix(strings.TrimSpace(line), "locklint: "))
	}
	var report struct {
		Findings []struct {
			File, Rule string
			Line       int
		}
	}
	if out.Len() > 0 {
		require.NoError(t, json.Unmarshal(out.Bytes(), &report), out.String())
	}
	for _, f := range report.Findings {
		r.found[fmt.Sprintf("%s:%d: %s", filepath.ToSlash(f.File), f.Line, f.Rule)] = true
	}
	return r
}

// shopFound are the findings of the shop, which other packages must not hide.
func (r *hostileRun) shopFound() bool {
	return r.found["sell/seats.go:29: setnxexpire"] && r.found["sell/seats.go:65: plaindel"]
}

// below are the findings in a directory.
func (r *hostileRun) below(dir string) []string {
	var list []string
	for f := range r.found {
		if strings.HasPrefix(f, dir+"/") {
			list = append(list, f)
		}
	}
	slices.Sort(list)
	return list
}

// wanted are the lines of a text that ask for a finding.
func wanted(file, text string) []string {
	var list []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		if _, rule, ok := strings.Cut(line, "// want "); ok {
			list = append(list, fmt.Sprintf("%s:%d: %s", file, n, strings.TrimSpace(rule)))
		}
	}
	slices.Sort(list)
	return list
}

// TestHostileCode analyses, in one run, packages that are hard to read and
// those that the compiler rejects. Each has what it should have, a finding or
// an error with its place, and none takes anything from another one.
func TestHostileCode(t *testing.T) {
	p := hostileModule(t)
	texts := map[string]string{}
	for name, text := range valid {
		texts[name] = "package " + name + text
	}
	for _, i := range invalid {
		texts[i.name] = "package " + i.name + i.text
	}
	var features []string
	for _, name := range []string{"features/features.go", "features/older.go"} {
		text, err := os.ReadFile("testdata/hostile/" + name)
		require.NoError(t, err)
		p.write(name, string(text))
		features = append(features, wanted(name, string(text))...)
	}
	for name, text := range texts {
		p.write(name+"/x.go", text)
	}
	begin := time.Now()
	r := p.hostileRun("./...")
	t.Log(time.Since(begin))
	require.Equal(t, standalone.Failed, r.exit)
	require.True(t, r.shopFound(), r.errs)
	for _, i := range invalid {
		t.Run(i.name, func(t *testing.T) {
			var told []string
			for _, e := range r.errs {
				if strings.HasPrefix(e, i.name+"/") {
					told = append(told, e)
				}
			}
			if i.errs == "" {
				require.Empty(t, told)
				return
			}
			require.NotEmpty(t, told, r.errs)
			require.True(t, strings.HasPrefix(told[0], i.name+i.errs), told)
			require.LessOrEqual(t, len(told), 3)
		})
	}
	for name := range valid {
		t.Run(name, func(t *testing.T) {
			require.False(t, slices.ContainsFunc(r.errs, func(e string) bool { return strings.HasPrefix(e, name+"/") }), "an error")
			require.Equal(t, wanted(name+"/x.go", texts[name]), r.below(name))
		})
	}
	t.Run("features", func(t *testing.T) {
		slices.Sort(features)
		require.Equal(t, features, r.below("features"))
	})
}

// hostileFiles are modules in which files are not what they should be.
var hostileFiles = []struct {
	name string
	set  func(*place)
	errs []string // how the lines begin
	lost bool     // the findings of the shop, too: the go command stops
}{
	{name: "file that is a directory", set: func(p *place) { p.mkdir("bad/b.go") }},
	{name: "named pipe", set: func(p *place) { p.pipe("bad/b.go") }, errs: []string{"bad/b.go:1: this is a named pipe"}, lost: true},
	{name: "socket", set: func(p *place) {
		p.mkdir("bad")
		l, err := net.Listen("unix", filepath.Join(p.dir, "bad/b.go"))
		if err != nil {
			p.t.Skip(err)
		}
		p.t.Cleanup(func() { _ = l.Close() })
	}, errs: []string{"pattern ./...: "}},
	{name: "endless file", set: func(p *place) { p.link("/dev/zero", "bad/b.go") }, errs: []string{"pattern ./...: "}},
	{name: "link to itself", set: func(p *place) { p.link("b.go", "bad/b.go") }, errs: []string{"pattern ./...: stat "}},
	{name: "link to nothing", set: func(p *place) { p.link("nowhere.go", "bad/b.go") }, errs: []string{"pattern ./...: stat "}},
	{name: "link to a directory above", set: func(p *place) { p.link("..", "bad/up") }},
	{name: "link to a file outside", set: func(p *place) {
		outside := filepath.Join(p.t.TempDir(), "o.go")
		require.NoError(p.t, os.WriteFile(outside, []byte("package bad\n"), 0o666))
		p.link(outside, "bad/b.go")
	}},
	{name: "go.mod that is a directory", set: func(p *place) { p.mkdir("bad/go.mod"); p.write("bad/b.go", "package bad\n") }},
	{name: "broken go.mod below", set: func(p *place) { p.write("bad/go.mod", "\x00"); p.write("bad/b.go", "package bad\n") }},
	{name: "broken go.mod", set: func(p *place) { p.write("go.mod", "module\n") }, errs: []string{"errors parsing go.mod:", "go.mod:1: usage: module module/path"}, lost: true},
	{name: "go.mod of a later Go", set: func(p *place) {
		p.write("go.mod", "module m.test\n\ngo 1.999\n")
		p.envs = []string{"GOTOOLCHAIN=local"}
	}, errs: []string{"go.mod requires go >= 1.999"}, lost: true},
	{name: "import cycle", set: func(p *place) {
		p.write("a/a.go", "package a\n\nimport _ \"github.com/locklint/locklint/examples/b\"\n")
		p.write("b/b.go", "package b\n\nimport _ \"github.com/locklint/locklint/examples/a\"\n")
	}, errs: []string{"a/a.go:3:8: import cycle not allowed: github.com/locklint/locklint/examples/a imports github.com/locklint/locklint/examples/b imports github.com/locklint/locklint/examples/a"}},
	{name: "import of itself", set: func(p *place) {
		p.write("a/a.go", "package a\n\nimport _ \"github.com/locklint/locklint/examples/a\"\n")
	}, errs: []string{"a/a.go:3:8: import cycle not allowed"}},
	{name: "import cycle of tests", set: func(p *place) {
		p.write("a/a.go", "package a\n\nimport _ \"github.com/locklint/locklint/examples/b\"\n")
		p.write("b/b.go", "package b\n")
		p.write("b/b_test.go", "package b\n\nimport _ \"github.com/locklint/locklint/examples/a\"\n")
	}, errs: []string{"b/b_test.go:3:8: import cycle not allowed in test"}},
	{name: "import of a broken package", set: func(p *place) {
		p.write("a/a.go", "package a"+used+"func F() { undefined() }\n")
		p.write("b/b.go", "package b\n\nimport _ \"github.com/locklint/locklint/examples/a\"\n")
	}, errs: []string{"a/a.go:14:12: undefined: undefined"}},
	{name: "two packages in a directory", set: func(p *place) {
		p.write("bad/a.go", "package a\n")
		p.write("bad/b.go", "package b\n")
	}, errs: []string{"found packages a (a.go) and b (b.go) in "}},
	{name: "broken test", set: func(p *place) {
		p.write("bad/a.go", "package bad"+clauses+mistake)
		p.write("bad/a_test.go", "package bad\n\nfunc {\n")
	}, errs: []string{"bad/a_test.go:3:6: expected 'IDENT', found '{'"}},
	{name: "assembly", set: func(p *place) {
		p.write("asm/a.go", "package asm"+clauses+"func Add(a, b int) int\n\n"+mistake)
		p.write("asm/a_"+runtime.GOARCH+".s", "garbage that no assembler reads\n")
	}},
	{name: "file names", set: func(p *place) {
		p.write("bad/-rf.go", "package bad\n")
		p.write("bad/a b.go", "package bad\n")
		p.write("bad/é.go", "package bad\n")
		p.write("bad/$(touch x).go", "package bad\n")
		p.write("bad/a;touch x.go", "package bad\n")
	}, errs: []string{`github.com/locklint/locklint/examples/bad: invalid input file name "$(touch x).go"`}},
	{name: "file that cannot be read", set: func(p *place) {
		p.write("bad/a.go", "package bad"+clauses+mistake)
		p.write("bad/b.go", "package bad\n")
		p.unreadable("bad/b.go")
	}, errs: []string{"open "}},
	{name: "directory that cannot be read", set: func(p *place) {
		p.write("bad/b.go", "package bad\n")
		p.unreadable("bad")
	}, errs: []string{"pattern ./...: open "}, lost: true},
	{name: "go.mod that cannot be read", set: func(p *place) { p.unreadable("go.mod") }, errs: []string{"open "}, lost: true},
	{name: "embedded script that cannot be read", set: func(p *place) {
		p.write("bad/a.go", "package bad"+strings.Replace(clauses, "import (", "import (\n\t_ \"embed\"", 1)+"//go:embed a.lua\nvar Text string\n\n"+mistake)
		p.write("bad/a.lua", "return 1\n")
		p.unreadable("bad/a.lua")
	}},
	{name: "deep directory", set: func(p *place) { p.write(strings.Repeat("d/", 200)+"d.go", "package d\n") }},
}

func (p *place) mkdir(name string) {
	require.NoError(p.t, os.MkdirAll(filepath.Join(p.dir, name), 0o777))
}

func (p *place) link(to, name string) {
	p.mkdir(filepath.Dir(name))
	require.NoError(p.t, os.Symlink(to, filepath.Join(p.dir, name)))
}

// unreadable takes the right to read from all. The superuser heeds it only without
// its capabilities.
func (p *place) unreadable(name string) {
	if os.Geteuid() == 0 {
		p.before = []string{"setpriv", "--bounding-set=-dac_override,-dac_read_search"}
		if out, err := exec.Command(p.before[0], p.before[1], "true").CombinedOutput(); err != nil {
			p.t.Skipf("root reads every file: %v: %s", err, out)
		}
	}
	name = filepath.Join(p.dir, name)
	require.NoError(p.t, os.Chmod(name, 0))
	p.t.Cleanup(func() { _ = os.Chmod(name, 0o700) })
}

func (p *place) pipe(name string) {
	p.mkdir(filepath.Dir(name))
	if out, err := exec.Command("mkfifo", filepath.Join(p.dir, name)).CombinedOutput(); err != nil {
		p.t.Skipf("no named pipes: %s", out)
	}
}

// TestHostileFiles: files that are odd cost an error with their name at most,
// and no time.
func TestHostileFiles(t *testing.T) {
	for _, test := range hostileFiles {
		t.Run(test.name, func(t *testing.T) {
			p := hostileModule(t)
			test.set(p)
			r := p.hostileRun("./...")
			require.Equal(t, len(test.errs), len(r.errs), "%q", r.errs)
			for i, e := range test.errs {
				require.True(t, strings.HasPrefix(r.errs[i], e), r.errs[i])
			}
			if want := len(test.errs) > 0; want {
				require.Equal(t, standalone.Failed, r.exit)
			} else {
				require.Equal(t, standalone.Found, r.exit)
			}
			require.Equal(t, !test.lost, r.shopFound())
		})
	}
}
