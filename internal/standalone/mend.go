package standalone

import (
	"fmt"
	"io"
	"slices"

	"github.com/locklint/locklint/internal/mend"
	"github.com/locklint/locklint/internal/output"
	"github.com/locklint/locklint/internal/unit"
)

// mend applies the fixes and prints what is left, or prints a diff. A diff that
// is not empty counts as findings, as in go vet.
func (c *Command) mend(r *Report, suppressed []output.Suppressed) int {
	plan, err := mend.Make(r.Findings)
	if err != nil {
		return c.Fail("%v", err)
	}
	if c.diff {
		return c.printDiff(plan, r)
	}
	if err := plan.Write(c.Shown); err != nil {
		return c.Fail("%v", err)
	}
	if plan.Left > 0 {
		_, _ = fmt.Fprintf(c.Stderr, "locklint: %d more to mend at the same places: run it again\n", plan.Left)
	}
	i := -1
	r.Findings = slices.DeleteFunc(r.Findings, func(unit.Finding) bool {
		i++
		return plan.Mended[i]
	})
	return c.print(r, suppressed)
}

func (c *Command) printDiff(plan *mend.Plan, r *Report) int {
	diff := plan.Diff(c.Shown)
	if _, err := io.WriteString(c.Stdout, diff); err != nil {
		return c.Fail("%v", err)
	}
	c.tellErrors(r)
	switch {
	case len(r.Errors) > 0:
		return Failed
	case diff != "" && !c.exitZero:
		return Found
	}
	return Clean
}
