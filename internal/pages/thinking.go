package pages

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/locklint/locklint/internal/catalogue"
)

// followed is the program that the page about the engine follows, and beside it
// what is found there.
const followed = "testdata/pages/thinking/shop/page.go"

// thinking is the page about the engine: the packages' comments in the order in
// which a program goes through them, with what becomes of one program.
func thinking(root fs.FS) (string, error) {
	program, err := fs.ReadFile(root, followed)
	if err != nil {
		return "", err
	}
	_, code, ok := strings.Cut(string(program), "const ttl")
	if !ok {
		return "", fmt.Errorf("%s: no code", followed)
	}
	found, err := fs.ReadFile(root, path.Join(path.Dir(path.Dir(followed)), "expected.txt"))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(head + `# How locklint thinks

For those who change locklint, or want to know why it said something, or nothing. A program goes
through the packages in the order of this page. The text is that of their comments, so that it stands beside
the code; a test compares both.

Take this program:

` + "```go\nconst ttl" + regexp.MustCompile(` // want [a-z ]+\n`).ReplaceAllString(code, "\n") + "```\n\nlocklint says of it:\n\n```text\n" + string(found) + "```\n")
	for _, part := range []struct{ heading, pkg, after string }{
		{"1. Which packages are looked at", "internal/reach", "The program imports an anchor, go-redis, and is in the cone."},
		{"2. What is known of the libraries", "internal/catalogue", knownOf("github.com/redis/go-redis/v9", "SetNX")},
		{"3. The form that is walked", "internal/lockssa", ""},
		{"4. One acquire through the engine", "internal/locks", ""},
		{"5. What a statement says", "internal/sqltext", "`UPDATE shops SET sold = $1 WHERE id = $2` writes the table `shops`, where `id` is the second argument, and no more: its condition holds whoever wrote last."},
		{"6. What a script says", "internal/luascript", ""},
		{"7. From a fault to a finding", "internal/report", ""},
		{"8. One package, and no more, at a time", "internal/unit", ""},
		{"9. The loop of the command", "internal/standalone", ""},
		{"10. The loop of go vet", "internal/vettool", ""},
	} {
		text, err := packageComment(root, part.pkg)
		if err != nil {
			return "", err
		}
		text = again.ReplaceAllString(text, "")
		fmt.Fprintf(&b, "\n## %s\n\n[`%s`](../%[2]s)\n\n%[3]s", part.heading, part.pkg, text)
		if part.after != "" {
			b.WriteString("\n" + strings.TrimSuffix(part.after, "\n") + "\n")
		}
	}
	b.WriteString(wrong)
	return b.String(), nil
}

// again is the program once more, in the engine's own comment.
var again = regexp.MustCompile("(?s)Take\n\n```go\n.*?```\n\n")

// wrong tells where to look when a finding is wrong or missing.
const wrong = `
## When it is wrong

Write the program as a case first (see [Contributing](../CONTRIBUTING.md#tests)): wrong and right functions side by side. Then ask
in this order:

| question | where it is answered |
| --- | --- |
| Is the package in the cone at all? ` + "`locklint -stats`" + ` counts those that were read from source. | ` + "`internal/reach`" + ` |
| Is the function known, and does its row say what the library does? ` + "`locklint catalogue NAME`" + ` | ` + "`internal/catalogue`" + ` |
| Is it a lock to the engine? ` + "`locklint locks`" + ` lists what it takes for one, with the key, the TTL and the owner as it read them. | ` + "`evidence.go`, `eval.go`" + ` |
| A key or owner is not read, or two keys are taken for one. | ` + "`term.go`, `eval.go`" + ` |
| A branch that looks at the result is not understood. | ` + "`outcome.go`" + ` |
| The lock counts as held where it is free, or the other way round. | ` + "`flow.go`" + ` |
| It is right in one package and wrong across two. | ` + "`facts.go`, `engine.go`" + ` |
| All of that is right, and the rule draws the wrong conclusion. | ` + "`expiry.go`, `release.go`, `writes.go`, `loss.go`" + ` |
| The finding is there, and nobody is told. | ` + "`internal/report`, `internal/directive`, `internal/config`" + ` |

A correction belongs to the earliest of these places that is wrong. Where nothing can be known, the answer is
silence: a false finding costs more than a missed one.
`

// knownOf shows the columns of a row that are most of its meaning.
func knownOf(pkg, name string) string {
	l := catalogue.Lookup(pkg)
	if l == nil {
		return ""
	}
	for i := range l.Rows {
		r := &l.Rows[i]
		if r.Names != name {
			continue
		}
		return fmt.Sprintf("The row of `%s` in the table of %s:\n\n| column | value | so |\n| --- | --- | --- |\n"+
			"| role | `%s` | it creates a key that must not exist |\n"+
			"| key | `%s` | the first argument after the context |\n"+
			"| owner | `%s` | what tells holders apart |\n"+
			"| ttl | `%s` | how long it lives |\n"+
			"| wins | `%s` | how the caller learns that it succeeded |\n",
			name, l.Name, r.Role, r.Key, r.Owner, r.TTL, r.Wins)
	}
	return ""
}

// packageComment is the comment of a package, its headings below those of the
// page.
func packageComment(root fs.FS, dir string) (string, error) {
	names, err := fs.Glob(root, dir+"/*.go")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return "", err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			return "", err
		}
		if text, ok := strings.CutPrefix(file.Doc.Text(), "Package "+file.Name.Name+" "); ok {
			return markdown("Package "+file.Name.Name+" "+text, file), nil
		}
	}
	return "", fmt.Errorf("package %s has no comment", dir)
}

// markdown prints a comment with headings of the third level. Links to
// identifiers are their names.
func markdown(text string, file *ast.File) string {
	p := comment.Parser{
		LookupPackage: func(name string) (string, bool) { return file.Name.Name, name == file.Name.Name },
		LookupSym:     func(_, name string) bool { return ast.IsExported(name) },
	}
	printer := comment.Printer{
		HeadingLevel: 3,
		HeadingID:    func(*comment.Heading) string { return "" },
		DocLinkURL:   func(*comment.DocLink) string { return "" },
	}
	return fenced(symbol.ReplaceAllString(string(printer.Markdown(p.Parse(text))), "$1"))
}

// symbol is a link to an identifier that the parser does not take for one.
var symbol = regexp.MustCompile(`\\\[([A-Z]\w*)\]`)
