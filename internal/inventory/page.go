package inventory

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

//go:embed page.html
var page string

// pageTemplate has the page. It needs nothing from elsewhere: style, script and
// drawings are in it, and without the script all locks are shown. It is parsed
// when it is needed: go vet starts this program once for each package.
var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(page)) })

type (
	pageData struct {
		Cards   []card
		Systems []string
		Errors  []string
		Wrong   int
		Undeclared,
		Unchecked int
	}
	card struct {
		*Lock
		Title    string
		Number   int
		Search   string // all that the search box looks at, in small letters
		Wrong    bool
		Loose    int // unchecked writes
		Drawing  template.HTML
		Sections []section
		Facts    []fact
		Findings []finding
	}
	fact    struct{ Name, Value string }
	section struct {
		Title  string
		Events []pageEvent
	}
	pageEvent struct {
		Event
		Mark string
		Link template.URL
	}
	finding struct {
		Finding
		Rule string
		Link template.URL
	}
)

// WriteHTML prints a page that stands alone. Places link to the URL base with
// {file} and {line} filled in; if it is empty, to the files as they are named,
// which works for a page in the working directory.
func (r *Report) WriteHTML(w io.Writer, base string) error {
	if base == "" {
		base = "{file}#L{line}"
	}
	link := func(file string, line int) template.URL {
		name := (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath()
		// The user's own template: no other scheme can come in by a file's name.
		return template.URL(strings.NewReplacer("{file}", name, "{line}", strconv.Itoa(line)).Replace(base)) //nolint:gosec
	}
	data := pageData{Errors: r.Errors}
	var systems []string
	for i, l := range r.Locks {
		c := newCard(i+1, l, link)
		data.Cards = append(data.Cards, c)
		systems = append(systems, l.System)
		if c.Wrong {
			data.Wrong++
		}
		if c.Loose > 0 {
			data.Unchecked++
		}
		if l.Purpose.Kind == "undeclared" {
			data.Undeclared++
		}
	}
	data.Systems = distinct(systems)
	return pageTemplate().Execute(w, data)
}

func newCard(number int, l *Lock, link func(string, int) template.URL) card {
	c := card{Lock: l, Number: number, Title: l.Key, Loose: l.unchecked()}
	if c.Title == "" {
		c.Title = l.Name
	}
	words := []string{l.Name, l.Package, l.System, l.Client, l.Purpose.Kind, l.Purpose.Reason}
	marks := l.marks()
	for _, s := range l.sections() {
		var events []pageEvent
		for i, e := range s.events {
			events = append(events, pageEvent{e, marks[s.kind][i], link(e.File, e.Line)})
			words = append(words, e.File, e.Func, e.Call, e.Detail)
		}
		c.Sections = append(c.Sections, section{s.title, events})
	}
	for _, v := range l.Verdicts {
		c.Wrong = c.Wrong || !v.Right
		for _, f := range v.Findings {
			c.Findings = append(c.Findings, finding{f, v.Rule, link(f.File, f.Line)})
			words = append(words, v.Rule+"/"+f.Category, f.Message)
		}
	}
	c.Facts = []fact{
		{"Client", l.Client},
		{"Lives", l.TTL.Text},
		{"Owner", l.Owner},
		{"Token", l.Token},
		{"Renewed", l.renewed()},
		{"Loss signal", l.Loss},
		{"Purpose", strings.TrimSuffix(l.Purpose.Kind+": "+l.Purpose.Reason, ": ")},
	}
	for i := range c.Facts {
		c.Facts[i].Value = orDash(c.Facts[i].Value)
	}
	c.Search = strings.ToLower(strings.Join(words, " "))
	c.Drawing = template.HTML(draw(l)) //nolint:gosec // draw escapes what it writes
	return c
}

// The kinds of events, in the order of a lock's life.
const (
	acquired = iota
	signalled
	renewed
	wrote
	released
)

type listed struct {
	kind   int
	title  string
	letter string
	events []Event
}

func (l *Lock) sections() []listed {
	return []listed{
		{acquired, "Acquired", "A", l.Acquires},
		{signalled, "Loss signal", "S", l.Signals},
		{renewed, "Renewed", "R", l.Renewals},
		{wrote, "Writes under it", "W", l.Writes},
		{released, "Released", "F", l.Releases},
	}
}

// marks names the events of each kind: W1, W2.
func (l *Lock) marks() map[int][]string {
	out := map[int][]string{}
	for _, s := range l.sections() {
		for i := range s.events {
			out[s.kind] = append(out[s.kind], fmt.Sprint(s.letter, i+1))
		}
	}
	return out
}
