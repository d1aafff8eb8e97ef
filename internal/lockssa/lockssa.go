// Package lockssa builds the SSA form of the packages where a lock may be near,
// and of no others.
//
// It stands where go/analysis/passes/buildssa would: that pass requires
// ctrlflow, which has facts, so a driver runs it on every dependency, the
// standard library too. Here no analyzer with facts is required but reach, and
// outside the cone nothing is built. What does not return is read from the
// catalogue instead.
//
// # Limits
//
// A function of the program that never returns (a fatal helper) is not known
// here; the engine's summaries say so. SSA building can panic on code of a shape
// that its builder does not know: then the package has no SSA form, the rules
// are silent on it, and [Result.Skipped] says why.
package lockssa

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"sort"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/reach"
)

// Analyzer builds the SSA form of a package in the cone.
var Analyzer = &analysis.Analyzer{
	Name:       "lockssa",
	Doc:        "build the SSA form of packages where a distributed lock may be near",
	Run:        run,
	Requires:   []*analysis.Analyzer{reach.Analyzer, config.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result is the SSA form of one package.
type Result struct {
	// Pkg is nil outside the cone and where the build failed.
	Pkg *ssa.Package
	// Funcs are the functions with source: declared functions and methods,
	// each followed by its literals, in source order, and the literals of
	// package variables among them. Generic functions stand there once, as
	// declared; instances and wrappers do not.
	Funcs []*ssa.Function
	// Skipped says why a package in the cone has no SSA form.
	Skipped string
}

func run(pass *analysis.Pass) (any, error) {
	if !pass.ResultOf[reach.Analyzer].(*reach.Result).InCone {
		return &Result{}, nil
	}
	return build(pass), nil
}

// build recovers, because the builder is known to panic on odd code.
func build(pass *analysis.Pass) (r *Result) {
	defer func() {
		if x := recover(); x != nil {
			r = &Result{Skipped: fmt.Sprintf("building SSA: %v", x)}
		}
	}()
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	cfg := pass.ResultOf[config.Analyzer].(*config.Config)
	prog.SetNoReturn(func(fn *types.Func) bool { return exits(fn, cfg) })
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()
	return &Result{Pkg: pkg, Funcs: sources(pass, pkg)}
}

// sources lists the functions with source, file by file. Positions order the
// functions of one file only: a driver may parse files in any order.
func sources(pass *analysis.Pass, pkg *ssa.Package) []*ssa.Function {
	var inits []*ssa.Function
	if f := pkg.Func("init"); f != nil {
		inits = f.AnonFuncs
	}
	var funcs []*ssa.Function
	for _, file := range pass.Files {
		roots := declared(pass, pkg, file)
		for _, f := range inits {
			if file.FileStart <= f.Pos() && f.Pos() < file.FileEnd {
				roots = append(roots, f)
			}
		}
		sort.SliceStable(roots, func(i, j int) bool { return roots[i].Pos() < roots[j].Pos() })
		funcs = appendWithLiterals(funcs, roots)
	}
	return funcs
}

// declared lists the functions and methods that a file declares.
func declared(pass *analysis.Pass, pkg *ssa.Package, file *ast.File) []*ssa.Function {
	var funcs []*ssa.Function
	for _, d := range file.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		obj, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
		if !ok {
			continue
		}
		if f := pkg.Prog.FuncValue(obj); f != nil {
			funcs = append(funcs, f)
		}
	}
	return funcs
}

// appendWithLiterals appends each function, followed by the literals in it.
func appendWithLiterals(funcs, roots []*ssa.Function) []*ssa.Function {
	stack := slices.Clone(roots)
	slices.Reverse(stack)
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		funcs = append(funcs, f)
		for _, anon := range slices.Backward(f.AnonFuncs) {
			stack = append(stack, anon)
		}
	}
	return funcs
}

// exits reports whether the catalogue or the user says that fn does not return.
func exits(fn *types.Func, cfg *config.Config) bool {
	if fn.Pkg() == nil {
		return false
	}
	for _, l := range []*catalogue.Library{cfg.Library(fn.Pkg().Path()), catalogue.Lookup(fn.Pkg().Path())} {
		if l == nil {
			continue
		}
		if row := l.Find(receiver(fn), fn.Name()); row != nil {
			return row.Role == catalogue.Exit
		}
	}
	return false
}

// receiver is the name of the type that fn is a method of, or empty.
func receiver(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
