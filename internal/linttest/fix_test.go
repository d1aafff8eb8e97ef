package linttest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/standalone"
)

var update = flag.Bool("update", false, "rewrite the golden files of the fixes and messages")

const fixes = testdata + "fixes"

// command runs the command with the rules in a directory.
func command(t *testing.T, args ...string) (exit int, stdout string) {
	t.Helper()
	t.Setenv(cache.Variable, "off")
	var out, errs bytes.Buffer
	exit = standalone.Main(context.Background(), args, analyzers.All(), &out, &errs)
	require.Empty(t, errs.String())
	return exit, out.String()
}

// A mended finding is known by what does not change with the lines.
type found struct{ Rule, Category, Func, Message, File string }

// findings of the module in a directory, with and without a fix.
func findings(t *testing.T, dir string) (with, without []found) {
	t.Helper()
	exit, out := command(t, "-C", dir, "-f", "json", "-generated", "./...")
	require.NotEqual(t, standalone.Failed, exit, out)
	var report struct {
		Findings []struct {
			found
			Fixes []any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	for _, f := range report.Findings {
		f.File = filepath.Base(f.File)
		if len(f.Fixes) > 0 {
			with = append(with, f.found)
		} else {
			without = append(without, f.found)
		}
	}
	return with, without
}

// clone copies the module of the fixes.
func clone(t *testing.T) string {
	t.Helper()
	linttest.Download(t, fixes)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(fixes)))
	return dir
}

// sources are the Go files below a directory, by their names from there.
func sources(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		out[rel] = string(text)
		return err
	}))
	return out
}

func goTool(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "go %v: %s", args, out)
	return string(out)
}

// TestFixes applies the fixes, compiles what came of it and analyses it again:
// what had a fix is gone, all else is as it was. The files are as their golden
// ones say; a file without a golden one does not change.
func TestFixes(t *testing.T) {
	dir := clone(t)
	before := sources(t, dir)
	with, without := findings(t, dir)
	require.NotEmpty(t, with)
	for _, f := range with {
		require.NotContains(t, []string{"none.go", "generated.go", "lines.tmpl"}, f.File, "%v", f)
	}

	reported := map[string]bool{}
	require.True(t, slices.ContainsFunc(without, func(f found) bool { return f.File == "lines.tmpl" }))
	for _, f := range without {
		reported[f.File+" "+f.Func] = true
	}
	for _, name := range regexp.MustCompile(`(?m)^func (?:\(\w+ \*(\w+)\) (Unlock|Run)|([a-zA-Z]+))\(`).FindAllStringSubmatch(before[filepath.Join("none", "none.go")], -1) {
		f := strings.TrimPrefix(name[1]+"."+name[2]+name[3], ".")
		require.True(t, reported["none.go "+f], "nothing is found in %s, so that no fix tells nothing", f)
	}

	exit, diff := command(t, "-C", dir, "-generated", "-diff", "./...")
	require.Equal(t, standalone.Found, exit)
	require.Equal(t, before, sources(t, dir), "-diff writes")

	exit, _ = command(t, "-C", dir, "-generated", "-fix", "./...")
	require.Equal(t, standalone.Found, exit, "those without a fix are left")
	after := sources(t, dir)
	require.Equal(t, before, patched(t, dir, diff), "the diff leads from the old files to the new ones")
	goTool(t, dir, nil, "vet", "./...")
	left, rest := findings(t, dir)
	require.Empty(t, left)
	require.ElementsMatch(t, without, rest)

	for name, text := range after {
		golden := filepath.Join(fixes, name+".golden")
		if *update && text != before[name] {
			require.NoError(t, os.WriteFile(golden, []byte(text), 0o666))
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			want = []byte(before[name])
		}
		require.Equal(t, string(want), text, "%s (-update rewrites it)", golden)
	}
	goldens, err := filepath.Glob(fixes + "/*/*.golden")
	require.NoError(t, err)
	for _, g := range goldens {
		name, _ := filepath.Rel(fixes, strings.TrimSuffix(g, ".golden"))
		require.NotEqual(t, before[name], after[name], "nothing changes in %s", name)
	}
}

// patched is what the reverse of a diff makes of the files in a directory.
func patched(t *testing.T, dir, diff string) map[string]string {
	t.Helper()
	copied := t.TempDir()
	require.NoError(t, os.CopyFS(copied, os.DirFS(dir)))
	wd, err := os.Getwd()
	require.NoError(t, err)
	for _, name := range []string{"--- ", "+++ "} { // names are as seen from the working directory
		rel, err := filepath.Rel(wd, dir)
		require.NoError(t, err)
		short := dir
		if len(rel) < len(dir) {
			short = rel
		}
		diff = strings.ReplaceAll(diff, name+filepath.ToSlash(short)+"/", name)
	}
	file := filepath.Join(t.TempDir(), "diff")
	require.NoError(t, os.WriteFile(file, []byte(diff), 0o666))
	cmd := exec.Command("git", "apply", "-R", "-p0", file)
	cmd.Dir = copied
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, diff)
	return sources(t, copied)
}

// TestFixesOfVet wants the same files from go vet -fix.
func TestFixesOfVet(t *testing.T) {
	if testing.Short() {
		t.Skip("runs unitchecker over all dependencies")
	}
	dir := clone(t)
	self, err := os.Executable()
	require.NoError(t, err)
	goTool(t, dir, []string{asTool + "=rules"}, "vet", "-fix", "-vettool="+self, "./...")
	for name, text := range sources(t, dir) {
		want, err := os.ReadFile(filepath.Join(fixes, name+".golden"))
		if err != nil {
			want, err = os.ReadFile(filepath.Join(fixes, name))
			require.NoError(t, err)
		}
		require.Equal(t, string(want), text, name)
	}
}

// TestFixesOneByOne applies each fix alone: it compiles, its finding is gone and
// no other came.
func TestFixesOneByOne(t *testing.T) {
	report := linttest.Analyze(t, fixes, analyzers.All(), "./...")
	all := make([]string, 0, len(report.Findings))
	for _, f := range report.Findings {
		all = append(all, fmt.Sprint(f.Rule, f.Category, f.Func, f.Message))
	}
	root, err := filepath.Abs(fixes)
	require.NoError(t, err)
	for i, f := range report.Findings {
		if len(f.Fixes) == 0 {
			continue
		}
		t.Run(f.Func+"/"+f.Category, func(t *testing.T) {
			dir := clone(t)
			for _, e := range slices.Backward(f.Fixes[0].Edits) {
				rel, err := filepath.Rel(root, e.File)
				require.NoError(t, err)
				name := filepath.Join(dir, rel)
				text, err := os.ReadFile(name)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(name, slices.Concat(text[:e.Start], []byte(e.New), text[e.End:]), 0o666))
			}
			var now []string
			for _, f := range linttest.Analyze(t, dir, analyzers.All(), "./...").Findings {
				now = append(now, fmt.Sprint(f.Rule, f.Category, f.Func, f.Message))
			}
			require.ElementsMatch(t, slices.Delete(slices.Clone(all), i, i+1), now)
		})
	}
}
