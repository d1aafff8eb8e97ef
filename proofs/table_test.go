package proofs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
)

const (
	page     = "../docs/proofs.md"
	pictures = "pictures"
)

// TestTable compares the table of docs/proofs.md with what happened in this run. It
// comes last, since it asks what the tests before it found.
func TestTable(t *testing.T) {
	skipMutated(t)
	for _, c := range cells() {
		for _, s := range []side{wrong, right} {
			_, said := outcomes.reports[c.name(s)]
			if outcomes.words[c.name(s)] == "" || !said || len(outcomes.mutants[c.name(right)]) != len(c.mutations) {
				t.Skipf("the table is of whole runs, and %s was not tested here or failed", c.name(s))
			}
		}
	}
	for _, p := range pauses {
		require.NotEmpty(t, p.rows(), "no row has this pause: %s", p.what)
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	begin, end := fmt.Sprintf("<!-- begin %s -->\n", servers), fmt.Sprintf("<!-- end %s -->\n", servers)
	before, rest, ok := strings.Cut(string(text), begin)
	require.True(t, ok, "%s has no %q", page, begin)
	got, after, ok := strings.Cut(rest, end)
	require.True(t, ok, "%s has no %q", page, end)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+begin+table()+end+after), 0o644))
		if servers == "embedded" {
			draw(t)
		}
		return
	}
	require.Equal(t, table(), got, "run with -update and look at the difference")
	for _, file := range drawn() {
		require.FileExists(t, file)
	}
}

// table has a row for each cell.
func table() string {
	var b strings.Builder
	b.WriteString("| category | system | the wrong program | the right program | locklint: wrong | right | and without what makes it right |\n")
	b.WriteString("| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, c := range cells() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", c.rule+"/"+c.category, c.systemName(),
			link(c, wrong), link(c, right), c.said(wrong), c.said(right), c.removed())
	}
	b.WriteString("\n| the pause | rows that have it |\n| --- | --- |\n")
	for _, p := range pauses {
		fmt.Fprintf(&b, "| %s | %s |\n", p.what, counted(p.rows()))
	}
	return b.String()
}

// A wayToPause is one in which a holder loses its lock, and the events that tell of
// it in a history.
type wayToPause struct {
	what string
	kind pause.Kind
	text string // empty if any
}

var pauses = []wayToPause{
	{"a worker stops at a point", pause.Paused, ""},
	{"a process is frozen (SIGSTOP)", pause.Paused, "SIGSTOP"},
	{"a process is killed at work", pause.Killed, ""},
	{"a connection is cut", pause.Note, "A is cut off"},
	{"the store fails over", pause.Note, "the replica takes over"},
	{"a pool gives out another session", pause.Note, "another session is in use"},
	{"a worker's clock jumps", pause.Note, "its clock jumps ahead"},
}

// rows are the cells in whose runs the pause was seen.
func (p wayToPause) rows() []cell {
	var found []cell
	for _, c := range cells() {
		if slices.ContainsFunc(outcomes.history[c.name(right)], p.tells) {
			found = append(found, c)
		}
	}
	return found
}

func (p wayToPause) tells(e pause.Event) bool {
	return e.Kind == p.kind && (p.text == "" || e.Text == p.text)
}

// counted names some rows, and how many more there are.
func counted(rows []cell) string {
	const most = 3
	var words []string
	for _, c := range rows[:min(most, len(rows))] {
		words = append(words, c.rule+"/"+c.category+" on "+c.systemName())
	}
	if n := len(rows) - most; n > 0 {
		words = append(words, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(words, "; ")
}

func (c cell) systemName() string {
	if c.fake {
		return c.system + " (a fake)"
	}
	return c.system
}

func link(c cell, s side) string {
	return fmt.Sprintf("[%s](../proofs/%s)", outcomes.words[c.name(s)], source(c, s))
}

// said is what locklint says of a program.
func (c cell) said(s side) string {
	marks := outcomes.reports[c.name(s)]
	if len(marks) == 0 && s == wrong {
		return "silent: " + c.silence
	}
	if len(marks) == 0 {
		return "silent"
	}
	var words []string
	for _, m := range marks {
		line, category, _ := strings.Cut(m, " ")
		words = append(words, fmt.Sprintf("%s, line %s", strings.TrimPrefix(category, c.rule+"/"), line))
	}
	return "reports " + strings.Join(words, "; ")
}

// removed tells for each mutation what became of the program.
func (c cell) removed() string {
	var words []string
	for _, m := range c.mutations {
		words = append(words, fmt.Sprintf("not “%s”: %s", m.what, m.outcome(c)))
	}
	return strings.Join(words, "; ")
}

// shown are the cells of which there are pictures: the first of each category.
func shown() []cell {
	var first []cell
	seen := map[string]bool{}
	for _, c := range cells() {
		if !seen[c.category] {
			first = append(first, c)
		}
		seen[c.category] = true
	}
	return first
}

func picture(c cell, s side) string {
	return filepath.Join(pictures, fmt.Sprintf("%s-%s.svg", c.category, s))
}

func drawn() []string {
	var files []string
	for _, c := range shown() {
		files = append(files, picture(c, wrong), picture(c, right))
	}
	return files
}

// draw writes the pictures. Each run gives its own: the order of what happens at
// once is not fixed.
func draw(t *testing.T) {
	require.NoError(t, os.MkdirAll(pictures, 0o755))
	for _, c := range shown() {
		for _, s := range []side{wrong, right} {
			name := c.name(s)
			svg := outcomes.history[name].SVG(fmt.Sprintf("%s/%s, %s, %s: %s", c.rule, c.category, c.system, s, outcomes.words[name]))
			require.NoError(t, os.WriteFile(picture(c, s), []byte(svg), 0o644))
		}
	}
}
