// Package config reads what users say about their program in .locklint.yaml and
// answers the analyzers' questions about it.
//
// # Which file holds
//
// A package belongs to the module whose go.mod is the nearest above it, and the
// .locklint.yaml beside that go.mod holds for it. A file that the flag -config
// or the variable LOCKLINT_CONFIG names holds for all modules instead;
// LOCKLINT_CONFIG=off means none. Modules of the module cache are analysed
// without any: go vet could not find the user's file from there, and all drivers
// must agree.
//
// # How it is read
//
// Strictly. The keys are one table of shapes (keys.go), and both the parser and
// the JSON schema are made of it. A file that does not fit has exactly one
// error, the first, with its file, line and column. Anchors, aliases and merge
// keys are refused: the file is small, and what it says should stand in it.
//
// # Caching
//
// Go vet's cache does not know the file, so [Digest] is part of the tool's
// version: of every module of a workspace, for one run of go vet analyses them
// all. It looks at directories and reads files; the go command is not asked.
//
// # Limits
//
// A file has at most 1 MB, 1024 bytes a line and 64 levels of brackets, so that
// no input takes long. Rows and patterns are matched by name and text; a
// function that is reached through an interface of the user's is found by the
// row of the interface's method.
package config

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/locklint/locklint/internal/catalogue"
)

// A Config is what holds for the packages of one module. A nil Config holds
// where the user says nothing.
type Config struct {
	// File is the file that was read; empty if there is none.
	File string
	// Err is set where what the user says is wrong. Nothing else is set then,
	// and nothing must be reported.
	Err error
	// Root is the module's directory, to which globs are relative; empty if it
	// is not known.
	Root string
	// Confidence is the least confidence that is reported.
	Confidence Confidence
	// Tests and Generated: test files and generated files get findings.
	Tests, Generated bool
	// RequirePurpose: a lock whose purpose is not declared is reported.
	RequirePurpose bool

	switches  map[string]bool // rule or rule/category
	exclude   []string
	purposes  []Purpose
	rows      []Row
	libraries map[string]*catalogue.Library
}

// Confidence says how sure a finding is.
type Confidence uint8

// The levels. The zero value leaves the choice to whoever reads it.
const (
	Unset Confidence = iota
	Low
	Medium
	High
)

// DefaultConfidence is the level that is reported unless the user says
// otherwise.
const DefaultConfidence = Medium

var confidences = []string{Low: "low", Medium: "medium", High: "high"}

func (c Confidence) String() string {
	if c == Unset || int(c) >= len(confidences) {
		return "unset"
	}
	return confidences[c]
}

// ParseConfidence reads "low", "medium" or "high".
func ParseConfidence(s string) (Confidence, error) {
	for c, name := range confidences {
		if name == s && s != "" {
			return Confidence(c), nil
		}
	}
	return Unset, fmt.Errorf("unknown confidence %q: high, medium or low", s)
}

// Or returns c, or other if c is unset.
func (c Confidence) Or(other Confidence) Confidence {
	if c == Unset {
		return other
	}
	return c
}

// A Purpose says what the locks of some keys are for.
type Purpose struct {
	Key        string // a pattern: * stands for any text
	Efficiency bool   // two holders at once harm nobody
	Reason     string
}

// A Row is a row of the catalogue that the user wrote, with its place.
type Row struct {
	*catalogue.Row
	Package string
	At      Error // without a message: the place of the name
}

// Error is what is wrong with what the user says, or nil.
func (c *Config) Error() error {
	if c == nil {
		return nil
	}
	return c.Err
}

// Enabled reports whether findings of a rule's category are wanted. What is
// said of the category wins over what is said of the rule.
func (c *Config) Enabled(rule, category string) bool {
	if c == nil {
		return true
	}
	if on, ok := c.switches[rule+"/"+category]; ok {
		return on
	}
	on, ok := c.switches[rule]
	return on || !ok
}

// Least is the least confidence that is reported.
func (c *Config) Least() Confidence {
	if c == nil {
		return DefaultConfidence
	}
	return c.Confidence.Or(DefaultConfidence)
}

// ReportsTests reports whether test files get findings.
func (c *Config) ReportsTests() bool { return c != nil && c.Tests }

// ReportsGenerated reports whether generated files get findings.
func (c *Config) ReportsGenerated() bool { return c != nil && c.Generated }

// RequiresPurpose reports whether each lock's purpose is to be declared.
func (c *Config) RequiresPurpose() bool { return c != nil && c.RequirePurpose }

// Excludes reports whether a file, given by its full name, or a directory above
// it is left out.
func (c *Config) Excludes(file string) bool {
	if c == nil || len(c.exclude) == 0 || c.Root == "" {
		return false
	}
	rel, err := filepath.Rel(c.Root, file)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	if rel == ".." || strings.HasPrefix(rel, "../") {
		return false
	}
	for _, glob := range c.exclude {
		for p := rel; p != "."; p = parent(p) {
			if ok, _ := doublestar.Match(glob, p); ok {
				return true
			}
		}
	}
	return false
}

// Skipped are the names of the files that get no findings.
func (c *Config) Skipped(fset *token.FileSet, files []*ast.File) map[string]bool {
	out := map[string]bool{}
	for _, f := range files {
		name := fset.File(f.FileStart).Name()
		if strings.HasSuffix(name, "_test.go") && !c.ReportsTests() ||
			isGenerated(f) && !c.ReportsGenerated() || c.Excludes(fset.Position(f.Package).Filename) {
			out[name] = true
		}
	}
	return out
}

func parent(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return "."
}

// Library returns the user's rows for the functions of a package, or nil.
func (c *Config) Library(path string) *catalogue.Library {
	if c == nil {
		return nil
	}
	return c.libraries[path]
}

// Rows are the user's rows in the order of the files.
func (c *Config) Rows() []Row {
	if c == nil {
		return nil
	}
	return c.rows
}

// Purpose returns what the user said of the locks with a key, or nil. Parts of
// the key that the program does not show are hole. The first pattern that
// matches wins.
func (c *Config) Purpose(key, hole string) *Purpose {
	if c == nil || key == "" {
		return nil
	}
	for i := range c.purposes {
		if matchKey(c.purposes[i].Key, key, hole) {
			return &c.purposes[i]
		}
	}
	return nil
}

// matchKey matches a key against a pattern. A hole may be any text, so only a
// star can stand for it.
func matchKey(pattern, key, hole string) bool {
	parts := strings.Split(pattern, "*")
	for _, p := range parts {
		if strings.Contains(p, hole) {
			return false
		}
	}
	rest, ok := strings.CutPrefix(key, parts[0])
	if !ok || len(parts) == 1 {
		return ok && rest == ""
	}
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, p)
		if i < 0 {
			return false
		}
		rest = rest[i+len(p):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}

// An Error says where a configuration is wrong.
type Error struct {
	File      string
	Line, Col int // 0 if the whole file is wrong
	Message   string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Message)
}

// byCgo is what cgo writes above its translation of a file that somebody wrote.
const byCgo = "// Code generated by cmd/cgo; DO NOT EDIT."

// isGenerated is ast.IsGenerated, but for a file that only cgo has translated.
func isGenerated(f *ast.File) bool {
	if len(f.Comments) == 0 || f.Comments[0].List[0].Text != byCgo {
		return ast.IsGenerated(f)
	}
	rest := *f
	first := *f.Comments[0]
	first.List = first.List[1:]
	rest.Comments = append([]*ast.CommentGroup{&first}, f.Comments[1:]...)
	return ast.IsGenerated(&rest)
}
