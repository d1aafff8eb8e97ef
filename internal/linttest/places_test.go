package linttest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/linttest"
)

// server stands for a lock server whose code shows nothing: its functions have
// no body.
const server = `// Package server is a lock server's.
package server

import "context"

//locklint:acquire
func Take(ctx context.Context, name string) error

//locklint:release
func Give(ctx context.Context, name string) error

type Base interface {
	//locklint:acquire
	Hold(ctx context.Context, name string) (ok bool, err error)
	// Leave gives it back.
	//locklint:release
	Leave(name string)
}

// A Keeper has the methods of Base, and a field of a function that says nothing.
type Keeper interface {
	Base
	Name() string
}

// A Box is generic.
type Box[K comparable, V any] struct{ m map[K]V }

// Take is declared.
//
//locklint:acquire key=arg1
func (b *Box[K, V]) Take(ctx context.Context, value V, name string) bool

// Give is declared.
//
//locklint:release key=arg0
func (b Box[K, _]) Give(name string)
`

// region is a locked region in which a write stands; what is taken, and the
// write, may carry directives.
const region = `	if err := server.Take(ctx, "n"); err != nil { TAKE
		return err
	}
	defer server.Give(ctx, "n")
	_, err := db.Exec("UPDATE t SET n = $1", n) WRITE
	return err
`

const signature = "(ctx context.Context, db *sql.DB, n int) error {\n"

// places are programs with directives in each place that a user may think of.
// TAKE and WRITE are what stands behind the acquire and the write.
var places = map[string]string{
	"none":        "func F" + signature + region + "}",
	"line":        "func F" + signature + write("//locklint:ignore unfenced/tokenless-lock r") + "}",
	"take":        "func F" + signature + take("//locklint:efficiency r", "") + "}",
	"function":    "// F is one.\n//\n//locklint:efficiency r\nfunc F" + signature + quiet + "}",
	"prose below": "// F is one.\n//\n//locklint:efficiency r\n//\n// It is more.\nfunc F" + signature + quiet + "}",
	"method":      "type T struct{}\n\n//locklint:efficiency r\nfunc (*T) F" + signature + quiet + "}\n\nfunc (*T) G" + signature + region + "}",
	"type":        "//locklint:efficiency r\ntype T struct{}\n\nfunc (*T) F" + signature + quiet + "}",
	"generic type": "type (\n\t// T is one.\n\t//\n\t//locklint:efficiency r\n\tT[K any, V any] struct{}\n\tU[K any] struct{}\n)\n\n" +
		"func (T[K, _]) F" + signature + quiet + "}\n\nfunc (*U[K]) F" + signature + region + "}",
	"grouped var":  "var (\n\t//locklint:efficiency r\n\tF = func" + signature + quiet + "}\n\tG = func" + signature + region + "}\n)",
	"var":          "//locklint:ignore unfenced r\nvar F = func" + signature + quiet + "}",
	"closure":      "func F" + signature + "\trun := func() error {\n" + take("//locklint:efficiency r", "") + "\t}\n\treturn run()\n}",
	"go":           "func F" + signature + "\t//locklint:efficiency r // want locklint\n\tgo func() error {\n" + region + "\t}()\n\treturn nil\n}",
	"above take":   "func F" + signature + "\t//locklint:efficiency r\n" + quiet + "}",
	"blank line":   "func F" + signature + "\t//locklint:efficiency r // want locklint\n\n" + region + "}",
	"write":        "func F" + signature + take("", "//locklint:efficiency r // want locklint unfenced") + "}",
	"no reason":    "// F is one.\n//\n//locklint:efficiency // want locklint\nfunc F" + signature + region + "}",
	"two":          "//locklint:efficiency r\n//locklint:ignore unfenced r // want locklint\nfunc F" + signature + quiet + "}",
	"fenced":       "//locklint:fenced\nfunc F" + signature + quiet + "}",
	"fenced type":  "//locklint:fenced the table has a trigger\ntype T struct{}\n\nfunc (T) F" + signature + quiet + "}",
	"tabs":         "//locklint:efficiency\tr\nfunc F" + signature + quiet + "}",
	"spaced":       "// locklint:efficiency r\nfunc F" + signature + region + "}",
	"block":        "/*locklint:efficiency r*/\nfunc F" + signature + region + "}",
	"list":         "//locklint:ignore unfenced,nolost r // want locklint\nfunc F" + signature + region + "}",
	"all":          "//locklint:ignore all r // want locklint\nfunc F" + signature + region + "}",
	"upper":        "//locklint:Ignore unfenced r // want locklint\nfunc F" + signature + region + "}",
	"joined":       "//locklint:ignore:unfenced r // want locklint\nfunc F" + signature + region + "}",
	"other rule":   "//locklint:ignore nolost r // want locklint\nfunc F" + signature + region + "}",
	"nolint":       "func F" + signature + write("//nolint:errcheck,locklint // why") + "}",
	"nolint func":  "//nolint:unfenced\nfunc F" + signature + quiet + "}",
	"nolint other": "func F" + signature + write("//nolint:errcheck // want unfenced") + "}",
	"acquire var":  "//locklint:acquire // want locklint\nvar F = func" + signature + region + "}",
	"acquire type": "//locklint:acquire // want locklint\ntype F func(name string) error",
	"acquire line": "func F" + signature + take("//locklint:acquire // want locklint", "// want unfenced") + "}",
	"no column":    "//locklint:acquire kee=arg0 // want locklint\nfunc F(name string) error { return nil }",
	"embedded": "func F(ctx context.Context, k server.Keeper, db *sql.DB, n int) error {\n\tok, err := k.Hold(ctx, \"n\")\n\tif err != nil || !ok {\n\t\treturn err\n\t}\n" +
		"\tdefer k.Leave(\"n\")\n\t_, err = db.Exec(\"UPDATE t SET n = $1\", n) // want unfenced\n\treturn err\n}",
	"released": "func F(ctx context.Context, k server.Keeper, db *sql.DB, n int) error {\n\tok, err := k.Hold(ctx, \"n\")\n\tif err != nil || !ok {\n\t\treturn err\n\t}\n" +
		"\tk.Leave(\"n\")\n\t_, err = db.Exec(\"UPDATE t SET n = $1\", n)\n\treturn err\n}",
	"instance": "func F(ctx context.Context, b *server.Box[string, int], db *sql.DB, n int) error {\n\tif !b.Take(ctx, n, \"n\") {\n\t\treturn nil\n\t}\n" +
		"\tdefer b.Give(\"n\")\n\t_, err := db.Exec(\"UPDATE t SET n = $1\", n) // want unfenced\n\treturn err\n}",
	"method value": "func F(ctx context.Context, b *server.Box[string, int], db *sql.DB, n int) error {\n\ttake, give := b.Take, b.Give\n\tif !take(ctx, n, \"n\") {\n\t\treturn nil\n\t}\n" +
		"\tdefer give(\"n\")\n\t_, err := db.Exec(\"UPDATE t SET n = $1\", n) // want unfenced\n\treturn err\n}",
	"wrapper": "func lock(ctx context.Context) error { return server.Take(ctx, \"n\") }\n\nfunc F" + signature + "\tif err := lock(ctx); err != nil {\n\t\treturn err\n\t}\n" +
		"\tdefer server.Give(ctx, \"n\")\n\t_, err := db.Exec(\"UPDATE t SET n = $1\", n) // want unfenced\n\treturn err\n}",
	"declared wrapper": "//locklint:efficiency r\nfunc lock(ctx context.Context) error { return server.Take(ctx, \"n\") }\n\nfunc F" + signature + "\tif err := lock(ctx); err != nil {\n\t\treturn err\n\t}\n" +
		"\tdefer server.Give(ctx, \"n\")\n\t_, err := db.Exec(\"UPDATE t SET n = $1\", n)\n\treturn err\n}",
}

// quiet is a region whose write is not reported.
var quiet = strings.NewReplacer(" TAKE", "", " WRITE", "").Replace(region)

func take(behind, write string) string {
	return strings.NewReplacer("TAKE", behind, " WRITE", " "+write).Replace(region)
}

func write(behind string) string { return take("", behind) }

// TestPlaces wants the same of each program with the line ends of Windows.
func TestPlaces(t *testing.T) {
	t.Cleanup(config.Reset)
	config.Reset()
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module example.test\n\ngo 1.26.0\n", "server/server.go": server, "server/empty.s": ""}
	for i, name := range slices.Sorted(maps.Keys(places)) {
		text := strings.NewReplacer(" TAKE", "", " WRITE", " // want unfenced").Replace(places[name])
		text = "// Package p is \"" + name + "\".\npackage p\n\nimport (\n\t\"context\"\n\t\"database/sql\"\n\n\t\"example.test/server\"\n)\n\nvar (\n\t_ context.Context\n\t_ *sql.DB\n\t_ = server.Take\n)\n\n" + text + "\n"
		files[fmt.Sprintf("lf%d/%s.go", i, strings.ReplaceAll(name, " ", "_"))] = text
		files[fmt.Sprintf("crlf%d/%s.go", i, strings.ReplaceAll(name, " ", "_"))] = strings.ReplaceAll(text, "\n", "\r\n")
	}
	head := "//locklint:ignore unfenced r\n\n"
	body := "package p\n\nimport (\n\t\"context\"\n\t\"database/sql\"\n\n\t\"example.test/server\"\n)\n\nfunc F" + signature + quiet + "}\n"
	files["file/file.go"] = head + body
	files["file/other.go"] = strings.NewReplacer("func F", "func G", "\", n)\n", "\", n) // want unfenced\n").Replace(body)
	files["tagged/file.go"] = "// Copyright\n\n//go:build go1.20\n\n//locklint:efficiency r\n\n// Package p is one.\n" + body
	files["packagedoc/file.go"] = "// Package p is one.\n//\n//locklint:ignore unfenced r\n" + body
	files["stalefile/file.go"] = "//locklint:ignore nolost r // want locklint\n\n//locklint:ignore unfenced r\n\n" + body
	files["generated/file.go"] = "// Code generated by a test. DO NOT EDIT.\n\n//locklint:ignore nolost r\n\n" + body
	files["skipped/a.go"] = "// Code generated by a test. DO NOT EDIT.\n\n" + body
	files["skipped/a_test.go"] = strings.Replace(body, "func F", "func H", 1)
	files["skipped/b.go"] = files["file/other.go"]
	writeAll(t, dir, files)
	linttest.Run(t, dir, analyzers.All())
}
