// Package linttest runs rules over test modules and compares what they report
// with what the modules' comments ask for.
//
// A module holds ordinary packages that use the real client libraries. At the
// end of a line,
//
//	// want RULE [RULE...]     a finding of each rule must be on this line
//	// maybe RULE [RULE...]    a finding of the rule may be on this line
//
// and no other line may have one. A finding that names a wanted line among its
// related places covers that line too: one finding may be about several writes.
//
// Golden files beside the module keep what is printed (expected.txt), the edits that are
// offered (fixes.txt) and what the engine sees (engine.txt).
//
// The packages are analysed through the same code as the command's.
package linttest

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/output"
	"github.com/locklint/locklint/internal/standalone"
	"github.com/locklint/locklint/internal/unit"
)

// Run analyses the packages of the module in dir (./... if no pattern is given)
// and fails the test where findings and comments differ.
func Run(t *testing.T, dir string, analyzers []*analysis.Analyzer, patterns ...string) {
	t.Helper()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	report := Analyze(t, dir, analyzers, patterns...)
	for _, e := range report.Errors {
		t.Errorf("%v\n%s", e, e.Stack)
	}
	c := Compare(t, dir, analyzers, report.Findings)
	for _, s := range c.Missed {
		t.Errorf("%s: nothing was reported", s)
	}
	for _, s := range c.Wrong {
		t.Errorf("%s: reported, but not wanted: %s", s, c.messages[s])
	}
}

// Analyze analyses packages of the module in dir as the command does. The
// module's requirements are downloaded first.
func Analyze(t testing.TB, dir string, analyzers []*analysis.Analyzer, patterns ...string) *standalone.Report {
	t.Helper()
	report, _ := analyze(t, dir, analyzers, patterns)
	return report
}

// AnalyzeView is Analyze that also writes down what the engine sees.
func AnalyzeView(t testing.TB, dir string, analyzers []*analysis.Analyzer, patterns ...string) (*standalone.Report, string) {
	t.Helper()
	report, views := analyze(t, dir, slices.Concat(analyzers, []*analysis.Analyzer{Viewer}), patterns)
	return report, Views(views)
}

func analyze(t testing.TB, dir string, analyzers []*analysis.Analyzer, patterns []string) (*standalone.Report, []*View) {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	Download(t, abs)
	var views []*View
	report, err := standalone.Analyze(context.Background(), abs, patterns, analyzers, standalone.Options{
		Collect: func(result any) {
			if v, ok := result.(*View); ok {
				views = append(views, v)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return report, views
}

// Text is what the command prints of the findings of the module in dir.
func Text(dir string, findings []unit.Finding) (string, error) {
	write, err := output.Named("text")
	if err != nil {
		return "", err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = write(&b, &output.Report{Findings: findings, Dir: abs})
	return b.String(), err
}

// Fixes are the edits that the findings of the module in dir offer.
func Fixes(dir string, findings []unit.Finding) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, f := range findings {
		for _, fix := range f.Fixes {
			fmt.Fprintf(&b, "%s: %s\n", spotOf(abs, f.Pos.Filename, f.Pos.Line, f.Rule), fix.Message)
			for _, e := range fix.Edits {
				fmt.Fprintf(&b, "\t%s %d-%d %q\n", spotOf(abs, e.File, 0, "").File, e.Start, e.End, e.New)
			}
		}
	}
	return b.String(), nil
}

var downloads sync.Map // directory to func() error

// Download fetches what the module in dir requires, once in a process. A module
// that vendors needs nothing.
func Download(t testing.TB, dir string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "vendor", "modules.txt")); err == nil {
		return
	}
	once, _ := downloads.LoadOrStore(dir, sync.OnceValue(func() error {
		cmd := exec.Command("go", "mod", "download")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("go mod download in %s: %w\n%s", dir, err, out)
		}
		return nil
	}))
	if err := once.(func() error)(); err != nil {
		t.Fatal(err)
	}
}

// A Spot is a line of a file and a rule.
type Spot struct {
	File string // relative to the module
	Line int
	Rule string
}

func (s Spot) String() string { return fmt.Sprintf("%s:%d: %s", s.File, s.Line, s.Rule) }

func compareSpots(x, y Spot) int {
	return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Rule, y.Rule))
}

// A Comparison is the difference between findings and comments. Its lists are
// sorted.
type Comparison struct {
	Want     []Spot
	Reported []Spot
	Missed   []Spot // wanted, but not covered
	Wrong    []Spot // reported, but neither wanted nor allowed
	messages map[Spot]string
}

// Compare reads the comments of the module in dir and holds the findings of the
// rules against them.
func Compare(t testing.TB, dir string, analyzers []*analysis.Analyzer, findings []unit.Finding) *Comparison {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	want, maybe, err := readMarks(abs, analyzers)
	if err != nil {
		t.Fatal(err)
	}
	c := &Comparison{messages: map[Spot]string{}}
	covered := map[Spot]bool{}
	for _, f := range findings {
		s := spotOf(abs, f.Pos.Filename, f.Pos.Line, f.Rule)
		covered[s] = true
		c.messages[s] = f.Message
		for _, rel := range f.Related {
			covered[spotOf(abs, rel.Pos.Filename, rel.Pos.Line, f.Rule)] = true
		}
	}
	for s := range want {
		c.Want = append(c.Want, s)
		if !covered[s] {
			c.Missed = append(c.Missed, s)
		}
	}
	for s := range c.messages {
		c.Reported = append(c.Reported, s)
		if !want[s] && !maybe[s] {
			c.Wrong = append(c.Wrong, s)
		}
	}
	for _, list := range [][]Spot{c.Want, c.Reported, c.Missed, c.Wrong} {
		slices.SortFunc(list, compareSpots)
	}
	return c
}

func spotOf(root, file string, line int, rule string) Spot {
	if rel, err := filepath.Rel(root, file); err == nil {
		file = filepath.ToSlash(rel)
	}
	return Spot{file, line, rule}
}

var mark = regexp.MustCompile(`//\s*(want|maybe)((?:\s+[a-z]+)+)`)

// readMarks reads the comments of all Go files below root.
func readMarks(root string, analyzers []*analysis.Analyzer) (want, maybe map[Spot]bool, err error) {
	rules := map[string]bool{}
	for _, a := range analyzers {
		rules[a.Name] = true
	}
	want, maybe = map[Spot]bool{}, map[Spot]bool{}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		return eachLine(path, func(line int, text string) {
			for _, m := range mark.FindAllStringSubmatch(text, -1) {
				for rule := range strings.FieldsSeq(m[2]) {
					if !rules[rule] {
						break // the rest is prose
					}
					if s := spotOf(root, path, line, rule); m[1] == "want" {
						want[s] = true
					} else {
						maybe[s] = true
					}
				}
			}
		})
	})
	return want, maybe, err
}

func eachLine(path string, fn func(int, string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for line := 1; in.Scan(); line++ {
		fn(line, in.Text())
	}
	return in.Err()
}

// Table is the comparison in figures, a line for each rule and one for all.
func (c *Comparison) Table(analyzers []*analysis.Analyzer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-14s%6s%7s%8s%7s%8s%11s\n", "rule", "want", "found", "missed", "wrong", "recall", "precision")
	for _, a := range analyzers {
		c.line(&b, a.Name, func(s Spot) bool { return s.Rule == a.Name })
	}
	c.line(&b, "all", func(Spot) bool { return true })
	return b.String()
}

func (c *Comparison) line(b *strings.Builder, name string, in func(Spot) bool) {
	want, missed := count(c.Want, in), count(c.Missed, in)
	reported, wrong := count(c.Reported, in), count(c.Wrong, in)
	fmt.Fprintf(b, "%-14s%6d%7d%8d%7d%8.2f%11.2f\n",
		name, want, want-missed, missed, wrong, ratio(want-missed, want), ratio(reported-wrong, reported))
}

func count(list []Spot, in func(Spot) bool) int {
	n := 0
	for _, s := range list {
		if in(s) {
			n++
		}
	}
	return n
}

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}
