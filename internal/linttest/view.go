package linttest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/locks"
)

// A View is what the engine sees in a package, which findings show a part of.
type View struct{ Path, Text string }

// Viewer yields the View of a package.
var Viewer = &analysis.Analyzer{
	Name:       "view",
	Doc:        "write down what the engine sees",
	Requires:   []*analysis.Analyzer{locks.Analyzer},
	ResultType: reflect.TypeFor[*View](),
	Run: func(pass *analysis.Pass) (any, error) {
		return &View{pass.Pkg.Path(), pass.ResultOf[locks.Analyzer].(*locks.Result).Describe()}, nil
	},
}

// Views are those of many packages as one text.
func Views(views []*View) string {
	slices.SortFunc(views, func(x, y *View) int { return cmp.Compare(x.Path, y.Path) })
	var b strings.Builder
	for _, v := range views {
		if v.Text != "" {
			fmt.Fprintf(&b, "# %s\n%s\n", v.Path, v.Text)
		}
	}
	return b.String()
}
