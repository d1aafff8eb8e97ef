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
	e.embedded = embeddedFiles(pass)
	e.run()
	r := &Result{e: e, ev: e.evidence()}
	f := e.export(r.ev)
	if f != nil && pass.ResultOf[reach.Analyzer].(*reach.Result).Foreign {
		f = f.ofClients()
	}
	if f != nil {
		pass.ExportPackageFact(f)
	}
	return r, nil
}

// maxEmbed bounds an embedded script.
const maxEmbed = 1 << 20

// embedded is what the package embeds: the texts of its string and []byte
// variables, and the directories behind its embed.FS variables.
type embedded struct {
	texts map[string]string
	dirs  map[string]embeddedDir
}

// embeddedFiles reads the files that the package embeds into strings or byte
// slices: scripts. Only files beside the source are read.
func embeddedFiles(pass *analysis.Pass) embedded {
	out := embedded{texts: map[string]string{}, dirs: map[string]embeddedDir{}}
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
				patterns := embedPatterns(v.Doc)
				if len(patterns) == 0 && len(g.Specs) == 1 {
					patterns = embedPatterns(g.Doc)
				}
				out.add(pass, v.Names[0], patterns)
			}
		}
	}
	return out
}

// add notes a variable with its patterns.
func (e *embedded) add(pass *analysis.Pass, name *ast.Ident, patterns []string) {
	if len(patterns) == 0 {
		return
	}
	// Whatever a line directive says. What cgo writes stands in another directory,
	// and nothing is read for it.
	dir := filepath.Dir(pass.Fset.PositionFor(name.Pos(), false).Filename)
	if obj := pass.TypesInfo.Defs[name]; obj != nil && typeName(obj.Type()) == "embed.FS" {
		e.dirs[name.Name] = embeddedDir{dir, patterns}
		return
	}
	if len(patterns) != 1 || strings.ContainsAny(patterns[0], "*?[") {
		return
	}
	if text, ok := readSmall(dir, patterns[0]); ok {
		e.texts[name.Name] = text
	}
}

// embedPatterns are the patterns of a go:embed comment.
func embedPatterns(doc *ast.CommentGroup) []string {
	if doc == nil {
		return nil
	}
	var out []string
	for _, c := range doc.List {
		if line, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			for _, p := range strings.Fields(line) {
				out = append(out, strings.Trim(p, "\"`"))
			}
		}
	}
	return out
}

// readSmall reads a regular file below a directory. The compiler embeds no other,
// and a symbolic link may lead anywhere. A driver's ReadFile knows only Go files.
func readSmall(dir, name string) (string, bool) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", false
	}
	defer root.Close()
	st, err := root.Lstat(name)
	if err != nil || st.Size() > maxEmbed || !st.Mode().IsRegular() {
		return "", false
	}
	b, err := root.ReadFile(name)
	return string(b), err == nil
}
