package analyzers

import (
	"embed"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"sync"
)

// docs are the package comments that are the rules' pages. They are parsed only
// when somebody asks: go vet starts a process for each package.
//
//go:embed */doc.go
var docs embed.FS

// A Page is the page of a rule.
type Page struct {
	Rule  string
	Title string // what the rule finds, without a full stop
	// Sections are the parts under a heading, in their order.
	Sections []Section
}

// A Section is a part of a page.
type Section struct {
	Heading string
	blocks  []comment.Block
}

// category is the form of a heading that names a category; others begin with a
// capital.
var category = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`) })

// PageOf reads the page of a rule.
func PageOf(rule string) (*Page, error) {
	src, err := docs.ReadFile(rule + "/doc.go")
	if err != nil {
		return nil, fmt.Errorf("rule %q has no page", rule)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", src, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	return newPage(rule, file.Doc), nil
}

func newPage(rule string, doc *ast.CommentGroup) *Page {
	page := &Page{Rule: rule}
	var p comment.Parser
	for _, block := range p.Parse(doc.Text()).Content {
		if h, ok := block.(*comment.Heading); ok {
			page.Sections = append(page.Sections, Section{Heading: plain(h.Text)})
			continue
		}
		if n := len(page.Sections); n > 0 {
			page.Sections[n-1].blocks = append(page.Sections[n-1].blocks, block)
		}
	}
	// The first section is for go/analysis: "rule: title".
	if len(page.Sections) > 0 {
		first := page.Sections[0]
		page.Sections = page.Sections[1:]
		page.Title = strings.TrimPrefix(strings.TrimSpace(first.Text()), rule+": ")
	}
	return page
}

func plain(list []comment.Text) string {
	var b strings.Builder
	for _, t := range list {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(plain(t.Text))
		case *comment.DocLink:
			b.WriteString(plain(t.Text))
		}
	}
	return b.String()
}

// Categories lists the sections that describe a category.
func (p *Page) Categories() []Section {
	var out []Section
	for _, s := range p.Sections {
		if category().MatchString(s.Heading) {
			out = append(out, s)
		}
	}
	return out
}

// Text is the page for a terminal, 80 columns wide.
func (p *Page) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", p.Rule, p.Title)
	for _, s := range p.Sections {
		fmt.Fprintf(&b, "\n# %s\n\n%s", s.Heading, s.Text())
	}
	return b.String()
}

// Text is the section without its heading, for a terminal.
func (s Section) Text() string {
	p := comment.Printer{TextCodePrefix: "    "}
	return string(p.Text(&comment.Doc{Content: s.blocks}))
}

// Markdown is the section without its heading.
func (s Section) Markdown() string {
	var p comment.Printer
	return string(p.Markdown(&comment.Doc{Content: s.blocks}))
}

// Summary is the section's first sentence.
func (s Section) Summary() string {
	if len(s.blocks) == 0 {
		return ""
	}
	p, ok := s.blocks[0].(*comment.Paragraph)
	if !ok {
		return ""
	}
	text := strings.Join(strings.Fields(plain(p.Text)), " ")
	if before, _, ok := strings.Cut(text, ". "); ok {
		return before + "."
	}
	return text
}
