// Package golangci is locklint as a module plugin of golangci-lint.
//
// A golangci-lint with the plugin is built by golangci-lint custom from a
// .custom-gcl.yml (there is one in example). The plugin is the linter
// "locklint" of type module.
//
// Golangci-lint makes an issue of its own of each related position, so they are
// folded into the message. It does not know .locklint.yaml and would answer from
// its cache after a change of it: what users say stands in the linter's settings,
// by the same keys, and the file is not read.
package golangci

import (
	"fmt"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
)

func init() { register.Plugin("locklint", New) }

// New makes the plugin from the settings in .golangci.yml, nil if there are none.
// What .locklint.yaml may not say is an error here too.
func New(settings any) (register.LinterPlugin, error) {
	if settings == nil {
		settings = map[string]any{}
	}
	c, err := config.Settings(settings)
	if err != nil {
		return nil, fmt.Errorf("locklint: %w", err)
	}
	return plugin{c}, nil
}

type plugin struct{ settings *config.Config }

// BuildAnalyzers returns the rules. The settings hold for all packages.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	config.Use(p.settings)
	var list []*analysis.Analyzer
	adapted := map[*analysis.Analyzer]*analysis.Analyzer{}
	for _, rule := range analyzers.All() { // who requires others stands behind them
		a := requireAdapted(adapt(rule), adapted)
		adapted[rule] = a
		list = append(list, a)
	}
	return list, nil
}

// requireAdapted has a rule require the adapted forms of the rules that it
// requires, so that none runs a second time beside its own. The rule finds their
// results under the names that it knows.
func requireAdapted(a *analysis.Analyzer, adapted map[*analysis.Analyzer]*analysis.Analyzer) *analysis.Analyzer {
	known := map[*analysis.Analyzer]*analysis.Analyzer{} // by adapted form
	a.Requires = slices.Clone(a.Requires)
	for i, rule := range a.Requires {
		if form := adapted[rule]; form != nil {
			a.Requires[i], known[form] = form, rule
		}
	}
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.ResultOf = maps.Clone(pass.ResultOf)
		for form, rule := range known {
			inner.ResultOf[rule] = pass.ResultOf[form]
		}
		return run(&inner)
	}
	return a
}

// GetLoadMode asks for types: without them there are no facts either.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// adapt has a rule report in the form that golangci-lint shows well.
func adapt(rule *analysis.Analyzer) *analysis.Analyzer {
	adapted := *rule
	adapted.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) { pass.Report(fold(pass.Fset, d)) }
		return rule.Run(&inner)
	}
	return &adapted
}

// fold puts the related positions into the message: places first, what has none
// of its own (the way out) last.
func fold(fset *token.FileSet, d analysis.Diagnostic) analysis.Diagnostic {
	var places, rest []string
	for _, r := range d.Related {
		if r.Pos == d.Pos {
			rest = append(rest, r.Message)
			continue
		}
		places = append(places, fmt.Sprintf("%s (%s)", r.Message, near(fset, d.Pos, r.Pos)))
	}
	d.Related = nil
	for _, part := range []string{strings.Join(places, ", "), strings.Join(rest, ", ")} {
		if part != "" {
			d.Message += "; " + part
		}
	}
	return d
}

// near names a place for a reader who has the finding's file before them.
func near(fset *token.FileSet, from, to token.Pos) string {
	f, t := fset.Position(from), fset.Position(to)
	switch {
	case f.Filename == t.Filename:
		return fmt.Sprintf("line %d", t.Line)
	case filepath.Dir(f.Filename) == filepath.Dir(t.Filename):
		return fmt.Sprintf("%s:%d", filepath.Base(t.Filename), t.Line)
	}
	dir, file := filepath.Split(t.Filename)
	return fmt.Sprintf("%s/%s:%d", filepath.Base(dir), file, t.Line)
}
