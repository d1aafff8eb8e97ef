package breadth

import (
	"context"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aymanbagabas/go-udiff"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "keep what is found and what it cost")

const root = "../.."

// TestModules runs locklint over the modules and compares what it finds with
// what is kept. A module that fails does not keep the others from running.
func TestModules(t *testing.T) {
	if testing.Short() {
		t.Skip("downloads modules")
	}
	runner := &Runner{Program: build(t), Work: t.TempDir()}
	runner.Env = []string{"LOCKLINT_CACHE=" + t.TempDir()}
	chosen := func(m Module) bool { return m.Small }
	var caches *ownCaches
	if text := os.Getenv("LOCKLINT_BREADTH"); text != "" {
		re := regexp.MustCompile(text)
		chosen = func(m Module) bool { return re.MatchString(m.Group + "/" + m.Path) }
		if os.Getenv("LOCKLINT_BREADTH_GROW") == "" {
			caches = newCaches(t)
			runner.Env = append(runner.Env, caches.env()...)
		}
	}
	kept := records(t)
	ran := 0
	for _, m := range modules(t) {
		if !chosen(m) {
			continue
		}
		ran++
		t.Run(m.Path, func(t *testing.T) {
			caches.bound(t)
			got, cost, err := runner.Run(t.Context(), m)
			require.NoError(t, err)
			t.Logf("%d packages, %d lines, %d analysed, %d lock sites, %d findings; %.1f s, %d MB", got.Packages, got.Lines, got.Analysed, got.Sites, len(got.Findings), cost.Seconds, cost.Memory)
			old := kept[m.ID()]
			got.Judge(old)
			if *update {
				keep(t, m, got, cost)
				return
			}
			require.NotNil(t, old, "no record of it: run with -update, and judge what is found")
			if old.String() != got.String() {
				t.Errorf("what is found has changed:\n%s", udiff.Unified("kept", "found", old.String(), got.String()))
			}
		})
	}
	require.NotZero(t, ran, "no module is chosen")
}

// TestJudged makes sure that each finding was judged, and that the records are
// those of the list.
func TestJudged(t *testing.T) {
	listed := map[string]string{}
	for _, m := range modules(t) {
		listed[m.ID()] = m.Group
	}
	kept := records(t)
	for id, r := range kept {
		require.Equal(t, r.Group, listed[id], "%s stands in no list, or in another group", id)
		for _, f := range r.Findings {
			require.NotEqual(t, Unjudged, f.Verdict, "%s %s", id, f.place())
		}
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(listed)), slices.Collect(maps.Keys(kept)))
}

// TestGoals holds the records to what the project promised of them.
func TestGoals(t *testing.T) {
	all, err := Load(os.DirFS("testdata"))
	require.NoError(t, err)
	s := Summarize(all)
	require.GreaterOrEqual(t, s.All.Lines, 3_000_000)
	require.GreaterOrEqual(t, s.All.Analysed, 1_000_000, "in packages that reach a client")
	require.GreaterOrEqual(t, s.All.Precision(), 0.95)
	for _, group := range Groups {
		require.NotZero(t, s.Groups[group].Modules, group)
	}
}

func TestRecordsAreRead(t *testing.T) {
	const good = "example.test/m v1.0.0: 1 packages, 2 lines, 1 analysed, 3 lock sites\n" +
		"\ta.go:1:2 unfenced/tokenless-lock: it: fails\n\t\tright: so it is\n"
	all, err := parseRecords(strings.NewReader("# told\n\n"+good), "users")
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.Equal(t, good, all[0].String())

	for text, want := range map[string]string{
		strings.Replace(good, "\t\tright: so it is\n", "", 1):      "no verdict",
		strings.Replace(good, "right:", "fine:", 1):                `unknown verdict "fine"`,
		good + "\t\twrong: it is not\n":                            "a verdict without a finding",
		"\ta.go:1:2 unfenced/tokenless-lock: no module\n":          "neither a module",
		strings.Replace(good, "\ta.go:1:2 ", "\ta.go:1:2:", 1):     "neither a module",
		strings.Replace(good, "\t\tright", "\tb.go:1:2 x: y\n", 1): "no verdict",
	} {
		_, err := parseRecords(strings.NewReader(text), "users")
		require.ErrorContains(t, err, want, text)
	}
}

func TestJudgeKeepsVerdicts(t *testing.T) {
	finding := func(line int, v Verdict) *Finding {
		return &Finding{File: "a.go", Line: line, Column: 1, ID: "plaindel/plain-delete", Message: "m", Verdict: v, Why: "why"}
	}
	r := &Record{Findings: []*Finding{finding(1, ""), finding(2, "")}}
	r.Judge(&Record{Findings: []*Finding{finding(2, Wrong), finding(3, Right)}})
	require.Equal(t, Unjudged, r.Findings[0].Verdict)
	require.Equal(t, Wrong, r.Findings[1].Verdict)
	require.Len(t, r.Findings, 2)
}

func TestModulesAreRead(t *testing.T) {
	list, err := Modules(strings.NewReader("# told\nusers a.test/m v1.0.0 small ./x/...\nalike b.test/m v2.0.0\n"))
	require.NoError(t, err)
	require.Equal(t, []Module{
		{Group: "users", Path: "a.test/m", Version: "v1.0.0", Small: true, Patterns: []string{"./x/..."}},
		{Group: "alike", Path: "b.test/m", Version: "v2.0.0", Patterns: []string{}},
	}, list)
	for text, want := range map[string]string{
		"friends a.test/m v1.0.0":                        "line 1: want GROUP",
		"users a.test/m":                                 "line 1: want GROUP",
		"users a.test/m v1.0.0\n\nalike a.test/m v1.0.0": "line 3: a.test/m stands",
	} {
		_, err := Modules(strings.NewReader(text))
		require.ErrorContains(t, err, want)
	}
}

func modules(t *testing.T) []Module {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", listFile))
	require.NoError(t, err)
	defer f.Close()
	list, err := Modules(f)
	require.NoError(t, err)
	return list
}

func records(t *testing.T) map[string]*Record {
	t.Helper()
	all, err := Load(os.DirFS("testdata"))
	require.NoError(t, err)
	byID := map[string]*Record{}
	for _, r := range all {
		byID[r.ID()] = r
	}
	return byID
}

// keep writes the record of a module into its group's file, in the order of the
// list, and its cost beside the others.
func keep(t *testing.T, m Module, got *Record, cost *Cost) {
	t.Helper()
	old := records(t)
	old[m.ID()] = got
	var b strings.Builder
	for _, l := range modules(t) {
		if r := old[l.ID()]; r != nil && l.Group == m.Group {
			b.WriteString(r.String())
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join("testdata", findingsFile(m.Group)), []byte(b.String()), 0o644))

	costs := loadCosts(t)
	costs[m.ID()] = cost
	text, err := json.MarshalIndent(costs, "", "\t")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join("testdata", costsFile), append(text, '\n'), 0o644))
}

func loadCosts(t *testing.T) map[string]*Cost {
	t.Helper()
	costs, err := Costs(os.DirFS("testdata"))
	require.NoError(t, err)
	return costs
}

func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "locklint")
	cmd := exec.Command("go", "build", "-o", program, "./cmd/locklint")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

// ownCaches are the go command's, in a directory that is emptied as it grows.
// Downloads that the user has already are taken from there.
type ownCaches struct{ dir, proxy string }

func newCaches(t *testing.T) *ownCaches {
	t.Helper()
	out, err := exec.Command("go", "env", "-json", "GOMODCACHE", "GOPROXY").Output()
	require.NoError(t, err)
	var env struct{ GOMODCACHE, GOPROXY string }
	require.NoError(t, json.Unmarshal(out, &env))
	c := &ownCaches{
		dir:   filepath.Join(t.TempDir(), "caches"),
		proxy: "file://" + filepath.ToSlash(filepath.Join(env.GOMODCACHE, "cache", "download")) + "," + env.GOPROXY,
	}
	t.Cleanup(func() { c.empty(t) })
	return c
}

func (c *ownCaches) env() []string {
	return []string{"GOMODCACHE=" + filepath.Join(c.dir, "mod"), "GOCACHE=" + filepath.Join(c.dir, "build"), "GOPROXY=" + c.proxy}
}

// bound empties the caches when they have grown beyond some gigabytes.
func (c *ownCaches) bound(t *testing.T) {
	t.Helper()
	if c == nil {
		return
	}
	const most = 6 << 30
	size := int64(0)
	require.NoError(t, filepath.WalkDir(c.dir, func(_ string, d os.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	}))
	if size > most {
		c.empty(t)
	}
}

// empty has the go command remove what it made read-only.
func (c *ownCaches) empty(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "go", "clean", "-modcache")
	cmd.Env = append(os.Environ(), c.env()...)
	require.NoError(t, cmd.Run())
	require.NoError(t, os.RemoveAll(c.dir))
}
