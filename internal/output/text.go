package output

import (
	"bufio"
	"fmt"
	"go/token"
	"io"
	"strings"

	"github.com/locklint/locklint/internal/plain"
)

// The colours of a terminal, by what they mark.
const (
	colorPlace  = "\x1b[1m"
	colorRule   = "\x1b[33m"
	colorCaret  = "\x1b[32m"
	colorSource = "\x1b[2m"
	colorNone   = "\x1b[0m"
)

// text prints a line for each finding and, indented, a line for each related
// place.
func text(w io.Writer, r *Report) error {
	t := &textWriter{Writer: bufio.NewWriter(w), report: r, sources: r.sources()}
	for _, f := range r.Findings {
		message, rule := cutRule(f.Message)
		t.printf("%s %s%s\n", t.colored(colorPlace, r.place(f.Pos)+":"), message, t.colored(colorRule, rule))
		if r.Source {
			t.line(f.Pos)
		}
		for _, rel := range f.Related {
			t.printf("\t%s: %s\n", r.place(rel.Pos), rel.Message)
		}
	}
	return t.Flush()
}

type textWriter struct {
	*bufio.Writer
	report  *Report
	sources *sources
}

func (t *textWriter) printf(format string, args ...any) {
	_, _ = fmt.Fprintf(t.Writer, format, args...)
}

func (t *textWriter) colored(color, s string) string {
	if !t.report.Color || s == "" {
		return s
	}
	return color + s + colorNone
}

// line shows the source line of a place, with a caret under it.
func (t *textWriter) line(p token.Position) {
	line, ok := t.sources.line(p)
	if !ok {
		return
	}
	t.printf("\t%s\n", t.colored(colorSource, plain.Text(line)))
	if p.Column < 1 || p.Column-1 > len(line) {
		return
	}
	// Tabs stay tabs, so that the caret stands right at any width of them.
	indent := strings.Map(func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}, line[:p.Column-1])
	t.printf("\t%s%s\n", indent, t.colored(colorCaret, "^"))
}

// cutRule parts a message from the " [rule/category]" at its end.
func cutRule(message string) (text, rule string) {
	if i := strings.LastIndex(message, " ["); i >= 0 && strings.HasSuffix(message, "]") {
		return message[:i], message[i:]
	}
	return message, ""
}

// place writes a position as "file:line:column".
func (r *Report) place(p token.Position) string {
	p.Filename = r.path(p.Filename)
	return p.String()
}
