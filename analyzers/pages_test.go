package analyzers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/config"
)

// TestPages checks that each rule has a page of the form that explain and the
// SARIF output show.
func TestPages(t *testing.T) {
	for _, a := range All() {
		page, err := PageOf(a.Name)
		require.NoError(t, err)
		title, _, _ := strings.Cut(a.Doc, "\n")
		require.Equal(t, title, page.Title)
		require.GreaterOrEqual(t, len(page.Categories()), 2, a.Name)
		for _, s := range page.Categories() {
			require.True(t, strings.HasSuffix(s.Summary(), ".") || strings.HasSuffix(s.Summary(), ":"), "%s: %q", s.Heading, s.Summary())
			require.Contains(t, s.Text(), "// RIGHT", s.Heading)
			require.Contains(t, s.Markdown(), "\t// WRONG", s.Heading)
		}
		var names []string
		for _, c := range page.Categories() {
			names = append(names, c.Heading)
		}
		require.Subset(t, config.Categories(a.Name), names, "the configuration knows the categories of %s", a.Name)
		require.Contains(t, page.Text(), "\n# What is silent\n\n")
	}
}

func TestNoPage(t *testing.T) {
	_, err := PageOf("../analyzers")
	require.EqualError(t, err, `rule "../analyzers" has no page`)
}
