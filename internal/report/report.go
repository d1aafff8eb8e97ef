// Package report turns the engine's answers into diagnostics: it words the
// rule's name, finds positions for places in other packages, leaves out what
// the user suppressed, and reports each fault once.
package report

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/locks"
)

// Base is where the rules' pages are.
const Base = "https://github.com/locklint/locklint/blob/main/analyzers/"

// Faults reports the faults of the pass's rule in the order of their positions.
// Test files and generated files are left out.
func Faults(pass *analysis.Pass, faults []locks.Fault) {
	sort.SliceStable(faults, func(i, j int) bool {
		if faults[i].At != faults[j].At {
			return faults[i].At < faults[j].At
		}
		return faults[i].Category < faults[j].Category
	})
	skip := skipped(pass)
	seen := map[token.Pos]bool{}
	for _, f := range faults {
		file := pass.Fset.File(f.At)
		if !f.At.IsValid() || file == nil || skip[file.Name()] || seen[f.At] {
			continue
		}
		if ignored(pass, f) {
			continue
		}
		seen[f.At] = true
		pass.Report(diagnostic(pass, f))
	}
}

func diagnostic(pass *analysis.Pass, f locks.Fault) analysis.Diagnostic {
	rule := pass.Analyzer.Name
	d := analysis.Diagnostic{
		Pos: f.At, Category: f.Category,
		Message: f.Message + " [" + rule + "/" + f.Category + "]",
		URL:     Base + rule + "/doc.go#" + f.Category,
	}
	for _, p := range f.Related {
		pos := position(pass, p)
		if !pos.IsValid() {
			pos = f.At // the way out, or a place that cannot be shown
		}
		if p.What == "" || pos == f.At && p.Pos.IsValid() {
			continue
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: p.What})
	}
	return d
}

// position finds a place in this program.
func position(pass *analysis.Pass, p locks.Place) token.Pos {
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

// skipped are the files that get no findings.
func skipped(pass *analysis.Pass) map[string]bool {
	out := map[string]bool{}
	for _, f := range pass.Files {
		name := pass.Fset.File(f.FileStart).Name()
		if strings.HasSuffix(name, "_test.go") || ast.IsGenerated(f) {
			out[name] = true
		}
	}
	return out
}

// ignored reports whether a directive covers the fault: on its line, or on the
// line above.
func ignored(pass *analysis.Pass, f locks.Fault) bool {
	rule := pass.Analyzer.Name
	at := pass.Fset.Position(f.At)
	for _, file := range pass.Files {
		if pass.Fset.File(file.FileStart) != pass.Fset.File(f.At) {
			continue
		}
		for _, g := range file.Comments {
			for _, c := range g.List {
				line := pass.Fset.Position(c.Pos()).Line
				if (line == at.Line || line == at.Line-1) && covers(c.Text, rule, f.Category) {
					return true
				}
			}
		}
	}
	return false
}

// covers reports whether a comment silences a rule or one of its categories,
// with a reason.
func covers(text, rule, category string) bool {
	if strings.HasPrefix(text, "//nolint") {
		_, names, ok := strings.Cut(text, ":")
		if !ok {
			return false
		}
		names, _, _ = strings.Cut(names, " ")
		for n := range strings.SplitSeq(names, ",") {
			if n == "locklint" || n == rule {
				return true
			}
		}
		return false
	}
	rest, ok := strings.CutPrefix(text, "//locklint:ignore ")
	if !ok {
		return false
	}
	name, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if strings.TrimSpace(reason) == "" {
		return false
	}
	return name == rule || name == rule+"/"+category
}
