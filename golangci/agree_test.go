package golangci

import (
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/linttest"
)

// TestAgrees runs the plugin's analyzers over the tree of programs, save the one
// with a .locklint.yaml, which the plugin does not read. They find what the rules
// find; the related places stand in the message.
func TestAgrees(t *testing.T) {
	t.Cleanup(config.Reset)
	p, err := New(nil)
	require.NoError(t, err)
	list, err := p.BuildAnalyzers()
	require.NoError(t, err)
	for _, name := range []string{"cases", "rules", "shapes", "pauses", "pages", "locks", "fixes"} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("..", "testdata", name)
			want := found(t, dir, analyzers.All())
			require.NotEmpty(t, want)
			require.Equal(t, want, found(t, dir, list))
		})
	}
}

// message is the text before what was folded into it.
var message = regexp.MustCompile(`^.*? \[\w+/[a-z-]+\]`)

// found lists what analyzers find in a module: place, rule and message.
func found(t *testing.T, dir string, list []*analysis.Analyzer) []string {
	t.Helper()
	report := linttest.Analyze(t, dir, list, "./...")
	require.Empty(t, report.Errors)
	var out []string
	for _, f := range report.Findings {
		text := message.FindString(f.Message)
		require.NotEmpty(t, text, f.Message)
		out = append(out, f.Pos.String()+": "+f.Rule+": "+text)
	}
	slices.Sort(out)
	return out
}
