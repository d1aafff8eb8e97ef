package simulate

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/golden"
	"github.com/locklint/locklint/internal/linttest"
)

var update = flag.Bool("update", false, "write the table of answers")

// maxTook bounds the analysis of one program.
const maxTook = 10 * time.Second

func newJudge(t testing.TB) *Judge {
	t.Helper()
	linttest.Download(t, "testdata/module")
	j, err := NewJudge("testdata/module")
	require.NoError(t, err)
	return j
}

// seeds are those of TestAgreement: the first ones, or those that LOCKLINT_SEEDS
// names, FROM-TO.
func seeds(t *testing.T) (from, to uint64) {
	t.Helper()
	text := os.Getenv("LOCKLINT_SEEDS")
	if text == "" {
		return 0, Programs
	}
	_, err := fmt.Sscanf(text, "%d-%d", &from, &to)
	require.NoError(t, err, "LOCKLINT_SEEDS is FROM-TO")
	return from, to
}

// TestAgreement compares what can happen in generated programs with what is reported
// of them. Each difference has to be of a known kind.
func TestAgreement(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses hundreds of programs")
	}
	j := newJudge(t)
	from, to := seeds(t)
	table := NewTable()
	shown := 0
	var reported strings.Builder
	for seed := from; seed < to; seed++ {
		v := judge(t, j, Generate(seed))
		fmt.Fprintf(&reported, "%d:%s\n", seed, categories(v))
		for _, d := range table.Add(v) {
			t.Errorf("seed %d: %s, and no known kind explains it", seed, d)
			if shown++; shown <= 3 {
				small := j.shrink(t, v, d)
				t.Logf("the smallest such program:\n%s\n%s", found(small), source(t, small.Program))
			}
		}
	}
	t.Logf("\n%s", table)
	if os.Getenv("LOCKLINT_SEEDS") != "" {
		return
	}
	golden.Compare(t, *update, "testdata/reported.txt", reported.String())
	golden.Compare(t, *update, "testdata/agreement.md", table.String())
}

// categories are what is reported, each with its line.
func categories(v *Verdict) string {
	var b strings.Builder
	for _, f := range v.Findings {
		fmt.Fprintf(&b, " %s/%s@%d", f.Rule, f.Category, f.Pos.Line)
	}
	return b.String()
}

// judge demands that the analysis ends in time, does not fail, and says the same
// again.
func judge(t testing.TB, j *Judge, p *Program) *Verdict {
	t.Helper()
	v, err := j.Judge(p)
	require.NoError(t, err, "seed %d", p.Seed)
	require.Less(t, v.Took, maxTook, "seed %d", p.Seed)
	again, err := j.Analyze(p)
	require.NoError(t, err, "seed %d, again", p.Seed)
	require.Equal(t, v.Findings, again, "seed %d, again", p.Seed)
	return v
}

// FuzzPrograms judges the program of any seed.
func FuzzPrograms(f *testing.F) {
	for seed := range uint64(3) {
		f.Add(seed)
	}
	j := newJudge(f)
	f.Fuzz(func(t *testing.T, seed uint64) {
		v := judge(t, j, Generate(seed))
		for _, d := range NewTable().Add(v) {
			small := j.shrink(t, v, d)
			t.Errorf("seed %d: %s\n%s\n%s", seed, d, found(small), source(t, small.Program))
		}
	})
}

func found(v *Verdict) string {
	var b strings.Builder
	for _, f := range v.Findings {
		fmt.Fprintf(&b, "%d: %s\n", f.Pos.Line, f.Message)
	}
	return b.String()
}

func source(t testing.TB, p *Program) string {
	t.Helper()
	files, err := p.Files(ModulePath + "/p")
	require.NoError(t, err)
	return files["p.go"] + files["sub/sub.go"]
}

// shrink makes the program smaller while it shows the same unexplained disagreement.
func (j *Judge) shrink(t testing.TB, v *Verdict, d Disagreement) *Verdict {
	t.Helper()
next:
	for {
		for _, p := range v.Smaller() {
			w, err := j.Judge(p)
			require.NoError(t, err)
			for _, e := range NewTable().Add(w) {
				if e == d {
					v = w
					continue next
				}
			}
		}
		return v
	}
}
