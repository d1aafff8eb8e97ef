package output

import (
	"encoding/json"
	"go/token"
	"io"

	"github.com/locklint/locklint/internal/unit"
)

// JSONVersion is the version of the JSON form. It grows when a field changes its
// meaning or goes; docs/findings.schema.json describes the form.
const JSONVersion = 1

type (
	jsonPlace struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"` // in bytes, from 1
	}
	jsonRelated struct {
		jsonPlace
		Message string `json:"message"`
	}
	jsonEdit struct {
		File  string `json:"file"`
		Start int    `json:"start"` // in bytes, from 0
		End   int    `json:"end"`
		New   string `json:"new"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonSuppression struct {
		Kind   string `json:"kind"`
		Reason string `json:"reason,omitempty"`
	}
	jsonFinding struct {
		Rule     string `json:"rule"`
		Category string `json:"category,omitempty"`
		Message  string `json:"message"`
		URL      string `json:"url,omitempty"`
		jsonPlace
		// End is left out where only the start is known.
		End         *jsonPlace       `json:"end,omitempty"`
		Func        string           `json:"func,omitempty"`
		Fingerprint string           `json:"fingerprint"`
		Related     []jsonRelated    `json:"related,omitempty"`
		Fixes       []jsonFix        `json:"fixes,omitempty"`
		Suppression *jsonSuppression `json:"suppression,omitempty"`
	}
	jsonReport struct {
		Version    int           `json:"version"`
		Findings   []jsonFinding `json:"findings"`
		Suppressed []jsonFinding `json:"suppressed,omitempty"`
		Errors     []string      `json:"errors,omitempty"`
	}
)

// writeJSON prints one object.
func writeJSON(w io.Writer, r *Report) error {
	out := jsonReport{Version: JSONVersion, Findings: []jsonFinding{}}
	prints := fingerprints{}
	for i := range r.Findings {
		out.Findings = append(out.Findings, r.jsonFinding(&r.Findings[i], prints))
	}
	for i := range r.Suppressed {
		s := &r.Suppressed[i]
		f := r.jsonFinding(&s.Finding, prints)
		f.Suppression = &jsonSuppression{s.Kind, s.Reason}
		out.Suppressed = append(out.Suppressed, f)
	}
	for _, e := range r.Errors {
		e.Pos.Filename = r.path(e.Pos.Filename)
		out.Errors = append(out.Errors, e.Error())
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(out)
}

func (r *Report) jsonFinding(f *unit.Finding, prints fingerprints) jsonFinding {
	file, _ := r.below(f.Pos.Filename)
	out := jsonFinding{
		Rule: f.Rule, Category: f.Category, Message: f.Message, URL: f.URL, jsonPlace: r.jsonPlace(f.Pos),
		Func: f.Func, Fingerprint: prints.next(KeyOf(f, file)),
	}
	if f.End.IsValid() && f.End != f.Pos {
		end := r.jsonPlace(f.End)
		out.End = &end
	}
	for _, rel := range f.Related {
		out.Related = append(out.Related, jsonRelated{r.jsonPlace(rel.Pos), rel.Message})
	}
	for _, fix := range f.Fixes {
		x := jsonFix{Message: fix.Message}
		for _, e := range fix.Edits {
			x.Edits = append(x.Edits, jsonEdit{r.path(e.File), e.Start, e.End, e.New})
		}
		out.Fixes = append(out.Fixes, x)
	}
	return out
}

func (r *Report) jsonPlace(p token.Position) jsonPlace {
	return jsonPlace{r.path(p.Filename), p.Line, p.Column}
}
