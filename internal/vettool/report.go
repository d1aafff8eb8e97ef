package vettool

import (
	"encoding/json"
	"fmt"
	"io"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/locklint/locklint/internal/plain"
	"github.com/locklint/locklint/internal/unit"
)

// The form in which go vet reads findings; unitchecker prints the same bytes.
type (
	jsonEdit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"`
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
	jsonFinding struct {
		Category string        `json:"category,omitempty"`
		Posn     string        `json:"posn"`
		End      string        `json:"end"`
		Message  string        `json:"message"`
		Fixes    []jsonFix     `json:"suggested_fixes,omitempty"`
		Related  []jsonRelated `json:"related,omitempty"`
	}
	jsonError struct {
		Err string `json:"error"`
	}
)

// report prints what go vet wants to read and returns the exit code. An error
// ends with 1 although the JSON form could hold it: the go command takes a unit
// that ends with 0 into its cache, and forgets the error there. It does not read
// the file for the JSON form then, so that findings go to standard error, too.
func report(out, errs io.Writer, cfg *unitchecker.Config, r *unit.Result, analyzers []*analysis.Analyzer, asJSON bool) int {
	exit := 0
	told := map[string]bool{}
	for _, e := range r.Errors {
		if exit = 1; !told[e.Error()] {
			told[e.Error()] = true
			fmt.Fprintln(errs, plain.Text(e.Error()))
		}
	}
	if cfg.VetxOnly || exit != 0 && r.Package == nil {
		return exit
	}
	if asJSON && (exit == 0 || cfg.Stdout == "") {
		if err := printJSON(out, cfg.ID, r, analyzers); err != nil {
			fmt.Fprintf(errs, "locklint: %v\n", err)
			return 2
		}
		return exit
	}
	for _, f := range r.Findings {
		exit = 1
		fmt.Fprintf(errs, "%s: %s\n", f.Pos, f.Message)
		for _, rel := range f.Related {
			fmt.Fprintf(errs, "%s: \t%s\n", rel.Pos, rel.Message)
		}
	}
	return exit
}

func printJSON(w io.Writer, id string, r *unit.Result, analyzers []*analysis.Analyzer) error {
	rules := map[string]any{}
	for _, a := range analyzers {
		if v := ruleJSON(a.Name, r); v != nil {
			rules[a.Name] = v
		}
	}
	tree := map[string]map[string]any{}
	if len(rules) > 0 {
		tree[id] = rules
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", data)
	return err
}

// ruleJSON is the error of a rule, its findings, or nil.
func ruleJSON(rule string, r *unit.Result) any {
	for _, e := range r.Errors {
		if e.Rule == rule {
			return jsonError{e.Error()}
		}
	}
	var list []jsonFinding
	for _, f := range r.Findings {
		if f.Rule == rule {
			list = append(list, toJSON(f))
		}
	}
	if list == nil {
		return nil
	}
	return list
}

func toJSON(f unit.Finding) jsonFinding {
	out := jsonFinding{Category: f.Category, Posn: f.Pos.String(), End: f.End.String(), Message: f.Message}
	for _, fix := range f.Fixes {
		x := jsonFix{Message: fix.Message}
		for _, e := range fix.Edits {
			x.Edits = append(x.Edits, jsonEdit{e.File, e.Start, e.End, e.New})
		}
		out.Fixes = append(out.Fixes, x)
	}
	for _, rel := range f.Related {
		out.Related = append(out.Related, jsonRelated{rel.Pos.String(), rel.End.String(), rel.Message})
	}
	return out
}
