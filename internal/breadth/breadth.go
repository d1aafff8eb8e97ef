// Package breadth runs locklint over real modules and compares what it finds
// with what people judged.
//
// The list testdata/modules.txt names modules of the module proxy at exact
// versions, in three groups: users of locks, modules that look alike, and modules
// that have nothing to do with locks. What is found in a group stands in
// testdata/findings/GROUP.txt, a [Record] for each module. Below each finding
// stands a [Verdict] with its reason, which somebody gave who read the code:
// would the module's maintainer agree that this can happen?
//
// The test runs the modules that are marked small:
//
//	go test ./internal/breadth
//
// With LOCKLINT_BREADTH, a regular expression, it runs those whose group/path
// matches it, in caches of its own that it empties as they grow; with
// LOCKLINT_BREADTH_GROW=1 those of the go command, which grow by tens of gigabytes,
// so that the next run is fast. All take hours. After a change of the engine
//
//	LOCKLINT_BREADTH=. go test -timeout 6h -run TestModules ./internal/breadth -update
//
// keeps what is found, with the verdicts that stand there, and what it cost. A
// finding that is new has the verdict "unjudged" then, and the tests fail until
// somebody has judged it. The pages of internal/pages give the figures.
package breadth

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// Groups are the kinds of modules.
var Groups = []string{"users", "alike", "unrelated"}

// A Module is a line of the list.
type Module struct {
	Group, Path, Version string
	Small                bool     // fit for a test that runs with every change
	Fork                 bool     // analysed under another path, as a fork of it
	Patterns             []string // its packages, all if there is none
}

// ID names a module as the go command does.
func (m Module) ID() string { return m.Path + "@" + m.Version }

func (m Module) patterns() []string {
	if len(m.Patterns) == 0 {
		return []string{"./..."}
	}
	return m.Patterns
}

// Modules reads the list. A line is
//
//	GROUP PATH VERSION [small] [fork] [PATTERN...]
//
// and one that begins with # is a comment. A library of the catalogue has to be
// a fork: its own packages are never analysed.
func Modules(r io.Reader) ([]Module, error) {
	var list []Module
	seen := map[string]bool{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if len(words) < 3 || !slices.Contains(Groups, words[0]) {
			return nil, fmt.Errorf("line %d: want GROUP PATH VERSION, and the groups are %s", n, strings.Join(Groups, ", "))
		}
		m := Module{Group: words[0], Path: words[1], Version: words[2]}
		if seen[m.Path] {
			return nil, fmt.Errorf("line %d: %s stands in the list already", n, m.Path)
		}
		seen[m.Path] = true
		rest := words[3:]
		if len(rest) > 0 && rest[0] == "small" {
			m.Small, rest = true, rest[1:]
		}
		if len(rest) > 0 && rest[0] == "fork" {
			m.Fork, rest = true, rest[1:]
		}
		m.Patterns = rest
		list = append(list, m)
	}
	return list, lines.Err()
}

const (
	listFile  = "modules.txt"
	costsFile = "costs.json"
)

func findingsFile(group string) string { return "findings/" + group + ".txt" }

// Load reads the records of all groups from the package's testdata.
func Load(data fs.FS) ([]*Record, error) {
	var all []*Record
	for _, group := range Groups {
		records, err := loadGroup(data, group)
		if err != nil {
			return nil, err
		}
		all = append(all, records...)
	}
	return all, nil
}

func loadGroup(data fs.FS, group string) ([]*Record, error) {
	f, err := data.Open(findingsFile(group))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := parseRecords(f, group)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", findingsFile(group), err)
	}
	return records, nil
}

// Costs reads what the runs took that made the records.
func Costs(data fs.FS) (map[string]*Cost, error) {
	text, err := fs.ReadFile(data, costsFile)
	if err != nil {
		return nil, err
	}
	costs := map[string]*Cost{}
	if err := json.Unmarshal(text, &costs); err != nil {
		return nil, fmt.Errorf("%s: %w", costsFile, err)
	}
	return costs, nil
}
