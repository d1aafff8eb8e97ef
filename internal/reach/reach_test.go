package reach

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
)

func TestLeaf(t *testing.T) {
	tests := []struct {
		path     string
		inModule bool
		want     bool
	}{
		{"fmt", false, true},
		{"net/http", false, true},
		{"encoding/json_test", false, true},
		{"vendor/golang.org/x/net/http2", false, true},
		{"crypto/keys", true, false}, // a module may take any path
		{"myapp/locks", false, false},
		{"command-line-arguments", false, false},
		{"github.com/redis/go-redis/v9", true, true},
		{"github.com/redis/go-redis/v9_test", true, true},
		{"github.com/redis/go-redis/v9/internal/pool", true, true},
		{"github.com/redis/go-redis", true, false},
		{"github.com/redis/go-redis/v9x", true, false},
		{"github.com/acme/redis", true, false},
		{"", false, false},
	}
	for _, test := range tests {
		require.Equal(t, test.want, Leaf(test.path, test.inModule), test.path)
	}
}

func TestForeign(t *testing.T) {
	tests := []struct {
		version, dir string
		want         bool
	}{
		{"v1.2.3", "/home/me/go/pkg/mod/github.com/!acme/kit@v1.2.3/redis", true},
		{"v1.2.3", "/src/app/vendor/github.com/acme/kit/redis", true},
		{"v0.0.0", "/src/kit/redis", false}, // replaced by a directory
		{"", "/src/app/redis", false},
		{"", "/build@v2/vendor/app", false},
	}
	for _, test := range tests {
		require.Equal(t, test.want, Foreign(&analysis.Module{Path: "m", Version: test.version}, test.dir), test.dir)
	}
	require.False(t, Foreign(nil, "/usr/local/go/src/vendor/golang.org/x/net"))
}

// TestForeignNear names what puts a package of the program into the cone and
// none of a dependency, and the other way round.
func TestForeignNear(t *testing.T) {
	for src, want := range map[string]bool{
		"package p\nimport _ \"github.com/gofrs/flock\"":                      false,
		"package p\ntype C interface { SetNX(k string) bool; Del(k string) }": false,
		"package p\nimport _ \"github.com/redis/go-redis/v9\"":                true,
		"package p\n//locklint:acquire\nfunc F() {}":                          true,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.ParseComments)
		require.NoError(t, err)
		files := []*ast.File{file}
		require.NotEmpty(t, Near(ImportsOf(files), files, false), src)
		require.Equal(t, want, Near(ImportsOf(files), files, true) != "", src)
		require.Equal(t, want && len(file.Imports) == 0, MayMatter([]byte(src), true), src)
	}
}

func TestNear(t *testing.T) {
	tests := []struct {
		name, src string
		near      bool
	}{
		{"nothing", "package p\nimport \"fmt\"\nvar _ = fmt.Sprint", false},
		{"an anchor", "package p\nimport _ \"github.com/redis/go-redis/v9\"", true},
		{"below an anchor only", "package p\nimport _ \"github.com/redis/go-redis/v9/maintnotifications\"", false},
		{"a directive", "package p\n//locklint:acquire\nfunc F() {}", true},
		{"a directive inside a function", "package p\nfunc F() {\n\t//locklint:ignore unfenced it is fine\n}", true},
		{"a directive in a text", "package p\nvar s = \"//locklint:acquire\"", false},
		{"prose about a directive", "package p\n// see //locklint:acquire\nfunc F() {}", false},
		{"a client's interface", "package p\ntype C interface {\n\tSetNX(k string) bool\n\tDel(k string)\n}", true},
		{"one method", "package p\ntype C interface { SetNX(k string) bool }", false},
		{"a cache", "package p\ntype C interface { Get(k string) string; Set(k, v string); Del(k string) }", false},
		{"a literal interface", "package p\nfunc F(c interface { SetNX(k string) bool; Expire(k string) }) {}", true},
		{"a local interface", "package p\nfunc F() { type c interface { SetNX(k string) bool; Expire(k string) } }", true},
		{"a generic interface", "package p\ntype C[T any] interface { SetNX(k T) bool; Eval(s string) T }", true},
		{"an interface on several lines", "package p\ntype C interface\n\n{\n\n\tSetNX(k string) bool\n\tEval(s string)\n}", true},
		{"a comment before the brace", "package p\ntype C interface /* c */ { SetNX(k string) bool; Eval(s string) }", true},
		{"an empty interface before", "package p\nvar x interface{}\ntype C interface{SetNX(k string) bool; Eval(s string)}", true},
		{"an empty interface", "package p\ntype C interface {}", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file, err := parser.ParseFile(token.NewFileSet(), "p.go", test.src, parser.ParseComments)
			require.NoError(t, err)
			files := []*ast.File{file}
			why := Near(ImportsOf(files), files, false)
			require.Equal(t, test.near, why != "", why)
			if test.near && Anchored(ImportsOf(files), false) == "" {
				require.True(t, MayMatter([]byte(test.src), false), "the bytes must not rule out what the syntax shows")
			}
		})
	}
}

// TestMayMatter names the texts for which nothing need be parsed.
func TestMayMatter(t *testing.T) {
	for src, want := range map[string]bool{
		"package p":                           false,
		"package p; var x interface{}":        false,
		"package p; var x interface { \n}":    false,
		"package p // the interface of p":     false,
		"package p; // interface":             false,
		"package p; type T interface{ M() }":  false,
		"package p; type T interface /**/ {}": true,
		"package p; type T interface {":       true,
		"package p; type T interface { Del(k struct{ x func(SetNX func(int)) }); E }; func SetNX() {}": false,
		"package p; type T interface { Del(k struct{ x, y int }); SetNX(); E }":                        true,
		"package p; //locklint:ignore":            true,
		"package p; var x interface{}; interface": false,
	} {
		require.Equal(t, want, MayMatter([]byte(src), false), src)
	}
}

// load checks packages of one file each, given in import order.
func load(t *testing.T, sources ...[2]string) map[string]*types.Package {
	t.Helper()
	fset := token.NewFileSet()
	pkgs := map[string]*types.Package{}
	std := importer.ForCompiler(fset, "source", nil)
	cfg := &types.Config{Importer: importFunc(func(path string) (*types.Package, error) {
		if p := pkgs[path]; p != nil {
			return p, nil
		}
		return std.Import(path)
	})}
	for _, s := range sources {
		file, err := parser.ParseFile(fset, s[0], s[1], 0)
		require.NoError(t, err)
		pkgs[s[0]], err = cfg.Check(s[0], fset, []*ast.File{file}, nil)
		require.NoError(t, err)
	}
	return pkgs
}

type importFunc func(string) (*types.Package, error)

func (f importFunc) Import(path string) (*types.Package, error) { return f(path) }

func TestExportedTypesLeadToClient(t *testing.T) {
	const (
		client  = "package redis\ntype Client struct{}\nfunc (*Client) SetNX() {}\nfunc New() *Client { return nil }"
		imports = "package p\nimport \"github.com/redis/go-redis/v9\"\n"
	)
	tests := []struct {
		name, src string
		want      bool
	}{
		{"a variable", "var C *redis.Client", true},
		{"a function's result", "func F() (int, *redis.Client) { return 0, nil }", true},
		{"a function's parameter", "func F(...redis.Client) {}", true},
		{"a field", "type T struct { A, B int; C map[string][]*redis.Client }", true},
		{"an unexported field", "type T struct { c *redis.Client }", false},
		{"an unexported embedded type", "type T struct { inner }; type inner struct { *redis.Client }", true},
		{"an embedded client", "type T struct { *redis.Client }", true},
		{"an alias", "type A = redis.Client", true},
		{"an alias of a generic type", "type A[T any] = struct { C chan *redis.Client; X T }", true},
		{"an unexported variable", "var c *redis.Client; var _ = c", false},
		{"a type argument", "type L[T any] struct { x T }; var V L[*redis.Client]", true},
		{"an interface's method", "type I interface { M() *redis.Client }", true},
		{"a method", "type T struct{}; func (T) M(func(*redis.Client)) {}", true},
		{"an unexported method", "type T struct{}; func (T) m() *redis.Client { return nil }", false},
		{"a constraint", "type N interface { ~[]redis.Client }; func F[T N]() {}", true},
		{"a method of an unexported type of a variable", "type t struct{}; func (t) M() *redis.Client { return nil }; var V t", true},
		{"a recursive type", "type T struct { Next *T; Other []T }", false},
		{"an alias of itself by a method", "type T struct{}; func (T) M() map[string]func(T) T { return nil }", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pkgs := load(t, [2]string{"github.com/redis/go-redis/v9", client}, [2]string{"p", imports + "var _ = redis.New\n" + test.src})
			none := func(*types.Package) bool { return false }
			require.Equal(t, test.want, LeadsToClient(pkgs["p"], false, none))
		})
	}
}

func TestExposed(t *testing.T) {
	pkgs := load(t,
		[2]string{"example.test/a", "package a\ntype A struct{}"},
		[2]string{"example.test/hidden", "package hidden\ntype H struct{}"},
		[2]string{"example.test/b", "package b\nimport \"example.test/a\"\nimport \"example.test/hidden\"\ntype B struct { A a.A; h hidden.H }"},
		[2]string{"example.test/c", "package c\nimport \"example.test/b\"\nvar V []b.B"},
	)
	require.Equal(t, []string{"example.test/a", "example.test/b"}, Exposed(pkgs["example.test/c"]))
	require.Equal(t, []string{"example.test/a"}, Exposed(pkgs["example.test/b"]))
	require.Empty(t, Exposed(pkgs["example.test/a"]))
	carries := func(p *types.Package) bool { return p.Path() == "example.test/a" }
	require.True(t, LeadsToClient(pkgs["example.test/c"], false, carries))
	require.False(t, LeadsToClient(pkgs["example.test/a"], false, carries), "itself does not count")
}

// FuzzMayMatter looks for a text that the bytes rule out and the syntax does not.
func FuzzMayMatter(f *testing.F) {
	f.Add("package p\ntype C interface {\n\tSetNX(k string) bool\n\tDel(k string)\n}")
	f.Add("package p\nfunc F(c interface { SetNX(k [3]string) (bool, interface{}); Expire(k string) }) {}")
	f.Add("package p\ntype C interface { ~int | []int; Lock(); Unlock() }")
	f.Fuzz(func(t *testing.T, src string) {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
		if err == nil && !MayMatter([]byte(src), false) {
			require.Empty(t, Near(nil, []*ast.File{file}, false), src)
		}
	})
}
