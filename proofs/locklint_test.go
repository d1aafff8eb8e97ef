package proofs_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// want marks a line that locklint must report, with its rule and category.
const want = "// want "

// TestLocklint runs the linter of this repository over all programs. It must report
// the lines that are marked, with their category, and no others.
func TestLocklint(t *testing.T) {
	skipMutated(t)
	found := findings(t)
	for _, c := range cells() {
		for _, s := range []side{wrong, right} {
			file := source(c, s)
			t.Run(c.name(s), func(t *testing.T) {
				marks := marked(t, file)
				require.Equal(t, marks, found[file])
				outcomes.reports[c.name(s)] = marks
				if s == right {
					require.Empty(t, marks)
				} else if c.silence == "" {
					require.True(t, slices.ContainsFunc(marks, func(m string) bool {
						return strings.HasSuffix(m, " "+c.report())
					}), "%s is not marked in %s", c.report(), file)
				}
			})
		}
	}
	for _, c := range cells() {
		delete(found, source(c, wrong))
	}
	for dir := range realOnly {
		delete(found, source(cell{program: dir}, wrong))
	}
	require.Empty(t, found, "findings outside of the cells' programs")
}

// findings builds locklint and returns what it says, by file: "line rule/category".
func findings(t *testing.T) map[string][]string {
	bin := filepath.Join(t.TempDir(), "locklint")
	out, err := exec.Command("go", "build", "-C", "..", "-o", bin, "./cmd/locklint").CombinedOutput()
	require.NoError(t, err, "locklint cannot be built: %s", out)
	cmd := exec.Command(bin, "-f", "json", "-exit-zero", "./...")
	cmd.Stderr = os.Stderr
	out, err = cmd.Output()
	require.NoError(t, err)
	var answer struct {
		Findings []struct {
			File, Rule, Category string
			Line                 int
		}
		Errors []string
	}
	require.NoError(t, json.Unmarshal(out, &answer))
	require.Empty(t, answer.Errors)
	byFile := map[string][]string{}
	for _, f := range answer.Findings {
		byFile[f.File] = append(byFile[f.File], fmt.Sprintf("%d %s/%s", f.Line, f.Rule, f.Category))
	}
	return byFile
}

// marked lists the marks of a file in the form of findings.
func marked(t *testing.T, file string) []string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var marks []string
	for i, line := range strings.Split(string(text), "\n") {
		if _, mark, ok := strings.Cut(line, want); ok {
			marks = append(marks, fmt.Sprintf("%d %s", i+1, mark))
		}
	}
	return marks
}
