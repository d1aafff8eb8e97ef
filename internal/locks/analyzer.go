package locks

import (
	"go/ast"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/directive"
	"github.com/locklint/locklint/internal/lockssa"
	"github.com/locklint/locklint/internal/reach"
)

// Analyzer finds the lock operations of a package. Rules require it and ask
// its Result.
var Analyzer = &analysis.Analyzer{
	Name:       "locks",
	Doc:        "find the operations on distributed locks and shared stores, and what they mean together",
	Run:        run,
	Requires:   []*analysis.Analyzer{reach.Analyzer, lockssa.Analyzer, config.Analyzer, directive.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Fact)},
}

func run(pass *analysis.Pass) (any, error) {
	s := pass.ResultOf[lockssa.Analyzer].(*lockssa.Result)
	if s.Pkg == nil {
		return &Result{}, nil
	}
	e := newEngine(pass, s.Pkg, s.Funcs, newImported(pass))
	e.embedded = embeddedTexts(pass)
	e.run()
	r := &Result{e: e, ev: e.evidence()}
	if f := e.export(r.ev); f != nil {
		pass.ExportPackageFact(f)
	}
	return r, nil
}

// maxEmbed bounds an embedded script.
const maxEmbed = 1 << 20

// embeddedTexts reads the files that the package embeds into strings or byte
// slices: scripts. Only files beside the source are read.
func embeddedTexts(pass *analysis.Pass) map[string]string {
	out := map[string]string{}
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				v, ok := spec.(*ast.ValueSpec)
				if !ok || len(v.Names) != 1 {
					continue
				}
				name := embedPattern(v.Doc)
				if name == "" && len(g.Specs) == 1 {
					name = embedPattern(g.Doc)
				}
				if name == "" || strings.ContainsAny(name, "*?[") {
					continue
				}
				path := filepath.Join(filepath.Dir(pass.Fset.Position(f.Pos()).Filename), filepath.FromSlash(name))
				if text, ok := readSmall(path); ok {
					out[v.Names[0].Name] = text
				}
			}
		}
	}
	return out
}

func embedPattern(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	for _, c := range doc.List {
		if p, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			return strings.Trim(strings.TrimSpace(p), "\"`")
		}
	}
	return ""
}

func readSmall(path string) (string, bool) {
	st, err := os.Stat(path)
	if err != nil || st.Size() > maxEmbed || !st.Mode().IsRegular() {
		return "", false
	}
	b, err := os.ReadFile(path) // a driver's ReadFile knows only Go files
	return string(b), err == nil
}
