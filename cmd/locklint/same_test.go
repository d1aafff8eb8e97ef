package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/standalone"
)

// sameRuns says how often TestSame analyses each tree; .ci/full does it twenty
// times, with all trees.
const sameRuns = "LOCKLINT_TEST_RUNS"

// sameCommands are what is said of a program, in the forms that differ.
var sameCommands = [][]string{{}, {"-f", "json"}, {"-f", "sarif"}, {"-diff"}, {"locks"}, {"locks", "-json"}}

// TestSame says the same to the byte of a program, whatever its directory, the
// number of processors and the order in which its packages are named. Nothing is
// taken from the cache.
func TestSame(t *testing.T) {
	runs, trees := 3, []string{"declared"}
	if text := os.Getenv(sameRuns); text != "" {
		var err error
		runs, err = strconv.Atoi(text)
		require.NoError(t, err)
		trees = sameTrees(t)
	}
	for _, tree := range trees {
		t.Run(tree, func(t *testing.T) {
			var first []string
			for run := range runs {
				got := sameRun(t, tree, run)
				if run == 0 {
					first = got
					require.Greater(t, strings.Count(first[0], "\n"), 3, "no findings to compare")
				}
				for i, text := range got {
					require.True(t, first[i] == text, "run %d of %v differs:\n%s\nand\n%s", run, sameCommands[i], first[i], text)
				}
			}
		})
	}
}

// sameTrees are all modules of programs with findings.
func sameTrees(t *testing.T) []string {
	mods, err := filepath.Glob("../../testdata/*/go.mod")
	require.NoError(t, err)
	var names []string
	for _, m := range mods {
		names = append(names, filepath.Base(filepath.Dir(m)))
	}
	require.Contains(t, names, "rules")
	return names
}

// sameRun is what the commands print in a new copy of a tree.
func sameRun(t *testing.T, tree string, run int) []string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	dir = filepath.Join(dir, strings.Repeat("deep/", run%3), fmt.Sprintf("copy-%d", run))
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../testdata/"+tree)))
	linttest.Download(t, dir)
	procs := []string{"1", "16", "2"}[run%3]
	p := &place{t: t, dir: dir, envs: []string{"LOCKLINT_CACHE=off", "GOMAXPROCS=" + procs}}

	list := exec.Command("go", "list", "./...")
	list.Dir = dir
	out, err := list.Output()
	require.NoError(t, err)
	packages := strings.Fields(string(out))
	random := rand.New(rand.NewPCG(uint64(run), 1))
	var all []string
	for _, command := range sameCommands {
		if run > 0 {
			random.Shuffle(len(packages), func(i, j int) { packages[i], packages[j] = packages[j], packages[i] })
		}
		cmd := p.command(slices.Concat(command, packages)...)
		out, _ := cmd.CombinedOutput()
		require.NotEqual(t, standalone.Failed, cmd.ProcessState.ExitCode(), string(out))
		all = append(all, strings.ReplaceAll(string(out), dir, "DIR"))
	}
	return all
}
