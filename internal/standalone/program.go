// Package standalone analyses the packages of a program.
//
// The go command is asked for names first: which packages there are and what
// they import. Only the cone (see package reach) is then read from source; what
// else it imports comes as the export data that the go command keeps. A program
// of a thousand packages with a lock in ten of them costs about as much as
// those ten.
//
// As with go vet, a package is analysed with its own tests, and its external
// tests are a package more.
//
// # Limits
//
// A type error outside the cone is not seen: that is the compiler's to report.
// A package that imports one with errors is not analysed.
package standalone

import (
	"context"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/reach"
	"github.com/locklint/locklint/internal/unit"
)

// A Report is what is known of a program.
type Report struct {
	Findings   []unit.Finding // sorted by place, rule and message; each once
	Suppressed []unit.Finding // those that a directive silences, likewise
	Errors     []unit.Error
	Stats      unit.Stats
	Dirs       []string // those of the packages that were asked for
	Analysed   []string // the Go files of those among them that are in the cone
	Roots      []string // those of the modules of all packages
}

// Options are what Analyze can do without.
type Options struct {
	// Cache has the results of earlier runs, which are not analysed again.
	Cache *cache.Cache
	// Progress is told after each package how many of all are done.
	Progress func(done, all int)
	// Collect gets the results of the analyzers for each package that was asked
	// for, one at a time and in no order. Without a cache: that has findings only.
	Collect func(result any)
}

// Analyze analyses the packages that the patterns name in the directory dir.
// An error means that nothing could be analysed at all; what went wrong with
// one package is in the report.
func Analyze(ctx context.Context, dir string, patterns []string, analyzers []*analysis.Analyzer, o Options) (*Report, error) {
	p, err := load(ctx, dir, patterns, analyzers, o.Cache)
	if err != nil {
		return nil, err
	}
	p.progress = o.Progress
	if o.Collect != nil {
		var mu sync.Mutex
		for _, n := range p.nodes {
			n.unit.Collect = func(result any) {
				mu.Lock()
				defer mu.Unlock()
				o.Collect(result)
			}
		}
	}
	p.run(ctx, analyzers)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p.report(), nil
}

// A program is the packages asked for and what they import, the standard library
// left out.
type program struct {
	dir    string
	fset   *token.FileSet
	nodes  []*node // each after those that it imports
	byID   map[string]*node
	dirOf  map[string]string // by import path, the standard library's too
	pathOf map[string]string // the reverse
	errs   []unit.Error

	cache  *cache.Cache
	prefix []string // begins every key
	rules  []string

	// These ask the go command for what was thought unnecessary: for packages
	// whose imports' facts changed, for those whose result is lost, and for
	// export data of the cone.
	askDoubtful, askLost, askPlain, askTests func() error

	asked  answers
	opened map[string]bool // package ID

	base  *unit.World
	mu    sync.Mutex
	tests map[string]*unit.World // by the package that is tested
	// variants are the checked packages under test. Their worlds do not begin
	// before all that is in the base world is there.
	variants map[string]*types.Package
	results  []cacheEntry // for the cache

	progress func(done, all int)
	done     int
}

// A node is a package that may be analysed.
type node struct {
	*listed
	unit     *unit.Unit
	made     contents
	leaf     bool // never analysed
	root     bool // asked for: its findings are wanted
	deps     []*node
	near     bool      // the cone, as far as it is known before the analysis
	base     cache.Key // of all but the facts
	unknown  bool      // never analysed as it is: it will be now, if it is in the cone
	doubtful bool      // analysed before, but the facts of its imports may be others now
	result   *unit.Result
	failed   bool // it or what it imports has errors
}

// answers are files that the go command made for analyses.
type answers struct {
	mu       sync.Mutex
	export   map[string]string   // export data, by package ID
	compiled map[string][]string // the Go files of packages with cgo, by package ID
	said     string              // what it complained of
}

func load(ctx context.Context, dir string, patterns []string, analyzers []*analysis.Analyzer, store *cache.Cache) (*program, error) {
	said, err := settings(dir)
	if err != nil {
		return nil, err
	}
	environment := make(chan string, 1)
	asking, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		if store == nil {
			environment <- ""
			return
		}
		environment <- goEnvironment(asking, dir)
	}()
	args := append([]string{"-deps", "-test", "-json=" + metadata, "--"}, patterns...)
	list, _, err := golist(ctx, dir, args...)
	if err != nil {
		stop()
		<-environment // so that no go command is left behind
		return nil, err
	}
	spareMemory(len(list))
	p := &program{
		dir: dir, fset: token.NewFileSet(), byID: map[string]*node{}, dirOf: map[string]string{}, pathOf: map[string]string{},
		opened: map[string]bool{}, tests: map[string]*unit.World{}, variants: map[string]*types.Package{},
	}
	p.asked.export, p.asked.compiled = map[string]string{}, map[string][]string{}
	p.base = unit.NewWorld(p.fset, func(path string) (io.ReadCloser, error) { return p.open(path) })
	if env := <-environment; env != "" {
		p.useCache(store, said, env, analyzers)
	}
	if p.addNodes(list); len(p.nodes) == 0 && len(p.errs) == 0 {
		return nil, fmt.Errorf("no packages match %s", strings.Join(patterns, " "))
	}
	p.readContents()
	p.findCone()
	p.makeKeys()
	p.askPlain = sync.OnceValue(func() error { return p.restOfExports(ctx, false) })
	p.askTests = sync.OnceValue(func() error { return p.restOfExports(ctx, true) })
	unknown, doubtful, known := p.forecast()
	p.askDoubtful = sync.OnceValue(func() error { return p.prepare(ctx, doubtful) })
	p.askLost = sync.OnceValue(func() error { return p.prepare(ctx, known) })
	return p, p.prepare(ctx, unknown)
}

func (p *program) addNodes(list []*listed) {
	tested := map[string]bool{}
	for _, l := range list {
		if l.ForTest != "" && l.path() == l.ForTest {
			tested[l.ForTest] = true
		}
	}
	for _, l := range list {
		if l.Error != nil {
			p.listError(l)
		}
		if l.isTestMain() {
			continue
		}
		p.addDir(l)
		if l.Standard {
			continue
		}
		if len(l.GoFiles)+len(l.CgoFiles) == 0 {
			if l.Error == nil {
				continue // only tests, which are a package of their own
			}
		}
		// Leaves stay in the graph: they keep the order of those around them.
		n := &node{listed: l, failed: l.Error != nil, leaf: reach.Leaf(l.path(), l.Module != nil)}
		n.root = !l.DepOnly && (l.ForTest != "" || !tested[l.ImportPath])
		n.unit = p.newUnit(n)
		for _, id := range l.Imports {
			if d := p.byID[id]; d != nil {
				n.deps = append(n.deps, d)
			}
		}
		p.byID[l.ImportPath] = n
		p.nodes = append(p.nodes, n)
	}
}

// addDir notes where a package is. A directory is that of the package without
// tests.
func (p *program) addDir(l *listed) {
	p.dirOf[l.path()] = l.Dir
	if _, ok := p.pathOf[l.Dir]; !ok || l.ForTest == "" {
		p.pathOf[l.Dir] = l.path()
	}
}

func (p *program) newUnit(n *node) *unit.Unit {
	imports, resolve := n.sources()
	u := &unit.Unit{
		ID:        n.ImportPath,
		Path:      n.path(),
		Dir:       n.Dir,
		Imports:   imports,
		Files:     n.join(n.GoFiles),
		Sizes:     types.SizesFor("gc", build.Default.GOARCH),
		Fset:      p.fset,
		FactsOnly: !n.root,
		Facts: func(path string) ([]byte, error) {
			if d := p.byID[resolve[path]]; d != nil && d.result != nil {
				return d.result.Facts, nil
			}
			return nil, nil // a leaf
		},
	}
	u.IgnoredFiles = n.join(n.IgnoredGoFiles)
	for _, other := range [][]string{n.CFiles, n.CXXFiles, n.HFiles, n.SFiles} {
		u.OtherFiles = append(u.OtherFiles, n.join(other)...)
	}
	// Until compiled replaces them: the text is looked at.
	u.Files = append(u.Files, n.join(n.CgoFiles)...)
	if m := n.Module; m != nil {
		u.Module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
		if m.GoVersion != "" {
			u.GoVersion = "go" + m.GoVersion
			u.Module.GoVersion = u.GoVersion
		}
	}
	world := func() *unit.World { return p.world(n) }
	u.Package = func(path string) *types.Package { return world().Package(path) }
	u.Importer = lazyImporter(func(path string) (*types.Package, error) {
		w := world()
		return w.Importer(func(path string) (string, error) {
			id, ok := resolve[path]
			if !ok {
				return path, nil // an import that cgo added
			}
			id, _, _ = strings.Cut(id, " ")
			return id, nil
		}).Import(path)
	})
	return u
}

type lazyImporter func(path string) (*types.Package, error)

func (f lazyImporter) Import(path string) (*types.Package, error) { return f(path) }

func (l *listed) join(names []string) []string {
	var files []string
	for _, name := range names {
		if !filepath.IsAbs(name) {
			name = filepath.Join(l.Dir, name)
		}
		files = append(files, name)
	}
	return files
}

// findCone marks the packages that may be in the cone: those whose text says so,
// and all that import one. The analysis may find fewer.
func (p *program) findCone() {
	for _, n := range p.nodes {
		n.unit.Text = n.made.near
		if n.leaf {
			continue
		}
		n.near = n.made.near != unit.Far
		for _, d := range n.deps {
			n.near = n.near || d.near
		}
	}
}

// forecast parts the packages of the cone by whether the cache has results for
// them.
func (p *program) forecast() (unknown, doubtful, known []*node) {
	for _, n := range p.nodes {
		if !n.near {
			continue
		}
		n.unknown = !p.cache.Has(n.base)
		for _, d := range n.deps {
			n.doubtful = n.doubtful || d.unknown || d.doubtful
		}
		switch {
		case n.unknown:
			unknown = append(unknown, n)
		case n.doubtful:
			doubtful = append(doubtful, n)
		default:
			known = append(known, n)
		}
	}
	return unknown, doubtful, known
}

// prepare asks the go command for what the analysis of the packages needs.
func (p *program) prepare(ctx context.Context, nodes []*node) error {
	if err := p.compiled(ctx, nodes); err != nil {
		return err
	}
	return p.exports(ctx, nodes)
}

// compiled has cgo translate the packages that use it.
func (p *program) compiled(ctx context.Context, nodes []*node) error {
	var ask []string
	for _, n := range nodes {
		if len(n.CgoFiles) > 0 {
			ask = append(ask, n.testedPath())
		}
	}
	if len(ask) == 0 {
		return nil
	}
	list, said, err := golist(ctx, p.dir, append([]string{"-compiled", "-test", "-json=ImportPath,Dir,CompiledGoFiles,Error", "--"}, unique(ask)...)...)
	if err != nil {
		return err
	}
	p.asked.mu.Lock()
	defer p.asked.mu.Unlock()
	p.asked.said += said
	for _, l := range list {
		p.asked.compiled[l.ImportPath] = l.join(l.CompiledGoFiles)
		if l.Error != nil { // older go commands say it on standard error
			p.asked.said += l.Error.Err
		}
	}
	return nil
}

// translated are the files of a package with cgo.
func (p *program) translated(n *node) ([]string, error) {
	p.asked.mu.Lock()
	defer p.asked.mu.Unlock()
	files := p.asked.compiled[n.ImportPath]
	if len(files) == 0 {
		return nil, fmt.Errorf("cgo failed: %s", firstLines(p.asked.said))
	}
	return files, nil
}

// testedPath is the package to name so that the go command lists n.
func (l *listed) testedPath() string {
	if l.ForTest != "" {
		return l.ForTest
	}
	return l.ImportPath
}

// exports asks for the export data of what the packages import. What is among
// them itself will be checked from source; where the analysis finds that it is
// not, open asks for the rest.
func (p *program) exports(ctx context.Context, nodes []*node) error {
	var plain, tests []string
	for _, n := range nodes {
		for _, id := range n.Imports {
			d := p.byID[id]
			switch {
			case id == "C" || id == "unsafe" || d != nil && (d.unknown || d.doubtful):
			case strings.Contains(id, " "):
				tests = append(tests, n.testedPath())
			default:
				plain = append(plain, id)
			}
		}
		if len(n.CgoFiles) > 0 { // what cgo writes has imports of its own
			plain = append(plain, "runtime/cgo", "syscall")
		}
	}
	if err := p.askExports(ctx, unique(plain)); err != nil {
		return err
	}
	return p.askExports(ctx, unique(tests), "-deps", "-test")
}

// restOfExports asks for the export data of all packages that may be in the
// cone, or of those that are built for tests.
func (p *program) restOfExports(ctx context.Context, forTests bool) error {
	var paths []string
	for _, n := range p.nodes {
		if n.near && (n.ForTest != "") == forTests {
			paths = append(paths, n.testedPath())
		}
	}
	if forTests {
		return p.askExports(ctx, unique(paths), "-deps", "-test")
	}
	return p.askExports(ctx, unique(paths))
}

func (p *program) askExports(ctx context.Context, paths []string, flags ...string) error {
	if len(paths) == 0 {
		return nil
	}
	args := append([]string{"-export", "-json=ImportPath,Export"}, flags...)
	list, said, err := golist(ctx, p.dir, append(append(args, "--"), paths...)...)
	if err != nil {
		return err
	}
	p.asked.mu.Lock()
	defer p.asked.mu.Unlock()
	p.asked.said += said
	for _, l := range list {
		if l.Export != "" {
			p.asked.export[l.ImportPath] = l.Export
		}
	}
	return nil
}

// open yields export data. All worlds share one lock, which is held here.
func (p *program) open(id string) (io.ReadCloser, error) {
	file, said := p.exported(id)
	if n := p.byID[id]; n != nil && file == "" {
		ask := p.askPlain
		if n.ForTest != "" {
			ask = p.askTests
		}
		if err := ask(); err != nil {
			return nil, err
		}
		file, said = p.exported(id)
	}
	switch {
	case file == "" && said != "":
		return nil, fmt.Errorf("it does not compile: %s", firstLines(said))
	case file == "":
		return nil, fmt.Errorf("the go command has no export data for %s", id)
	}
	p.opened[id] = true
	return os.Open(file)
}

// exported is the file of a package's export data, and what the go command said
// while it made such files.
func (p *program) exported(id string) (file, said string) {
	p.asked.mu.Lock()
	defer p.asked.mu.Unlock()
	return p.asked.export[id], p.asked.said
}

// firstLines keeps what a reader needs of a long answer.
func firstLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[:min(len(lines), 3)], "; ")
}

func unique(list []string) []string {
	sort.Strings(list)
	var out []string
	for i, s := range list {
		if i == 0 || s != list[i-1] {
			out = append(out, s)
		}
	}
	return out
}

// inTestWorld reports whether the package sees the variant of a package under
// test: it is an external test, or is built again for one.
func (l *listed) inTestWorld() bool { return l.ForTest != "" && l.path() != l.ForTest }

// world is where the types of a package and of its imports live. A package with
// its own tests imports what the package imports. Only the external test, and
// what is built again for it, sees the package's variant in place of it.
func (p *program) world(n *node) *unit.World {
	if !n.inTestWorld() {
		return p.base
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if w := p.tests[n.ForTest]; w != nil {
		return w
	}
	suffix := " [" + n.ForTest + ".test]"
	var variants []string
	for _, m := range p.nodes {
		if m.ForTest == n.ForTest {
			variants = append(variants, m.path())
		}
	}
	w := p.base.Fork(variants, func(path string) (io.ReadCloser, error) {
		if p.byID[path+suffix] != nil {
			return p.open(path + suffix)
		}
		return p.open(path)
	})
	if v := p.variants[n.ForTest]; v != nil {
		w.Add(v)
	}
	p.tests[n.ForTest] = w
	return w
}
