package proofs_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/locklint/locklint/proofs/pause"
)

var update = flag.Bool("update", false, "write docs/proofs.md and its pictures from what happened")

// Environment variables by which TestMutants runs this binary again.
const (
	envMutation = "PROOFS_MUTATION" // the index of the mutation that was applied
	envOutcomes = "PROOFS_OUTCOMES" // the file to write the outcomes to
)

// A side is one of a cell's two programs.
type side string

const (
	wrong side = "wrong"
	right side = "right"
)

// pick returns the function of one side's program.
func pick[F any](s side, ofWrong, ofRight F) F {
	if s == wrong {
		return ofWrong
	}
	return ofRight
}

// A cell is a category in a system, proven.
type cell struct {
	rule, category, system string

	// program is where the programs are, if they are those of another cell.
	program string

	// What happens to each program, in the words that run returns.
	wrong, right string
	run          func(t *testing.T, s side) (string, pause.History)

	// mutations take from the right program what makes it right.
	mutations []mutation

	// fake says that the store is one that only has the semantics that the programs
	// rely on.
	fake bool

	// reported is what locklint says of the wrong program, if it is not the cell's
	// own rule and category; silence says why it says nothing.
	reported string
	silence  string

	// child is the program that run spawns, if it does.
	child func(s side) pause.Program
}

// A mutation replaces a piece of the right program's text that is there once.
type mutation struct {
	what     string // what is so no more
	old, new string
	becomes  string // the outcome, if it is not that of the wrong program
}

func without(what, old, new string) mutation { return mutation{what: what, old: old, new: new} }

func (m mutation) into(outcome string) mutation {
	m.becomes = outcome
	return m
}

// dir is where the programs are, relative to this module.
func (c cell) dir() string {
	if c.program != "" {
		return c.program
	}
	return path.Join(c.rule, letters(c.category), letters(c.system))
}

// report is the rule and category that locklint must name.
func (c cell) report() string {
	if c.reported != "" {
		return c.reported
	}
	return c.rule + "/" + c.category
}

func (c cell) name(s side) string {
	return path.Join(c.rule, letters(c.category), letters(c.system), string(s))
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(s))
}

func cells() []cell {
	return slices.Concat(setnxexpireCells(), plaindelCells(), unfencedCells(), invoicesCells(), nolostCells(), realCells())
}

// programs are what children of this binary can be started for.
func programs() map[string]pause.Program {
	all := map[string]pause.Program{}
	for _, c := range cells() {
		if c.child == nil {
			continue
		}
		for _, s := range []side{wrong, right} {
			all[c.dir()+"/"+string(s)] = c.child(s)
		}
	}
	return all
}

// outcomes keeps what happened, for the table and its pictures.
var outcomes = struct {
	sync.Mutex
	words   map[string]string // by the program's name
	history map[string]pause.History
	reports map[string][]string     // what locklint says, by the program's name
	mutants map[string]map[int]bool // the mutations that failed as they must, by the right program's name
}{
	words: map[string]string{}, history: map[string]pause.History{},
	reports: map[string][]string{}, mutants: map[string]map[int]bool{},
}

func TestMain(m *testing.M) {
	code := pause.Main(m, programs())
	code = max(code, stopServers(), leftRunning())
	if file := os.Getenv(envOutcomes); file != "" {
		text, err := json.Marshal(outcomes.words)
		if err == nil {
			err = os.WriteFile(file, text, 0o600)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// leftRunning looks for goroutines and processes that the tests have not ended.
func leftRunning() int {
	code := 0
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	for _, process := range pause.Children() {
		fmt.Fprintln(os.Stderr, "this process is left:", process)
		code = 1
	}
	return code
}

// TestCells runs each program under its pause. With a mutation applied it runs the
// right programs that have one, which must fail; TestMutants looks.
func TestCells(t *testing.T) {
	round, applied := mutated()
	for _, c := range cells() {
		for _, s := range []side{wrong, right} {
			if applied && (s == wrong || round >= len(c.mutations)) {
				continue
			}
			t.Run(c.name(s), func(t *testing.T) {
				t.Parallel()
				got, history := c.run(t, s)
				outcomes.Lock()
				outcomes.words[c.name(s)] = got
				outcomes.history[c.name(s)] = history
				outcomes.Unlock()
				require.Equal(t, pick(s, c.wrong, c.right), got, "%s", history)
			})
		}
	}
}

// categoryHeading is that of a category on the page of its rule.
var categoryHeading = regexp.MustCompile(`(?m)^// # ([a-z]+-[a-z-]+)$`)

// TestCellsAreComplete looks for categories without a cell, and for programs that no
// cell runs.
func TestCellsAreComplete(t *testing.T) {
	skipMutated(t)
	known := map[string]bool{}
	for _, c := range cells() {
		require.False(t, known[c.dir()] && c.program == "", "%s is there twice", c.dir())
		known[c.dir()] = true
		require.NotEmpty(t, c.mutations, "%s has no mutation", c.dir())
		for _, s := range []side{wrong, right} {
			require.FileExists(t, source(c, s))
		}
	}
	proven := map[string]bool{}
	for _, c := range cells() {
		proven[c.rule+"/"+c.category] = true
	}
	for _, rule := range []string{"setnxexpire", "plaindel", "unfenced", "nolost"} {
		text, err := os.ReadFile("../analyzers/" + rule + "/doc.go")
		require.NoError(t, err)
		for _, heading := range categoryHeading.FindAllStringSubmatch(string(text), -1) {
			require.True(t, proven[rule+"/"+heading[1]], "no cell for %s/%s", rule, heading[1])
		}
		dirs, err := os.ReadDir(rule)
		require.NoError(t, err)
		for _, category := range dirs {
			systems, err := os.ReadDir(path.Join(rule, category.Name()))
			require.NoError(t, err)
			for _, system := range systems {
				dir := path.Join(rule, category.Name(), system.Name())
				require.True(t, known[dir] || realOnly[dir], "no cell runs %s", dir)
			}
		}
	}
}

func source(c cell, s side) string {
	return path.Join(c.dir(), string(s), string(s)+".go")
}

// idle is work that does nothing.
func idle(context.Context) error { return nil }
