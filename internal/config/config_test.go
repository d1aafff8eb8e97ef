package config

import (
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/catalogue"
)

const whole = `# all keys
rules:
  plaindel: off
  plaindel/bare-script: on
  unfenced/rejection-ignored: false
confidence: high
exclude:
  - internal/legacy
  - "**/mock_*.go"
tests: true
generated: true
require-purpose: true
purpose:
  - key: "cache:*"
    is: efficiency
    reason: a second fill costs a query
  - {key: ledger, is: correctness, reason: money}
rows:
  - package: example.com/locks
    type: Locker
    name: Lock|TryLock
    role: acquire
    key: arg0
    owner: recv.id
    ttl: arg1|option:WithTTL
    unit: seconds
    handle: result0
    wins: true
    default-ttl: 1m30s
    zero-ttl: error
    renews: true
    token: grows
`

func parsed(t *testing.T, text string) *Config {
	t.Helper()
	c, err := Parse(Name, []byte(text))
	if err != nil {
		require.NoError(t, err)
	}
	return c
}

func TestParse(t *testing.T) {
	c := parsed(t, whole)
	c.Root = "/m"
	require.True(t, c.ReportsTests() && c.ReportsGenerated() && c.RequiresPurpose())
	require.Equal(t, High, c.Least())

	require.False(t, c.Enabled("plaindel", "plain-delete"))
	require.True(t, c.Enabled("plaindel", "bare-script"), "the category wins")
	require.True(t, c.Enabled("unfenced", "no-token"))
	require.False(t, c.Enabled("unfenced", "rejection-ignored"))

	require.True(t, c.Excludes("/m/internal/legacy/deep/x.go"))
	require.True(t, c.Excludes("/m/a/b/mock_store.go"))
	require.False(t, c.Excludes("/m/internal/legacyx/x.go"))
	require.False(t, c.Excludes("/other/internal/legacy/x.go"))

	row := c.Library("example.com/locks").Find("Locker", "TryLock")
	require.Equal(t, &catalogue.Row{
		Type: "Locker", Names: "Lock|TryLock", Role: catalogue.Acquire, Key: "arg0", Owner: "recv.id", TTL: "arg1|option:WithTTL",
		Unit: catalogue.Seconds, Handle: "result0", Wins: catalogue.ByTrue, DefaultTTL: "1m30s", ZeroTTL: "error", Renews: true, Token: catalogue.Grows,
	}, row)
	require.Nil(t, c.Library("example.com/other"))
}

func TestNothingSaid(t *testing.T) {
	for _, c := range []*Config{nil, parsed(t, ""), parsed(t, "# nothing\n"), parsed(t, "\xef\xbb\xbf{}\r\n")} {
		require.True(t, c.Enabled("plaindel", "plain-delete"))
		require.False(t, c.Excludes("/m/x.go") || c.ReportsTests() || c.ReportsGenerated() || c.RequiresPurpose())
		require.Equal(t, Medium, c.Least())
		require.Nil(t, c.Library("p"))
		require.Nil(t, c.Purpose("k", "?"))
		require.Empty(t, c.Rows())
	}
}

func TestPurpose(t *testing.T) {
	for _, test := range []struct {
		pattern, key string
		want         bool
	}{
		{"cache:*", "cache:", true},
		{"cache:*", "cache:?", true}, // ? is a part that the program does not show
		{"cache:*", "cach?", false},
		{"cache:user:*", "cache:?", false},
		{"*", "?", true},
		{"a*b*c", "a1b?c", true},
		{"a*b*c", "a1c", false},
		{"a*a", "a", false},
		{"key", "key", true},
		{"key", "keys", false},
		{"*key", "the key", true},
	} {
		require.Equal(t, test.want, matchKey(test.pattern, test.key, "?"), test)
	}
	c := parsed(t, "purpose:\n- {key: 'a:*', is: correctness, reason: r}\n- {key: '*', is: efficiency, reason: s}\n")
	require.Equal(t, &Purpose{"a:*", false, "r"}, c.Purpose("a:b", "?"), "the first wins")
	require.True(t, c.Purpose("b", "?").Efficiency)
}

// row is a list of one row with some columns.
func row(columns string) string {
	return "rows:\n  - package: p.test/q\n    name: Lock\n    role: acquire\n" + columns
}

var wrong = []struct{ name, text, want string }{
	{"key", "tests: true\nrule: {}\n", `:2:1: unknown key "rule": the keys are include, rules, `},
	{"row's key", row("    kee: arg0\n"), `:5:5: rows: unknown key "kee": the keys are package, type, name`},
	{"type", "tests: yes\n", `:1:8: tests: want true or false, got "yes"`},
	{"type of a list", "exclude: a/b\n", `:1:10: exclude: want a list, got "a/b"`},
	{"type in a list", "exclude:\n  - 7\n", `:2:5: exclude: want a text, got a number`},
	{"type of a row", "rows: [Lock]\n", `:1:8: rows: want keys with values, got "Lock"`},
	{"nothing", "tests:\n", `:1:8: tests: want true or false, got nothing`},
	{"empty text", "exclude: ['']\n", `:1:11: exclude: is empty`},
	{"rule", "rules: {plaindell: off}\n", `:1:9: unknown rule "plaindell": the rules are setnxexpire, plaindel`},
	{"category", "rules:\n  plaindel/no-token: off\n", `:2:3: unknown category "no-token": plaindel has plain-delete`},
	{"switch", "rules: {plaindel: no}\n", `:1:19: plaindel: want on or off, got "no"`},
	{"enum", "confidence: sure\n", `:1:13: confidence: want one of high, medium, low, got "sure"`},
	{"reason", "purpose:\n  - key: a\n    is: efficiency\n", `:2:5: purpose: reason is missing`},
	{"role", "rows:\n  - package: p\n    name: F\n    role: lock\n", `:4:11: role: want one of neutral, new-lock`},
	{"place", row("    key: first\n"), `:5:10: key: want a place such as recv, arg0`},
	{"wins", row("    wins: false\n"), `:5:11: wins: want one of nil-error, true, non-nil, field, always, got a boolean`},
	{"duration", row("    default-ttl: soon\n"), `:5:18: default-ttl: want a duration`},
	{"missing column", "rows:\n  - package: p\n    name: F\n", `:2:5: rows: role is missing`},
	{"key twice", "tests: true\ntests: true\n", `:2:1: not YAML: mapping key "tests" already defined`},
	{"row twice", row("") + "  - {package: p.test/q, name: Unlock|Lock, role: release}\n", `:5:25: rows: p.test/q.Lock has a row already, at .locklint.yaml:3`},
	{"glob", "exclude: ['a[']\n", `:1:11: exclude: "a[" is no glob relative to the module's root`},
	{"absolute glob", "exclude: [/a]\n", `:1:11: exclude: "/a" is no glob`},
	{"not YAML", "tests: [true\n", `:1:8: not YAML`},
	{"prose", "please ignore mocks\n", `:1:1: the configuration: want keys with values, got "please ignore mocks"`},
	{"list", "- tests\n", `:1:1: the configuration: want keys with values, got a list`},
	{"two documents", "tests: true\n---\ntests: false\n", `:3:1: a second document`},
	{"anchor", "tests: &t true\n", `:1:8: tests: want true or false, got an anchor`},
	{"binary", "tests: true\n\x00\x01", `:2:1: not a text`},
	{"encoding", "exclude: [\"\xff\"]\n", `:1:12: not a text`},
	{"long line", "exclude: [" + strings.Repeat("a", 5000) + "]", `:1:1025: a line longer than 1024 bytes`},
	{"deep", strings.Repeat("[\n", 100), `:65:1: more than 64 brackets are open`},
	{"large", strings.Repeat("# nothing\n", 110000), `:1:1: larger than 1 MB`},
	{"include", "include: [a.yaml]\n", `:1:1: include: there is no file to be relative to`},
}

func TestWrong(t *testing.T) {
	for _, test := range wrong {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse(Name, []byte(test.text))
			require.NotNil(t, err, "accepted")
			require.Contains(t, err.Error(), Name+test.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

// TestCost gives the parser the worst that the bounds let through.
func TestCost(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, text := range map[string]string{
		"nested blocks": nest(1200),
		"flow":          "exclude: [" + strings.Repeat("a,\n", 150000) + "]",
		"explicit keys": strings.Repeat("? a\n", 100000),
		"quotes":        "exclude: [\"" + strings.Repeat("x\n", 400000),
		"block text":    "a: |\n" + strings.Repeat(" x\n", 300000),
		"tags":          strings.Repeat(strings.Repeat("!", 1000)+"\n", 900),
		"dashes":        strings.Repeat(strings.Repeat("- ", 510)+"\n", 900),
		"anchors":       strings.Repeat(strings.Repeat("&a ", 340)+"\n", 900),
	} {
		start := time.Now()
		_, _ = Parse(name, []byte(text))
		t.Log(name, time.Since(start))
		require.Less(t, time.Since(start), 30*time.Second, name)
	}
}

func nest(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// files writes files, given by name, below a new directory.
func files(t testing.TB, list map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, text := range list {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	return dir
}

func TestInclude(t *testing.T) {
	dir := files(t, map[string]string{
		"go.mod":         "module m.test\n",
		Name:             "include: [conf/a.yaml, conf/b.yaml]\nconfidence: low\nexclude: [x]\n",
		"conf/a.yaml":    "include: [c.yaml]\nconfidence: high\ntests: true\nexclude: [y]\n",
		"conf/b.yaml":    "rules: {plaindel: off}\n",
		"conf/c.yaml":    "generated: true\n",
		"outside/go.mod": "module o\n",
	})
	c, err := Load(filepath.Join(dir, Name), dir)
	require.Nil(t, err)
	require.Equal(t, Low, c.Least(), "the including file wins")
	require.True(t, c.Tests && c.Generated && !c.Enabled("plaindel", ""))
	require.Equal(t, []string{"y", "x"}, c.exclude)
}

func TestWrongFile(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"cycle", map[string]string{Name: "include: [a.yaml]\n", "a.yaml": "tests: true\ninclude:\n  - b.yaml\n", "b.yaml": "include: [a.yaml]\n"}, "b.yaml:1:11: include: a.yaml: it includes this file again: a cycle"},
		{"itself", map[string]string{Name: "include: [" + Name + "]\n"}, Name + ":1:11: include: .locklint.yaml: it includes this file again: a cycle"},
		{"missing", map[string]string{Name: "include: [a.yaml]\n"}, Name + ":1:11: include: a.yaml: no such file or directory"},
		{"outside", map[string]string{Name: "include: [../a.yaml]\n"}, Name + ":1:11: include: ../a.yaml: it is outside the module"},
		{"absolute", map[string]string{Name: "include: [/etc/passwd]\n"}, Name + ":1:11: include: /etc/passwd: want a name relative to this file"},
		{"directory", map[string]string{Name + "/x": ""}, Name + ": not a file"},
		{"error within", map[string]string{Name: "include: [c/a.yaml]\n", "c/a.yaml": "\ntest: 1\n"}, "c/a.yaml:2:1: unknown key"},
		{"row twice", map[string]string{Name: "include: [a.yaml]\n" + row(""), "a.yaml": row("")}, Name + ":4:5: rows: p.test/q.Lock has a row already, at a.yaml:3"},
		{"own package", map[string]string{Name: "rows:\n  - package: m.test/locks\n    name: F\n    role: acquire\n"}, Name + ":2:5: rows: the module has no package m.test/locks"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.files["go.mod"] = "module m.test\n"
			dir := files(t, test.files)
			_, err := Load(filepath.Join(dir, Name), dir)
			require.NotNil(t, err)
			require.Equal(t, filepath.Join(dir, filepath.FromSlash(test.want)), cut(err.Error(), filepath.Join(dir, filepath.FromSlash(test.want))))
		})
	}
}

// TestColumns wants a column for each field of the catalogue's rows, by its name.
func TestColumns(t *testing.T) {
	var want []string
	for f := range reflect.TypeFor[catalogue.Row]().Fields() {
		name := regexp.MustCompile("([a-z])([A-Z])").ReplaceAllString(f.Name, "$1-$2")
		want = append(want, strings.Replace(strings.ToLower(name), "names", "name", 1))
	}
	var got []string
	for _, c := range columns() {
		got = append(got, c.name)
	}
	require.ElementsMatch(t, want, got)
}

// TestOwnFunctions looks for the functions of rows in the module's source.
func TestOwnFunctions(t *testing.T) {
	dir := files(t, map[string]string{
		"go.mod":       "module m.test\n",
		"p/p.go":       "package p\n\nfunc F() {}\n\ntype T[K any] struct{ I }\n\nfunc (t *T[K]) M() {}\n\ntype I interface{ N() }\n\ntype S string\n\ntype A = I\n",
		"p/p_plan9.go": "package p\n\nfunc Plan9() {}\n",
		"p/broken.go":  "package p\n\nfunc Broken() {}\n\nfunc {\n",
	})
	tests := []struct {
		typ, name string
		want      bool
	}{
		{"", "F", true},
		{"-", "F", true},
		{"T", "F", false},
		{"", "f", false},
		{"", "F|M", true},
		{"", "F|X", false},
		{"T", "M", true},
		{"", "M", true},
		{"-", "M", false},
		{"I", "N", true},
		{"", "N", true},
		{"I", "M", false},
		{"A", "N", true},
		{"S", "N", false},
		{"T", "N", false},
		{"", "Plan9", true},
		{"", "Broken", true},
	}
	for _, test := range tests {
		text := "rows:\n  - package: m.test/p\n    role: acquire\n    name: " + test.name + "\n"
		if test.typ != "" {
			text += "    type: '" + test.typ + "'\n"
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, Name), []byte(text), 0o666))
		err := Check(dir, env())
		if test.want {
			require.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, err, Name+":4:5: rows: there is no function m.test/p.", text)
	}
}

func TestFiles(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": "module m.test\n", Name: "include: [a.yaml]\n", "a.yaml": "tests: true\n"})
	list, err := Files(dir, env())
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(dir, Name), filepath.Join(dir, "a.yaml")}, list)
	list, err = Files(dir, env(Variable, "off"))
	require.NoError(t, err)
	require.Empty(t, list)
}

// cut shortens s to the length of want.
func cut(s, want string) string { return s[:min(len(s), len(want))] }

func TestSymlinkOutside(t *testing.T) {
	dir := files(t, map[string]string{"m/go.mod": "module m\n", "m/" + Name: "include: [a.yaml]\n", "secret.yaml": "tests: true\n"})
	require.NoError(t, os.Symlink(filepath.Join(dir, "secret.yaml"), filepath.Join(dir, "m", "a.yaml")))
	_, err := Load(filepath.Join(dir, "m", Name), filepath.Join(dir, "m"))
	require.ErrorContains(t, err, "it is outside the module")
}

// TestHuge has a file that must not be read: 100 GB, and sparse.
func TestHuge(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": "module m\n", Name: ""})
	if err := os.Truncate(filepath.Join(dir, Name), 100<<30); err != nil {
		t.Skip(err)
	}
	start := time.Now()
	_, err := Load(filepath.Join(dir, Name), dir)
	require.ErrorContains(t, err, Name+":1:1: larger than 1 MB")
	require.Less(t, time.Since(start), 5*time.Second)
}

func TestFor(t *testing.T) {
	t.Cleanup(Reset)
	t.Setenv(Variable, "")
	dir := files(t, map[string]string{
		"go.mod": "module m\n", Name: "tests: true\n", "sub/x.go": "package sub\n", "nested/go.mod": "module n\n",
		"bad/go.mod": "module b\n", "bad/" + Name: "test: 1\n", "other.yaml": "generated: true\n",
		"cache/c@v1.0.0/go.mod": "module c\n", "cache/c@v1.0.0/" + Name: "tests: true\n",
	})
	at := func(name string) *Config {
		Reset()
		c, err := For(filepath.Join(dir, name))
		require.NoError(t, err)
		return c
	}
	require.True(t, at("sub").Tests)
	require.False(t, at("nested").Tests, "a module has its own")
	require.Nil(t, at("cache/c@v1.0.0"))
	_, err := For(filepath.Join(dir, "bad"))
	var bad *Error
	require.True(t, errors.As(err, &bad))
	require.Equal(t, 1, bad.Line)

	t.Setenv(Variable, filepath.Join(dir, "other.yaml"))
	require.True(t, at("sub").Generated)
	require.False(t, at("sub").Tests, "in place of the module's")
	require.True(t, at("bad").Generated)
	t.Setenv(Variable, "off")
	require.False(t, at("sub").Tests)
	t.Setenv(Variable, "other.yaml")
	Reset()
	_, err = For(dir)
	require.ErrorContains(t, err, Variable+" wants an absolute name")

	t.Setenv(Variable, "")
	Reset()
	t.Chdir(dir)
	for flag, value := range map[string]string{"config": "other.yaml", "confidence": "low", "tests": "true"} {
		require.NoError(t, Analyzer.Flags.Set(flag, value))
	}
	c, err := For(filepath.Join(dir, "sub"))
	require.NoError(t, err)
	require.True(t, c.Generated && c.Tests && c.Least() == Low)
	require.Error(t, Analyzer.Flags.Set("confidence", "sure"))
	require.Error(t, Analyzer.Flags.Set("tests", "perhaps"))
}

func TestSettings(t *testing.T) {
	c, err := Settings(map[string]any{"tests": true, "rules": map[string]any{"plaindel": "off"}})
	require.NoError(t, err)
	require.True(t, c.Tests && !c.Enabled("plaindel", ""))
	_, err = Settings(map[string]any{"test": true})
	require.ErrorContains(t, err, `settings: unknown key "test"`)
	c, err = Settings(nil)
	require.NoError(t, err)
	require.Equal(t, Medium, c.Least())
}

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestDigest(t *testing.T) {
	dir := files(t, map[string]string{
		"w/go.work":  "go 1.26\n\nuse (\n\t./a\n\t./b\n)\n",
		"w/a/go.mod": "module a\n\nreplace c => ../../c\n", "w/b/go.mod": "module b\n", "c/go.mod": "module c\n", "d/go.mod": "module d\n",
	})
	digest := func(in string, pairs ...string) string {
		d, err := Digest(filepath.Join(dir, in), env(pairs...))
		require.NoError(t, err)
		return d
	}
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	last := digest("w/a")
	for _, name := range []string{"w/a/" + Name, "w/b/" + Name, "c/" + Name} {
		for _, text := range []string{"tests: true\n", "include: [x.yaml]\n"} {
			write(filepath.Join(filepath.Dir(name), "x.yaml"), "generated: true\n")
			write(name, text)
			d := digest("w/a")
			require.NotEqual(t, last, d, name)
			last = d
		}
		write(filepath.Join(filepath.Dir(name), "x.yaml"), "generated: false\n")
		require.NotEqual(t, last, digest("w/a"), "what it includes")
		last = digest("w/a")
	}
	require.Equal(t, digest("w/a"), digest("w/b"), "the workspace is one")
	off := digest("w/a", "GOWORK", "off")
	require.NotEqual(t, last, off)
	write("w/b/"+Name, "confidence: low\n")
	require.Equal(t, off, digest("w/a", "GOWORK", "off"), "not of this module")

	write("d/"+Name, "wrong: 1\n")
	_, err := Digest(filepath.Join(dir, "d"), env())
	require.ErrorContains(t, err, Name+":1:1: unknown key")
	require.NotEmpty(t, digest("d", Variable, "off"))
	require.NotEqual(t, digest("d", Variable, "off"), digest("d", Variable, filepath.Join(dir, "c", "x.yaml")))
}

// BenchmarkDigest is what go vet's first call of the tool pays.
func BenchmarkDigest(b *testing.B) {
	list := map[string]string{"go.work": "go 1.26\n\nuse (\n"}
	for _, m := range []string{"a", "b", "c", "d", "e"} {
		list["go.work"] += "\t./" + m + "\n"
		list[m+"/go.mod"] = "module " + m + "\n" + strings.Repeat("// a requirement\n", 200)
		list[m+"/"+Name] = whole
	}
	list["go.work"] += ")\n"
	dir := files(b, list)
	for b.Loop() {
		if _, err := Digest(filepath.Join(dir, "a"), env()); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(whole)
	for _, test := range wrong {
		if len(test.text) < 1000 {
			f.Add(test.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse("f", []byte(text))
		if (c == nil) == (err == nil) {
			t.Fatal("neither a configuration nor an error, or both")
		}
		if err != nil && (err.File != "f" || err.Line < 1 || err.Col < 1 || strings.Contains(err.Message, "\n")) {
			t.Fatalf("not one line with its place: %q", err)
		}
	})
}

func TestIsGenerated(t *testing.T) {
	for text, want := range map[string]bool{
		"// Code generated by hand. DO NOT EDIT.\n\npackage p\n":                                                                true,
		"// Code generated by cmd/cgo; DO NOT EDIT.\n\n//line a.go:1:1\npackage p\n":                                            false,
		"// Code generated by cmd/cgo; DO NOT EDIT.\n\n//line a.go:1:1\n// Code generated by hand. DO NOT EDIT.\n\npackage p\n": true,
		"package p\n": false,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "a.go", text, parser.ParseComments)
		require.NoError(t, err)
		require.Equal(t, want, isGenerated(f), text)
	}
}
