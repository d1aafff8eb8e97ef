package linttest_test

import (
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
)

const casesDir = "../../testdata/cases"

// TestCases runs the rules over every case. Those that known-gaps.txt names
// must fail, all others must pass.
func TestCases(t *testing.T) {
	rules := analyzers.All()
	report := linttest.Analyze(t, casesDir, rules, "./...")
	for _, e := range report.Errors {
		t.Errorf("%v\n%s", e, e.Stack)
	}
	c := linttest.Compare(t, casesDir, rules, report.Findings)
	t.Logf("%d cases, %d wanted findings, %d reported\n%s", len(caseNames(t)), len(c.Want), len(c.Reported), c.Table(rules))

	wrong := map[string][]string{}
	for _, s := range c.Missed {
		wrong[caseOf(s)] = append(wrong[caseOf(s)], "missed: "+s.String())
	}
	for _, s := range c.Wrong {
		wrong[caseOf(s)] = append(wrong[caseOf(s)], "wrong: "+s.String())
	}
	gaps := knownGaps(t)
	for _, name := range caseNames(t) {
		switch {
		case len(wrong[name]) > 0 && !gaps[name]:
			t.Errorf("case %s:\n\t%s", name, strings.Join(wrong[name], "\n\t"))
		case len(wrong[name]) == 0 && gaps[name]:
			t.Errorf("case %s passes: take it out of known-gaps.txt", name)
		}
		delete(gaps, name)
	}
	for name := range gaps {
		t.Errorf("known-gaps.txt names %s, which is no case", name)
	}
}

func caseOf(s linttest.Spot) string {
	name, _, _ := strings.Cut(s.File, "/")
	return name
}

func caseNames(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(casesDir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	sort.Strings(names)
	require.NotEmpty(t, names)
	return names
}

func knownGaps(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(casesDir + "/../known-gaps.txt")
	require.NoError(t, err)
	gaps := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line, _, _ = strings.Cut(line, "#"); strings.TrimSpace(line) != "" {
			gaps[strings.TrimSpace(line)] = true
		}
	}
	return gaps
}
