package standalone

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/lockssa"
)

// built only has the packages built: it reports nothing.
var built = &analysis.Analyzer{
	Name: "built", Doc: "build SSA", Requires: []*analysis.Analyzer{lockssa.Analyzer},
	Run: func(*analysis.Pass) (any, error) { return nil, nil },
}

// TestOrder has many chains c → b → a with b outside the cone: a is checked from
// source, b comes as export data that mentions a's type, and c needs the two to
// be the same. They are analysed at the same time; .ci/run does it under the
// race detector.
func TestOrder(t *testing.T) {
	const chains = 12
	files := map[string]string{"go.mod": goMod, "lock/lock.go": "package lock\n\n" + cone + "func Take() {}\n"}
	for i := range chains {
		a, b, c := fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i), fmt.Sprintf("c%d", i)
		files[filepath.Join(a, "a.go")] = "package " + a + "\n\nimport _ \"example.test/m/lock\"\n\ntype T struct{ N int }\n"
		files[filepath.Join(b, "b.go")] = "package " + b + "\n\nimport \"example.test/m/" + a + "\"\n\nfunc Get() *" + a + ".T { return nil }\n"
		files[filepath.Join(c, "c.go")] = "package " + c + "\n\nimport (\n\t\"example.test/m/" + a + "\"\n\t\"example.test/m/" + b + "\"\n\t\"example.test/m/lock\"\n)\n\n" +
			"func F() int {\n\tlock.Take()\n\tvar t *" + a + ".T = " + b + ".Get()\n\treturn t.N\n}\n\nfunc Put(*" + a + ".T) {}\n"
		files[filepath.Join(c, "in_test.go")] = "package " + c + "\n\nvar Tested = F()\n"
		files[filepath.Join(c, "out_test.go")] = "package " + c + "_test\n\nimport (\n\t\"example.test/m/" + a + "\"\n\t\"example.test/m/" + c + "\"\n\t\"example.test/m/lock\"\n)\n\n" +
			"func G() {\n\tlock.Take()\n\t" + c + ".Put(&" + a + ".T{N: " + c + ".Tested})\n}\n"
	}
	dir := tree(t, files)
	report, err := Analyze(t.Context(), dir, []string{"./..."}, []*analysis.Analyzer{built}, Options{})
	require.NoError(t, err)
	require.Empty(t, report.Errors)
	require.Equal(t, 1+5*chains, report.Stats.Packages)
	require.Equal(t, 1+4*chains, report.Stats.Checked, "lock, each a, and each c: by itself, with its tests, and the external ones")
	require.Equal(t, chains, report.Stats.Exported, "each b")
}

// TestScale pins that what is read grows with the cone and with nothing else.
// bench/run scale measures the same in seconds.
func TestScale(t *testing.T) {
	for _, n := range []int{20, 200} {
		for _, every := range []int{2, 10} {
			files := map[string]string{"go.mod": goMod}
			for i := range n {
				name := fmt.Sprintf("p%d", i)
				text := "package " + name + "\n\nimport \"strings\"\n\n"
				if i > every && (i%every == 0 || (i-1)%every != 0) { // no lock outside the cone
					text += fmt.Sprintf("import _ \"example.test/m/p%d\"\n\n", i-1)
				}
				if i%every == 0 {
					text += cone
				}
				files[filepath.Join(name, "p.go")] = text + "func F(s string) string { return strings.ToUpper(s) }\n"
			}
			dir := tree(t, files)
			report, err := Analyze(t.Context(), dir, []string{"./..."}, []*analysis.Analyzer{built}, Options{})
			require.NoError(t, err)
			require.Empty(t, report.Errors)
			s := report.Stats
			inCone := n / every
			require.Equal(t, []int{n, inCone, inCone, inCone}, []int{s.Packages, s.Checked, s.SSA, s.Functions})
			require.LessOrEqual(t, s.Exported, inCone+1, "their direct imports")
			require.LessOrEqual(t, s.FactBytes, 128*inCone)
		}
	}
}
