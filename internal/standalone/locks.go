package standalone

import (
	"context"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/inventory"
)

// Inventory lists the locks of the packages that the patterns name, all if there
// is none, with what the rules say of them. Errors in the code are told; the
// second result says whether there are any. Where nothing could be analysed the
// report is nil and the last result is the exit code.
func (c *Command) Inventory(ctx context.Context, patterns []string) (report *inventory.Report, failed bool, exit int) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	var packages []*inventory.Package
	collect := func(result any) {
		if p, ok := result.(*inventory.Package); ok {
			packages = append(packages, p)
		}
	}
	asked := append(slices.Clone(c.analyzers), inventory.Analyzer)
	whole := &Report{}
	for _, t := range tasks(c.Dir, patterns) {
		r, exit := c.analyze(ctx, t, asked, Options{Collect: collect})
		if r == nil {
			return nil, true, exit
		}
		whole.merge(r)
	}
	c.tellErrors(whole)
	report = &inventory.Report{Version: inventory.Version, Locks: inventory.Merge(packages, names(c.analyzers), whole.Findings, whole.Suppressed)}
	if report.Locks == nil {
		report.Locks = []*inventory.Lock{}
	}
	report.Shorten(c.Shown)
	for _, e := range whole.Errors {
		e.Pos.Filename = c.Shown(e.Pos.Filename)
		report.Errors = append(report.Errors, e.Error())
	}
	return report, len(whole.Errors) > 0, Clean
}

func names(analyzers []*analysis.Analyzer) []string {
	var out []string
	for _, a := range analyzers {
		out = append(out, a.Name)
	}
	return out
}
