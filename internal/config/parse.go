package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	goast "go/ast"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/locklint/locklint/internal/catalogue"
)

// Bounds of a file: the YAML parser takes time that grows with the square of
// what they bound.
const (
	maxSize  = 1 << 20
	maxLine  = 1024 // bytes
	maxDepth = 64   // of open brackets
	maxFiles = 100  // that include each other
)

// Load reads the file and what it includes, for a module in the directory root.
func Load(file, root string) (*Config, *Error) {
	c := &Config{File: file, Root: root}
	if err := newLoader(file, root).load(c, file, nil); err != nil {
		return nil, err
	}
	c.libraries = librariesOf(c.rows)
	return c, nil
}

// Parse reads one text. It must not include files.
func Parse(name string, data []byte) (*Config, *Error) {
	v, err := parse(name, data)
	if err != nil {
		return nil, err
	}
	c := &Config{File: name}
	if inc := v.fields["include"]; inc != nil {
		return nil, inc.errorf(name, "include: there is no file to be relative to")
	}
	if err := (&loader{}).apply(c, name, v); err != nil {
		return nil, err
	}
	c.libraries = librariesOf(c.rows)
	return c, nil
}

// Settings reads the keys from a value that another tool's configuration file
// holds, as encoding/json sees it. It must not include files.
func Settings(v any) (*Config, error) {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	c, bad := Parse("settings", data)
	if bad != nil {
		return nil, &Error{File: "settings", Message: bad.Message} // the lines are not the user's
	}
	return c, nil
}

// A loader reads a file and those that it includes.
type loader struct {
	root   string
	within string // what is included lies below
	files  []string
	texts  [][]byte
	seen   map[string]*Error // rows by the function that they are about
	// sources are the packages that were read to look for the functions of
	// rows, by directory; nil: do not look.
	sources map[string][]*goast.File
}

func newLoader(file, root string) *loader {
	l := &loader{root: root, within: root}
	if root == "" || !inside(root, file) {
		l.within = filepath.Dir(file)
	}
	return l
}

func (l *loader) load(c *Config, file string, open []string) *Error {
	if len(l.files) >= maxFiles {
		return &Error{File: file, Message: fmt.Sprintf("more than %d files include each other", maxFiles)}
	}
	data, err := readFile(file)
	if err != nil {
		return err
	}
	l.files, l.texts = append(l.files, file), append(l.texts, data)
	v, err := parse(file, data)
	if err != nil {
		return err
	}
	if inc := v.fields["include"]; inc != nil {
		open = append(open, file)
		for _, f := range inc.list {
			next, err := l.included(file, f, open)
			if err != nil {
				return err
			}
			if err := l.load(c, next, open); err != nil {
				return f.inFile(err, next, file)
			}
		}
	}
	return l.apply(c, file, v)
}

// inFile gives an error about a whole file the place that includes it.
func (v *value) inFile(err *Error, whole, file string) *Error {
	if err.Line == 0 && err.File == whole {
		return v.errorf(file, "include: %s: %s", v.text, err.Message)
	}
	return err
}

func (v *value) errorf(file, format string, args ...any) *Error {
	return &Error{File: file, Line: v.line, Col: v.col, Message: fmt.Sprintf(format, args...)}
}

// included is the file that an entry of include names.
func (l *loader) included(file string, v *value, open []string) (string, *Error) {
	name := filepath.FromSlash(v.text)
	if !filepath.IsLocal(name) && !strings.HasPrefix(v.text, "..") {
		return "", v.errorf(file, "include: %s: want a name relative to this file", v.text)
	}
	next := filepath.Join(filepath.Dir(file), name)
	if real, err := filepath.EvalSymlinks(next); err == nil {
		if base, err := filepath.EvalSymlinks(l.within); err == nil && !inside(base, real) {
			return "", v.errorf(file, "include: %s: it is outside the module", v.text)
		}
	} else if !inside(l.within, next) {
		return "", v.errorf(file, "include: %s: it is outside the module", v.text)
	}
	for _, f := range open {
		if f == next {
			return "", v.errorf(file, "include: %s: it includes this file again: a cycle", v.text)
		}
	}
	return next, nil
}

// inside reports whether a file lies in the directory dir or below.
func inside(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

func readFile(file string) ([]byte, *Error) {
	bad := func(err error) *Error {
		var p *os.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return &Error{File: file, Message: err.Error()}
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, bad(err)
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil {
		return nil, bad(err)
	} else if !st.Mode().IsRegular() {
		return nil, &Error{File: file, Message: "not a file"}
	}
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, bad(err)
	}
	return data, nil
}

// parse reads a text of the shape of the file.
func parse(file string, data []byte) (v *value, err *Error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	if err := checkBytes(file, data); err != nil {
		return nil, err
	}
	body, err := parseYAML(file, data)
	if err != nil {
		return nil, err
	}
	if body == nil {
		return &value{fields: map[string]*value{}}, nil
	}
	return checker{file}.check(body, keys(), top)
}

// checkBytes refuses what is not worth a parser.
func checkBytes(file string, data []byte) *Error {
	if len(data) > maxSize {
		return &Error{File: file, Line: 1, Col: 1, Message: "larger than 1 MB"}
	}
	depth, line := 0, 0
	for text := range bytes.Lines(data) {
		line++
		bad := func(col int, message string) *Error {
			return &Error{File: file, Line: line, Col: col + 1, Message: message}
		}
		for i, r := range string(text[:min(len(text), maxLine)]) {
			switch {
			case r == utf8.RuneError || r < ' ' && r != '\t' && r != '\n':
				return bad(i, "not a text")
			case r == '[' || r == '{':
				if depth++; depth > maxDepth {
					return bad(i, fmt.Sprintf("more than %d brackets are open", maxDepth))
				}
			case r == ']' || r == '}':
				depth = max(depth-1, 0)
			}
		}
		if len(text) > maxLine {
			return bad(maxLine, fmt.Sprintf("a line longer than %d bytes", maxLine))
		}
	}
	return nil
}

// parseYAML returns the root of the only document, nil if it is empty.
func parseYAML(file string, data []byte) (root ast.Node, err *Error) {
	defer func() {
		if x := recover(); x != nil { // the parser is somebody else's
			root, err = nil, &Error{File: file, Line: 1, Col: 1, Message: "not YAML"}
		}
	}()
	f, perr := parser.ParseBytes(data, 0)
	if perr != nil {
		return nil, yamlError(file, perr)
	}
	for i, d := range f.Docs {
		if i > 0 && d.Body != nil {
			line, col := position(d.Body)
			return nil, &Error{File: file, Line: line, Col: col, Message: "a second document"}
		}
	}
	if len(f.Docs) == 0 {
		return nil, nil
	}
	if _, ok := f.Docs[0].Body.(*ast.NullNode); ok {
		return nil, nil
	}
	return f.Docs[0].Body, nil
}

func yamlError(file string, err error) *Error {
	e := &Error{File: file, Line: 1, Col: 1, Message: "not YAML"}
	var located interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if errors.As(err, &located) {
		if t := located.GetToken(); t != nil && t.Position != nil {
			e.Line, e.Col = t.Position.Line, t.Position.Column
		}
		e.Message = "not YAML: " + strings.ReplaceAll(located.GetMessage(), "\n", " ")
	}
	return e
}

// apply adds what a file says. It comes after what the file includes, so that
// its own settings win; rows and patterns are added up.
func (l *loader) apply(c *Config, file string, v *value) *Error {
	for _, name := range v.names {
		f := v.fields[name]
		switch name {
		case "rules":
			for _, rule := range f.names {
				if c.switches == nil {
					c.switches = map[string]bool{}
				}
				c.switches[rule] = f.fields[rule].on
			}
		case "confidence":
			c.Confidence, _ = ParseConfidence(f.text)
		case "exclude":
			if err := addGlobs(c, file, f); err != nil {
				return err
			}
		case "tests":
			c.Tests = f.on
		case "generated":
			c.Generated = f.on
		case "require-purpose":
			c.RequirePurpose = f.on
		case "purpose":
			for _, p := range f.list {
				c.purposes = append(c.purposes, Purpose{p.get("key"), p.get("is") == "efficiency", p.get("reason")})
			}
		case "rows":
			if err := l.addRows(c, file, f); err != nil {
				return err
			}
		}
	}
	return nil
}

func addGlobs(c *Config, file string, v *value) *Error {
	for _, g := range v.list {
		glob := strings.TrimSuffix(strings.TrimPrefix(g.text, "./"), "/")
		if !doublestar.ValidatePattern(glob) || strings.HasPrefix(glob, "/") {
			return g.errorf(file, "exclude: %q is no glob relative to the module's root", g.text)
		}
		c.exclude = append(c.exclude, glob)
	}
	return nil
}

func (l *loader) addRows(c *Config, file string, v *value) *Error {
	if l.seen == nil {
		l.seen = map[string]*Error{}
	}
	for _, x := range v.list {
		r := Row{Row: new(catalogue.Row), Package: x.get("package")}
		for _, col := range columns() {
			if f := x.fields[col.name]; f != nil {
				col.set(r.Row, f)
			}
		}
		r.At = *x.fields["name"].errorf(file, "")
		for _, n := range r.names() {
			key := r.Package + " " + r.Type + " " + n
			if first := l.seen[key]; first != nil {
				return x.fields["name"].errorf(file, "rows: %s has a row already, at %s:%d", r.function(n), filepath.Base(first.File), first.Line)
			}
			l.seen[key] = &r.At
		}
		if err := l.known(file, x, r); err != nil {
			return err
		}
		c.rows = append(c.rows, r)
	}
	return nil
}

// function names a function of the row for people.
func (r Row) function(name string) string {
	if r.Type != "" && r.Type != "-" {
		name = r.Type + "." + name
	}
	return r.Package + "." + name
}

// librariesOf sorts rows by package, as the catalogue's look-up wants them.
func librariesOf(rows []Row) map[string]*catalogue.Library {
	if len(rows) == 0 {
		return nil
	}
	libs := map[string]*catalogue.Library{}
	for _, r := range rows {
		lib := libs[r.Package]
		if lib == nil {
			lib = &catalogue.Library{Name: r.Package[strings.LastIndexByte(r.Package, '/')+1:], Paths: []string{r.Package}, Anchor: true}
			if known := catalogue.Lookup(r.Package); known != nil {
				lib.Name, lib.Kind, lib.Builder = known.Name, known.Kind, known.Builder
			}
			libs[r.Package] = lib
		}
		lib.Rows = append(lib.Rows, *r.Row)
	}
	return libs
}
