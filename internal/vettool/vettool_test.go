package vettool

import (
	"bytes"
	"encoding/json"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/locklint/locklint/internal/unit"
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

// TestReportText: what go vet shows as it is. A finding alone is no error, but the
// exit code that go vet wants.
func TestReportText(t *testing.T) {
	at := func(line int) token.Position { return token.Position{Filename: "p.go", Line: line, Column: 2} }
	found := &unit.Result{
		Package:  types.NewPackage("p", "p"),
		Findings: []unit.Finding{{Rule: "one", Pos: at(7), Message: "lost", Related: []unit.Related{{Pos: at(3), Message: "taken here"}}}},
	}
	broken := unit.Error{Message: "p: analyzer one failed", Rule: "one"}
	tests := []struct {
		name   string
		result *unit.Result
		only   bool
		json   bool
		exit   int
		errs   string
		out    string
	}{
		{"nothing", &unit.Result{}, false, false, 0, "", ""},
		{"found", found, false, false, 1, "p.go:7:2: lost\np.go:3:2: \ttaken here\n", ""},
		{"found, as JSON", found, false, true, 0, "", `"posn": "p.go:7:2"`},
		{"facts only", found, true, false, 0, "", ""},
		{"an error, once", &unit.Result{Errors: []unit.Error{broken, broken}}, false, false, 1, "p: analyzer one failed\n", ""},
		{"an error, and findings", &unit.Result{Package: found.Package, Errors: []unit.Error{broken}, Findings: found.Findings}, false, true, 1, "p: analyzer one failed\n", `"error": "p: analyzer one failed"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			require.Equal(t, tt.exit, report(&out, &errs, &unitchecker.Config{ID: "p", VetxOnly: tt.only}, tt.result, []*analysis.Analyzer{one}, tt.json))
			require.Equal(t, tt.errs, errs.String())
			if tt.out == "" {
				require.Empty(t, out.String())
			}
			require.Contains(t, out.String(), tt.out)
		})
	}
}

// TestMainRefuses: one line on standard error and 2, with which go vet stops.
func TestMainRefuses(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"-one=perhaps", "vet.cfg"}, "want true or false"},
		{[]string{"-nothing", "vet.cfg"}, "flag provided but not defined: -nothing"},
		{[]string{"-V=short", "vet.cfg"}, "only -V=full is known"},
		{[]string{filepath.Join(dir, "missing.cfg")}, "missing.cfg"},
	}
	t.Setenv("LOCKLINT_UNIT", fast)
	for _, tt := range tests {
		exit := 0
		errs := stderr(t, func() { exit = Main(tt.args, []*analysis.Analyzer{one}) })
		require.Equal(t, 2, exit, tt.args)
		require.Regexp(t, `^locklint: .*`+regexp.QuoteMeta(tt.want)+`.*\n$`, errs)
	}
}

// stderr is what a function prints on standard error.
func stderr(t *testing.T, fn func()) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	require.NoError(t, err)
	defer file.Close()
	old := os.Stderr
	os.Stderr = file
	defer func() { os.Stderr = old }()
	fn()
	text, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	return string(text)
}

// TestUnitNotWritten: where the facts or the output cannot be written, go vet hears
// of it.
func TestUnitNotWritten(t *testing.T) {
	dir := t.TempDir()
	src := filepath.Join(dir, "p.go")
	require.NoError(t, os.WriteFile(src, []byte("package p"), 0o666))
	for name, change := range map[string]func(*unitchecker.Config, string){
		"facts":  func(c *unitchecker.Config, name string) { c.VetxOutput = name },
		"output": func(c *unitchecker.Config, name string) { c.Stdout = name },
	} {
		cfg := &unitchecker.Config{ID: "p", ImportPath: "p", GoFiles: []string{src}, GoVersion: "go1.26"}
		change(cfg, filepath.Join(dir, "missing", name))
		data, err := json.Marshal(cfg)
		require.NoError(t, err)
		file := filepath.Join(dir, "vet.cfg")
		require.NoError(t, os.WriteFile(file, data, 0o666))
		exit := 0
		errs := stderr(t, func() { exit = runUnit(file, []*analysis.Analyzer{one}, newOptions(nil)) })
		require.Equal(t, 2, exit, name)
		require.Contains(t, errs, filepath.Join("missing", name))
	}
}
