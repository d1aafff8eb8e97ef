package metamorph_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/metamorph"
	"github.com/locklint/locklint/internal/standalone"
	"github.com/locklint/locklint/internal/unit"
)

const testdata = "../../testdata/"

// minSurvival is the share of findings that each transformation must leave, and
// the share of programs without one that must stay so.
const minSurvival = 0.98

// A tree is a module of test programs; a program is a folder at its depth.
type tree struct {
	name  string
	depth int
}

var trees = []tree{{"cases", 1}, {"rules", 3}, {"shapes", 2}}

// TestSurvival rewrites test programs and demands the findings that they had.
func TestSurvival(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the test programs a dozen times")
	}
	base := map[string]*original{}
	for _, tr := range trees {
		base[tr.name] = load(t, tr)
	}
	for _, tf := range metamorph.All() {
		t.Run(tf.Name, func(t *testing.T) {
			var all tally
			for _, tr := range trees {
				all.add(t, base[tr.name], tf)
			}
			t.Log(all.String())
			require.Positive(t, all.changed, "no package was changed")
			require.LessOrEqual(t, float64(all.broken), 0.05*float64(all.changed), "programs that no longer compile")
			require.GreaterOrEqual(t, all.found(), minSurvival, "findings")
			require.GreaterOrEqual(t, all.silent(), minSurvival, "silence")
		})
	}
}

// An original is a tree before it is rewritten.
type original struct {
	tree
	*metamorph.Tree
	findings map[string]map[string]bool // by program: "FILE:LINE rule"
	covered  map[string]map[string]bool // likewise, related places too
	programs map[string]bool
}

func load(t *testing.T, tr tree) *original {
	t.Helper()
	dir := t.TempDir()
	linttest.Download(t, testdata+tr.name)
	marked, err := metamorph.Load(t.Context(), testdata+tr.name, dir)
	require.NoError(t, err)
	o := &original{tree: tr, Tree: marked, programs: map[string]bool{}}
	report := analyze(t, dir)
	require.Empty(t, report.Errors)
	o.findings, o.covered = o.spots(dir, report.Findings)
	require.NoError(t, filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".go" {
			rel, relErr := filepath.Rel(dir, name)
			o.programs[o.program(rel)] = true
			err = errors.Join(err, relErr)
		}
		return err
	}))
	return o
}

func analyze(t *testing.T, dir string) *standalone.Report {
	t.Helper()
	report, err := standalone.Analyze(t.Context(), dir, []string{"./..."}, analyzers.All(), standalone.Options{})
	require.NoError(t, err)
	return report
}

func (o *original) program(file string) string {
	parts := strings.Split(filepath.ToSlash(file), "/")
	return strings.Join(parts[:min(o.depth, len(parts))], "/")
}

// spots are the places of findings, as the marks tell them.
func (o *original) spots(dir string, findings []unit.Finding) (found, covered map[string]map[string]bool) {
	found, covered = map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, f := range findings {
		rel, err := filepath.Rel(dir, f.Pos.Filename)
		if err != nil {
			continue
		}
		program := o.program(rel)
		spot := func(name string, line int) string { return metamorph.Origin(name, line) + " " + f.Rule }
		set(found, program, spot(f.Pos.Filename, f.Pos.Line))
		set(covered, program, spot(f.Pos.Filename, f.Pos.Line))
		for _, rel := range f.Related {
			set(covered, program, spot(rel.Pos.Filename, rel.Pos.Line))
		}
	}
	return found, covered
}

func set(m map[string]map[string]bool, key, value string) {
	if m[key] == nil {
		m[key] = map[string]bool{}
	}
	m[key][value] = true
}

// A tally counts what survived a transformation.
type tally struct {
	changed, broken  int // packages; programs
	before, after    int // findings, and those that are left
	quiet, stayQuiet int // programs without a finding, and those that still have none
	differences      []string
}

func (c *tally) add(t *testing.T, o *original, tf metamorph.Transformation) {
	t.Helper()
	dir := t.TempDir()
	if keep := os.Getenv("LOCKLINT_METAMORPH_DIR"); keep != "" {
		dir = filepath.Join(keep, tf.Name, o.name)
		require.NoError(t, os.MkdirAll(dir, 0o777))
	}
	changed, err := o.Apply(tf, dir)
	require.NoError(t, err)
	c.changed += changed
	report := analyze(t, dir)
	broken := map[string]bool{}
	for _, e := range report.Errors {
		for _, name := range slices.Sorted(maps.Keys(o.programs)) {
			if strings.Contains(fmt.Sprint(e), "/"+name+"/") && !broken[name] {
				broken[name] = true
				c.differences = append(c.differences, fmt.Sprintf("%s/%s: does not compile: %v", o.name, name, e))
			}
		}
	}
	c.broken += len(broken)
	found, covered := o.spots(dir, report.Findings)
	for _, name := range slices.Sorted(maps.Keys(o.programs)) {
		if broken[name] {
			continue
		}
		for _, spot := range slices.Sorted(maps.Keys(o.findings[name])) {
			c.before++
			if covered[name][spot] {
				c.after++
			} else {
				c.differences = append(c.differences, fmt.Sprintf("%s/%s: lost: %s", o.name, name, spot))
			}
		}
		news := 0
		for _, spot := range slices.Sorted(maps.Keys(found[name])) {
			if !o.covered[name][spot] {
				news++
				c.differences = append(c.differences, fmt.Sprintf("%s/%s: new: %s", o.name, name, spot))
			}
		}
		c.quiet++
		if news == 0 {
			c.stayQuiet++
		}
	}
}

func (c *tally) found() float64  { return float64(c.after) / float64(c.before) }
func (c *tally) silent() float64 { return float64(c.stayQuiet) / float64(c.quiet) }

func (c *tally) String() string {
	return fmt.Sprintf("%d packages changed, %d programs broken, findings %d of %d (%.3f), silence %d of %d (%.3f)\n%s",
		c.changed, c.broken, c.after, c.before, c.found(), c.stayQuiet, c.quiet, c.silent(), strings.Join(c.differences, "\n"))
}
