package standalone

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// The exit codes.
const (
	Clean  = 0 // no findings
	Found  = 1 // findings
	Failed = 2 // something could not be analysed; there may be findings too
)

// Main is the command line: flags and packages. It returns the exit code.
func Main(ctx context.Context, args []string, analyzers []*analysis.Analyzer, stdout, stderr io.Writer) int {
	c := &command{stdout: stdout, stderr: stderr}
	set := flag.NewFlagSet("locklint", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	dir := set.String("C", "", "change to `dir` before loading packages")
	rules := set.String("rules", "", "run only these `rules`, parted by commas")
	format := set.String("f", "text", "print findings as `text or json`")
	stats := set.Bool("stats", false, "print on standard error how much was analysed")
	err := set.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		usage(stdout, set, analyzers)
		return Clean
	}
	if err != nil {
		return c.fail("%v (locklint -h lists the flags)", err)
	}
	if analyzers, err = selectRules(analyzers, *rules); err != nil {
		return c.fail("%v", err)
	}
	write, ok := formats[*format]
	if !ok {
		return c.fail("unknown format %q: the formats are text and json", *format)
	}
	patterns := set.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	root, err := directory(*dir)
	if err != nil {
		return c.fail("%v", err)
	}
	r, err := Analyze(ctx, root, patterns, analyzers)
	if ctx.Err() != nil {
		return c.fail("interrupted")
	}
	if err != nil {
		return c.fail("%v", err)
	}
	return c.print(r, write, *stats)
}

type command struct {
	stdout, stderr io.Writer
}

// fail prints one line and returns the exit code of a run that failed.
func (c *command) fail(format string, args ...any) int {
	text := strings.TrimSpace(fmt.Sprintf(format, args...))
	_, _ = fmt.Fprintf(c.stderr, "locklint: %s\n", text)
	return Failed
}

func (c *command) print(r *Report, write format, stats bool) int {
	exit := Clean
	if len(r.Findings) > 0 {
		exit = Found
	}
	here := newShortener()
	if err := write(c.stdout, r, here); err != nil {
		return c.fail("%v", err)
	}
	for _, e := range r.Errors {
		exit = Failed
		e.Pos.Filename = here.path(e.Pos.Filename)
		_, _ = fmt.Fprintf(c.stderr, "locklint: %v\n", e)
	}
	if stats {
		s := r.Stats
		_, _ = fmt.Fprintf(c.stderr, "packages %d, from source %d, with SSA %d, without for their shape %d, functions %d, too large %d, bytes of facts %d\n",
			s.Packages, s.Checked, s.SSA, s.Skipped, s.Functions, s.Capped, s.FactBytes)
	}
	return exit
}

func usage(w io.Writer, set *flag.FlagSet, analyzers []*analysis.Analyzer) {
	_, _ = fmt.Fprint(w, `Locklint finds mistakes with distributed locks in Go programs.

usage: locklint [flags] [packages]    analyse packages (default ./...)
       locklint vet [go vet's arguments]
       locklint version

Exit status: 0 clean, 1 findings, 2 something could not be analysed.

Flags:
`)
	set.SetOutput(w)
	set.PrintDefaults()
	_, _ = fmt.Fprintln(w, "\nRules:")
	for _, a := range analyzers {
		title, _, _ := strings.Cut(a.Doc, "\n")
		_, _ = fmt.Fprintf(w, "  %-12s %s\n", a.Name, title)
	}
}

// selectRules keeps the rules of the list, all if it is empty.
func selectRules(analyzers []*analysis.Analyzer, list string) ([]*analysis.Analyzer, error) {
	if list == "" {
		return analyzers, nil
	}
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		wanted[strings.TrimSpace(name)] = true
	}
	var kept []*analysis.Analyzer
	var names []string
	for _, a := range analyzers {
		names = append(names, a.Name)
		if wanted[a.Name] {
			kept = append(kept, a)
		}
		delete(wanted, a.Name)
	}
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); wanted[name] {
			return nil, fmt.Errorf("unknown rule %q: the rules are %s", name, strings.Join(names, ", "))
		}
	}
	return kept, nil
}

func directory(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	st, err := os.Stat(dir)
	if err != nil {
		return "", err
	}
	if !st.IsDir() {
		return "", fmt.Errorf("%s is not a directory", dir)
	}
	return dir, nil
}

// A shortener writes file names as seen from the working directory.
type shortener struct{ cwd string }

func newShortener() shortener {
	cwd, err := os.Getwd()
	if err != nil {
		return shortener{}
	}
	return shortener{cwd}
}

func (s shortener) path(name string) string {
	if s.cwd == "" || !filepath.IsAbs(name) {
		return name
	}
	if rel, err := filepath.Rel(s.cwd, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}
