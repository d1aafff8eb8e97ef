package nolost

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/locks"
	"github.com/locklint/locklint/internal/report"
)

// Analyzer is the rule.
var Analyzer = &analysis.Analyzer{
	Name:     "nolost",
	Doc:      "find work that goes on after its lock is lost",
	URL:      report.Base + "nolost/doc.go",
	Requires: []*analysis.Analyzer{locks.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	report.Faults(pass, pass.ResultOf[locks.Analyzer].(*locks.Result).LostLocks())
	return nil, nil
}
