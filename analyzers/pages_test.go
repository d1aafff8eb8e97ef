package analyzers

import (
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/config"
)

// TestPages checks that each rule has a page of the form that explain and the
// SARIF output show.
func TestPages(t *testing.T) {
	for _, a := range All() {
		page, err := PageOf(a.Name)
		require.NoError(t, err)
		title, _, _ := strings.Cut(a.Doc, "\n")
		require.Equal(t, title, page.Title)
		require.GreaterOrEqual(t, len(page.Categories()), 2, a.Name)
		for _, s := range page.Categories() {
			require.True(t, strings.HasSuffix(s.Summary(), ".") || strings.HasSuffix(s.Summary(), ":"), "%s: %q", s.Heading, s.Summary())
			require.Contains(t, s.Text(), "// RIGHT", s.Heading)
			require.Contains(t, s.Markdown(), "\t// WRONG", s.Heading)
		}
		var names []string
		for _, c := range page.Categories() {
			names = append(names, c.Heading)
		}
		require.Subset(t, config.Categories(a.Name), names, "the configuration knows the categories of %s", a.Name)
		require.Contains(t, page.Text(), "\n# What is silent\n\n")
	}
}

// TestPagesCompile checks that the code of a page is code of testdata/pages, or of
// testdata/purpose, which has a configuration. Both are compiled and analysed:
// what the page calls wrong is reported there, and what it calls right is not.
func TestPagesCompile(t *testing.T) {
	for _, rule := range config.Rules() {
		source := pageSource(t, rule)
		page, err := PageOf(rule)
		require.NoError(t, err)
		paragraphs := 0
		for _, s := range page.Sections {
			for _, b := range s.blocks {
				code, ok := b.(*comment.Code)
				if !ok {
					continue
				}
				for paragraph := range strings.SplitSeq(code.Text, "\n\n") {
					if timeline.MatchString(paragraph) {
						continue
					}
					paragraphs++
					require.Contains(t, source, "\n"+bare(paragraph)+"\n", "%s, %s", rule, s.Heading)
				}
			}
		}
		require.GreaterOrEqual(t, paragraphs, 2*len(page.Categories()), rule)
	}
}

// timeline is the form of what is no code: what processes do.
var timeline = regexp.MustCompile(`(?m)^ *(\d+ s +)?[AB]: `)

var mark = regexp.MustCompile(` // (want|maybe) [a-z ]+$`)

// bare is code without indentation and without the marks of tests.
func bare(code string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.Trim(code, "\n")) {
		b.WriteString(mark.ReplaceAllString(strings.TrimSpace(line), "") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func pageSource(t *testing.T, rule string) string {
	t.Helper()
	var files []string
	for _, module := range []string{"pages", "purpose"} {
		more, err := filepath.Glob("../testdata/" + module + "/" + rule + "/*/*.go")
		require.NoError(t, err)
		files = append(files, more...)
	}
	require.NotEmpty(t, files)
	var b strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		b.WriteString("\n" + bare(string(text)) + "\n")
	}
	return b.String()
}

func TestNoPage(t *testing.T) {
	_, err := PageOf("../analyzers")
	require.EqualError(t, err, `rule "../analyzers" has no page`)
}

// TestPageText: emphasis and links of a comment lose their form, not their words.
func TestPageText(t *testing.T) {
	const src = `// Package p is a page.
//
// # Analyzer rule
//
// rule: a title
//
// # First
//
// Ask the [Redis manual] and [time.Duration]. More.
//
// [Redis manual]: https://redis.io/docs
//
// # Empty
//
// # Code
//
//	x := 1
//
// # one-sentence
//
// Without an end
package p`
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", src, parser.ParseComments)
	require.NoError(t, err)
	page := newPage("rule", file.Doc)
	var summaries []string
	for _, s := range page.Sections {
		summaries = append(summaries, s.Heading+": "+s.Summary())
	}
	require.Equal(t, "a title", page.Title)
	require.Equal(t, []string{
		"First: Ask the Redis manual and time.Duration.", "Empty: ", "Code: ", "one-sentence: Without an end",
	}, summaries)
}

// TestPageForms reads a page whose parts are at the borders of what a page may have.
func TestPageForms(t *testing.T) {
	doc := `Package rule stands before all headings and is on no page.

# Analyzer rule

rule: what the rule
finds

# a-category

It ends [here], and *[there]. The second sentence.

	// WRONG
	f()

[there]: https://example.org/there

# Loud

  - a list
  - is no paragraph

# empty

# e2

Without an end
`
	var lines []*ast.Comment
	for line := range strings.Lines(doc) {
		lines = append(lines, &ast.Comment{Text: strings.TrimRight("// "+strings.TrimSuffix(line, "\n"), " ")})
	}
	page := newPage("rule", &ast.CommentGroup{List: lines})
	require.Equal(t, "what the rule finds", page.Title)
	var headings, categories, summaries []string
	for _, s := range page.Sections {
		headings = append(headings, s.Heading)
		summaries = append(summaries, s.Summary())
	}
	for _, s := range page.Categories() {
		categories = append(categories, s.Heading)
	}
	require.Equal(t, []string{"a-category", "Loud", "empty", "e2"}, headings)
	require.Equal(t, []string{"It ends [here], and *there.", "", "", "Without an end"}, summaries)
	require.Equal(t, []string{"a-category", "empty"}, categories)
	require.Equal(t, `rule: what the rule finds

# a-category

It ends [here], and *there. The second sentence.

    // WRONG
    f()

# Loud

  - a list
  - is no paragraph

# empty


# e2

Without an end
`, page.Text())
	require.Equal(t, "It ends \\[here], and \\*[there](https://example.org/there). The second sentence.\n\n\t// WRONG\n\tf()\n", page.Sections[0].Markdown())

	require.Equal(t, &Page{Rule: "rule"}, newPage("rule", &ast.CommentGroup{List: lines[:1]}))
	require.Equal(t, "abcd", plain([]comment.Text{
		comment.Plain("a"), comment.Italic("b"), &comment.Link{Text: []comment.Text{comment.Plain("c")}}, &comment.DocLink{Text: []comment.Text{comment.Italic("d")}},
	}))
}

func TestAll(t *testing.T) {
	require.Equal(t, []string{"setnxexpire", "plaindel", "unfenced", "nolost", "locklint"}, Names())
}
