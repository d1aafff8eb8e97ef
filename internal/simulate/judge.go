package simulate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/unit"
)

const (
	// ModulePath is that of the module in testdata, which a program is a part of.
	ModulePath = "example.test/sim"
	// Programs is how many of the first seeds have golden files.
	Programs = 400

	goVersion = "go1.26.0"
)

// A Judge holds what the runs of programs show against what is reported. The types
// of the clients are read once: the packages of a program are the only ones that
// are checked from source, since what they import is a leaf to locklint.
type Judge struct {
	exports map[string]string // export data by path
	world   *unit.World
	fset    *token.FileSet
}

// NewJudge asks the go command for the clients of the module in dir, which has all
// that the programs import.
func NewJudge(dir string) (*Judge, error) {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	cmd := exec.Command("go", slices.AppendSeq(args, maps.Values(imports))...)
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, &errs)
	}
	j := &Judge{exports: map[string]string{}, fset: token.NewFileSet()}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		j.exports[p.ImportPath] = p.Export
	}
	j.world = unit.NewWorld(j.fset, j.open)
	return j, nil
}

func (j *Judge) open(path string) (io.ReadCloser, error) {
	if j.exports[path] == "" {
		return nil, fmt.Errorf("no export data of %s", path)
	}
	return os.Open(j.exports[path])
}

// A Verdict is what the runs of a program showed and what was reported of it.
type Verdict struct {
	*Program
	Answers  *Answers
	Findings []unit.Finding
	Took     time.Duration // by the analysis
}

// Judge runs the program and analyses it. A program that does not compile and an
// analysis that fails are errors.
func (j *Judge) Judge(p *Program) (*Verdict, error) {
	v := &Verdict{Program: p, Answers: Explore(p)}
	start := time.Now()
	var err error
	v.Findings, err = j.Analyze(p)
	v.Took = time.Since(start)
	return v, err
}

// Analyze is what locklint finds in the program.
func (j *Judge) Analyze(p *Program) ([]unit.Finding, error) {
	path := ModulePath + "/p"
	files, err := p.Files(path)
	if err != nil {
		return nil, err
	}
	// A program must not see the second package of another one.
	a := &judging{Judge: j, files: files, world: j.world.Fork(nil, j.open)}
	for _, name := range []string{"sub/sub.go", "p.go"} {
		if files[name] != "" {
			a.analyze(ModulePath+"/"+strings.TrimSuffix("p/"+filepath.ToSlash(filepath.Dir(name)), "/."), name)
		}
	}
	if a.err != nil {
		return nil, a.err
	}
	return a.findings, nil
}

// judging is the state of one Analyze.
type judging struct {
	*Judge
	files    map[string]string
	world    *unit.World
	facts    map[string][]byte
	findings []unit.Finding
	err      error
}

func (a *judging) analyze(path, name string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, a.files[name], parser.ImportsOnly)
	if err != nil {
		a.err = errors.Join(a.err, err)
		return
	}
	var imports []string
	for _, spec := range file.Imports {
		from, _ := strconv.Unquote(spec.Path.Value)
		imports = append(imports, from)
	}
	slices.Sort(imports)
	r := unit.Analyze(&unit.Unit{
		ID: path, Path: path, Files: []string{name}, Imports: imports,
		Module: &analysis.Module{Path: ModulePath, GoVersion: goVersion}, GoVersion: goVersion,
		Sizes: types.SizesFor("gc", build.Default.GOARCH), Fset: a.fset,
		ReadFile: func(name string) ([]byte, error) { return []byte(a.files[name]), nil },
		Importer: a.world.Importer(func(path string) (string, error) { return path, nil }),
		Package:  a.world.Package,
		Facts:    func(path string) ([]byte, error) { return a.facts[path], nil },
	}, analyzers.All())
	for _, e := range r.Errors {
		a.err = errors.Join(a.err, fmt.Errorf("%w\n%s", e, e.Stack))
	}
	if r.Package == nil && a.err == nil {
		// Outside the cone: the types are needed by those who import it.
		a.checkOnly(path, name)
		return
	}
	if r.Package != nil {
		a.world.Add(r.Package)
	}
	if a.facts == nil {
		a.facts = map[string][]byte{}
	}
	a.facts[path] = r.Facts
	a.findings = append(a.findings, r.Findings...)
}

func (a *judging) checkOnly(path, name string) {
	file, err := parser.ParseFile(a.fset, name, a.files[name], 0)
	if err != nil {
		a.err = err
		return
	}
	config := types.Config{Importer: a.world.Importer(func(path string) (string, error) { return path, nil }), GoVersion: goVersion}
	pkg, err := config.Check(path, a.fset, []*ast.File{file}, nil)
	if err != nil {
		a.err = err
		return
	}
	a.world.Add(pkg)
}
