package setnxexpire

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/locks"
	"github.com/locklint/locklint/internal/report"
)

// Analyzer is the rule.
var Analyzer = &analysis.Analyzer{
	Name:       "setnxexpire",
	Doc:        "find distributed locks that may never expire",
	URL:        report.Base + "setnxexpire/doc.go",
	Requires:   report.Requires,
	Run:        run,
	ResultType: report.ResultType,
}

func run(pass *analysis.Pass) (any, error) {
	return report.Faults(pass, pass.ResultOf[locks.Analyzer].(*locks.Result).LeakyCreates())
}
