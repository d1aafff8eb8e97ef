// Package directive reads the comments by which users speak to locklint.
//
//	//locklint:ignore RULE[/CATEGORY] REASON    report no such finding here
//	//locklint:efficiency REASON                the lock only saves work
//	//locklint:correctness REASON               the lock guards data
//	//locklint:acquire [COLUMN=PLACE ...]       the function takes a lock
//	//locklint:release [COLUMN=PLACE ...]       the function gives one back
//	//locklint:extend [COLUMN=PLACE ...]        the function prolongs one
//	//locklint:fenced                           the writes below carry the token
//	//nolint:locklint                           as golangci-lint reads it
//
// # Where a directive holds
//
// Before the package clause it holds for the file. In the documentation of a
// declaration it holds for the declaration, of a type also for its methods. At
// the end of a line it holds for that line. Alone on its line it holds for the
// next one, and where a statement begins there for the whole statement, without
// the blocks, cases and function literals in it: what happens in them is another
// line.
//
// The words acquire, release and extend stand in the documentation of a function
// or of an interface's method.
//
// # What is wrong with a directive
//
// A directive that says nothing, because it has no reason, names a rule that
// does not exist or stands in the wrong place, has a [Directive.Problem]. The
// rules heed none that has one.
package directive

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/plain"
)

// Prefix is how each directive begins, nolint aside.
const Prefix = "//locklint:"

// The words.
const (
	Ignore      = "ignore"
	Efficiency  = "efficiency"
	Correctness = "correctness"
	Acquire     = "acquire"
	Release     = "release"
	Extend      = "extend"
	Fenced      = "fenced"
	nolint      = "nolint"
)

var words = []string{Ignore, Efficiency, Correctness, Acquire, Release, Extend, Fenced}

// Analyzer reads the directives of a package.
var Analyzer = &analysis.Analyzer{
	Name: "lockdirectives",
	Doc:  "read the comments that speak to locklint",
	Run: func(pass *analysis.Pass) (any, error) {
		return Read(pass.Fset, pass.Files), nil
	},
	ResultType: reflect.TypeFor[*Set](),
}

// A Directive is one such comment.
type Directive struct {
	Pos, End token.Pos
	Word     string
	Rule     string // of ignore
	Category string // of ignore; empty: all
	Reason   string
	// Row is what acquire, release and extend say in COLUMN=PLACE.
	Row     *catalogue.Row
	Problem string // what is wrong with it; empty if nothing is

	rules []string // of nolint
	spans []span
	funcs []*ast.Ident // the functions and methods that it documents
}

type span struct{ from, to token.Pos }

// Covers reports whether the directive holds at a position.
func (d *Directive) Covers(pos token.Pos) bool {
	return slices.ContainsFunc(d.spans, func(s span) bool { return s.from <= pos && pos < s.to })
}

// Covered lists the functions and interface methods, by their names, that the
// directive documents.
func (d *Directive) Covered() []*ast.Ident { return d.funcs }

// String is the directive as it was written, up to its reason.
func (d *Directive) String() string {
	if d.Word == nolint {
		return "//nolint:" + strings.Join(d.rules, ",")
	}
	s := Prefix + d.Word
	if d.Rule != "" {
		s += " " + d.Rule
	}
	if d.Category != "" {
		s += "/" + d.Category
	}
	return s
}

// A Set is the directives of a package, in the order of the files.
type Set struct{ list []*Directive }

// All lists the directives, those of nolint aside.
func (s *Set) All() []*Directive {
	return slices.DeleteFunc(slices.Clone(s.list), func(d *Directive) bool { return d.Word == nolint })
}

// Ignoring returns the directive that silences a rule's category at a position,
// or nil.
func (s *Set) Ignoring(rule, category string, pos token.Pos) *Directive {
	for _, d := range s.list {
		if d.silences(rule, category) && d.Covers(pos) {
			return d
		}
	}
	return nil
}

func (d *Directive) silences(rule, category string) bool {
	switch {
	case d.Problem != "":
		return false
	case d.Word == nolint:
		return slices.Contains(d.rules, config.Self) || slices.Contains(d.rules, rule)
	}
	return d.Word == Ignore && d.Rule == rule && (d.Category == "" || d.Category == category)
}

// Covering lists the directives of a word that hold at a position.
func (s *Set) Covering(word string, pos token.Pos) []*Directive {
	var out []*Directive
	for _, d := range s.list {
		if d.Word == word && d.Problem == "" && d.Covers(pos) {
			out = append(out, d)
		}
	}
	return out
}

// Read reads the directives of parsed files.
func Read(fset *token.FileSet, files []*ast.File) *Set {
	s := &Set{}
	for _, f := range files {
		r := &reader{fset: fset, file: f, tok: fset.File(f.FileStart), all: files}
		for _, g := range f.Comments {
			for _, c := range g.List {
				if d := parse(c); d != nil {
					r.place(d, g)
					s.list = append(s.list, d)
				}
			}
		}
	}
	return s
}

// parse reads a comment; nil if it is no directive.
func parse(c *ast.Comment) *Directive {
	d := &Directive{Pos: c.Pos(), End: c.End()}
	text := plain.Text(strings.TrimRight(c.Text, " \t\r"))
	if d.readNolint(text) {
		return d
	}
	rest, ok := strings.CutPrefix(text, Prefix)
	if !ok {
		return nil
	}
	rest, _, _ = strings.Cut(rest+" ", " // ") // a comment on the directive
	word, rest := cutSpace(strings.TrimSpace(rest))
	d.Word = word
	switch word {
	case Ignore:
		d.readIgnore(rest)
	case Efficiency, Correctness:
		if d.Reason = rest; rest == "" {
			d.Problem = "has no reason: write " + d.String() + " REASON"
		}
	case Acquire, Release, Extend:
		d.readColumns(rest)
	case Fenced:
		d.Reason = rest
	default:
		d.Problem = fmt.Sprintf("is unknown: the words are %s", strings.Join(words, ", "))
	}
	return d
}

// readNolint reads a comment as golangci-lint does, but wants a rule's name or
// its own: what is meant for all linters it leaves to golangci-lint.
func (d *Directive) readNolint(text string) bool {
	text, isLine := strings.CutPrefix(text, "//")
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, "/ "), nolint+":")
	if !isLine || !ok {
		return false
	}
	names, reason, _ := strings.Cut(rest, "//")
	for name := range strings.SplitSeq(names, ",") {
		name, _ = cutSpace(strings.TrimSpace(name))
		d.rules = append(d.rules, strings.ToLower(name))
	}
	d.Word, d.Reason = nolint, strings.TrimSpace(reason)
	return true
}

// cutSpace cuts at the first space or tab and trims the rest.
func cutSpace(s string) (head, rest string) {
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i], strings.TrimSpace(s[i:])
	}
	return s, ""
}

func (d *Directive) readIgnore(rest string) {
	name, reason := cutSpace(rest)
	d.Rule, d.Category, _ = strings.Cut(name, "/")
	d.Reason = reason
	rules := slices.DeleteFunc(config.Rules(), func(r string) bool { return r == config.Self })
	switch {
	case name == "":
		d.Problem = "names no rule: write " + d.String() + " RULE REASON"
	case !slices.Contains(rules, d.Rule):
		d.Problem = fmt.Sprintf("names no rule: there are %s", strings.Join(rules, ", "))
	case strings.Contains(name, "/") && !slices.Contains(config.Categories(d.Rule), d.Category):
		d.Problem = fmt.Sprintf("names no category: %s has %s", d.Rule, strings.Join(config.Categories(d.Rule), ", "))
	case reason == "":
		d.Problem = "has no reason: write " + d.String() + " REASON"
	}
}

// readColumns reads COLUMN=PLACE up to the first word of another form.
func (d *Directive) readColumns(rest string) {
	var columns []string
	for rest != "" {
		word, more := cutSpace(rest)
		if !strings.Contains(word, "=") {
			break
		}
		columns = append(columns, word)
		rest = more
	}
	d.Reason = rest
	row, err := config.Columns(columns)
	if err != nil {
		d.Problem = "says nothing: " + err.Error()
		return
	}
	d.Row = row
}

// A reader finds out where the directives of a file hold.
type reader struct {
	fset *token.FileSet
	file *ast.File
	tok  *token.File
	all  []*ast.File
}

func (r *reader) line(p token.Pos) int { return r.fset.PositionFor(p, false).Line }

func (r *reader) place(d *Directive, g *ast.CommentGroup) {
	if d.Pos < r.file.Package {
		d.spans = []span{{r.file.FileStart, r.file.FileEnd + 1}}
	} else if !r.documented(d, g) {
		r.placeLine(d, g)
	}
	switch d.Word {
	case Acquire, Release, Extend:
		if len(d.funcs) == 0 && d.Problem == "" {
			d.Problem = "stands not in the documentation of a function or an interface's method"
		}
	}
}

// documented places a directive of a declaration's documentation.
func (r *reader) documented(d *Directive, g *ast.CommentGroup) bool {
	found := false
	cover := func(n ast.Node) {
		found = true
		d.spans = append(d.spans, span{n.Pos(), n.End()})
	}
	for _, decl := range r.file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Doc == g {
				cover(decl)
				d.funcs = append(d.funcs, decl.Name)
				return true
			}
		case *ast.GenDecl:
			if decl.Pos() > g.Pos() && decl.Doc != g || decl.End() < g.Pos() {
				continue
			}
			if decl.Doc == g {
				cover(decl)
			}
			for _, s := range decl.Specs {
				r.documentedSpec(d, decl, s, g, cover)
			}
			if found {
				return true
			}
		}
	}
	return found
}

func (r *reader) documentedSpec(d *Directive, decl *ast.GenDecl, s ast.Spec, g *ast.CommentGroup, cover func(ast.Node)) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		if s.Doc == g {
			cover(s)
		}
	case *ast.TypeSpec:
		if s.Doc == g {
			cover(s)
		}
		if decl.Doc == g || s.Doc == g {
			d.spans = append(d.spans, r.methods(s.Name.Name)...)
		}
		i, ok := s.Type.(*ast.InterfaceType)
		if !ok || i.Methods == nil {
			return
		}
		for _, m := range i.Methods.List {
			if m.Doc == g {
				cover(m)
				d.funcs = append(d.funcs, m.Names...)
			}
		}
	}
}

// methods are the bodies of a type's methods.
func (r *reader) methods(name string) []span {
	var out []span
	for _, f := range r.all {
		for _, decl := range f.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if ok && config.Receiver(fd) == name {
				out = append(out, span{fd.Pos(), fd.End()})
			}
		}
	}
	return out
}

// placeLine places a directive that stands at the end of a line or alone on one.
func (r *reader) placeLine(d *Directive, g *ast.CommentGroup) {
	own := r.line(d.Pos)
	d.spans = []span{r.lines(own, own)}
	if r.trails(own, d.Pos) {
		return
	}
	next := r.line(g.End()) + 1
	d.spans = append(d.spans, r.lines(next, next))
	d.spans = append(d.spans, r.statement(next)...)
}

// lines is the span of whole lines.
func (r *reader) lines(from, to int) span {
	if from > r.tok.LineCount() {
		return span{}
	}
	s := span{r.tok.LineStart(from), r.file.FileEnd + 1}
	if to < r.tok.LineCount() {
		s.to = r.tok.LineStart(to + 1)
	}
	return s
}

// trails reports whether something stands before pos on its line.
func (r *reader) trails(line int, pos token.Pos) bool {
	start := r.tok.LineStart(line)
	found := false
	ast.Inspect(r.file, func(n ast.Node) bool {
		if n == nil || found || n.Pos() >= pos || n.End() <= start {
			return false
		}
		if _, ok := n.(*ast.CommentGroup); ok {
			return false
		}
		// A brace or a bracket at the start of the line is the end of a node.
		found = n.Pos() >= start || n.End() > start && n.End() <= pos
		return !found
	})
	return found
}

// statement is the span of the statements, elements and declarations that begin
// on a line, up to the first block in each.
func (r *reader) statement(line int) []span {
	start := r.lines(line, line)
	var out []span
	ast.Inspect(r.file, func(n ast.Node) bool {
		if n == nil || n.End() <= start.from || n.Pos() >= start.to {
			return false
		}
		if n.Pos() < start.from {
			return true
		}
		switch n.(type) {
		case ast.Stmt, ast.Spec, *ast.Field, *ast.KeyValueExpr, ast.Expr:
			out = append(out, span{n.Pos(), untilBlock(n)})
			return false
		}
		return true
	})
	return out
}

// untilBlock is the end of a node, or where the first block in it opens.
func untilBlock(n ast.Node) token.Pos {
	end := n.End()
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.BlockStmt:
			end = min(end, m.Lbrace)
		case *ast.CaseClause:
			end = min(end, m.Colon)
		case *ast.CommClause:
			end = min(end, m.Colon)
		}
		return m != nil && m.Pos() < end
	})
	return end
}
