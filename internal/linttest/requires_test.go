package linttest_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
)

// TestRequires walks what the rules require. An analyzer of somebody else's
// that has facts would have every driver run it on every dependency.
func TestRequires(t *testing.T) {
	rules := analyzers.All()
	require.NoError(t, analysis.Validate(rules))
	ours := map[string]bool{"lockreach": true, "locks": true}
	seen := map[*analysis.Analyzer]bool{}
	var walk func(*analysis.Analyzer)
	walk = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		require.NotContains(t, []string{"buildssa", "ctrlflow"}, a.Name)
		if len(a.FactTypes) > 0 {
			require.True(t, ours[a.Name], "%s has facts", a.Name)
			require.Len(t, a.FactTypes, 1, a.Name)
		}
		for _, r := range a.Requires {
			walk(r)
		}
	}
	for _, a := range rules {
		require.Empty(t, a.FactTypes, "rules have no facts: %s", a.Name)
		walk(a)
	}
}
