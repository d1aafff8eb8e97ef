package nolost

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/locks"
	"github.com/locklint/locklint/internal/report"
)

// Analyzer is the rule.
var Analyzer = &analysis.Analyzer{
	Name:       "nolost",
	Doc:        "find work that goes on after its lock is lost",
	URL:        report.Base + "nolost/doc.go",
	Requires:   report.Requires,
	Run:        run,
	ResultType: report.ResultType,
}

func run(pass *analysis.Pass) (any, error) {
	return report.Faults(pass, pass.ResultOf[locks.Analyzer].(*locks.Result).LostLocks())
}
