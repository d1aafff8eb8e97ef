package linttest_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/analyzers"
)

// TestGolangciAgrees runs a golangci-lint that has the plugin over the examples,
// with the configuration of its own example. It is built by .ci/golangci, which
// names it in the environment; TestRulesAgree runs it over all programs then.
func TestGolangciAgrees(t *testing.T) {
	tool := os.Getenv(golangciTool)
	if tool == "" {
		t.Skip("run by .ci/golangci")
	}
	config, err := filepath.Abs("../../golangci/example/.golangci.yml")
	require.NoError(t, err)
	dir, err := filepath.Abs("../../examples")
	require.NoError(t, err)
	want := runStandalone(t, dir, analyzers.All())
	require.NotEmpty(t, want)
	require.Equal(t, want, runGolangci(t, tool, config, dir))
}

// golangciTool names a golangci-lint with the plugin in the environment.
const golangciTool = "LOCKLINT_GOLANGCI"

// bareGolangci switches the linter on, and sets nothing.
const bareGolangci = `version: "2"
linters:
  default: none
  enable: [locklint]
  settings:
    custom:
      locklint: {type: module}
`

// issue is golangci-lint's text: the rule unless it has the linter's name, the
// message with the category, and the related positions.
var issue = regexp.MustCompile(`^(?:(\w+): )?(.*? \[(\w+)/[a-z-]+\])`)

// runGolangci returns what golangci-lint finds in a module by locklint alone.
func runGolangci(t *testing.T, tool, config, dir string, patterns ...string) []place {
	t.Helper()
	cmd := exec.Command(tool, append([]string{
		"run", "--config=" + config, "--allow-parallel-runners", "--path-mode=abs", "--enable-only=locklint",
		"--max-issues-per-linter=0", "--max-same-issues=0", "--uniq-by-line=false",
		"--output.json.path=stdout", "--show-stats=false", "--issues-exit-code=0",
	}, orAll(patterns)...)...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err, string(out))
	var report struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename     string
				Line, Column int
			}
		}
	}
	require.NoError(t, json.Unmarshal(out, &report), string(out))
	set := map[place]bool{}
	for _, i := range report.Issues {
		m := issue.FindStringSubmatch(i.Text)
		require.NotNil(t, m, i.Text)
		require.Equal(t, cmp.Or(m[1], "locklint"), m[3], "one rule says both names")
		rel, err := filepath.Rel(dir, i.Pos.Filename)
		require.NoError(t, err)
		set[place{fmt.Sprintf("%s:%d:%d", rel, i.Pos.Line, i.Pos.Column), m[2]}] = true
	}
	return sorted(set)
}

// TestGolangciFixes wants the files that locklint -fix writes from golangci-lint's
// --fix, save that it keeps an import which only several fixes together leave
// unused.
func TestGolangciFixes(t *testing.T) {
	tool := os.Getenv(golangciTool)
	if tool == "" {
		t.Skip("run by .ci/golangci")
	}
	config, err := filepath.Abs("../../golangci/example/.golangci.yml")
	require.NoError(t, err)
	dir := clone(t)
	cmd := exec.Command(tool, "run", "--fix", "--allow-parallel-runners", "--config="+config, "--enable-only=locklint", "--show-stats=false", "--issues-exit-code=0", "./...")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	for name, text := range sources(t, dir) {
		want, err := os.ReadFile(filepath.Join(fixes, name+".golden"))
		if err != nil {
			want, err = os.ReadFile(filepath.Join(fixes, name))
			require.NoError(t, err)
		}
		if name == filepath.Join("mixed", "mixed.go") {
			text = strings.Replace(text, "\t\"log\"\n", "", 1)
		}
		require.Equal(t, string(want), text, name)
	}
}
