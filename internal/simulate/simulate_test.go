package simulate

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/linttest"
)

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
		return 0, 400
	}
	_, err := fmt.Sscanf(text, "%d-%d", &from, &to)
	require.NoError(t, err, "LOCKLINT_SEEDS is FROM-TO")
	return from, to
}

func TestAgreement(t *testing.T) {
	j := newJudge(t)
	from, to := seeds(t)
	kinds := map[string][]*Verdict{}
	runs := 0
	start := time.Now()
	for seed := from; seed < to; seed++ {
		v, err := j.Judge(Generate(seed))
		require.NoError(t, err, "seed %d", seed)
		runs += v.Answers.Runs
		for _, d := range v.Disagreements() {
			kinds[d.String()] = append(kinds[d.String()], v)
		}
	}
	t.Logf("%d programs, %d runs, %v", to-from, runs, time.Since(start))
	for _, q := range Questions {
		for _, missed := range []bool{true, false} {
			d := Disagreement{q, missed}
			vs := kinds[d.String()]
			if len(vs) == 0 {
				continue
			}
			t.Logf("== %s: %d", d, len(vs))
			seen := map[string]bool{}
			for i, v := range vs {
				if i >= 5 {
					break
				}
				small := j.shrink(t, v, d)
				text := source(t, small.Program)
				if !seen[text] {
					seen[text] = true
					t.Logf("--- %s: seed %d %+v\n%s\n%s", d, v.Seed, *small.Answers, found(small), text)
				}
			}
		}
	}
}

func found(v *Verdict) string {
	var b strings.Builder
	for _, f := range v.Findings {
		fmt.Fprintf(&b, "%d: %s [%s/%s]\n", f.Pos.Line, f.Message, f.Rule, f.Category)
	}
	return b.String()
}

func source(t testing.TB, p *Program) string {
	t.Helper()
	files, err := p.Files(modulePath + "/p")
	require.NoError(t, err)
	_, text, _ := strings.Cut(files["p.go"], "\nfunc ")
	return "func " + text + files["sub/sub.go"]
}

// shrink makes the program smaller while it shows the same disagreement.
func (j *Judge) shrink(t testing.TB, v *Verdict, d Disagreement) *Verdict {
	t.Helper()
next:
	for {
		for _, p := range v.Smaller() {
			w, err := j.Judge(p)
			require.NoError(t, err)
			if slices.Contains(w.Disagreements(), d) {
				v = w
				continue next
			}
		}
		return v
	}
}
