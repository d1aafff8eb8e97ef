package simulate

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/standalone"
)

const module = "testdata/module"

// A verdict is what is expected of a program and what was reported.
type verdict struct {
	*Program
	answers  *Answers
	expected map[string][]string // categories by rule
	reported map[string][]string
	lines    []string // the findings as text
}

// judge writes the programs as packages of one module and analyses that at once.
func judge(t testing.TB, programs []*Program) []*verdict {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(module)))
	linttest.Download(t, dir)
	out := make([]*verdict, len(programs))
	for i, p := range programs {
		a := Explore(p)
		out[i] = &verdict{Program: p, answers: a, expected: Expected(a), reported: map[string][]string{}}
		name := fmt.Sprintf("p%d", i)
		files, err := p.Files("example.test/sim/" + name)
		require.NoError(t, err, "seed %d", p.Seed)
		for file, text := range files {
			file = filepath.Join(dir, name, file)
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
			require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		}
	}
	report, err := standalone.Analyze(t.Context(), dir, []string{"./..."}, analyzers.All(), standalone.Options{})
	require.NoError(t, err)
	for _, e := range report.Errors {
		t.Errorf("%v\n%s", e, e.Stack)
	}
	for _, f := range report.Findings {
		rel, err := filepath.Rel(dir, f.Pos.Filename)
		require.NoError(t, err)
		first, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		i, err := strconv.Atoi(strings.TrimPrefix(first, "p"))
		require.NoError(t, err, "%s", f.Message)
		v := out[i]
		v.reported[f.Rule] = append(v.reported[f.Rule], f.Category)
		v.lines = append(v.lines, fmt.Sprintf("%s:%d: %s [%s/%s]", rel, f.Pos.Line, f.Message, f.Rule, f.Category))
	}
	return out
}

func TestDev(t *testing.T) {
	from, _ := strconv.Atoi(os.Getenv("FROM"))
	n, _ := strconv.Atoi(os.Getenv("N"))
	if n == 0 {
		t.Skip()
	}
	var ps []*Program
	for i := range n {
		ps = append(ps, Generate(uint64(from+i)))
	}
	start := time.Now()
	runs := 0
	for _, p := range ps {
		runs += Explore(p).Runs
	}
	t.Logf("%d programs, %d runs explored in %v", n, runs, time.Since(start))
	start = time.Now()
	vs := judge(t, ps)
	t.Logf("judged in %v", time.Since(start))
	type cell struct{ tp, fp, fn, tn int }
	sum := map[string]*cell{}
	kinds := map[string][]*verdict{}
	for _, v := range vs {
		for _, r := range Rules {
			if sum[r] == nil {
				sum[r] = &cell{}
			}
			c := sum[r]
			want, got := len(v.expected[r]) > 0, len(v.reported[r]) > 0
			switch {
			case want && got:
				c.tp++
			case want:
				c.fn++
			case got:
				c.fp++
			default:
				c.tn++
			}
		}
		for _, k := range v.disagreements() {
			kinds[k] = append(kinds[k], v)
		}
	}
	for _, r := range Rules {
		c := sum[r]
		t.Logf("%-12s both %d missed %d wrong %d silent %d", r, c.tp, c.fn, c.fp, c.tn)
	}
	var todo []*hunt
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		vs := kinds[k]
		slices.SortStableFunc(vs, func(a, b *verdict) int { return a.size() - b.size() })
		t.Logf("== %s: %d", k, len(vs))
		most, _ := strconv.Atoi(os.Getenv("EACH"))
		for i := range min(max(most, 1), len(vs)) {
			todo = append(todo, &hunt{kind: k, best: vs[i*len(vs)/max(most, 1)]})
		}
	}
	shrink(t, todo)
	seen := map[string]bool{}
	for _, h := range todo {
		files, _ := h.best.Files("example.test/sim/p")
		text := files["p.go"][strings.Index(files["p.go"], "func "):] + files["sub/sub.go"]
		if seen[h.kind+text] {
			continue
		}
		seen[h.kind+text] = true
		t.Logf("--- %s: seed %d expected %v reported %v\n%s\n%s", h.kind, h.best.Seed, h.best.expected, h.best.reported, strings.Join(h.best.lines, "\n"), text)
	}
}

// disagreements are the kinds of disagreement that a verdict shows.
func (v *verdict) disagreements() []string {
	var out []string
	for _, r := range Rules {
		want, got := v.expected[r], v.reported[r]
		if len(want) > 0 && len(got) == 0 {
			out = append(out, "missed "+r+"/"+strings.Join(want, ","))
		}
		if len(got) > 0 && len(want) == 0 {
			got = slices.Compact(slices.Sorted(slices.Values(got)))
			out = append(out, "wrong "+r+"/"+strings.Join(got, ","))
		}
	}
	return out
}

// A hunt is for the smallest program that shows a kind of disagreement.
type hunt struct {
	kind string
	best *verdict
	done bool
}

// shrink makes the programs smaller while they show the same.
func shrink(t testing.TB, hunts []*hunt) {
	t.Helper()
	for range 40 {
		var programs []*Program
		var of []*hunt
		for _, h := range hunts {
			if h.done {
				continue
			}
			for _, p := range h.best.Smaller() {
				programs, of = append(programs, p), append(of, h)
			}
			h.done = true
		}
		if len(programs) == 0 {
			return
		}
		for i, v := range judge(t, programs) {
			if of[i].done && slices.Contains(v.disagreements(), of[i].kind) {
				of[i].best, of[i].done = v, false
			}
		}
	}
}
