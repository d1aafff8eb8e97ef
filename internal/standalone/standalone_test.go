package standalone

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/lockssa"
	"github.com/locklint/locklint/internal/reach"
)

// named reports each function that a package in the cone declares.
var named = &analysis.Analyzer{
	Name:     "named",
	Doc:      "report functions",
	Requires: []*analysis.Analyzer{lockssa.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, f := range pass.ResultOf[lockssa.Analyzer].(*lockssa.Result).Funcs {
			if f.Name() == "Boom" {
				panic("boom")
			}
			pass.Report(analysis.Diagnostic{
				Pos: f.Pos(), Message: "function " + f.Name(),
				Related: []analysis.RelatedInformation{{Pos: f.Pos(), Message: "declared here"}},
			})
		}
		return nil, nil
	},
}

// tree writes files, given as "name: text" pairs, and changes to their directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, text := range files {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	t.Chdir(dir)
	return dir
}

func run(t *testing.T, args ...string) (exit int, stdout, stderr string) {
	t.Helper()
	if os.Getenv(cache.Variable) == "" {
		t.Setenv(cache.Variable, "off")
	}
	var out, errs bytes.Buffer
	exit = Main(t.Context(), args, []*analysis.Analyzer{named}, &out, &errs)
	return exit, out.String(), errs.String()
}

const (
	goMod = "module example.test/m\n\ngo 1.26.0\n"
	// cone puts a package into the cone without a client library.
	cone = "//locklint:acquire\n"
)

func TestText(t *testing.T) {
	tree(t, map[string]string{
		"go.mod":        goMod,
		"b/b.go":        "package b\n\n" + cone + "func B() {}\n\nfunc C() {}\n",
		"a/a.go":        "package a\n\n" + cone + "func A() {}\n",
		"plain/p.go":    "package plain\n\nfunc P() {}\n",
		"a/a_test.go":   "package a\n\nfunc helper() {}\n",
		"a/ext_test.go": "package a_test\n\nimport \"example.test/m/a\"\n\nfunc use() { a.A() }\n",
	})
	exit, out, errs := run(t)
	require.Equal(t, Found, exit)
	require.Empty(t, errs)
	require.Equal(t, `a/a.go:4:6: function A
	a/a.go:4:6: declared here
a/a_test.go:3:6: function helper
	a/a_test.go:3:6: declared here
a/ext_test.go:5:6: function use
	a/ext_test.go:5:6: declared here
b/b.go:4:6: function B
	b/b.go:4:6: declared here
b/b.go:6:6: function C
	b/b.go:6:6: declared here
`, out)
}

func TestClean(t *testing.T) {
	tree(t, map[string]string{"go.mod": goMod, "p.go": "package p\n\nfunc P() {}\n"})
	exit, out, errs := run(t, "-stats")
	require.Equal(t, Clean, exit)
	require.Empty(t, out)
	require.Contains(t, errs, "from source 0, from export data 0, known from before 0, with SSA 0")
}

func TestDirectory(t *testing.T) {
	tree(t, map[string]string{"sub/go.mod": goMod, "sub/p.go": "package p\n\n" + cone + "func P() {}\n"})
	exit, out, _ := run(t, "-C", "sub")
	require.Equal(t, Found, exit)
	require.Contains(t, out, "sub/p.go:4:6: function P\n")
}

func TestJSON(t *testing.T) {
	tree(t, map[string]string{"go.mod": goMod, "p.go": "package p\n\n" + cone + "func P() {}\n"})
	exit, out, _ := run(t, "-f", "json")
	require.Equal(t, Found, exit)
	require.Contains(t, out, `"file": "p.go",`)
	require.Contains(t, out, `"line": 4,`)
}

func TestBadInput(t *testing.T) {
	good := "package good\n\n" + cone + "func Good() {}\n"
	tests := []struct {
		name  string
		files map[string]string
		args  []string
		exit  int
		out   string // what the findings must hold
		errs  string // the whole of standard error, or with "…" its start
	}{
		{
			name: "unknown flag", args: []string{"-nope"}, exit: Failed,
			errs: "locklint: flag provided but not defined: -nope (locklint -h lists the flags)\n",
		},
		{
			name: "unknown rule", args: []string{"-rules", "named,nope"}, exit: Failed,
			errs: "locklint: unknown rule \"nope\": the rules are named\n",
		},
		{
			name: "unknown format", args: []string{"-f", "xml"}, exit: Failed,
			errs: "locklint: unknown format \"xml\": the formats are text, json, sarif, github, checkstyle, codeclimate\n",
		},
		{
			name: "no directory", args: []string{"-C", "nowhere"}, exit: Failed,
			errs: "locklint: stat …",
		},
		{
			name: "no go.mod", files: map[string]string{"p.go": good}, exit: Failed,
			errs: "locklint: pattern ./...: directory prefix . does not contain main module or its selected dependencies\n",
		},
		{
			name: "broken go.mod", files: map[string]string{"go.mod": "module\n"}, exit: Failed,
			errs: "locklint: errors parsing go.mod:…",
		},
		{
			name: "pattern matches nothing", files: map[string]string{"go.mod": goMod, "empty/x.txt": ""},
			args: []string{"./empty/..."}, exit: Failed,
			errs: "locklint: no packages match ./empty/...\n",
		},
		{
			name: "directory without Go", files: map[string]string{"go.mod": goMod, "empty/x.txt": ""},
			args: []string{"./empty"}, exit: Failed,
			errs: "locklint: no Go files in …",
		},
		{
			name: "no such directory", files: map[string]string{"go.mod": goMod, "good/g.go": good},
			args: []string{"./nowhere", "./good"}, exit: Failed, out: "function Good",
			errs: "locklint: no packages match: stat …",
		},
		{
			name: "type error in the cone",
			files: map[string]string{
				"go.mod": goMod, "good/g.go": good,
				"bad/b.go":  "package bad\n\n" + cone + "func Bad() { undefined() }\n",
				"user/u.go": "package user\n\nimport \"example.test/m/bad\"\n\n" + cone + "func Use() { bad.Bad() }\n",
			},
			exit: Failed, out: "function Good",
			errs: "locklint: bad/b.go:4:14: undefined: undefined\n",
		},
		{
			name: "syntax error in the cone",
			files: map[string]string{
				"go.mod": goMod, "good/g.go": good,
				"bad/b.go": "package bad\n\n" + cone + "func Bad() { if }\n",
			},
			exit: Failed, out: "function Good",
			errs: "locklint: bad/b.go:4:17: expected operand, found '}'\n…",
		},
		{
			name: "type error outside the cone",
			files: map[string]string{
				"go.mod": goMod, "good/g.go": good,
				"bad/b.go": "package bad\n\nfunc Bad() { undefined() }\n",
			},
			exit: Found, out: "function Good",
		},
		{
			name: "import of an unknown package",
			files: map[string]string{
				"go.mod": goMod, "good/g.go": good,
				"bad/b.go": "package bad\n\nimport _ \"example.test/m/nowhere\"\n",
			},
			exit: Failed, out: "function Good",
			errs: "locklint: bad/b.go:3:8: …",
		},
		{
			name: "no package clause",
			files: map[string]string{
				"go.mod": goMod, "good/g.go": good, "bad/b.go": "func Bad() {}\n",
			},
			exit: Failed, out: "function Good",
			errs: "locklint: bad/b.go:1:1: expected 'package', found 'func'\n",
		},
		{
			name: "import of what does not compile",
			files: map[string]string{
				"go.mod": goMod, "good/g.go": good,
				"bad/b.go":  "package bad\n\nfunc Bad() { undefined() }\n",
				"user/u.go": "package user\n\nimport \"example.test/m/bad\"\n\n" + cone + "func Use() { bad.Bad() }\n",
			},
			exit: Failed, out: "function Good",
			errs: "locklint: user/u.go:3:8: could not import example.test/m/bad (…",
		},
		{
			name: "only test files",
			files: map[string]string{
				"go.mod":    goMod,
				"p_test.go": "package p\n\n" + cone + "func Tested() {}\n",
			},
			exit: Found, out: "p_test.go:4:6: function Tested",
		},
		{
			name: "excluded by build constraints",
			files: map[string]string{
				"go.mod": goMod, "good/g.go": good,
				"x/x.go": "//go:build neverever\n\npackage x\n\n" + cone + "func X() {}\n",
			},
			exit: Found, out: "function Good",
		},
		{
			name: "generated file",
			files: map[string]string{
				"go.mod": goMod,
				"g.go":   "// Code generated by hand. DO NOT EDIT.\n\npackage g\n\n" + cone + "func G() {}\n",
			},
			exit: Found, out: "g.go:6:6: function G",
		},
		{
			name: "a rule panics",
			files: map[string]string{
				"go.mod": goMod, "good/g.go": good,
				"bad/b.go": "package bad\n\n" + cone + "func Boom() {}\n",
			},
			exit: Failed, out: "function Good",
			errs: "locklint: example.test/m/bad: analyzer named failed: boom\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree(t, test.files)
			exit, out, errs := run(t, test.args...)
			require.Equal(t, test.exit, exit, "%s%s", out, errs)
			require.Contains(t, out, test.out)
			if start, _, cut := strings.Cut(test.errs, "…"); cut {
				require.True(t, strings.HasPrefix(errs, start), errs)
			} else {
				require.Equal(t, test.errs, errs)
			}
			require.NotContains(t, errs, "goroutine ")
		})
	}
}

func TestCgo(t *testing.T) {
	if out, err := exec.Command("go", "env", "CGO_ENABLED").Output(); err != nil || strings.TrimSpace(string(out)) != "1" {
		t.Skip("cgo is off")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no C compiler")
	}
	tree(t, map[string]string{
		"go.mod": goMod,
		"c/c.go": "package c\n\n// static int one() { return 1; }\nimport \"C\"\n\n" + cone + "func One() int { return int(C.one()) }\n",
		"c/d.go": "package c\n\nfunc Two() int { return 2 * One() }\n",
		"u/u.go": "package u\n\nimport \"example.test/m/c\"\n\nfunc Use() int { return c.One() }\n",
	})
	exit, out, errs := run(t)
	require.Equal(t, Found, exit, errs)
	require.Contains(t, out, "c/c.go:7:6: function One\n")
	require.Contains(t, out, "c/d.go:3:6: function Two\n")
}

func TestInterrupted(t *testing.T) {
	tree(t, map[string]string{"go.mod": goMod, "p.go": "package p\n"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	require.Equal(t, Failed, Main(ctx, nil, []*analysis.Analyzer{named}, &out, &errs))
	require.Equal(t, "locklint: interrupted\n", errs.String())
	require.Empty(t, out.String())
}

const factsOf = "LOCKLINT_TEST_FACTS_OF"

// TestFactsAreEqual analyses a module in several processes with more and fewer
// goroutines: what is written for importers must be the same to the byte.
func TestFactsAreEqual(t *testing.T) {
	if dir := os.Getenv(factsOf); dir != "" {
		p, err := load(t.Context(), dir, []string{"./..."}, nil, nil)
		require.NoError(t, err)
		p.run(t.Context(), []*analysis.Analyzer{reach.Analyzer, named})
		for _, n := range p.nodes {
			if len(n.result.Facts) > 0 {
				fmt.Printf("facts %s %x\n", n.ImportPath, sha256.Sum256(n.result.Facts))
			}
		}
		return
	}
	dir := tree(t, map[string]string{
		"go.mod": goMod,
		"a/a.go": "package a\n\n" + cone + "type T struct{}\n",
		"b/b.go": "package b\n\nimport \"example.test/m/a\"\n\ntype B struct{ A a.T }\n",
		"c/c.go": "package c\n\nimport \"example.test/m/b\"\n\nfunc C(b.B) {}\n",
		"d/d.go": "package d\n\nimport \"example.test/m/a\"\n\nfunc D(a.T) {}\n",
		"e/e.go": "package e\n\nimport _ \"example.test/m/d\"\n",
	})
	self, err := os.Executable()
	require.NoError(t, err)
	var first string
	for i, procs := range []string{"1", "4", "2"} {
		cmd := exec.Command(self, "-test.run=^TestFactsAreEqual$")
		cmd.Env = append(os.Environ(), factsOf+"="+dir, "GOMAXPROCS="+procs)
		out, err := cmd.Output()
		require.NoError(t, err, string(out))
		facts, _, _ := strings.Cut(string(out), "PASS")
		require.Equal(t, 4, strings.Count(facts, "facts "), "a to d have facts, e has none: %s", facts)
		if i == 0 {
			first = facts
		}
		require.Equal(t, first, facts)
	}
}
