package linttest_test

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/standalone"
)

// full asks for the long form of a test, which .ci/full runs.
var full = os.Getenv("LOCKLINT_TEST_FULL") != ""

// TestEdits changes programs at random places. After each change a run with the
// cache of the runs before must find what a run without one finds, and in the
// end every other driver too. The short form makes some of the changes and asks
// the drivers that are quick.
func TestEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command dozens of times")
	}
	programs := []struct {
		name, dir   string
		rules       []*analysis.Analyzer
		vet, multi  string
		small       []string // what the slow drivers analyse
		edits, most int      // in the short and in the long form
	}{
		{"probe", "testdata/program", probes, "probe-handing-on", "multichecker", nil, 2, 20},
		{"examples", "../../examples", analyzers.All(), "rules", "rules-multichecker", nil, 3, 20},
		{"cases", testdata + "cases", analyzers.All(), "rules", "rules-multichecker", []string{"./goredis...", "./redisx..."}, 0, 20},
	}
	for _, p := range programs {
		edits := p.edits
		if full {
			edits = p.most
		}
		if edits == 0 {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS(p.dir)))
			linttest.Download(t, dir)
			e := &edited{t: t, dir: dir, rules: p.rules, store: cache.Open(t.TempDir(), cache.DefaultSize)}
			e.compare("cold")
			e.compare("warm")
			random := rand.New(rand.NewPCG(1, 2))
			for range edits {
				e.edit(random)
			}
			require.Positive(t, e.reused, "nothing came from the cache")
			want := runStandalone(t, dir, p.rules)
			require.NotEmpty(t, want)
			require.Equal(t, want, runVet(t, dir, p.vet, "fast"), "go vet, the fast way")
			if full {
				want = runStandalone(t, dir, p.rules, p.small...)
				require.Equal(t, want, runMultichecker(t, dir, p.multi, p.small...), "x/tools' multichecker")
				require.Equal(t, want, runVet(t, dir, p.vet, "slow", p.small...), "go vet, the slow way")
			}
		})
	}
}

// edited is a program that is changed.
type edited struct {
	t      *testing.T
	dir    string
	rules  []*analysis.Analyzer
	store  *cache.Cache
	reused int // results that came from the cache after a change
}

func (e *edited) analyze(store *cache.Cache) *standalone.Report {
	r, err := standalone.Analyze(e.t.Context(), e.dir, []string{"./..."}, e.rules, standalone.Options{Cache: store})
	require.NoError(e.t, err)
	return r
}

// compare demands that a run with the cache and one without say the same. It
// returns what the former says.
func (e *edited) compare(what string, args ...any) *standalone.Report {
	e.t.Helper()
	want, got := e.analyze(nil), e.analyze(e.store)
	require.Equal(e.t, want.Findings, got.Findings, append([]any{what}, args...)...)
	require.Equal(e.t, want.Suppressed, got.Suppressed, append([]any{what}, args...)...)
	require.Equal(e.t, want.Errors, got.Errors, append([]any{what}, args...)...)
	return got
}

// edit changes one file. A change that does not compile is taken back.
func (e *edited) edit(random *rand.Rand) {
	e.t.Helper()
	var files []string
	require.NoError(e.t, filepath.WalkDir(e.dir, func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".go") {
			files = append(files, name)
		}
		return err
	}))
	name := files[random.IntN(len(files))]
	text, err := os.ReadFile(name)
	require.NoError(e.t, err)
	changed := change(text, random)
	require.NoError(e.t, os.WriteFile(name, changed, 0o666))
	r := e.compare("after a change of %s:\n%s", name, changed)
	e.reused += r.Stats.Cached
	if len(r.Errors) > 0 {
		require.NoError(e.t, os.WriteFile(name, text, 0o666))
	}
}

// change changes a file in one of several ways: lines move, a declaration comes
// along, a text or a number is another one.
func change(src []byte, random *rand.Rand) []byte {
	switch random.IntN(5) {
	case 0:
		return append([]byte("// Edited.\n\n"), src...)
	case 1:
		return append(bytes.Clone(src), "\nfunc Added"+strings.Repeat("x", 1+random.IntN(1000))+"() {}\n"...)
	}
	places := literals(src)
	if len(places) == 0 {
		return append(bytes.Clone(src), '\n')
	}
	i := places[random.IntN(len(places))]
	return append(bytes.Clone(src[:i]), append([]byte("1"), src[i:]...)...)
}

// literals are the places in texts and numbers, but for the import clauses,
// where a digit more gives another text or number.
func literals(src []byte) []int {
	var places []int
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	for imports := false; ; {
		pos, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return places
		case token.IMPORT:
			imports = true
		case token.FUNC, token.VAR, token.CONST, token.TYPE:
			imports = false
		case token.INT:
			places = append(places, file.Offset(pos))
		case token.STRING:
			if !imports && strings.HasPrefix(lit, `"`) {
				places = append(places, file.Offset(pos)+1)
			}
		}
	}
}
