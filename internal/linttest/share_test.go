//go:build unix

package linttest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/luascript"
	"github.com/locklint/locklint/internal/sqltext"
)

// maxShare is the share of a run's processor time that scripts and statements
// may take.
const maxShare = 0.03

// TestReadingShare measures the readers against a run over the test programs. They
// get every literal of each package and every embedded file,
// one after the other and both, which is more than the engine gives them; the run
// counts without the go command's part. So the share is an upper bound. What else the
// machine does can double it: it is too much where it is so three times.
func TestReadingShare(t *testing.T) {
	share := readingShare(t)
	for try := 1; try < 3 && share >= maxShare; try++ {
		share = min(share, readingShare(t))
	}
	require.Less(t, share, maxShare)
}

func readingShare(t *testing.T) float64 {
	t.Helper()
	var run time.Duration
	var texts []string
	size := 0
	for _, name := range []string{"cases", "rules", "shapes"} {
		start := processorTime(t)
		linttest.Analyze(t, testdata+name, analyzers.All(), "./...")
		run += processorTime(t) - start
		more, n := textsOf(t, testdata+name)
		texts, size = append(texts, more...), size+n
	}
	require.NotEmpty(t, texts)
	reading := cheapest(t, 7, func() {
		for _, text := range texts {
			luascript.Read(text)
			sqltext.Read(text)
		}
	})

	share := reading.Seconds() / run.Seconds()
	t.Logf("%d texts, %d bytes: %v of %v, %.2f %%", len(texts), size, reading, run, 100*share)
	return share
}

// cheapest is the least processor time of some calls. One alone may pay for the
// collection of what other tests have left in the heap.
func cheapest(t *testing.T, calls int, call func()) time.Duration {
	t.Helper()
	least := time.Duration(math.MaxInt64)
	for range calls {
		runtime.GC()
		start := processorTime(t)
		call()
		least = min(least, processorTime(t)-start)
	}
	return least
}

// textsOf are the literals and embedded files of each folder below dir, once a
// folder.
func textsOf(t *testing.T, dir string) (texts []string, size int) {
	t.Helper()
	seen := map[string]bool{}
	add := func(folder, text string) {
		if id := folder + "\x00" + text; !seen[id] {
			seen[id] = true
			texts, size = append(texts, text), size+len(text)
		}
	}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		folder := filepath.Dir(name)
		switch filepath.Ext(name) {
		case ".lua", ".sql":
			text, err := os.ReadFile(name)
			if err == nil {
				add(folder, string(text))
			}
			return err
		case ".go":
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil && strings.TrimSpace(text) != "" {
						add(folder, text)
					}
				}
				return true
			})
		}
		return nil
	}))
	return texts, size
}

// processorTime is what this process has used so far.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
