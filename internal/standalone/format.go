package standalone

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/token"
	"io"

	"github.com/locklint/locklint/internal/unit"
)

// A format prints a report's findings.
type format func(io.Writer, *Report, shortener) error

var formats = map[string]format{"text": writeText, "json": writeJSON}

// writeText prints a line for each finding and, indented, a line for each
// related place.
func writeText(w io.Writer, r *Report, s shortener) error {
	out := bufio.NewWriter(w)
	for _, f := range r.Findings {
		_, _ = fmt.Fprintf(out, "%s: %s\n", s.place(f.Pos), f.Message)
		for _, rel := range f.Related {
			_, _ = fmt.Fprintf(out, "\t%s: %s\n", s.place(rel.Pos), rel.Message)
		}
	}
	return out.Flush()
}

func (s shortener) place(p token.Position) token.Position {
	p.Filename = s.path(p.Filename)
	return p
}

// The JSON form.
type (
	jsonPlace struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
	}
	jsonRelated struct {
		jsonPlace
		Message string `json:"message"`
	}
	jsonEdit struct {
		File  string `json:"file"`
		Start int    `json:"start"`
		End   int    `json:"end"`
		New   string `json:"new"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonFinding struct {
		Rule     string `json:"rule"`
		Category string `json:"category,omitempty"`
		Message  string `json:"message"`
		URL      string `json:"url,omitempty"`
		jsonPlace
		End     jsonPlace     `json:"end"`
		Related []jsonRelated `json:"related,omitempty"`
		Fixes   []jsonFix     `json:"fixes,omitempty"`
	}
	jsonReport struct {
		Findings []jsonFinding `json:"findings"`
		Errors   []string      `json:"errors,omitempty"`
	}
)

// writeJSON prints one object.
func writeJSON(w io.Writer, r *Report, s shortener) error {
	out := jsonReport{Findings: []jsonFinding{}}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, s.finding(f))
	}
	for _, e := range r.Errors {
		e.Pos = s.place(e.Pos)
		out.Errors = append(out.Errors, e.Error())
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(out)
}

func (s shortener) finding(f unit.Finding) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule, Category: f.Category, Message: f.Message, URL: f.URL,
		jsonPlace: s.jsonPlace(f.Pos), End: s.jsonPlace(f.End),
	}
	for _, rel := range f.Related {
		out.Related = append(out.Related, jsonRelated{s.jsonPlace(rel.Pos), rel.Message})
	}
	for _, fix := range f.Fixes {
		x := jsonFix{Message: fix.Message}
		for _, e := range fix.Edits {
			x.Edits = append(x.Edits, jsonEdit{s.path(e.File), e.Start, e.End, e.New})
		}
		out.Fixes = append(out.Fixes, x)
	}
	return out
}

func (s shortener) jsonPlace(p token.Position) jsonPlace {
	return jsonPlace{s.path(p.Filename), p.Line, p.Column}
}
