package linttest_test

import (
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/unit"
)

// TestCompare holds findings against comments: the other tests rest on it.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "p.go")
	writeAll(t, dir, map[string]string{"p.go": `package p

var a int // want one
var b int // want one two
var c int // maybe two
var d int // want you to read on: no rule, but prose
var e int // want one, as is said above
var f int
`})
	rules := []*analysis.Analyzer{{Name: "one"}, {Name: "two"}}
	at := func(line int) token.Position { return token.Position{Filename: file, Line: line} }
	found := func(rule string, line int, related ...int) unit.Finding {
		f := unit.Finding{Rule: rule, Pos: at(line), Message: "m"}
		for _, r := range related {
			f.Related = append(f.Related, unit.Related{Pos: at(r)})
		}
		return f
	}
	spot := func(line int, rule string) linttest.Spot { return linttest.Spot{File: "p.go", Line: line, Rule: rule} }

	c := linttest.Compare(t, dir, rules, nil)
	wanted := []linttest.Spot{spot(3, "one"), spot(4, "one"), spot(4, "two"), spot(7, "one")}
	require.Equal(t, wanted, c.Want)
	require.Equal(t, wanted, c.Missed)
	require.Empty(t, c.Wrong)

	c = linttest.Compare(t, dir, rules, []unit.Finding{found("two", 8), found("one", 5), found("two", 5), found("two", 4, 3), found("one", 3, 4)})
	require.Equal(t, []linttest.Spot{spot(7, "one")}, c.Missed, "a related place covers a line, for its own rule")
	require.Equal(t, []linttest.Spot{spot(5, "one"), spot(8, "two")}, c.Wrong)
	require.Equal(t, []linttest.Spot{spot(3, "one"), spot(4, "two"), spot(5, "one"), spot(5, "two"), spot(8, "two")}, c.Reported)
	require.Equal(t, `rule            want  found  missed  wrong  recall  precision
one                3      2       1      1    0.67       0.50
two                1      1       0      1    1.00       0.67
all                4      3       1      2    0.75       0.60
`, c.Table(rules))
}

// TestDownloadOnce: a module that vendors is not downloaded.
func TestDownloadOnce(t *testing.T) {
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{"go.mod": "module m\n\nrequire example.invalid/nothing v1.0.0\n", "vendor/modules.txt": ""})
	t.Setenv("PATH", os.DevNull)
	linttest.Download(t, dir)
}
