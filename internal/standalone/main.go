package standalone

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"
	"golang.org/x/tools/go/analysis"

	pages "github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/baseline"
	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/output"
	"github.com/locklint/locklint/internal/plain"
	"github.com/locklint/locklint/internal/reach"
	"github.com/locklint/locklint/internal/unit"
)

// The exit codes.
const (
	Clean  = 0 // no findings
	Found  = 1 // findings
	Failed = 2 // something could not be analysed; there may be findings too
)

// Main is the command line of an analysis: flags and packages. It returns the
// exit code.
func Main(ctx context.Context, args []string, analyzers []*analysis.Analyzer, stdout, stderr io.Writer) int {
	c := NewCommand(analyzers, stdout, stderr)
	if err := c.Parse(args); err != nil {
		return c.Fail("%v", err)
	}
	return c.Run(ctx, c.Args())
}

// A Command is an analysis that somebody asks for.
//
// The flags are those of package flag, as in the go command: a library for
// command lines would bring a second spelling (--flag) beside go vet's and
// dependencies to no other use.
type Command struct {
	Dir     string // where packages are loaded, absolute after Parse
	Stdout  io.Writer
	Stderr  io.Writer
	Version string // of locklint, for the formats that tell it

	flags     *flag.FlagSet
	analyzers []*analysis.Analyzer
	rules     string
	format    string
	write     output.Format // of that name
	tags      string
	newFrom   string
	oldFile   string
	old       *baseline.Baseline // of oldFile
	exitZero  bool
	fix       bool
	diff      bool
	stats     bool
}

// NewCommand returns a command with the default flags.
func NewCommand(analyzers []*analysis.Analyzer, stdout, stderr io.Writer) *Command {
	c := &Command{Stdout: stdout, Stderr: stderr, analyzers: analyzers}
	c.flags = flag.NewFlagSet("locklint", flag.ContinueOnError)
	c.flags.SetOutput(io.Discard)
	c.flags.StringVar(&c.Dir, "C", "", "change to `dir` before loading packages")
	c.flags.StringVar(&c.oldFile, "baseline", "", "leave out what is in `file` (see the command baseline)")
	c.flags.BoolVar(&c.exitZero, "exit-zero", false, "exit with 0 although there are findings")
	c.flags.BoolVar(&c.diff, "diff", false, "print what -fix would change as a unified diff, and nothing else")
	c.flags.BoolVar(&c.fix, "fix", false, "mend what is surely mended, and print the rest")
	c.flags.StringVar(&c.format, "f", "text", "print findings as `format`: "+strings.Join(output.Names(), ", "))
	c.flags.StringVar(&c.newFrom, "new-from", "", "print only findings about lines that changed since the revision `rev` of git")
	c.flags.StringVar(&c.rules, "rules", "", "run only the rules in `list`, parted by commas")
	c.flags.BoolVar(&c.stats, "stats", false, "print on standard error how much was analysed")
	c.flags.StringVar(&c.tags, "tags", "", "build with the `tags`, parted by commas")
	config.Reset()
	config.Analyzer.Flags.VisitAll(func(f *flag.Flag) { c.flags.Var(f.Value, f.Name, f.Usage) })
	return c
}

// Flags are the flags that Parse reads.
func (c *Command) Flags() *flag.FlagSet { return c.flags }

// Args are the arguments after the flags.
func (c *Command) Args() []string { return c.flags.Args() }

// Parse reads the flags and checks their values. The error is flag.ErrHelp
// where help is asked for.
func (c *Command) Parse(args []string) error {
	if err := c.flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return fmt.Errorf("%w (locklint -h lists the flags)", err)
	}
	var err error
	if c.analyzers, err = selectRules(c.analyzers, c.rules); err != nil {
		return err
	}
	if c.write, err = output.Named(c.format); err != nil {
		return err
	}
	if c.diff && c.format != "text" {
		return fmt.Errorf("-diff prints a diff, not the format %s", c.format)
	}
	if err = c.setTags(); err != nil {
		return err
	}
	if c.oldFile != "" {
		if c.old, err = baseline.Read(c.oldFile); err != nil {
			return err
		}
	}
	c.Dir, err = directory(c.Dir)
	return err
}

// setTags hands the tags to every go command that runs from here on, by the
// way that all of them read.
func (c *Command) setTags() error {
	if c.tags == "" {
		return nil
	}
	if strings.ContainsAny(c.tags, " \t\"'") {
		return fmt.Errorf("-tags %q: tags are parted by commas", c.tags)
	}
	return os.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+" -tags="+c.tags))
}

// Run analyses the packages that the patterns name, prints what is found and
// returns the exit code.
func (c *Command) Run(ctx context.Context, patterns []string) int {
	var changed *changes
	if c.newFrom != "" {
		var err error
		if changed, err = changedSince(ctx, c.Dir, c.newFrom); err != nil {
			return c.Fail("%v", err)
		}
	}
	r, exit := c.Analyze(ctx, patterns)
	if r == nil {
		return exit
	}
	suppressed := append(bySource(r.Suppressed), c.leaveOutOld(r)...)
	if changed != nil {
		r.Findings = slices.DeleteFunc(r.Findings, func(f unit.Finding) bool { return !changed.about(f) })
	}
	if c.fix || c.diff {
		return c.mend(r, suppressed)
	}
	return c.print(r, suppressed)
}

// leaveOutOld takes what the baseline covers out of the report and returns it.
func (c *Command) leaveOutOld(r *Report) []output.Suppressed {
	if c.old == nil {
		return nil
	}
	fresh, covered, stale := c.old.Split(r.Findings)
	r.Findings = fresh
	c.tellStale(c.Examined(c.old, stale, r))
	var out []output.Suppressed
	for _, f := range covered {
		out = append(out, output.Suppressed{Finding: f, Kind: "external", Reason: "in the baseline"})
	}
	return out
}

// Analyze analyses the packages that the patterns name, all if there is none.
// Where that fails it says so and returns nil and the exit code.
func (c *Command) Analyze(ctx context.Context, patterns []string) (*Report, int) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	whole := &Report{}
	store := openCache()
	for _, t := range tasks(c.Dir, patterns) {
		r, exit := c.analyze(ctx, t, c.analyzers, Options{Cache: store})
		if r == nil {
			return nil, exit
		}
		whole.merge(r)
	}
	if err := store.Err(); err != nil {
		_, _ = fmt.Fprintf(c.Stderr, "locklint: what was found is not kept for the next run: %v\n", err)
	}
	return whole, Clean
}

func (c *Command) analyze(ctx context.Context, t task, analyzers []*analysis.Analyzer, o Options) (*Report, int) {
	progress, done := c.progress()
	o.Progress = progress
	r, err := Analyze(ctx, t.dir, t.patterns, analyzers, o)
	done()
	if ctx.Err() != nil {
		return nil, c.Fail("interrupted")
	}
	if err != nil {
		return nil, c.Fail("%v", c.Shortened(err))
	}
	return r, Clean
}

// openCache returns the user's cache, or nil where it is off or has no place.
func openCache() *cache.Cache {
	dir, err := cache.Dir()
	if err != nil || dir == "" {
		return nil
	}
	return cache.Open(dir, cache.DefaultSize)
}

// Examined keeps the entries of a baseline about which the report says
// something: of a rule that ran and of a package that was analysed, or of a
// file that is gone.
func (c *Command) Examined(b *baseline.Baseline, entries []baseline.Entry, r *Report) []baseline.Entry {
	if len(r.Errors) > 0 {
		return nil // what was not analysed is unknown
	}
	return slices.DeleteFunc(entries, func(e baseline.Entry) bool {
		file := b.Path(e)
		_, err := os.Stat(file)
		ran := slices.ContainsFunc(c.analyzers, func(a *analysis.Analyzer) bool { return a.Name == e.Rule })
		seen := slices.Contains(r.Dirs, filepath.Dir(file)) || errors.Is(err, fs.ErrNotExist)
		return !ran || !seen
	})
}

// tellStale names the entries of the baseline that match nothing any more.
func (c *Command) tellStale(stale []baseline.Entry) {
	for _, e := range stale {
		_, _ = fmt.Fprintf(c.Stderr, "locklint: %s:%d: nothing matches this any more (%s in %s): run locklint baseline write\n",
			c.oldFile, e.Line, strings.TrimSuffix(e.Rule+"/"+e.Category, "/"), e.File)
	}
}

// progress tells a terminal how far the analysis is. The second result is called
// at the end.
func (c *Command) progress() (told func(done, all int), end func()) {
	if !isTerminal(c.Stderr) {
		return nil, func() {}
	}
	m := newMeter(c.Stderr, time.Now)
	return m.told, m.end
}

// Shortened has the error of a wrong configuration name its file as seen from
// the working directory.
func (c *Command) Shortened(err error) error {
	var bad *config.Error
	if !errors.As(err, &bad) {
		return err
	}
	e := *bad
	e.File = c.Shown(e.File)
	return &e
}

// Shown is a file name as seen from the working directory.
func (c *Command) Shown(name string) string { return output.Path(workingDirectory(), name) }

// Fail prints one line and returns the exit code of a run that failed.
func (c *Command) Fail(format string, args ...any) int {
	text := plain.Lines(strings.TrimSpace(fmt.Sprintf(format, args...)))
	_, _ = fmt.Fprintf(c.Stderr, "locklint: %s\n", text)
	return Failed
}

// print writes all that is found at once: a format that fails leaves nothing
// half written.
func (c *Command) print(r *Report, suppressed []output.Suppressed) int {
	dir := workingDirectory()
	terminal := isTerminal(c.Stdout)
	var out bytes.Buffer
	err := c.write(&out, &output.Report{
		Findings: r.Findings, Suppressed: suppressed, Errors: r.Errors, Rules: c.describe, Version: c.Version, Dir: dir, Roots: r.Roots,
		Source: terminal, Color: terminal && os.Getenv("NO_COLOR") == "",
	})
	if err == nil {
		_, err = c.Stdout.Write(out.Bytes())
	}
	if err != nil {
		return c.Fail("%v", err)
	}
	c.tellErrors(r)
	if c.stats {
		s := r.Stats
		_, _ = fmt.Fprintf(c.Stderr, "packages %d, from source %d, from export data %d, known from before %d, with SSA %d, without for their shape %d, functions %d, too large %d, bytes of facts %d, lines of yours %d\n",
			s.Packages, s.Checked, s.Exported, s.Cached, s.SSA, s.Skipped, s.Functions, s.Capped, s.FactBytes, countLines(r.Analysed))
	}
	switch {
	case len(r.Errors) > 0:
		return Failed
	case len(r.Findings) > 0 && !c.exitZero:
		return Found
	}
	return Clean
}

// countLines counts those of the files that can be read and that people wrote.
func countLines(files []string) int {
	n := 0
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil {
			n += reach.Lines(text)
		}
	}
	return n
}

// tellErrors names on standard error what could not be analysed.
func (c *Command) tellErrors(r *Report) {
	for _, e := range r.Errors {
		e.Pos.Filename = c.Shown(e.Pos.Filename)
		_, _ = fmt.Fprintf(c.Stderr, "locklint: %s\n", plain.Text(strings.ReplaceAll(e.Error(), "\n", "; ")))
	}
}

// bySource words for the formats why findings are not reported.
func bySource(list []unit.Finding) []output.Suppressed {
	var out []output.Suppressed
	for _, f := range list {
		out = append(out, output.Suppressed{Finding: f, Kind: "inSource", Reason: f.Suppression.Reason})
	}
	return out
}

// describe words the rules from their pages.
func (c *Command) describe() []output.Rule {
	var out []output.Rule
	for _, a := range c.analyzers {
		page, err := pages.PageOf(a.Name)
		if err != nil {
			continue // a rule of a test
		}
		for _, s := range page.Categories() {
			out = append(out, output.Rule{
				ID: a.Name + "/" + s.Heading, Title: page.Title, Summary: s.Summary(),
				Help: s.Text(), Markdown: s.Markdown(), URL: a.URL + "#" + s.Heading,
			})
		}
	}
	return out
}

// isTerminal reports whether somebody reads what is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
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

// workingDirectory is where file names are seen from, empty if that is unknown.
func workingDirectory() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}
