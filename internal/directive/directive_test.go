package directive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/catalogue"
)

func read(t *testing.T, src string) (*token.FileSet, *ast.File, *Set) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", src, parser.ParseComments)
	require.NoError(t, err)
	return fset, f, Read(fset, []*ast.File{f})
}

// covers are declarations with directives.
var covers = map[string]string{
	"own line":        "func f() {\n\tyes() //locklint:ignore plaindel r\n\tno()\n}",
	"after a brace":   "func f() {\n\tif true {\n\t\tno()\n\t} //locklint:ignore plaindel r\n\tno()\n}",
	"next line":       "func f() {\n\tno()\n\t//locklint:ignore plaindel r\n\tyes()\n\tno()\n}",
	"stacked":         "func f() {\n\t//locklint:ignore plaindel r\n\t//locklint:ignore unfenced r\n\t// prose\n\tyes()\n\tno()\n}",
	"statement":       "func f() {\n\t//locklint:ignore plaindel r\n\tyes1(\n\t\tyes2(),\n\t)\n\tno()\n}",
	"block":           "func f() {\n\t//locklint:ignore plaindel r\n\tif yes() {\n\t\tno()\n\t}\n}",
	"literal":         "func f() {\n\t//locklint:ignore plaindel r\n\tyes(func() {\n\t\tno()\n\t})\n}",
	"same line block": "func f() {\n\t//locklint:ignore plaindel r\n\tif yes() { yes() }\n\tno()\n}",
	"element":         "var v = []any{\n\tno(),\n\t//locklint:ignore plaindel r\n\tyes(\n\t\tyes()),\n\tno(),\n}",
	"function":        "//locklint:ignore plaindel r\nfunc f() {\n\tyes()\n\tgo func() {\n\t\tyes()\n\t}()\n}\n\nfunc g() { no() }",
	"type":            "// T is one.\n//\n//locklint:ignore plaindel r\ntype T[K any] struct{}\n\nfunc (t *T[K]) f() { yes() }\n\nfunc g() { no() }",
	"grouped type":    "type (\n\t//locklint:ignore plaindel r\n\tT struct{}\n\tU struct{}\n)\n\nfunc (T) f() { yes() }\n\nfunc (U) f() { no() }",
	"variable":        "//locklint:ignore plaindel r\nvar a, b = yes(), yes()\n\nvar c = no()",
	"other rule":      "func f() {\n\tno() //locklint:ignore unfenced r\n}",
	"category":        "func f() {\n\tyes() //locklint:ignore plaindel/plain-delete r\n\tno() //locklint:ignore plaindel/bare-script r\n}",
	"no reason":       "func f() {\n\tno() //locklint:ignore plaindel\n}",
	"spaced":          "func f() {\n\tno() // locklint:ignore plaindel prose about it\n}",
	"nolint":          "func f() {\n\tyes() //nolint:errcheck,locklint // why\n\tyes() //nolint:locklint\n\tyes() //nolint:plaindel\n\tno() //nolint:errcheck\n\tno() //nolint\n}",
	"blank line":      "func f() {\n\t//locklint:ignore plaindel r\n\n\tno()\n}",
	"first of lines":  "func f() {\n\tyes1( //locklint:ignore plaindel r\n\t\tno2(),\n\t)\n}",
	"last of lines":   "func f() {\n\tno1(\n\t\tyes2()) //locklint:ignore plaindel r\n}",
	"above a chain":   "func f() {\n\t//locklint:ignore plaindel r\n\tyes1().\n\t\tb.yes()\n\tno()\n}",
	"defer":           "func f() {\n\t//locklint:ignore plaindel r\n\tdefer yes()\n\tdefer no()\n}",
	"go literal":      "func f() {\n\t//locklint:ignore plaindel r\n\tgo func() {\n\t\tno()\n\t}()\n}",
	"in a closure":    "var v = func() {\n\t//locklint:ignore plaindel r\n\tyes()\n\tno()\n}",
	"grouped var":     "var (\n\t//locklint:ignore plaindel r\n\ta = func() { yes() }\n\tb = func() { no() }\n)",
	"group":           "//locklint:ignore plaindel r\nvar (\n\ta = func() { yes() }\n\tb = yes()\n)\n\nvar c = no()",
	"case":            "func f() {\n\tswitch {\n\t//locklint:ignore plaindel r\n\tcase yes():\n\t\tno()\n\tcase no():\n\t}\n}",
	"in a case":       "func f() {\n\tswitch {\n\tcase no():\n\t\t//locklint:ignore plaindel r\n\t\tyes()\n\tdefault:\n\t\tno()\n\t}\n}",
	"else":            "func f() {\n\tif no() {\n\t\tno()\n\t} else if yes() { //locklint:ignore plaindel r\n\t\tno()\n\t}\n}",
	"method":          "type T struct{}\n\n// F is one.\n//\n//locklint:ignore plaindel r\nfunc (t *T) F() { yes() }\n\nfunc (t *T) G() { no() }",
	"two parameters":  "//locklint:ignore plaindel r\ntype T[K, V any] struct{}\n\nfunc (t T[_, V]) f() { yes() }",
	"below a type":    "type T struct{} //locklint:ignore plaindel r\n\nfunc (t *T) f() { no() }",
	"end of a func":   "func f() {\n\tno()\n} //locklint:ignore plaindel r",
	"start of a func": "func f() { //locklint:ignore plaindel r\n\tno()\n}",
	"last line":       "func f() { no() }\n\n//locklint:ignore plaindel r",
	"far above":       "//locklint:ignore plaindel r\n\nfunc f() { no() }",
	"no comment":      "func f() {\n\tno() /*locklint:ignore plaindel r*/\n\tg(\"//locklint:ignore plaindel r\", no())\n\tg(`\n//locklint:ignore plaindel r\n`, no())\n}",
	"line directive":  "//line y.y:1\nfunc f() {\n\tyes() //locklint:ignore plaindel r\n//line y.y:1\n\tno()\n}",
	"nolint spelling": "func f() {\n\tyes() // nolint:locklint\n\tyes() //nolint: errcheck, locklint\n\tyes() //nolint:Locklint// why\n\tno() //nolint:locklinter\n\tno() // see nolint:locklint\n}",
	"nolint function": "//nolint:locklint\nfunc f() {\n\tyes()\n}\n\nfunc g() { no() }",
}

// TestCovers marks with the letters of a call's name where it stands: those
// named yes… are covered, those named no… are not.
func TestCovers(t *testing.T) {
	for name, body := range covers {
		t.Run(name, func(t *testing.T) {
			text := "package p\n\n" + body + "\n"
			holds(t, text)
			holds(t, strings.ReplaceAll(text, "\n", "\r\n"))
			holds(t, strings.ReplaceAll(text, "plaindel r", "\t plaindel\tr\t"))
			holds(t, strings.TrimSuffix(text, "\n"))
		})
	}
}

func holds(t *testing.T, text string) {
	t.Helper()
	fset, file, set := read(t, text)
	n := 0
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		id, ok := call.Fun.(*ast.Ident)
		if !ok {
			return true
		}
		n++
		got := set.Ignoring("plaindel", "plain-delete", id.Pos()) != nil
		require.Equal(t, strings.HasPrefix(id.Name, "yes"), got, "line %d of\n%s", fset.PositionFor(id.Pos(), false).Line, text)
		return true
	})
	require.Positive(t, n)
}

func TestFile(t *testing.T) {
	_, file, set := read(t, "// Package p is one.\n//\n//locklint:ignore plaindel the operator's commands\npackage p\n\nfunc f() {}\n")
	d := set.Ignoring("plaindel", "bare-script", file.Decls[0].Pos())
	require.NotNil(t, d)
	require.Equal(t, "the operator's commands", d.Reason)
	require.Nil(t, set.Ignoring("unfenced", "no-token", file.Decls[0].Pos()))
}

// problems are comments, with what is wrong with each.
var problems = map[string]string{
	"//locklint:ignore plaindel by hand":              "",
	"//locklint:ignore":                               "names no rule: write //locklint:ignore RULE REASON",
	"//locklint:ignore plaindell by hand":             "names no rule: there are setnxexpire, plaindel, unfenced, nolost",
	"//locklint:ignore locklint by hand":              "names no rule: there are",
	"//locklint:ignore plaindel/no-token by hand":     "names no category: plaindel has plain-delete",
	"//locklint:ignore plaindel/ by hand":             "names no category",
	"//locklint:ignore plaindel  \t":                  "has no reason: write //locklint:ignore plaindel REASON",
	"//locklint:ignore plaindel/plain-delete":         "has no reason: write //locklint:ignore plaindel/plain-delete REASON",
	"//locklint:ignore plaindel // by hand":           "has no reason",
	"//locklint:ignore plaindel see https://a.test/b": "",
	"//locklint:efficiency":                           "has no reason: write //locklint:efficiency REASON",
	"//locklint:efficiency\ta second one is harmless": "",
	"//locklint:correctness":                          "has no reason",
	"//locklint:effcient saves work":                  "is unknown: the words are ignore, efficiency",
	"//locklint:":                                     "is unknown",
	"//locklint:acquire key=arg0":                     "",
	"//locklint:acquire key=arg0 wins=true prose a=b": "",
	"//locklint:acquire kee=arg0":                     `says nothing: unknown column "kee"`,
	"//locklint:acquire role=release":                 `says nothing: unknown column "role"`,
	"//locklint:release key=first":                    "says nothing: key: want a place",
	"//locklint:extend renews=perhaps":                "says nothing: renews: want true or false",
	"//locklint:fenced":                               "",
}

func TestProblems(t *testing.T) {
	for comment, want := range problems {
		_, _, set := read(t, "package p\n\n"+comment+"\nfunc f() {}\n")
		require.Len(t, set.All(), 1, comment)
		got := set.All()[0].Problem
		if want == "" {
			require.Empty(t, got, comment)
			continue
		}
		require.Contains(t, got, want, comment)
	}
	_, _, set := read(t, "package p\n\nfunc f() {\n\t//locklint:acquire\n\tf()\n}\n\n//locklint:release\ntype T struct{}\n")
	for _, d := range set.All() {
		require.Contains(t, d.Problem, "stands not in the documentation of a function")
	}
}

func TestColumns(t *testing.T) {
	_, _, set := read(t, "package p\n\ntype I interface {\n\t// Lock takes it.\n\t//\n\t//locklint:acquire key=arg1 unit=seconds renews=true it keeps alive\n\tLock(a, b string)\n}\n")
	d := set.All()[0]
	require.Empty(t, d.Problem)
	require.Equal(t, "it keeps alive", d.Reason)
	require.Equal(t, &catalogue.Row{Key: "arg1", Unit: catalogue.Seconds, Renews: true}, d.Row)
	require.Len(t, d.Covered(), 1)
	require.Equal(t, "Lock", d.Covered()[0].Name)
}
