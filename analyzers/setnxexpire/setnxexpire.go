package setnxexpire

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/locks"
	"github.com/locklint/locklint/internal/report"
)

// Analyzer is the rule.
var Analyzer = &analysis.Analyzer{
	Name:     "setnxexpire",
	Doc:      "find distributed locks that may never expire",
	URL:      report.Base + "setnxexpire/doc.go",
	Requires: []*analysis.Analyzer{locks.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	report.Faults(pass, pass.ResultOf[locks.Analyzer].(*locks.Result).LeakyCreates())
	return nil, nil
}
