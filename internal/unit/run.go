package unit

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"runtime/debug"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/lockssa"
	"github.com/locklint/locklint/internal/report"
)

// run runs the analyzers, each after what it requires.
func (a *analysing) run(analyzers []*analysis.Analyzer) {
	a.asked = analyzers
	a.facts.prepare(a, analyzers)
	results := map[*analysis.Analyzer]any{}
	failed := map[*analysis.Analyzer]Error{}
	plan := a.plan(analyzers)
	for _, an := range plan {
		if e, ok := firstFailed(an, failed); ok {
			failed[an] = e
			continue
		}
		result, err := a.runOne(an, results)
		if err != nil {
			failed[an] = *err
			continue
		}
		results[an] = result
	}
	a.countSSA(results[lockssa.Analyzer])
	if a.writeFacts(failed); a.facts.err != nil {
		a.codeError(a.facts.err)
	}
	if a.FactsOnly { // no rule was asked for: name who failed first
		analyzers = plan
	}
	for _, an := range analyzers {
		e, ok := failed[an]
		if !ok {
			continue
		}
		e.Rule = an.Name
		a.result.Errors = append(a.result.Errors, e)
		if a.FactsOnly {
			return
		}
	}
}

// writeFacts encodes the facts, unless an analyzer that writes some failed:
// part of what is known would be taken for all of it.
func (a *analysing) writeFacts(failed map[*analysis.Analyzer]Error) {
	for an := range failed {
		if len(an.FactTypes) > 0 {
			return
		}
	}
	a.result.Facts = a.facts.encode(a.pkg)
	a.result.Stats.FactBytes = len(a.result.Facts)
}

// plan orders the analyzers and what they require so that each comes after what
// it requires. Where only the facts are wanted, only those who write facts run.
func (a *analysing) plan(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	all := closure(analyzers)
	if !a.FactsOnly {
		return all
	}
	return closure(slices.DeleteFunc(all, func(an *analysis.Analyzer) bool { return len(an.FactTypes) == 0 }))
}

// closure lists the analyzers and all they require, prerequisites first. The
// graph has no cycle: analysis.Validate sees to that.
func closure(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var order []*analysis.Analyzer
	seen := map[*analysis.Analyzer]bool{}
	var visit func([]*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, an := range list {
			if seen[an] {
				continue
			}
			seen[an] = true
			visit(an.Requires)
			order = append(order, an)
		}
	}
	visit(analyzers)
	return order
}

func firstFailed(an *analysis.Analyzer, failed map[*analysis.Analyzer]Error) (Error, bool) {
	for _, req := range an.Requires {
		if e, ok := failed[req]; ok {
			return e, true
		}
	}
	return Error{}, false
}

// runOne runs one analyzer. A panic in it costs its result, never the run.
func (a *analysing) runOne(an *analysis.Analyzer, results map[*analysis.Analyzer]any) (result any, failure *Error) {
	var findings []Finding
	pass := a.pass(an, results)
	pass.Report = func(d analysis.Diagnostic) { findings = append(findings, a.finding(an, d)) }
	defer func() {
		if x := recover(); x != nil {
			result = nil
			failure = &Error{
				Message: fmt.Sprintf("%s: analyzer %s failed: %v", a.ID, an.Name, x),
				Stack:   string(debug.Stack()),
			}
		}
	}()
	result, err := an.Run(pass)
	var bad *config.Error
	if errors.As(err, &bad) {
		e := configError(bad)
		return nil, &e
	}
	if err != nil {
		return nil, &Error{Message: fmt.Sprintf("%s: analyzer %s: %v", a.ID, an.Name, err)}
	}
	if got, want := reflect.TypeOf(result), an.ResultType; got != want {
		return nil, &Error{Message: fmt.Sprintf("%s: analyzer %s: result is a %v, not a %v", a.ID, an.Name, got, want)}
	}
	if !a.FactsOnly && slices.Contains(a.asked, an) { // not what another rule requires
		a.result.Findings = append(a.result.Findings, findings...)
		a.suppressed(an, result)
		if a.Collect != nil {
			a.Collect(result)
		}
	}
	return result, nil
}

// suppressed notes what a rule found and did not report.
func (a *analysing) suppressed(an *analysis.Analyzer, result any) {
	r, ok := result.(*report.Result)
	if !ok {
		return
	}
	for _, s := range r.Suppressed {
		f := a.finding(an, s.Diagnostic)
		f.Suppression = &Suppression{Pos: a.place(s.By.Pos), Directive: s.By.String(), Reason: s.By.Reason}
		a.result.Suppressed = append(a.result.Suppressed, f)
	}
}

func (a *analysing) pass(an *analysis.Analyzer, results map[*analysis.Analyzer]any) *analysis.Pass {
	pass := &analysis.Pass{
		Analyzer:     an,
		Fset:         a.Fset,
		Files:        a.files,
		OtherFiles:   a.OtherFiles,
		IgnoredFiles: a.IgnoredFiles,
		Pkg:          a.pkg,
		TypesInfo:    a.info,
		TypesSizes:   a.Sizes,
		ResultOf:     map[*analysis.Analyzer]any{},
		ReadFile:     a.readListed,
		Module:       a.Module,
	}
	for _, req := range an.Requires {
		pass.ResultOf[req] = results[req]
	}
	a.facts.offer(pass)
	return pass
}

// readListed reads a file of the package, as other drivers allow it: no more
// than they do, so that an analyzer which needs more fails here first.
func (a *analysing) readListed(name string) ([]byte, error) {
	if slices.Contains(a.Files, name) || slices.Contains(a.OtherFiles, name) || slices.Contains(a.IgnoredFiles, name) {
		return a.read(name)
	}
	return nil, &os.PathError{Op: "read", Path: name, Err: fmt.Errorf("no file of the package")}
}

func (a *analysing) countSSA(result any) {
	if g, ok := result.(interface{ GaveUp() int }); ok {
		a.result.Stats.Capped += g.GaveUp()
	}
	r, ok := result.(*lockssa.Result)
	if !ok {
		return
	}
	if r.Skipped != "" {
		a.result.Stats.Skipped++
	}
	if r.Pkg != nil {
		a.result.Stats.SSA++
	}
	a.result.Stats.Functions += len(r.Funcs)
}

// resolveURL is the page of a diagnostic, as analysis.Diagnostic.URL defines it.
func resolveURL(an *analysis.Analyzer, d analysis.Diagnostic) string {
	raw := d.URL
	if raw == "" && d.Category != "" && an.URL != "" {
		raw = "#" + d.Category
	}
	base, err := url.Parse(an.URL)
	if err != nil {
		return raw
	}
	ref, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	return base.ResolveReference(ref).String()
}
