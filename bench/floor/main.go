// Floor is the cheapest analysis that go/analysis allows: one analyzer that
// does nothing and has no facts. What it costs is what listing, parsing and
// type-checking cost; bench/run measures locklint against it.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/multichecker"
)

func main() {
	multichecker.Main(&analysis.Analyzer{
		Name: "floor",
		Doc:  "do nothing",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	})
}
