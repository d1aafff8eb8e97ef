package breadth

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// A Verdict is what a reader of the code says of a finding.
type Verdict string

const (
	// Right: what the message says can happen, and it does harm.
	Right Verdict = "right"
	// Wrong: it cannot happen, or it is no lock at all.
	Wrong Verdict = "wrong"
	// Arguable: it can happen, and whether it does harm depends on what the
	// code does not say.
	Arguable Verdict = "arguable"
	// Unjudged: nobody has read it.
	Unjudged Verdict = "unjudged"
)

var verdicts = map[Verdict]bool{Right: true, Wrong: true, Arguable: true, Unjudged: true}

// A Finding is one of locklint's, with its verdict.
type Finding struct {
	File    string
	Line    int
	Column  int
	ID      string // rule/category
	Message string
	Verdict Verdict
	Why     string
}

// Rule is the part of the ID before the category.
func (f *Finding) Rule() string {
	rule, _, _ := strings.Cut(f.ID, "/")
	return rule
}

// place is by which a finding is known again: the code of a version stays.
func (f *Finding) place() string { return fmt.Sprintf("%s:%d:%d %s", f.File, f.Line, f.Column, f.ID) }

// A Record is what was found in a module.
type Record struct {
	Group, Path, Version string
	Packages             int // that the patterns name
	Lines                int // of Go in them, without tests and generated files
	Analysed             int // of these, in packages that reach a client
	Sites                int // where a lock is taken
	Findings             []*Finding
}

// ID names the module as the go command does.
func (r *Record) ID() string { return r.Path + "@" + r.Version }

// String is the record as it stands in a file.
func (r *Record) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %d packages, %d lines, %d analysed, %d lock sites\n", r.Path, r.Version, r.Packages, r.Lines, r.Analysed, r.Sites)
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "\t%s: %s\n\t\t%s: %s\n", f.place(), f.Message, f.Verdict, f.Why)
	}
	return b.String()
}

// Judge takes over the verdicts that were given to the same findings.
func (r *Record) Judge(old *Record) {
	given := map[string]*Finding{}
	if old != nil {
		for _, f := range old.Findings {
			given[f.place()] = f
		}
	}
	for _, f := range r.Findings {
		f.Verdict, f.Why = Unjudged, "?"
		if g := given[f.place()]; g != nil {
			f.Verdict, f.Why = g.Verdict, g.Why
		}
	}
}

var (
	headLine    = regexp.MustCompile(`^(\S+) (\S+): (\d+) packages, (\d+) lines, (\d+) analysed, (\d+) lock sites$`)
	findingLine = regexp.MustCompile(`^\t(.+?):(\d+):(\d+) ([a-z]+(?:/[a-z-]+)?): (.+)$`)
	verdictLine = regexp.MustCompile(`^\t\t([a-z]+): (.+)$`)
)

// parseRecords reads a file of records. Empty lines and those that begin with #
// mean nothing.
func parseRecords(r io.Reader, group string) ([]*Record, error) {
	var p recordParser
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		n++
		if err := p.line(lines.Text(), group); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if err := p.judged(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n, err)
	}
	return p.records, nil
}

type recordParser struct {
	records []*Record
	open    *Finding // has no verdict yet
}

func (p *recordParser) line(text, group string) error {
	if text == "" || strings.HasPrefix(text, "#") {
		return nil
	}
	if m := verdictLine.FindStringSubmatch(text); m != nil {
		return p.verdict(Verdict(m[1]), m[2])
	}
	if err := p.judged(); err != nil {
		return err
	}
	if m := headLine.FindStringSubmatch(text); m != nil {
		p.records = append(p.records, &Record{
			Group: group, Path: m[1], Version: m[2],
			Packages: number(m[3]), Lines: number(m[4]), Analysed: number(m[5]), Sites: number(m[6]),
		})
		return nil
	}
	m := findingLine.FindStringSubmatch(text)
	if m == nil || len(p.records) == 0 {
		return fmt.Errorf("neither a module, a finding nor a verdict: %q", text)
	}
	p.open = &Finding{File: m[1], Line: number(m[2]), Column: number(m[3]), ID: m[4], Message: m[5]}
	last := p.records[len(p.records)-1]
	last.Findings = append(last.Findings, p.open)
	return nil
}

func (p *recordParser) verdict(v Verdict, why string) error {
	if p.open == nil {
		return fmt.Errorf("a verdict without a finding")
	}
	if !verdicts[v] {
		return fmt.Errorf("unknown verdict %q", v)
	}
	p.open.Verdict, p.open.Why = v, why
	p.open = nil
	return nil
}

func (p *recordParser) judged() error {
	if p.open != nil {
		return fmt.Errorf("the finding above has no verdict: %s", p.open.place())
	}
	return nil
}

// number reads what a regular expression took for digits.
func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
