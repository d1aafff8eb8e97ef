// Package analyzers bundles locklint's rules.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers/locklint"
	"github.com/locklint/locklint/analyzers/nolost"
	"github.com/locklint/locklint/analyzers/plaindel"
	"github.com/locklint/locklint/analyzers/setnxexpire"
	"github.com/locklint/locklint/analyzers/unfenced"
)

// All returns the rules in the order of their pages, and the check of what users
// say to them.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{setnxexpire.Analyzer, plaindel.Analyzer, unfenced.Analyzer, nolost.Analyzer, locklint.Analyzer}
}

// Names lists the rules' names in the order of All.
func Names() []string {
	var names []string
	for _, a := range All() {
		names = append(names, a.Name)
	}
	return names
}
