// Package vettool speaks the protocol by which go vet runs a tool.
//
// Go vet starts the tool once with -flags, once with -V=full, and then once for
// each package with a configuration file, dependencies first. There are two
// ways to answer for a package.
//
// The fast way takes the types of the imports from the export data that the go
// command has made anyway (PackageFile in the configuration) and reads and
// writes facts in the form of package unit. A package outside the cone costs
// the start of a process.
//
// The slow way is x/tools' unitchecker, which type-checks every dependency
// again. It is taken where the go command is of a version with which the fast
// way was not tried, where fixes are to be applied (the archives of fixes are
// unitchecker's), and where the environment says LOCKLINT_UNIT=slow.
//
// The files that the two ways write for their importers differ, so the way is
// part of the version line and with it of go vet's cache key.
package vettool

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/locklint/locklint/internal/unit"
)

// Asked reports whether the arguments are those of the protocol.
func Asked(args []string) bool {
	if len(args) == 0 {
		return false
	}
	switch args[0] {
	case "-flags", "--flags", "-V=full", "--V=full":
		return len(args) == 1
	}
	return strings.HasSuffix(args[len(args)-1], ".cfg")
}

// Main answers the arguments, for which Asked is true, and returns the exit
// code. In the slow way it does not return.
func Main(args []string, analyzers []*analysis.Analyzer) int {
	o := newOptions(analyzers)
	if err := o.set.Parse(args); err != nil {
		fmt.Fprintf(os.Stderr, "locklint: %v\n", err)
		return 2
	}
	switch {
	case o.version == "full":
		line, err := versionLine(".", os.Getenv)
		if err != nil { // the go command stops, so that it is told once
			fmt.Fprintf(os.Stderr, "locklint: %v\n", err)
			return 2
		}
		fmt.Println(line)
		return 0
	case o.version != "":
		fmt.Fprintf(os.Stderr, "locklint: -V=%s: only -V=full is known\n", o.version)
		return 2
	case o.printFlags:
		return printFlags(os.Stdout, o.set)
	case o.fix || way(os.Getenv) == slow:
		unitchecker.Main(analyzers...) // parses os.Args again and exits
	}
	return runUnit(o.set.Arg(0), o.selected(analyzers), o)
}

// options are the flags, those that unitchecker knows, by the same names.
type options struct {
	set        *flag.FlagSet
	version    string
	printFlags bool
	json       bool
	fix        bool
	enabled    map[string]*triState
}

func newOptions(analyzers []*analysis.Analyzer) *options {
	o := &options{set: flag.NewFlagSet("locklint", flag.ContinueOnError), enabled: map[string]*triState{}}
	o.set.SetOutput(io.Discard)
	for _, a := range analyzers {
		t := new(triState)
		o.enabled[a.Name] = t
		o.set.Var(t, a.Name, fmt.Sprintf("enable %q analysis", a.Name))
		a.Flags.VisitAll(func(f *flag.Flag) { o.set.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	o.set.BoolVar(&o.printFlags, "flags", false, "print analyzer flags in JSON")
	o.set.StringVar(&o.version, "V", "", "print version and exit")
	o.set.BoolVar(&o.json, "json", false, "emit JSON output")
	o.set.BoolVar(&o.fix, "fix", false, "apply all suggested fixes")
	o.set.Bool("diff", false, "with -fix, don't update the files, but print a unified diff")
	o.set.Int("c", -1, "display offending line with this many lines of context")
	// Flags of old scripts, which the go command passes on.
	o.set.Bool("source", false, "no effect (deprecated)")
	o.set.Bool("v", false, "no effect (deprecated)")
	o.set.Bool("all", false, "no effect (deprecated)")
	o.set.String("tags", "", "no effect (deprecated)")
	return o
}

// selected lists the rules that the flags leave: those named, or else all but
// those switched off.
func (o *options) selected(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var named, rest []*analysis.Analyzer
	for _, a := range analyzers {
		switch *o.enabled[a.Name] {
		case on:
			named = append(named, a)
		case unset:
			rest = append(rest, a)
		}
	}
	if len(named) > 0 {
		return named
	}
	return rest
}

// triState is a bool that knows whether it was set.
type triState int

const (
	unset triState = iota
	on
	off
)

func (t *triState) String() string   { return strconv.FormatBool(t == nil || *t != off) }
func (t *triState) IsBoolFlag() bool { return true }
func (t *triState) Set(s string) error {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("want true or false")
	}
	*t = off
	if b {
		*t = on
	}
	return nil
}

// printFlags tells the go command which flags it may pass on. The flag -fix is
// the go command's own.
func printFlags(w io.Writer, set *flag.FlagSet) int {
	type jsonFlag struct {
		Name  string
		Bool  bool
		Usage string
	}
	var list []jsonFlag
	set.VisitAll(func(f *flag.Flag) {
		if f.Name == "fix" {
			return
		}
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		list = append(list, jsonFlag{f.Name, f.Name == "V" || ok && b.IsBoolFlag(), f.Usage})
	})
	data, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		fmt.Fprintf(os.Stderr, "locklint: %v\n", err)
		return 2
	}
	_, _ = w.Write(data)
	return 0
}

// runUnit analyses one package in the fast way.
func runUnit(name string, analyzers []*analysis.Analyzer, o *options) int {
	cfg, err := readConfig(name)
	if err != nil {
		fmt.Fprintf(os.Stderr, "locklint: %v\n", err)
		return 2
	}
	out := io.Writer(os.Stdout)
	if cfg.Stdout != "" {
		f, err := os.Create(cfg.Stdout)
		if err != nil {
			fmt.Fprintf(os.Stderr, "locklint: %v\n", err)
			return 2
		}
		defer f.Close()
		out = f
	}
	r := unit.Analyze(newUnit(cfg), analyzers)
	if cfg.VetxOutput != "" {
		// Written even after an error: importers must be able to go on.
		if err := os.WriteFile(cfg.VetxOutput, r.Facts, 0o666); err != nil {
			fmt.Fprintf(os.Stderr, "locklint: %v\n", err)
			return 2
		}
	}
	return report(out, os.Stderr, cfg, r, analyzers, o.json)
}

func readConfig(name string) (*unitchecker.Config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	cfg := new(unitchecker.Config)
	if err := json.Unmarshal(data, cfg); err != nil {
		return nil, fmt.Errorf("%s: not a configuration of go vet: %w", name, err)
	}
	return cfg, nil
}

func newUnit(cfg *unitchecker.Config) *unit.Unit {
	fset := token.NewFileSet()
	resolve := func(path string) (string, error) {
		if p, ok := cfg.ImportMap[path]; ok {
			return p, nil
		}
		return "", fmt.Errorf("import %q is not among those of the package", path)
	}
	world := unit.NewWorld(fset, func(path string) (io.ReadCloser, error) {
		file := cfg.PackageFile[path]
		if file == "" {
			return nil, fmt.Errorf("go vet names no PackageFile for %s; set LOCKLINT_UNIT=slow", path)
		}
		return os.Open(file)
	})
	imports := make([]string, 0, len(cfg.ImportMap))
	for path := range cfg.ImportMap {
		imports = append(imports, path)
	}
	sort.Strings(imports)
	return &unit.Unit{
		ID:           cfg.ID,
		Path:         cfg.ImportPath,
		Dir:          cfg.Dir,
		Files:        cfg.GoFiles,
		OtherFiles:   cfg.NonGoFiles,
		IgnoredFiles: cfg.IgnoredFiles,
		Imports:      imports,
		Module:       moduleOf(cfg),
		GoVersion:    cfg.GoVersion,
		Sizes:        types.SizesFor("gc", build.Default.GOARCH),
		Fset:         fset,
		Importer:     world.Importer(resolve),
		Package:      world.Package,
		Facts: func(path string) ([]byte, error) {
			p, err := resolve(path)
			if err != nil {
				return nil, err
			}
			file := cfg.PackageVetx[p]
			if file == "" || cfg.Standard[p] {
				return nil, nil // its own analysis failed and said so, or it is a leaf
			}
			return os.ReadFile(file)
		},
		FactsOnly: cfg.VetxOnly,
	}
}

// moduleOf is the module of the package. Before Go 1.27 the configuration names
// its parts only.
func moduleOf(cfg *unitchecker.Config) *analysis.Module {
	if cfg.Module != nil || cfg.ModulePath == "" {
		return cfg.Module
	}
	return &analysis.Module{Path: cfg.ModulePath, Version: cfg.ModuleVersion, GoVersion: cfg.GoVersion}
}
