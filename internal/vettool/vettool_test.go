package vettool

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestWay(t *testing.T) {
	tests := []struct {
		version, unit, want string
	}{
		{"go1.26.8", "", fast},
		{"go1.27", "", fast},
		{"go1.27rc1", "", fast},
		{"go1.26-custom", "", fast},
		{"go1.25.3", "", slow},
		{"go1.28", "", slow},
		{"go1.260", "", slow},
		{"devel go1.29-abc", "", slow},
		{"", "", slow},
		{"go1.26.8", "slow", slow},
		{"go1.28", "fast", fast},
		{"go1.26.8", "nonsense", fast},
	}
	for _, test := range tests {
		require.Equal(t, test.want, way(env("GOVERSION", test.version, "LOCKLINT_UNIT", test.unit)), test)
	}
}

func TestVersionLine(t *testing.T) {
	dir := t.TempDir()
	line := func(pairs ...string) string {
		l, err := versionLine(dir, env(pairs...))
		require.NoError(t, err)
		return l
	}
	quick := line("GOVERSION", "go1.26.8")
	// What cmd/go wants: the second word "version", the third "devel", and the
	// last one the build ID.
	require.Regexp(t, regexp.MustCompile(`^locklint version devel way=fast buildID=[0-9a-f]{64}$`), quick)
	require.Equal(t, quick, line("GOVERSION", "go1.26.9"))
	other := line("GOVERSION", "go1.26.8", "LOCKLINT_UNIT", "slow")
	require.NotEqual(t, quick[strings.LastIndex(quick, "="):], other[strings.LastIndex(other, "="):])

	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n"), 0o666))
	file := filepath.Join(dir, ".locklint.yaml")
	require.NoError(t, os.WriteFile(file, []byte("tests: true\n"), 0o666))
	require.NotEqual(t, quick, line("GOVERSION", "go1.26.8"), "the configuration belongs to it")
	require.NoError(t, os.WriteFile(file, []byte("test: true\n"), 0o666))
	_, err := versionLine(dir, env("GOVERSION", "go1.26.8"))
	require.ErrorContains(t, err, ".locklint.yaml:1:1: unknown key \"test\"")
}

func TestAsked(t *testing.T) {
	for _, args := range [][]string{{"-flags"}, {"-V=full"}, {"-json", "/tmp/vet.cfg"}, {"vet.cfg"}} {
		require.True(t, Asked(args), args)
	}
	for _, args := range [][]string{nil, {"./..."}, {"-f", "json", "./..."}, {"vet", "-json"}, {"-flags", "./..."}} {
		require.False(t, Asked(args), args)
	}
}

var (
	one = &analysis.Analyzer{Name: "one", Doc: "one", Run: nothing}
	two = &analysis.Analyzer{Name: "two", Doc: "two", Run: nothing}
)

func nothing(*analysis.Pass) (any, error) { return nil, nil }

func TestSelected(t *testing.T) {
	tests := []struct {
		args []string
		want []*analysis.Analyzer
	}{
		{nil, []*analysis.Analyzer{one, two}},
		{[]string{"-one"}, []*analysis.Analyzer{one}},
		{[]string{"-one=false"}, []*analysis.Analyzer{two}},
		{[]string{"-one", "-two"}, []*analysis.Analyzer{one, two}},
		{[]string{"-one=false", "-two=false"}, nil},
		{[]string{"-one=true", "-two=false"}, []*analysis.Analyzer{one}},
	}
	all := []*analysis.Analyzer{one, two}
	for _, test := range tests {
		o := newOptions(all)
		require.NoError(t, o.set.Parse(test.args))
		require.Equal(t, test.want, o.selected(all), test.args)
	}
	require.Error(t, newOptions(all).set.Parse([]string{"-one=perhaps"}))
}

func TestPrintFlags(t *testing.T) {
	var out bytes.Buffer
	require.Zero(t, printFlags(&out, newOptions([]*analysis.Analyzer{one}).set))
	var list []struct {
		Name  string
		Bool  bool
		Usage string
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &list))
	bools := map[string]bool{}
	for _, f := range list {
		bools[f.Name] = f.Bool
	}
	require.Equal(t, map[string]bool{
		"V": true, "all": true, "c": false, "diff": true, "flags": true, "json": true, "one": true,
		"source": true, "tags": false, "v": true,
	}, bools)
}

// TestUnit runs single configurations as the go command writes them.
func TestUnit(t *testing.T) {
	dir := t.TempDir()
	src := filepath.Join(dir, "p.go")
	vetx := filepath.Join(dir, "vetx")
	out := filepath.Join(dir, "out")
	run := func(text string, change func(*unitchecker.Config)) int {
		require.NoError(t, os.WriteFile(src, []byte(text), 0o666))
		_ = os.Remove(vetx)
		cfg := &unitchecker.Config{
			ID: "example.test/p", ImportPath: "example.test/p", GoFiles: []string{src}, ModulePath: "example.test/p",
			GoVersion: "go1.26", VetxOutput: vetx, Stdout: out, ImportMap: map[string]string{"fmt": "fmt"},
		}
		change(cfg)
		data, err := json.Marshal(cfg)
		require.NoError(t, err)
		file := filepath.Join(dir, "vet.cfg")
		require.NoError(t, os.WriteFile(file, data, 0o666))
		o := newOptions([]*analysis.Analyzer{one})
		require.NoError(t, o.set.Parse([]string{"-json"}))
		return runUnit(file, []*analysis.Analyzer{one}, o)
	}
	read := func(name string) string {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(b)
	}

	require.Zero(t, run("package p", func(*unitchecker.Config) {}))
	require.Equal(t, "{}\n", read(out))
	require.Empty(t, read(vetx), "written, and empty")

	require.Zero(t, run("package p; func F() { undefined }", func(c *unitchecker.Config) { c.VetxOnly = true }))
	require.Empty(t, read(out))
	require.Empty(t, read(vetx))

	require.Equal(t, 1, run("package p\n\n//locklint:acquire\nfunc F() { undefined() }", func(*unitchecker.Config) {}))
	require.Empty(t, read(vetx), "importers go on")

	// The export data of fmt is not named.
	require.Equal(t, 1, run("package p\n\nimport _ \"fmt\"\n\n//locklint:acquire\nfunc F() {}", func(*unitchecker.Config) {}))

	require.Equal(t, 2, runUnit(filepath.Join(dir, "missing.cfg"), nil, newOptions(nil)))
	require.Equal(t, 2, runUnit(src, nil, newOptions(nil)), "not JSON")
}
