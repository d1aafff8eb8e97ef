// Package output prints findings in the forms that people and tools read.
//
// A format gets a [Report] and writes all of it. It neither sorts nor filters:
// the order is the caller's, so that all formats agree. None writes a machine's
// paths where the file lies below the working directory.
//
// # Limits
//
// Positions come in bytes. Formats that count characters read the source line
// to convert; where the file cannot be read they give the column in bytes.
package output

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/locklint/locklint/internal/unit"
)

// A Report is what a format prints.
type Report struct {
	Findings []unit.Finding
	// Suppressed are findings that a directive or a baseline covers. Only JSON
	// and SARIF show them.
	Suppressed []Suppressed
	Errors     []unit.Error
	// Rules describes the rules that ran, for the formats that explain them.
	Rules   func() []Rule
	Version string // of locklint
	Dir     string // file names are written as seen from here
	// Roots are the directories of the program's modules: no line of a file
	// elsewhere is read, whatever a finding's place is called.
	Roots []string
	// Source: the text format shows the line of each finding.
	Source bool
	// Color: the text format uses a terminal's colours.
	Color bool
}

// Suppressed is a finding that nobody wants to be told again.
type Suppressed struct {
	unit.Finding
	// Kind is where it is suppressed: "inSource" or "external".
	Kind   string
	Reason string
}

// A Rule describes what a finding's rule and category mean.
type Rule struct {
	ID       string // "rule/category"
	Title    string // in a few words
	Summary  string // in a sentence
	Help     string
	Markdown string // Help with its formatting
	URL      string
}

// A Format writes a report.
type Format func(io.Writer, *Report) error

var formats = []struct {
	name  string
	write Format
}{
	{"text", text},
	{"json", writeJSON},
	{"sarif", writeSARIF},
	{"github", github},
	{"checkstyle", checkstyle},
	{"codeclimate", codeClimate},
}

// Named returns the format of that name.
func Named(name string) (Format, error) {
	for _, f := range formats {
		if f.name == name {
			return f.write, nil
		}
	}
	return nil, fmt.Errorf("unknown format %q: the formats are %s", name, strings.Join(Names(), ", "))
}

// Names lists the formats.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Path writes a file name as seen from dir: relative where that is shorter.
func Path(dir, name string) string {
	if dir == "" || !filepath.IsAbs(name) {
		return name
	}
	if rel, err := filepath.Rel(dir, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}

func (r *Report) path(name string) string { return Path(r.Dir, name) }

// below is the slash-separated name of a file below the report's directory.
func (r *Report) below(name string) (string, bool) {
	rel := name
	if filepath.IsAbs(name) {
		var err error
		if rel, err = filepath.Rel(r.Dir, name); err != nil {
			return filepath.ToSlash(name), false
		}
	}
	return filepath.ToSlash(rel), filepath.IsLocal(rel)
}

// ruleID is "rule/category", or the rule where there is no category.
func ruleID(rule, category string) string {
	if category == "" {
		return rule
	}
	return rule + "/" + category
}

// told is a message with its related places, for formats that have no room of
// their own for them.
func (r *Report) told(message string, related []unit.Related) string {
	var b strings.Builder
	b.WriteString(message)
	for _, rel := range related {
		fmt.Fprintf(&b, "\n%s: %s", r.place(rel.Pos), rel.Message)
	}
	return b.String()
}
