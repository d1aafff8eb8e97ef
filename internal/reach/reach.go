// Package reach decides which packages are worth an analysis.
//
// Most packages of a program have nothing to do with locks, and the tools that
// are slow on large programs are slow because they look at all of them. The
// packages where a lock may be near are the cone. A package is in the cone if
//
//  1. it imports an anchor of the catalogue, a lock client, SQL or a data store,
//     or a package for which the user's configuration has rows;
//  2. a direct import carries the [Fact]: it is in the cone itself, or what it
//     exports leads, at any depth, to a type of a client or of a package in the
//     cone. So global.Redis.SetNX(…) is seen in a package that imports only
//     global;
//  3. it declares an interface with several methods of one client: the
//     program's own client interface. Those of dependencies do not count;
//  4. it holds a //locklint: directive.
//
// Rules 1, 3 and 4 need a package's import paths and text ([Near]), so that a
// driver decides before any type is loaded; rule 2 needs the facts of the direct
// imports and nothing else, so it is decided in import order.
//
// The standard library and the catalogued libraries are leaves: the catalogue
// says what their functions mean, and their bodies are never looked at.
//
// Of a dependency from elsewhere ([Foreign]) only that counts which reaches a
// lock client or a store: it is no user of the host's file locks to anybody but
// itself, its interfaces are not the program's, and the engine exports none of
// the requests and files that it writes. An SDK of a thousand requests is then as
// far as it looks.
//
// # Limits
//
// A package that holds a lock through reflection, plugins or code outside the
// catalogue is not in the cone unless a directive says so. A package that is
// in the cone by rule 2 alone passes the fact on, for a helper of a helper is as
// good as a helper; such a fact is marked [Fact.Weak] where nothing that the
// package exports leads to a client, and a driver may drop it if no summary
// came of the package. A write that an SDK makes by plain net/http is not
// followed, nor is a client behind an interface that a dependency declares and
// that the package itself neither imports nor declares anew.
package reach

import (
	"go/types"
	"path/filepath"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
)

// Analyzer decides whether the package is in the cone.
var Analyzer = &analysis.Analyzer{
	Name:       "lockreach",
	Doc:        "decide whether a distributed lock may be near",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Fact)},
}

// A Fact says that the packages that import this one are in the cone.
type Fact struct {
	// Weak: the package is in the cone only for what it imports, and no type
	// that it exports leads to a client. Its importers are worth an analysis
	// only if a summary of one of its functions says something.
	Weak bool
}

// AFact marks a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	if f.Weak {
		return "weak"
	}
	return "strong"
}

// A Result says whether the package is in the cone.
type Result struct {
	InCone bool
	Why    string // the reason, for people; empty outside the cone
	// Foreign is what [Foreign] says of the package.
	Foreign bool
	// Imported are the packages with a [Fact] of their own that this one may
	// meet, in no order.
	Imported []*types.Package
}

func run(pass *analysis.Pass) (any, error) {
	if Leaf(pass.Pkg.Path(), pass.Module != nil) {
		return &Result{}, nil
	}
	cfg := pass.ResultOf[config.Analyzer].(*config.Config)
	if cfg.Error() != nil {
		return &Result{}, nil
	}
	carries := func(p *types.Package) bool {
		return cfg.Library(p.Path()) != nil || pass.ImportPackageFact(p, new(Fact))
	}
	foreign := Foreign(pass.Module, directory(pass))
	why, weak := inCone(pass, cfg, foreign, carries)
	if why == "" {
		return &Result{}, nil
	}
	pass.ExportPackageFact(&Fact{Weak: weak && !LeadsToClient(pass.Pkg, foreign, carries)})
	r := &Result{InCone: true, Why: why, Foreign: foreign}
	for _, f := range pass.AllPackageFacts() {
		if f.Package != pass.Pkg {
			r.Imported = append(r.Imported, f.Package)
		}
	}
	return r, nil
}

// inCone returns why the package is in the cone, or the empty text, and whether
// it is only for what it imports.
func inCone(pass *analysis.Pass, cfg *config.Config, foreign bool, carries func(*types.Package) bool) (why string, weak bool) {
	if why := nearTexts(pass.Files, foreign); why != "" {
		return why, false
	}
	imports := ImportsOf(pass.Files)
	if why := Declared(imports, cfg); why != "" {
		return why, false
	}
	if why := Anchored(imports, foreign); why != "" {
		return why, true
	}
	for _, p := range pass.Pkg.Imports() {
		if carries(p) {
			return "imports " + p.Path() + ", where a lock may be near", true
		}
	}
	return "", false
}

// directory is where the package's source is.
func directory(pass *analysis.Pass) string {
	if len(pass.Files) == 0 {
		return ""
	}
	return filepath.Dir(pass.Fset.Position(pass.Files[0].Package).Filename)
}
