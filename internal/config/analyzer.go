package config

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalogue"
)

// Analyzer finds the configuration that holds for a package. All others require
// it, and it has the flags that are theirs in common. A configuration that is
// wrong is in the result: other drivers say of an analyzer whose prerequisite
// failed only that, so each rule returns the error as its own.
var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       "lockconfig",
		Doc:        "find the configuration that holds for a package",
		Run:        run,
		ResultType: reflect.TypeFor[*Config](),
	}
	a.Flags.Func("config", "read this `file` for all modules, in place of their "+Name, setFile)
	a.Flags.Func("confidence", "report findings of this `level` and above: high, medium or low", func(s string) error {
		level, err := ParseConfidence(s)
		adjust(func(c *Config) { c.Confidence = level })
		return err
	})
	a.Flags.BoolFunc("tests", "report in test files", setBool(func(c *Config) *bool { return &c.Tests }))
	a.Flags.BoolFunc("generated", "report in generated files", setBool(func(c *Config) *bool { return &c.Generated }))
	return a
}

func setBool(field func(*Config) *bool) func(string) error {
	return func(s string) error {
		on, err := strconv.ParseBool(s)
		if err != nil {
			return errors.New("want true or false")
		}
		adjust(func(c *Config) { *field(c) = on })
		return nil
	}
}

// adjust has a flag win over every file.
func adjust(f func(*Config)) {
	override.adjust = append(override.adjust, f)
	loaded.Clear()
}

// setFile makes a name that is relative to the working directory absolute.
func setFile(name string) error {
	if name != "off" && name != "" {
		abs, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		name = abs
	}
	override.file = name
	loaded.Clear()
	return nil
}

func run(pass *analysis.Pass) (any, error) {
	c, err := For(directory(pass))
	if err == nil {
		err = c.checkRows(pass.Pkg)
	}
	if err != nil {
		return &Config{Err: err}, nil
	}
	return c, nil
}

// directory is where the package's source is. Files that cgo writes lie
// elsewhere, but say where they come from.
func directory(pass *analysis.Pass) string {
	for _, f := range pass.Files {
		if name := pass.Fset.Position(f.Package).Filename; name != "" {
			return filepath.Dir(name)
		}
	}
	return ""
}

// checkRows looks for the functions of the rows in the packages that pkg
// imports, and in pkg itself.
func (c *Config) checkRows(pkg *types.Package) error {
	for _, r := range c.Rows() {
		p := imported(pkg, r.Package)
		if p == nil {
			continue
		}
		for _, name := range r.names() {
			if p != pkg && !token.IsExported(name) {
				continue // the types of an import show what it exports
			}
			if err := r.check(p, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func imported(pkg *types.Package, path string) *types.Package {
	if pkg.Path() == path {
		return pkg
	}
	for _, p := range pkg.Imports() {
		if p.Path() == path {
			return p
		}
	}
	return nil
}

// check looks for one function of a row and holds the row's places against its
// signature.
func (r Row) check(pkg *types.Package, name string) error {
	found := r.candidates(pkg, name)
	if len(found) == 0 {
		return r.errorf("rows: there is no function %s", r.function(name))
	}
	wrong := ""
	for _, f := range found {
		w := r.wrongPlace(f)
		if w == "" {
			return nil
		}
		wrong = cmp.Or(wrong, w)
	}
	return r.errorf("rows: %s has no %s", r.function(name), wrong)
}

func (r Row) errorf(format string, args ...any) error {
	e := r.At
	e.Message = fmt.Sprintf(format, args...)
	return &e
}

// candidates are the functions and methods of a package that the row may mean.
func (r Row) candidates(pkg *types.Package, name string) []*types.Func {
	var found []*types.Func
	scope := pkg.Scope()
	if r.Type == "" || r.Type == "-" {
		if f, ok := scope.Lookup(name).(*types.Func); ok {
			found = append(found, f)
		}
	}
	if r.Type == "-" {
		return found
	}
	names := scope.Names()
	if r.Type != "" {
		names = []string{r.Type}
	}
	for _, n := range names {
		tn, ok := scope.Lookup(n).(*types.TypeName)
		if !ok {
			continue
		}
		// A promoted method belongs to the type that declares it, as in the
		// catalogue.
		obj, path, _ := types.LookupFieldOrMethod(tn.Type(), true, pkg, name)
		if f, ok := obj.(*types.Func); ok && len(path) == 1 {
			found = append(found, f)
		}
	}
	return found
}

// wrongPlace is the first place of the row that the function does not have, or
// "".
func (r Row) wrongPlace(f *types.Func) string {
	sig := f.Signature()
	args := 0
	for p := range sig.Params().Variables() {
		if types.TypeString(p.Type(), nil) != "context.Context" {
			args++
		}
	}
	for _, p := range r.places() {
		head, _, _ := strings.Cut(strings.TrimSuffix(p, "..."), ".")
		switch {
		case head == "recv" && sig.Recv() == nil:
			return p
		case strings.HasPrefix(head, "arg") && index(head, "arg") >= args:
			return fmt.Sprintf("%s: it has %d parameters, contexts left out", head, args)
		case strings.HasPrefix(head, "result") && index(head, "result") >= sig.Results().Len():
			return fmt.Sprintf("%s: it has %d results", head, sig.Results().Len())
		}
	}
	return ""
}

func index(head, prefix string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(head, prefix))
	if err != nil {
		return -1
	}
	return n
}

// places are those that the row names.
func (r Row) places() []string {
	var list []string
	for _, p := range []catalogue.Path{r.Key, r.Owner, r.TTL, r.Handle, r.Session, r.Text, r.Args, r.KeyCount, r.Callback, r.Won, r.Lost, r.Stop, r.Once, r.Dest} {
		for one := range strings.SplitSeq(string(p), "|") {
			if one != "" {
				list = append(list, one)
			}
		}
	}
	return list
}
