// Package report turns the engine's answers into diagnostics: it words the
// rule's name, finds positions for places in other packages, leaves out what
// the user does not want, and reports each fault once.
//
// # What is left out
//
// First what the configuration switches off or leaves out, then what a directive
// silences, and last what is less sure than the configuration asks for. A
// silenced finding is kept in the rule's result, for the formats that tell of it
// and for the check that each directive silences something.
package report

import (
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"sort"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/directive"
	"github.com/locklint/locklint/internal/locks"
	"github.com/locklint/locklint/internal/plain"
)

// Base is where the rules' pages are.
const Base = "https://github.com/locklint/locklint/blob/main/analyzers/"

// Requires is what a rule requires.
var Requires = []*analysis.Analyzer{locks.Analyzer, config.Analyzer, directive.Analyzer}

// ResultType is the type of a rule's result.
var ResultType = reflect.TypeFor[*Result]()

// A Result is what a rule found and did not report.
type Result struct {
	// Suppressed are the findings that a directive silences.
	Suppressed []Suppressed
}

// A Suppressed finding has the directive that silences it.
type Suppressed struct {
	analysis.Diagnostic
	By *directive.Directive
}

// Faults reports the faults of the pass's rule in the order of their positions.
// It returns the rule's result, or what is wrong with the user's configuration.
func Faults(pass *analysis.Pass, faults []locks.Fault) (any, error) {
	cfg := pass.ResultOf[config.Analyzer].(*config.Config)
	if err := cfg.Error(); err != nil {
		return nil, err
	}
	sort.SliceStable(faults, func(i, j int) bool {
		if faults[i].At != faults[j].At {
			return faults[i].At < faults[j].At
		}
		return faults[i].Category < faults[j].Category
	})
	rule := pass.Analyzer.Name
	said := pass.ResultOf[directive.Analyzer].(*directive.Set)
	skip := cfg.Skipped(pass.Fset, pass.Files)
	seen := map[token.Pos]bool{}
	silenced := map[token.Pos]bool{}
	r := &Result{}
	for _, f := range faults {
		file := pass.Fset.File(f.At)
		if !f.At.IsValid() || file == nil || skip[file.Name()] || !cfg.Enabled(rule, f.Category) {
			continue
		}
		if d := said.Ignoring(rule, f.Category, f.At); d != nil {
			if !silenced[f.At] {
				silenced[f.At] = true
				r.Suppressed = append(r.Suppressed, Suppressed{diagnostic(pass, f), d})
			}
			continue
		}
		if seen[f.At] || f.Confidence.Or(config.High) < cfg.Least() {
			continue
		}
		seen[f.At] = true
		pass.Report(diagnostic(pass, f))
	}
	return r, nil
}

func diagnostic(pass *analysis.Pass, f locks.Fault) analysis.Diagnostic {
	rule := pass.Analyzer.Name
	d := analysis.Diagnostic{
		Pos: f.At, Category: f.Category,
		Message: plain.Text(f.Message) + " [" + rule + "/" + f.Category + "]",
		URL:     Base + rule + "/doc.go#" + f.Category,

		SuggestedFixes: f.Fixes,
	}
	for _, p := range f.Related {
		pos := Position(pass, p)
		if !pos.IsValid() {
			pos = f.At // the way out, or a place that cannot be shown
		}
		if p.What == "" || pos == f.At && p.Pos.IsValid() {
			continue
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: plain.Text(p.What)})
	}
	return d
}

// Position finds a place in this program.
func Position(pass *analysis.Pass, p locks.Place) token.Pos {
	if p.Pos.IsValid() {
		return p.Pos
	}
	if p.Package == "" {
		return token.NoPos
	}
	dir := packageDir(pass, p.Package)
	if dir == "" {
		return token.NoPos
	}
	name := filepath.Join(dir, p.File)
	found := token.NoPos
	pass.Fset.Iterate(func(f *token.File) bool {
		if f.Name() == name && p.Line >= 1 && p.Line <= f.LineCount() {
			found = f.LineStart(p.Line)
			return false
		}
		return true
	})
	if found.IsValid() {
		return found
	}
	// Export data knows only lines that declare something: a file of its own
	// with as many lines stands for the rest.
	f := pass.Fset.AddFile(name, -1, p.Line+1)
	lines := make([]int, p.Line+1)
	for i := range lines {
		lines[i] = i
	}
	if !f.SetLines(lines) || p.Line < 1 {
		return token.NoPos
	}
	return f.LineStart(p.Line)
}

// packageDir is the directory of an imported package, learnt from any of its
// objects.
func packageDir(pass *analysis.Pass, path string) string {
	var find func(p *types.Package, depth int) string
	seen := map[*types.Package]bool{}
	find = func(p *types.Package, depth int) string {
		if seen[p] || depth > 20 {
			return ""
		}
		seen[p] = true
		if p.Path() == path {
			for _, n := range p.Scope().Names() {
				if pos := pass.Fset.Position(p.Scope().Lookup(n).Pos()); pos.Filename != "" {
					return filepath.Dir(pos.Filename)
				}
			}
			return ""
		}
		for _, imp := range p.Imports() {
			if d := find(imp, depth+1); d != "" {
				return d
			}
		}
		return ""
	}
	return find(pass.Pkg, 0)
}
