package main

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/golden"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/standalone"
)

var update = flag.Bool("update", false, "rewrite the golden files of the inventory")

// TestLocks compares the inventory of testdata/locks with its golden files: a lock
// that one package takes and another writes under, one whose purpose is
// declared and whose finding is silenced, and one with an owner that is the same
// for all.
func TestLocks(t *testing.T) {
	for _, tt := range []struct {
		golden string
		args   []string
	}{
		{"locks.txt", nil},
		{"locks.json", []string{"-json"}},
		{"locks.html", []string{"-html", "-source", "https://example.test/src/{file}?a=b#L{line}"}},
	} {
		name, err := filepath.Abs(filepath.Join("testdata", tt.golden))
		require.NoError(t, err)
		t.Run(tt.golden, func(t *testing.T) {
			inLocks(t)
			exit, out, errs := locklint(t, append([]string{"locks"}, tt.args...)...)
			require.Equal(t, standalone.Clean, exit)
			require.Empty(t, errs)
			golden.Compare(t, *update, name, out)
		})
	}
}

// inLocks changes to the module of locks.
func inLocks(t *testing.T) {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/locks")
	require.NoError(t, err)
	linttest.Download(t, dir)
	t.Chdir(dir)
}

func TestLocksSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../docs/locks.schema.json")
	require.NoError(t, err)
	valid := func(text string) {
		t.Helper()
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(value))
	}
	golden, err := os.ReadFile("testdata/locks.json")
	require.NoError(t, err)
	valid(string(golden))

	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("go.mod", []byte("module m.test\n\ngo 1.26.0\n"), 0o666))
	require.NoError(t, os.WriteFile("m.go", []byte("package m\n"), 0o666))
	exit, out, _ := locklint(t, "locks", "-json")
	require.Equal(t, standalone.Clean, exit)
	valid(out)
	require.NoError(t, os.WriteFile("m.go", []byte("package m\n\nfunc F() { undefined() }\n//locklint:acquire\nfunc G() {}\n"), 0o666))
	exit, out, errs := locklint(t, "locks", "-json")
	require.Equal(t, standalone.Failed, exit)
	require.Contains(t, errs, "m.go:3:12: undefined: undefined")
	valid(out)
	require.Contains(t, out, "undefined: undefined")
}

// TestLocksPage looks at the page without a browser: it is well formed, asks for
// nothing from elsewhere, and each lock has its card, drawing and links.
func TestLocksPage(t *testing.T) {
	text, err := os.ReadFile("testdata/locks.html")
	require.NoError(t, err)
	page := string(text)
	require.Equal(t, 3, strings.Count(page, "<article "))
	require.Equal(t, 3, strings.Count(page, "<svg "))
	require.NotContains(t, page, "ZgotmplZ")
	require.NotRegexp(t, `(src|href)="(/|file:)|<link|@import|url\(`, page)
	require.Contains(t, page, `href="https://example.test/src/shop/shop.go?a=b#L38"`)
	require.Contains(t, page, "a pause here lets another holder in: W1 is made on top of its work")
	require.Contains(t, page, "a pause here lets another holder in: F1 frees its lock")

	for _, svg := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(page, -1) {
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, svg)
		}
	}
}

func TestLocksArguments(t *testing.T) {
	exit, _, errs := locklint(t, "locks", "-json", "-html")
	require.Equal(t, standalone.Failed, exit)
	require.Equal(t, "locklint: locks: -json and -html exclude each other\n", errs)
	exit, _, errs = locklint(t, "-f", "sarif", "locks")
	require.Equal(t, standalone.Failed, exit)
	require.Equal(t, "locklint: locklint locks does not take -f\n", errs)
	exit, out, _ := locklint(t, "locks", "-h")
	require.Equal(t, standalone.Clean, exit)
	require.Contains(t, out, "-source")
}
