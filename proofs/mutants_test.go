package proofs_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMutants takes from each right program what makes it right, and demands that
// its test fails then, and as the wrong program does. All programs get their first
// mutation in one build, their second in another, and so on.
func TestMutants(t *testing.T) {
	skipMutated(t)
	if testing.Short() {
		t.Skip("builds this test once for each round of mutations")
	}
	for i := 0; ; i++ {
		mutants := cellsWith(i)
		if len(mutants) == 0 {
			return
		}
		t.Run(fmt.Sprint("round ", i+1), func(t *testing.T) { mutate(t, i, mutants) })
	}
}

// skipMutated ends tests that have nothing to do in a run with mutations.
func skipMutated(t *testing.T) {
	if os.Getenv(envMutation) != "" {
		t.Skip("a mutation is applied")
	}
}

// mutated tells which round of mutations is applied to this binary.
func mutated() (round int, ok bool) {
	round, err := strconv.Atoi(os.Getenv(envMutation))
	return round, err == nil
}

// cellsWith returns the cells that have a mutation of that index.
func cellsWith(i int) []cell {
	var found []cell
	for _, c := range cells() {
		if i < len(c.mutations) {
			found = append(found, c)
		}
	}
	return found
}

func mutate(t *testing.T, i int, mutants []cell) {
	dir := t.TempDir()
	bin, said := filepath.Join(dir, "proofs.test"), filepath.Join(dir, "outcomes.json")
	build := exec.Command("go", "test", "-c", "-tags", buildTags, "-overlay", overlay(t, dir, i, mutants), "-o", bin, ".")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)

	run := exec.Command(bin, "-test.v", "-test.run", "^TestCells$")
	run.Env = append(os.Environ(), fmt.Sprintf("%s=%d", envMutation, i), envOutcomes+"="+said)
	out, err = run.CombinedOutput()
	require.Error(t, err, "the tests pass without what makes the programs right")
	text, err := os.ReadFile(said)
	require.NoError(t, err, "%s", out)
	got := map[string]string{}
	require.NoError(t, json.Unmarshal(text, &got))
	for _, c := range mutants {
		t.Run(c.name(right), func(t *testing.T) {
			if strings.Contains(string(out), "--- SKIP: TestCells/"+c.name(right)+" ") {
				t.Skip("its test was skipped")
			}
			m := c.mutations[i]
			require.Contains(t, string(out), "--- FAIL: TestCells/"+c.name(right)+" ")
			require.Equal(t, m.outcome(c), got[c.name(right)], "%s\n%s", m.what, out)
			if outcomes.mutants[c.name(right)] == nil {
				outcomes.mutants[c.name(right)] = map[int]bool{}
			}
			outcomes.mutants[c.name(right)][i] = true
		})
	}
}

// outcome is what becomes of the right program with the mutation.
func (m mutation) outcome(c cell) string {
	if m.becomes != "" {
		return m.becomes
	}
	return c.wrong
}

// overlay writes the mutated programs and the file by which the go command takes
// them in place of the right ones.
func overlay(t *testing.T, dir string, i int, mutants []cell) string {
	replace := map[string]string{}
	for n, c := range mutants {
		file, err := filepath.Abs(source(c, right))
		require.NoError(t, err)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		m := c.mutations[i]
		require.Equal(t, 1, strings.Count(string(text), m.old), "%s: %q must be there once", file, m.old)
		mutant := filepath.Join(dir, fmt.Sprintf("%d.go", n))
		require.NoError(t, os.WriteFile(mutant, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o600))
		replace[file] = mutant
	}
	return overlayFile(t, dir, replace)
}

// overlayFile writes the file that names what the go command takes in place of what.
func overlayFile(t *testing.T, dir string, replace map[string]string) string {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	name := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(name, text, 0o600))
	return name
}
