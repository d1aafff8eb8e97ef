// Package unit analyses one package.
//
// It is the seam of the program: files, an importer and the facts of the imports
// go in, findings and the facts of the package come out, as bytes. The command,
// the go vet protocol and the tests are loops around [Analyze]; nothing else
// runs an analyzer, and nothing here knows where packages come from.
//
// The analyzers are ordinary go/analysis analyzers, so that other drivers run
// them too. A package outside the cone (see package reach) is answered at once:
// its import paths and its text are looked at, and no type is loaded.
//
// # Limits
//
// Facts are about packages. An analyzer that exports a fact about an object
// fails: one table for each package is smaller, and re-exporting it is simple.
package unit

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/plain"
	"github.com/locklint/locklint/internal/reach"
)

// A Unit is a package to be analysed.
type Unit struct {
	ID   string // tells variants of a package apart: "p", "p [p.test]"
	Path string // the path by which types know the package

	Dir          string   // where its source is; empty: where the first file is
	Files        []string // Go files; their names appear in findings
	OtherFiles   []string
	IgnoredFiles []string
	Imports      []string // the paths in the files' import clauses

	Module    *analysis.Module // nil for the standard library
	GoVersion string           // "go1.26"
	Sizes     types.Sizes

	Fset     *token.FileSet
	ReadFile func(name string) ([]byte, error) // os.ReadFile if nil

	// Importer yields the types of an import, by the path in the source. It is
	// asked only in the cone.
	Importer types.Importer
	// Package yields a package that the importer has seen, by its path, or nil.
	Package func(path string) *types.Package
	// Facts yields what Analyze wrote for an import, by the path in the source.
	Facts func(path string) ([]byte, error)

	// FactsOnly: nobody wants the findings.
	FactsOnly bool
	// Collect gets the results of the analyzers that were asked for, for those who
	// want more than findings. Units may be analysed at the same time.
	Collect func(result any)
	// Text is what NearText said, for a driver that asked before.
	Text Nearness
}

// Nearness says whether the imports and the text of a package put it into the
// cone.
type Nearness uint8

// The zero value has Analyze look.
const (
	Unknown Nearness = iota
	Near
	Far
)

// A Result is what is known of a package after its analysis.
type Result struct {
	// Findings are in the order of the rules, and of each rule's reports.
	Findings []Finding
	// Suppressed are the findings that a directive silences, in the same order.
	// Each has its Suppression.
	Suppressed []Finding
	// Facts are for the units that import this one. Nothing is said by no
	// bytes at all.
	Facts []byte
	// Errors are the reasons why findings may be missing.
	Errors []Error
	// InCone: the package was type-checked and analysed.
	InCone bool
	// Package is the checked package, nil outside the cone.
	Package *types.Package
	Stats   Stats
}

// A Finding is a diagnostic without this process's positions.
type Finding struct {
	Rule     string
	Category string
	Message  string
	URL      string
	// Func is the declared function around the finding, "F" or "T.F"; empty
	// outside functions.
	Func     string
	Pos, End token.Position
	Related  []Related
	Fixes    []Fix
	// Suppression tells why the finding is not reported; nil if it is.
	Suppression *Suppression
}

// A Suppression is a directive of the user that silences a finding.
type Suppression struct {
	Pos       token.Position
	Directive string // "//locklint:ignore plaindel"
	Reason    string // empty where nolint gives none
}

// Related is a place that a finding is also about.
type Related struct {
	Pos, End token.Position
	Message  string
}

// A Fix is a change that mends what was found.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the bytes from Start to End of a file.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// An Error says why a package, or a rule on it, has no result.
type Error struct {
	Rule    string // the rule that failed; empty for an error in the code
	Pos     token.Position
	Message string
	Stack   string // where an analyzer panicked, for those who mend it
}

func (e Error) Error() string {
	if e.Pos.IsValid() {
		return e.Pos.String() + ": " + e.Message
	}
	return e.Message
}

// Stats count what was done. They depend on the input alone.
type Stats struct {
	Packages  int // seen
	Checked   int // type-checked from source: the cone
	SSA       int // built
	Skipped   int // in the cone, but without SSA
	Functions int // with SSA, literals included
	Capped    int // of these, too large: nothing is reported in them
	FactBytes int
	Exported  int // read as export data
	Cached    int // known from an earlier run
}

// Add adds what another unit counted.
func (s *Stats) Add(o Stats) {
	s.Packages += o.Packages
	s.Checked += o.Checked
	s.SSA += o.SSA
	s.Skipped += o.Skipped
	s.Functions += o.Functions
	s.Capped += o.Capped
	s.FactBytes += o.FactBytes
	s.Exported += o.Exported
	s.Cached += o.Cached
}

// Analyze analyses the package with the analyzers and with what they require.
func Analyze(u *Unit, analyzers []*analysis.Analyzer) *Result {
	r := &Result{Stats: Stats{Packages: 1}}
	a := &analysing{Unit: u, result: r}
	near, err := a.near()
	if err != nil {
		a.codeError(err)
		return r
	}
	if !near {
		return r
	}
	r.InCone = true
	if !a.parse() || !a.check() {
		return r
	}
	r.Stats.Checked = 1
	r.Package = a.pkg
	a.run(analyzers)
	return r
}

// InCone reports whether the package is in the cone, by the facts of its imports
// and by its text. Analyze asks first of all.
func InCone(u *Unit) (bool, error) {
	a := &analysing{Unit: u}
	return a.near()
}

// analysing is the state of one Analyze.
type analysing struct {
	*Unit
	result *Result
	files  []*ast.File
	pkg    *types.Package
	info   *types.Info
	facts  *facts
	asked  []*analysis.Analyzer // whose findings are wanted
}

// near decides whether the package is in the cone, by the rules of reach.
func (a *analysing) near() (bool, error) {
	if reach.Leaf(a.Path, a.Module != nil) {
		return false, nil
	}
	a.facts = readFacts(a.Imports, a.Unit.Facts)
	if a.facts.direct {
		return true, nil
	}
	if a.Text != Unknown {
		return a.Text == Near, nil
	}
	n, err := NearText(a.Unit)
	return n == Near, err
}

// NearText applies those rules of reach that need neither types nor facts.
func NearText(u *Unit) (Nearness, error) {
	if reach.Leaf(u.Path, u.Module != nil) {
		return Far, nil
	}
	foreign := reach.Foreign(u.Module, u.Dir)
	if reach.Anchored(u.Imports, foreign) != "" {
		return Near, nil
	}
	// A scratch file set: a file is parsed again if the package is analysed.
	fset := token.NewFileSet()
	cfg, err := u.config()
	if err != nil {
		return Unknown, err
	}
	if reach.Declared(u.Imports, cfg) != "" {
		return Near, nil
	}
	for _, name := range u.Files {
		src, err := u.read(name)
		if err != nil {
			return Unknown, err
		}
		if !reach.MayMatter(src, foreign) {
			continue
		}
		// What does not parse is the compiler's to report outside the cone.
		file, _ := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if file != nil && reach.Near(nil, []*ast.File{file}, foreign) != "" {
			return Near, nil
		}
	}
	return Far, nil
}

// config is what the user says of the package.
func (u *Unit) config() (*config.Config, error) {
	switch {
	case u.Dir != "":
		return config.For(u.Dir)
	case len(u.Files) > 0:
		return config.For(filepath.Dir(u.Files[0]))
	}
	return nil, nil
}

func (u *Unit) read(name string) ([]byte, error) {
	if u.ReadFile != nil {
		return u.ReadFile(name)
	}
	return os.ReadFile(name)
}

func (a *analysing) parse() bool {
	ok := true
	for _, name := range a.Files {
		src, err := a.read(name)
		if err != nil {
			a.codeError(err)
			return false
		}
		file, err := parser.ParseFile(a.Fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			a.codeError(err)
			ok = false
			continue
		}
		a.files = append(a.files, file)
	}
	return ok
}

// maxTypeErrors bounds what is told about one package.
const maxTypeErrors = 10

func (a *analysing) check() bool {
	a.info = &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}
	cfg := &types.Config{
		Importer:  a.Importer,
		Sizes:     a.Sizes,
		GoVersion: a.GoVersion,
		Error: func(err error) {
			if len(a.result.Errors) < maxTypeErrors {
				a.codeError(err)
			}
		},
	}
	pkg, err := cfg.Check(a.Path, a.Fset, a.files, a.info)
	a.pkg = pkg
	return err == nil
}

// codeError notes that the code could not be read.
func (a *analysing) codeError(err error) {
	switch err := err.(type) {
	case types.Error:
		a.typeError(Error{Pos: err.Fset.Position(err.Pos), Message: err.Msg})
	case scanner.ErrorList:
		for _, e := range err[:min(len(err), maxTypeErrors)] {
			a.result.Errors = append(a.result.Errors, Error{Pos: e.Pos, Message: e.Msg})
		}
	case *config.Error:
		a.result.Errors = append(a.result.Errors, configError(err))
	default:
		a.result.Errors = append(a.result.Errors, Error{Message: fmt.Sprintf("%s: %v", a.ID, err)})
	}
}

// typeError notes an error of the type checker. One that begins with a tab goes
// on with the one before: it is about another place of the same mistake.
func (a *analysing) typeError(e Error) {
	more, ok := strings.CutPrefix(e.Message, "\t")
	if n := len(a.result.Errors); ok && n > 0 {
		last := &a.result.Errors[n-1]
		last.Message = fmt.Sprintf("%s: %s at %s:%d:%d", strings.TrimSuffix(last.Message, ":"), more, filepath.Base(e.Pos.Filename), e.Pos.Line, e.Pos.Column)
		return
	}
	a.result.Errors = append(a.result.Errors, e)
}

// configError says where the user's configuration is wrong.
func configError(e *config.Error) Error {
	return Error{Pos: token.Position{Filename: e.File, Line: e.Line, Column: e.Col}, Message: e.Message}
}

// finding translates a diagnostic.
func (a *analysing) finding(an *analysis.Analyzer, d analysis.Diagnostic) Finding {
	f := Finding{
		Rule:     an.Name,
		Category: d.Category,
		Message:  d.Message,
		URL:      resolveURL(an, d),
		Func:     a.enclosing(d.Pos),
		Pos:      a.place(d.Pos),
		End:      a.place(cmp.Or(d.End, d.Pos)),
	}
	for _, rel := range d.Related {
		f.Related = append(f.Related, Related{
			Pos:     a.place(rel.Pos),
			End:     a.place(cmp.Or(rel.End, rel.Pos)),
			Message: rel.Message,
		})
	}
	for _, fix := range d.SuggestedFixes {
		if x, ok := a.fix(fix); ok {
			f.Fixes = append(f.Fixes, x)
		}
	}
	return f
}

// place is where pos stands, by line and column. The offset of a place in
// another package is known only where that package was read from source, so it
// would tell apart runs that found the same.
func (a *analysing) place(pos token.Pos) token.Position {
	p := a.Fset.Position(pos)
	p.Offset = 0
	if p.Filename != a.Fset.PositionFor(pos, false).Filename {
		p.Filename = plain.Text(p.Filename) // of a line directive
	}
	return p
}

// enclosing names the declared function that a place is in.
func (a *analysing) enclosing(pos token.Pos) string {
	for _, file := range a.files {
		if pos < file.FileStart || file.FileEnd < pos {
			continue
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Pos() <= pos && pos <= f.End() {
				return funcName(f)
			}
		}
	}
	return ""
}

func funcName(f *ast.FuncDecl) string {
	if recv := config.Receiver(f); recv != "" {
		return recv + "." + f.Name.Name
	}
	return f.Name.Name
}

// fix translates a fix whose edits lie each in one file, in order and apart;
// another one cannot be applied and is left out.
func (a *analysing) fix(fix analysis.SuggestedFix) (Fix, bool) {
	edits := slices.Clone(fix.TextEdits)
	slices.SortStableFunc(edits, func(x, y analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(x.Pos, y.Pos), cmp.Compare(x.End, y.End))
	})
	out := Fix{Message: fix.Message}
	last := token.NoPos
	for _, e := range edits {
		end := cmp.Or(e.End, e.Pos)
		file := a.Fset.File(e.Pos)
		if file == nil || end < e.Pos || e.Pos < last || a.Fset.File(end) != file {
			return Fix{}, false
		}
		last = end
		out.Edits = append(out.Edits, Edit{
			File:  file.Name(), // whatever a line directive says
			Start: file.Offset(e.Pos),
			End:   file.Offset(end),
			New:   string(e.NewText),
		})
	}
	return out, true
}
