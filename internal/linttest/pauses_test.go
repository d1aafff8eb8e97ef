package linttest_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/catalogue"
)

// TestPausesCount holds the programs of testdata/pauses to numbers: for each
// category enough that are wrong, more that only look like it, and more than one
// way to write each, since every client has its own.
func TestPausesCount(t *testing.T) {
	const wrong, right, clients = 6, 10, 5
	categories, err := filepath.Glob(testdata + "pauses/*/*")
	require.NoError(t, err)
	require.Len(t, categories, 11)
	for _, dir := range categories {
		rule := filepath.Base(filepath.Dir(dir))
		t.Run(rule+"/"+filepath.Base(dir), func(t *testing.T) {
			programs, err := os.ReadDir(dir)
			require.NoError(t, err)
			nWrong, nRight, libraries := 0, 0, map[string]bool{}
			for _, p := range programs {
				if wantsRule(t, filepath.Join(dir, p.Name()), rule, libraries) {
					nWrong++
				} else {
					nRight++
				}
			}
			t.Logf("%d wrong, %d right, %d clients", nWrong, nRight, len(libraries))
			require.GreaterOrEqual(t, nWrong, wrong, "wrong programs")
			require.GreaterOrEqual(t, nRight, right, "right programs")
			require.GreaterOrEqual(t, len(libraries), clients, "clients: %v", libraries)
		})
	}
}

// wantsRule says whether a line of the program asks for a finding of the rule,
// and adds the clients that the program imports.
func wantsRule(t *testing.T, dir, rule string, clients map[string]bool) bool {
	t.Helper()
	mark := regexp.MustCompile(`// want [a-z ]*\b` + rule + `\b`)
	found := false
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found = found || mark.Match(text)
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if l := catalogue.Lookup(name); l != nil && l.Anchor {
				clients[l.Name] = true
			}
		}
		return nil
	})
	require.NoError(t, err)
	return found
}
