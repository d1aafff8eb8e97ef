package linttest_test

import (
	"go/types"
	"reflect"
	"slices"
	"sort"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/lockssa"
	"github.com/locklint/locklint/internal/reach"
)

// The tests of the drivers must not depend on what the engine knows. These two
// analyzers stand in the engine's and a rule's place and are as simple as can
// be: probe reports each call that leads to a set-if-absent, by way of any
// number of functions and packages.

// handOn has probed repeat what it knows of packages that the exported types
// lead to. Package unit and multichecker hand package facts on by themselves;
// unitchecker and nogo do not, so there the fact itself must carry them.
var handOn bool

// setters is a fact as the engine writes one: a table for the package.
type setters struct{ Funcs []string }

func (*setters) AFact() {}

var probed = &analysis.Analyzer{
	Name:       "probed",
	Doc:        "find the functions that set",
	Run:        runProbed,
	Requires:   []*analysis.Analyzer{reach.Analyzer, lockssa.Analyzer},
	ResultType: reflect.TypeFor[[]*ssa.CallCommon](),
	FactTypes:  []analysis.Fact{new(setters)},
}

var probe = &analysis.Analyzer{
	Name:     "probe",
	Doc:      "report the calls that set",
	URL:      "https://example.test/probe",
	Requires: []*analysis.Analyzer{probed},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, c := range pass.ResultOf[probed].([]*ssa.CallCommon) {
			pass.Report(analysis.Diagnostic{
				Pos: c.Pos(), Category: "sets", Message: "it sets [probe/sets]",
				Related: []analysis.RelatedInformation{{Pos: c.Pos(), Message: "here"}},
				SuggestedFixes: []analysis.SuggestedFix{{
					Message:   "mark it",
					TextEdits: []analysis.TextEdit{{Pos: c.Pos(), NewText: []byte("/* <set> */ ")}},
				}},
			})
		}
		return nil, nil
	},
}

func runProbed(pass *analysis.Pass) (any, error) {
	var calls []*ssa.CallCommon
	s := pass.ResultOf[lockssa.Analyzer].(*lockssa.Result)
	known := map[string]bool{}
	for _, f := range pass.AllPackageFacts() {
		for _, name := range f.Fact.(*setters).Funcs {
			known[name] = true
		}
	}
	own := map[string]bool{}
	for again := true; again; {
		again = false
		calls = nil
		for _, fn := range s.Funcs {
			for _, c := range callsIn(fn) {
				callee := c.StaticCallee()
				if callee == nil || callee.Object() == nil || !(known[callee.Object().(*types.Func).FullName()] || sets(callee.Object())) {
					continue
				}
				calls = append(calls, c)
				if fn.Object() == nil {
					continue
				}
				if name := fn.Object().(*types.Func).FullName(); !known[name] {
					known[name], own[name], again = true, true, true
				}
			}
		}
	}
	if handOn {
		exposed := reach.Exposed(pass.Pkg)
		for _, f := range pass.AllPackageFacts() {
			if _, ok := slices.BinarySearch(exposed, f.Package.Path()); ok {
				for _, name := range f.Fact.(*setters).Funcs {
					own[name] = true
				}
			}
		}
	}
	if len(own) > 0 {
		f := new(setters)
		for name := range own {
			f.Funcs = append(f.Funcs, name)
		}
		sort.Strings(f.Funcs)
		pass.ExportPackageFact(f)
	}
	slices.SortFunc(calls, func(x, y *ssa.CallCommon) int { return int(x.Pos() - y.Pos()) })
	return calls, nil
}

func callsIn(fn *ssa.Function) []*ssa.CallCommon {
	var list []*ssa.CallCommon
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(ssa.CallInstruction); ok {
				list = append(list, c.Common())
			}
		}
	}
	return list
}

func sets(obj types.Object) bool {
	if obj.Pkg() == nil {
		return false
	}
	l := catalogue.Lookup(obj.Pkg().Path())
	if l == nil {
		return false
	}
	row := l.Find("", obj.Name())
	return row != nil && row.Role == catalogue.SetAbsent
}
