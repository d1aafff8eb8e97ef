package pages

import (
	"bytes"
	"flag"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/golden"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/standalone"
)

var update = flag.Bool("update", false, "rewrite the pages below docs")

const root = "../../"

// TestUpToDate writes the pages with -update, and else compares them.
func TestUpToDate(t *testing.T) {
	followTheProgram(t)
	files, err := Files(os.DirFS(root))
	require.NoError(t, err)
	require.Contains(t, files, "rules/plaindel/plain-delete.md")
	for _, dir := range []string{"rules", "recipes", "guides"} {
		if *update {
			require.NoError(t, os.RemoveAll(root+"docs/"+dir))
			continue
		}
		require.NoError(t, filepath.WalkDir(root+"docs/"+dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				rel, rerr := filepath.Rel(root+"docs", name)
				require.NoError(t, rerr)
				require.Contains(t, files, filepath.ToSlash(rel), "a page that nothing makes")
			}
			return err
		}))
	}
	for name, text := range files {
		name = filepath.Join(root, "docs", filepath.FromSlash(name))
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
			require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
			continue
		}
		have, err := os.ReadFile(name)
		require.NoError(t, err, "run go generate ./internal/pages")
		require.Equal(t, text, string(have), "run go generate ./internal/pages")
	}
}

// followTheProgram analyses the program that the page about the engine follows, which
// shows what is found. The engine's own comment has the same program.
func followTheProgram(t *testing.T) {
	t.Helper()
	linttest.Download(t, root+"testdata/pages")
	var out, errs bytes.Buffer
	exit := standalone.Main(t.Context(), []string{"-C", root + "testdata/pages", "./thinking/..."}, analyzers.All(), &out, &errs)
	require.Equal(t, standalone.Found, exit, errs.String())
	name := root + "testdata/pages/thinking/expected.txt"
	found := strings.ReplaceAll(out.String(), root+"testdata/pages/thinking/", "")
	golden.Compare(t, *update, name, found)

	program, err := os.ReadFile(root + followed)
	require.NoError(t, err)
	text, err := packageComment(os.DirFS(root), "internal/locks")
	require.NoError(t, err)
	code := regexp.MustCompile("(?s)```go\n(.*?)```").FindStringSubmatch(text)
	require.NotNil(t, code, text)
	for function := range strings.SplitSeq(code[1], "\n\n") {
		require.Contains(t, plain(string(program)), plain(function))
	}
}

// TestFilesNamed: the files that the page about the engine names are there.
func TestFilesNamed(t *testing.T) {
	text := fence.ReplaceAllString(read(t, root+"docs/how-it-thinks.md"), "")
	names := regexp.MustCompile(`\b[a-z_*]+\.go\b`).FindAllString(strings.ReplaceAll(text, `\*`, "*"), -1)
	require.Greater(t, len(names), 15)
	for _, n := range names {
		files, err := filepath.Glob(root + "internal/locks/" + n)
		require.NoError(t, err)
		require.NotEmpty(t, files, n)
	}
}

var (
	fence   = regexp.MustCompile("(?ms)^```.*?^```$")
	span    = regexp.MustCompile("`[^`\n]*`")
	link    = regexp.MustCompile(`!?\[[^\]]*\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	unfit   = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestLinks follows the links of all pages that lead to a file or a heading of
// the repository.
func TestLinks(t *testing.T) {
	followed := 0
	for _, name := range pageNames(t) {
		for _, m := range link.FindAllStringSubmatch(prose(t, name), -1) {
			target, err := url.Parse(m[1])
			require.NoError(t, err, name)
			if target.Scheme != "" {
				continue
			}
			followed++
			file := name
			if target.Path != "" {
				file = filepath.Join(filepath.Dir(name), filepath.FromSlash(target.Path))
			}
			_, err = os.Stat(file)
			require.NoError(t, err, "%s links to %s", name, m[1])
			if target.Fragment != "" {
				require.Contains(t, anchors(t, file), target.Fragment, "%s links to %s", name, m[1])
			}
		}
	}
	require.Greater(t, followed, 100)
}

// prose is a page without its code.
func prose(t *testing.T, name string) string {
	t.Helper()
	return span.ReplaceAllString(fence.ReplaceAllString(read(t, name), ""), "")
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// anchors are the names of a page's headings, as they are made by the hosts of
// repositories.
func anchors(t *testing.T, name string) []string {
	t.Helper()
	var out []string
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(string(text), ""), -1) {
		out = append(out, strings.ReplaceAll(unfit.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return out
}

// TestCompiled: the Go code of the README stands in a program that is compiled.
func TestCompiled(t *testing.T) {
	var programs strings.Builder
	for _, pattern := range []string{"examples/*/*.go", "testdata/pages/*/*/*.go"} {
		names, err := filepath.Glob(root + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			programs.WriteString("\n" + plain(string(text)) + "\n")
		}
	}
	text, err := os.ReadFile(root + "README.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		require.True(t, strings.Contains(programs.String(), "\n"+plain(b[1])+"\n"), "no program has\n%s", b[1])
	}
}

// plain is code without indentation, its tests' marks and its outer blank lines.
func plain(code string) string {
	code = regexp.MustCompile(` // (want|maybe) [a-z ]+\n`).ReplaceAllString(code, "\n")
	var lines []string
	for line := range strings.SplitSeq(strings.Trim(code, "\n"), "\n") {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}

// edited is the repository with one file that says something else.
type edited struct {
	fs.FS
	name, text string
}

func (e edited) Open(name string) (fs.File, error) {
	if name == e.name {
		return fstest.MapFS{name: &fstest.MapFile{Data: []byte(e.text)}}.Open(name)
	}
	return e.FS.Open(name)
}

// TestRefused: pages that cannot be made are an error that says what is missing, not
// pages with a hole.
func TestRefused(t *testing.T) {
	const recipe = "testdata/pages/recipes/goredis/page.go"
	require.FileExists(t, root+recipe)
	tests := []struct{ name, text, want string }{
		{recipe, "package goredis\n", recipe + ": the package comment does not say what it shows"},
		{recipe, "// Package goredis shows a lock.\npackage goredis\n", "does not say what it shows"},
		{recipe, "// Package goredis is a lock.\n//\n// It is.\npackage goredis\n", "does not say what it shows"},
		{recipe, "no code", "expected 'package'"},
		{followed, "package p\n", followed + ": no code"},
		{"internal/lockssa/lockssa.go", "package lockssa\n", "package internal/lockssa has no comment"},
		{"internal/lockssa/lockssa.go", "no code", "expected 'package'"},
	}
	for _, tt := range tests {
		_, err := Files(edited{os.DirFS(root), tt.name, tt.text})
		require.ErrorContains(t, err, tt.want)
	}
	_, err := Files(fstest.MapFS{})
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.EqualError(t, programs(fstest.MapFS{}, "recipes", nil), "no recipes in testdata/pages")
}
