package locklint

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers/nolost"
	"github.com/locklint/locklint/analyzers/plaindel"
	"github.com/locklint/locklint/analyzers/setnxexpire"
	"github.com/locklint/locklint/analyzers/unfenced"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/directive"
	"github.com/locklint/locklint/internal/locks"
	"github.com/locklint/locklint/internal/report"
)

// Directive is the category of directives that are wrong or stale.
const Directive = "directive"

var rules = []*analysis.Analyzer{setnxexpire.Analyzer, plaindel.Analyzer, unfenced.Analyzer, nolost.Analyzer}

// Analyzer is the check. It requires the rules: only they know what a directive
// silenced.
var Analyzer = &analysis.Analyzer{
	Name:       config.Self,
	Doc:        "check the directives, and that each lock's purpose is declared",
	URL:        report.Base + "locklint/doc.go",
	Requires:   append(append([]*analysis.Analyzer{}, report.Requires...), rules...),
	Run:        run,
	ResultType: report.ResultType,
}

func run(pass *analysis.Pass) (any, error) {
	c := &check{
		config: pass.ResultOf[config.Analyzer].(*config.Config),
		locks:  pass.ResultOf[locks.Analyzer].(*locks.Result),
		used:   map[*directive.Directive]bool{},
	}
	for _, rule := range rules {
		for _, s := range pass.ResultOf[rule].(*report.Result).Suppressed {
			c.used[s.By] = true
		}
	}
	var faults []locks.Fault
	for _, d := range pass.ResultOf[directive.Analyzer].(*directive.Set).All() {
		if wrong := c.wrong(d); wrong != "" {
			faults = append(faults, locks.Fault{Category: Directive, At: d.Pos, Message: d.String() + " " + wrong})
		}
	}
	if c.config.RequiresPurpose() {
		faults = append(faults, c.locks.Undeclared()...)
	}
	return report.Faults(pass, faults)
}

type check struct {
	config *config.Config
	locks  *locks.Result
	used   map[*directive.Directive]bool
}

// wrong says what is wrong with a directive, or "".
func (c *check) wrong(d *directive.Directive) string {
	switch {
	case d.Problem != "":
		return d.Problem
	case !c.locks.Judges():
		return ""
	case d.Word == directive.Ignore && !c.used[d] && c.config.Enabled(d.Rule, d.Category):
		return "is stale: it silences nothing"
	case (d.Word == directive.Efficiency || d.Word == directive.Correctness) && !c.locks.Declares(d):
		return "is stale: no lock is acquired here"
	}
	return ""
}
