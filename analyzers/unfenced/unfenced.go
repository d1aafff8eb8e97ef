package unfenced

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/locks"
	"github.com/locklint/locklint/internal/report"
)

// Analyzer is the rule.
var Analyzer = &analysis.Analyzer{
	Name:     "unfenced",
	Doc:      "find writes that a paused lock holder can still make",
	URL:      report.Base + "unfenced/doc.go",
	Requires: []*analysis.Analyzer{locks.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	report.Faults(pass, pass.ResultOf[locks.Analyzer].(*locks.Result).StaleWrites())
	return nil, nil
}
