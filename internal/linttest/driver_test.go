package linttest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/standalone"
	"github.com/locklint/locklint/internal/vettool"
)

var probes = []*analysis.Analyzer{probe}

// The test program is itself the tool that the tests run: the variable says as
// what.
const asTool = "LOCKLINT_TEST_TOOL"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == cacheProgram {
		if err := serveCache(os.Args[2]); err != nil && !errors.Is(err, io.EOF) {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	list := probes
	switch os.Getenv(asTool) {
	case "":
		os.Exit(m.Run())
	case "multichecker", "rules-multichecker":
		if strings.HasPrefix(os.Getenv(asTool), "rules-") {
			list = analyzers.All()
		}
		multichecker.Main(list...)
	case "probe-handing-on":
		handOn = true
	case "rules":
		list = analyzers.All()
	}
	if vettool.Asked(os.Args[1:]) {
		os.Exit(vettool.Main(os.Args[1:], list))
	}
	os.Exit(standalone.Main(context.Background(), os.Args[1:], list, os.Stdout, os.Stderr))
}

func TestProgram(t *testing.T) {
	linttest.Run(t, "testdata/program", probes)
}

// place is where a finding stands, as every driver prints it.
type place struct{ Posn, Message string }

// runVet has go vet run the test program in a directory and returns what it
// found, sorted. The same place may be told twice where a driver analyses
// variants of a package.
func runVet(t *testing.T, dir, tool, way string, patterns ...string) []place {
	t.Helper()
	return parseVet(t, dir, vetJSON(t, dir, tool, way, patterns...))
}

func vetJSON(t *testing.T, dir, tool, way string, patterns ...string) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command("go", append([]string{"vet", "-json", "-vettool=" + self}, orAll(patterns)...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asTool+"="+tool, "LOCKLINT_UNIT="+way)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

func orAll(patterns []string) []string {
	if len(patterns) == 0 {
		return []string{"./..."}
	}
	return patterns
}

func runMultichecker(t *testing.T, dir, tool string, patterns ...string) []place {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, append([]string{"-json"}, orAll(patterns)...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asTool+"="+tool)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return parseVet(t, dir, string(out))
}

func parseVet(t *testing.T, dir, out string) []place {
	t.Helper()
	set := map[place]bool{}
	for d := json.NewDecoder(strings.NewReader(withoutHeadings(out))); d.More(); {
		var tree map[string]map[string][]struct{ Posn, Message string }
		require.NoError(t, d.Decode(&tree), out)
		for _, rules := range tree {
			for _, list := range rules {
				for _, f := range list {
					rel, err := filepath.Rel(dir, f.Posn)
					require.NoError(t, err)
					set[place{rel, f.Message}] = true
				}
			}
		}
	}
	return sorted(set)
}

func runStandalone(t *testing.T, dir string, list []*analysis.Analyzer, patterns ...string) []place {
	t.Helper()
	report := linttest.Analyze(t, dir, list, orAll(patterns)...)
	require.Empty(t, report.Errors)
	set := map[place]bool{}
	for _, f := range report.Findings {
		rel, err := filepath.Rel(dir, f.Pos.String())
		require.NoError(t, err)
		set[place{rel, f.Message}] = true
	}
	return sorted(set)
}

func sorted(set map[place]bool) []place {
	var list []place
	for p := range set {
		list = append(list, p)
	}
	sort.Slice(list, func(i, j int) bool { return fmt.Sprint(list[i]) < fmt.Sprint(list[j]) })
	return list
}

// TestDriversAgree runs one program through every way in.
func TestDriversAgree(t *testing.T) {
	dir, err := filepath.Abs("testdata/program")
	require.NoError(t, err)
	want := runStandalone(t, dir, probes)
	require.NotEmpty(t, want)
	require.Equal(t, want, runVet(t, dir, "probe", "fast"), "go vet, the fast way")
	require.Equal(t, want, runMultichecker(t, dir, "multichecker"), "x/tools' multichecker")
	require.Equal(t, want, runVet(t, dir, "probe-handing-on", "slow"), "go vet, the slow way")
}

// quick are those programs of a tree that the ways which type-check every
// dependency again get in the short form: the ones with the smaller clients.
var quick = map[string][]string{
	"cases":    {"./goredis...", "./redigo...", "./lua...", "./redisx...", "./redeem...", "./user-lock..."},
	"declared": {"./..."},
	"fixes":    {"./..."},
}

// TestRulesAgree runs the whole tree of programs through every way in. The long
// form does it for all ways; the short one gives the slow ways a part, and the
// libraries to the command only. Golangci-lint takes part where .ci/golangci has
// built it; else its plugin has a test of the same kind.
func TestRulesAgree(t *testing.T) {
	for _, name := range trees(t) {
		if !full && strings.HasPrefix(name, "libraries/") {
			continue
		}
		t.Run(name, func(t *testing.T) { testAgree(t, name) })
	}
}

func testAgree(t *testing.T, name string) {
	dir, err := filepath.Abs(testdata + name)
	require.NoError(t, err)
	rules := analyzers.All()
	want := runStandalone(t, dir, rules)
	require.NotEmpty(t, want)
	require.Equal(t, want, runVet(t, dir, "rules", "fast"), "go vet, the fast way")
	part := quick[name]
	switch {
	case full:
		part = orAll(nil)
	case testing.Short() || part == nil:
		return
	}
	want = runStandalone(t, dir, rules, part...)
	require.NotEmpty(t, want)
	require.Equal(t, want, runMultichecker(t, dir, "rules-multichecker", part...), "x/tools' multichecker")
	require.Equal(t, want, runVet(t, dir, "rules", "slow", part...), "go vet, the slow way")
	if tool := os.Getenv(golangciTool); tool != "" && !configured(dir) {
		file := filepath.Join(t.TempDir(), "golangci.yml")
		require.NoError(t, os.WriteFile(file, []byte(bareGolangci), 0o666))
		// It gives the places of the Go file where a //line names another one.
		elsewhere := func(p place) bool { return strings.HasPrefix(p.Posn, "lines/") }
		got := runGolangci(t, tool, file, dir, part...)
		require.Equal(t, slices.DeleteFunc(want, elsewhere), slices.DeleteFunc(got, elsewhere), "golangci-lint")
	}
}

// configured reports whether a module has a .locklint.yaml: golangci-lint's own
// settings stand in its place there.
func configured(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, config.Name))
	return err == nil
}

// trees are the modules of programs below testdata that compile, those of the
// catalogue aside: they use no lock.
func trees(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*/go.mod", "libraries/*/go.mod"} {
		mods, err := filepath.Glob(testdata + pattern)
		require.NoError(t, err)
		for _, m := range mods {
			rel, err := filepath.Rel(testdata, filepath.Dir(m))
			require.NoError(t, err)
			names = append(names, filepath.ToSlash(rel))
		}
	}
	require.Contains(t, names, "rules")
	require.Contains(t, names, "libraries/kubernetes")
	return names
}

// TestSameBytes holds what the fast way prints for go vet against what
// unitchecker prints: fixes, related places and packages without findings too.
func TestSameBytes(t *testing.T) {
	dir, err := filepath.Abs("testdata/program")
	require.NoError(t, err)
	linttest.Download(t, dir)
	fast := unitsOf(t, vetJSON(t, dir, "probe-handing-on", "fast"))
	slow := unitsOf(t, vetJSON(t, dir, "probe-handing-on", "slow"))
	require.Equal(t, len(slow), len(fast))
	for i := range slow {
		require.True(t, slow[i] == fast[i], "unitchecker prints\n%s\nand the fast way\n%s", slow[i], fast[i])
	}
	require.Contains(t, strings.Join(fast, ""), `"new": "/* \u003cset\u003e */ "`)
}

// unitsOf splits what go vet printed and sorts it: it prints packages as they
// are ready. The bytes stay as they are.
func unitsOf(t *testing.T, out string) []string {
	t.Helper()
	var units []string
	for d := json.NewDecoder(strings.NewReader(withoutHeadings(out))); d.More(); {
		var unit json.RawMessage
		require.NoError(t, d.Decode(&unit), out)
		units = append(units, string(unit))
	}
	sort.Strings(units)
	return units
}

// withoutHeadings drops the lines with which the go command names a package.
func withoutHeadings(out string) string {
	var text strings.Builder
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "#") {
			text.WriteString(line)
		}
	}
	return text.String()
}

// TestVetText runs go vet as people do: the text, the exit code, and the rules
// that a flag leaves.
func TestVetText(t *testing.T) {
	dir, err := filepath.Abs("testdata/program")
	require.NoError(t, err)
	linttest.Download(t, dir)
	self, err := os.Executable()
	require.NoError(t, err)
	vet := func(args ...string) (string, error) {
		cmd := exec.Command("go", append([]string{"vet", "-vettool=" + self}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), asTool+"=probe", "LOCKLINT_UNIT=fast")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := vet("./through")
	require.Error(t, err)
	require.Contains(t, out, "through/through.go:12:18: it sets [probe/sets]\n")
	out, err = vet("-probe=false", "./through")
	require.NoError(t, err, out)
	out, err = vet("./plain")
	require.NoError(t, err, out)
	out, err = vet("-nope", "./plain")
	require.Error(t, err, out)
}

// TestCone pins what is read from source: nothing else may creep in.
func TestCone(t *testing.T) {
	report := linttest.Analyze(t, "testdata/program", probes, "./...")
	s := report.Stats
	// directive, ext (plain, with its tests, external), ext/helper (plain and
	// for the test), holder, identity, iface, lock, through, weak, work. Not
	// far and plain, nor anything that is not the module's own.
	require.Equal(t, 13, s.Checked)
	require.Equal(t, 13, s.SSA)
	require.Equal(t, 5, s.Exported, "no more than their direct imports")
	require.Equal(t, 14, s.Functions)
	require.Zero(t, s.Capped)
	require.Zero(t, s.Skipped)
}
