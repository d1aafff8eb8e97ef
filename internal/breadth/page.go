package breadth

import (
	"fmt"
	"strings"

	"github.com/locklint/locklint/analyzers"
)

// A Count adds up records.
type Count struct {
	Modules, Packages, Lines, Analysed, Sites int
	Findings                                  int
	Right, Wrong, Arguable                    int
}

// Precision is the share of the right findings among those that are right or
// wrong; 1 where there is none.
func (c *Count) Precision() float64 {
	if c.Right+c.Wrong == 0 {
		return 1
	}
	return float64(c.Right) / float64(c.Right+c.Wrong)
}

// PerSites is the number of findings for each thousand places that take a lock.
func (c *Count) PerSites() float64 {
	if c.Sites == 0 {
		return 0
	}
	return 1000 * float64(c.Findings) / float64(c.Sites)
}

func (c *Count) module(r *Record) {
	c.Modules++
	c.Packages += r.Packages
	c.Lines += r.Lines
	c.Analysed += r.Analysed
	c.Sites += r.Sites
}

func (c *Count) finding(f *Finding) {
	c.Findings++
	switch f.Verdict {
	case Right:
		c.Right++
	case Wrong:
		c.Wrong++
	case Arguable:
		c.Arguable++
	}
}

// A Summary has the counts of all records, of those of a group, and of the
// findings of a rule.
type Summary struct {
	All           Count
	Groups, Rules map[string]*Count
}

// Summarize counts.
func Summarize(records []*Record) *Summary {
	s := &Summary{Groups: map[string]*Count{}, Rules: map[string]*Count{}}
	for _, g := range Groups {
		s.Groups[g] = &Count{}
	}
	for _, rule := range analyzers.Names() {
		s.Rules[rule] = &Count{}
	}
	for _, r := range records {
		counts := []*Count{&s.All, s.Groups[r.Group]}
		for _, c := range counts {
			c.module(r)
		}
		for _, c := range s.Rules {
			c.module(r)
		}
		for _, f := range r.Findings {
			for _, c := range append(counts, s.Rules[f.Rule()]) {
				if c != nil { // what is said of a directive is no rule's
					c.finding(f)
				}
			}
		}
	}
	return s
}

// Measured is what a rule's page says of its precision, after a run of a day.
func (s *Summary) Measured(rule, date string) string {
	c := s.Rules[rule]
	sample := fmt.Sprintf("%d modules of other people's (%s lines of Go, %s of them in packages that reach a client, %d places that take a lock)", c.Modules, thousands(c.Lines), thousands(c.Analysed), c.Sites)
	if c.Findings == 0 {
		return fmt.Sprintf("In %s it reported nothing (%s).", sample, date)
	}
	text := fmt.Sprintf("In %s it reported %s, each judged by reading the code: %d right, %d wrong, %d arguable", sample, plural(c.Findings, "mistake"), c.Right, c.Wrong, c.Arguable)
	if c.Right+c.Wrong > 0 {
		text += fmt.Sprintf(". Its precision, right/(right + wrong), is %.2f", c.Precision())
	}
	return text + " (" + date + ")."
}

// Date is the day of the last run.
func Date(costs map[string]*Cost) string {
	last := ""
	for _, c := range costs {
		last = max(last, c.Date)
	}
	return last
}

const pageHead = `# Real modules

locklint runs over modules of other people's, at the versions of [the list](../internal/breadth/testdata/modules.txt),
and each of its findings is judged by reading the code: would the module's maintainer agree that this can
happen? The findings with their verdicts and reasons are [kept](../internal/breadth/testdata/findings), and a
change of them fails a test. Arguable is what can happen, but harms or not by what the code does
not say. Precision is right/(right + wrong).

A lock site is a place in the module where the inventory (` + "`locklint locks`" + `) says that a lock is taken. Lines are
those of the Go files of the module's packages, without tests and files that say they are generated; a package that reaches no client of
[the table of support](support.md), even through its dependencies, can have no finding and is passed over at once: its lines are in no column but "lines".

A wrong finding is mended where it shows what the rules do not know, and the module runs again. So the
figures say how locklint does on code that it was mended with; [the rules' pages](rules) tell
what it is known not to see.

`

// Page is the page with all figures.
func Page(records []*Record, costs map[string]*Cost) string {
	var b strings.Builder
	b.WriteString(pageHead)
	s := Summarize(records)
	fmt.Fprintf(&b, "Last run: %s.\n", Date(costs))
	table(&b, "Groups", "group", "modules", "packages", "lines", "analysed", "lock sites", "findings", "per 1,000 sites", "right", "wrong", "arguable", "precision")
	for _, g := range Groups {
		groupRow(&b, g, s.Groups[g])
	}
	groupRow(&b, "all", &s.All)

	table(&b, "Rules", "rule", "findings", "per 1,000 sites", "right", "wrong", "arguable", "precision")
	for _, rule := range analyzers.Names() {
		c := s.Rules[rule]
		row(&b, rule, c.Findings, fmt.Sprintf("%.1f", c.PerSites()), c.Right, c.Wrong, c.Arguable, precision(c))
	}

	table(&b, "Modules", "module", "group", "packages", "lines", "analysed", "lock sites", "findings", "right", "wrong", "arguable", "seconds", "MB")
	for _, r := range records {
		var c Count
		for _, f := range r.Findings {
			c.finding(f)
		}
		seconds, memory := "", ""
		if cost := costs[r.ID()]; cost != nil {
			seconds, memory = fmt.Sprintf("%.1f", cost.Seconds), fmt.Sprint(cost.Memory)
		}
		row(&b, r.Path+" "+r.Version, r.Group, r.Packages, r.Lines, r.Analysed, r.Sites, c.Findings, c.Right, c.Wrong, c.Arguable, seconds, memory)
	}
	fmt.Fprintf(&b, "\nSeconds are by the clock on a machine that did other things as well, with what the go command builds for the types of\nimports; memory is that of the largest process. No run ended with a panic, took longer than %v or more\nthan %d MB: each would fail the test.\n", timeLimit, memoryLimit)
	b.WriteString("\n## Repeat it\n\nThe small modules run with every change, all of them by hand (some hours, and some gigabytes of downloads, which\nare deleted in between):\n\n```sh\ngo test ./internal/breadth\nLOCKLINT_BREADTH=. go test -timeout 6h -run TestModules -v ./internal/breadth\n```\n")
	return b.String()
}

func table(b *strings.Builder, title string, heads ...string) {
	fmt.Fprintf(b, "\n## %s\n\n| %s |\n|%s\n", title, strings.Join(heads, " | "), strings.Repeat(" --- |", len(heads)))
}

func row(b *strings.Builder, cells ...any) {
	for _, c := range cells {
		if n, ok := c.(int); ok {
			c = thousands(n)
		}
		fmt.Fprintf(b, "| %v ", c)
	}
	b.WriteString("|\n")
}

func groupRow(b *strings.Builder, name string, c *Count) {
	row(b, name, c.Modules, c.Packages, c.Lines, c.Analysed, c.Sites, c.Findings, fmt.Sprintf("%.1f", c.PerSites()), c.Right, c.Wrong, c.Arguable, precision(c))
}

func precision(c *Count) string {
	if c.Right+c.Wrong == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", c.Precision())
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
