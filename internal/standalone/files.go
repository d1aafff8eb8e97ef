package standalone

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/reach"
	"github.com/locklint/locklint/internal/unit"
)

// contents are what is known of a package's files before any is parsed.
type contents struct {
	// all is a hash of the files' names and texts. A package of a module of a
	// fixed version is known by that version's checksum: its files are not read.
	all cache.Key
	// shape is a hash of what importers see.
	shape cache.Key
	// near says whether the text puts the package into the cone.
	near unit.Nearness
	// files are those that were read; nil for a module of a fixed version.
	files map[string]*fileState
	// dir is the directory at that time.
	dir os.FileInfo
}

// A fileState is a file as it was when it was read.
type fileState struct {
	sum  [sha256.Size]byte
	info os.FileInfo
}

// inputs are the names of all files that say something about the package.
func (l *listed) inputs() []string {
	var names []string
	for _, list := range [][]string{l.GoFiles, l.CgoFiles, l.CFiles, l.CXXFiles, l.HFiles, l.SFiles, l.EmbedFiles} {
		names = append(names, list...)
	}
	return names
}

// readContents looks at the files of all packages.
func (p *program) readContents() {
	var wg sync.WaitGroup
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	start := func(f func()) {
		limit <- struct{}{}
		wg.Go(func() {
			defer func() { <-limit }()
			f()
		})
	}
	modules := map[*module][]*node{}
	var order []*module
	byPath := map[string]*module{}
	for _, n := range p.nodes {
		if !n.fixed() {
			start(func() { p.readFiles(n) })
			continue
		}
		m := byPath[n.Module.Path]
		if m == nil {
			m = n.Module
			byPath[m.Path] = m
			order = append(order, m)
		}
		modules[m] = append(modules[m], n)
	}
	for _, m := range order {
		start(func() { p.lookAtModule(modules[m]) })
	}
	wg.Wait()
}

// lookAtModule finds what is known of packages of one module version.
func (p *program) lookAtModule(nodes []*node) {
	h := p.hash("module")
	var looked []*node
	for _, n := range nodes {
		k := cache.NewHash("fixed")
		m := n.Module.effective()
		k.Text(n.ImportPath, m.Path, m.Version, m.Sum)
		k.List(n.inputs())
		n.made.all = k.Key()
		n.made.shape = n.made.all
		n.made.near = unit.Far
		if !n.leaf && reach.Anchored(n.unit.Imports, reach.Foreign(n.unit.Module, n.Dir)) != "" {
			n.made.near = unit.Near
		} else if !n.leaf {
			looked = append(looked, n)
			h.Bytes(n.made.all[:])
		}
	}
	if len(looked) == 0 {
		return
	}
	if data, ok := p.cache.Get(h.Key()); ok && len(data) == len(looked) {
		for i, n := range looked {
			n.made.near = unit.Nearness(data[i])
		}
		return
	}
	data := make([]byte, len(looked))
	for i, n := range looked {
		near, err := unit.NearText(n.unit)
		if err != nil {
			near = unit.Near // the analysis says what is wrong
		}
		n.made.near = near
		data[i] = byte(near)
	}
	p.cache.Put(h.Key(), data)
}

// readFiles reads the files of a package that may have changed.
func (p *program) readFiles(n *node) {
	n.made.files = map[string]*fileState{}
	n.made.dir, _ = os.Stat(n.Dir) // a package without a directory has no files
	texts := map[string][]byte{}
	all := cache.NewHash("files")
	for _, name := range n.inputs() {
		file := n.join([]string{name})[0]
		text, state, err := readState(file)
		if err != nil {
			n.made.near = unit.Near // the analysis says what is wrong
			return
		}
		n.made.files[file] = state
		texts[file] = text
		all.Text(filepath.ToSlash(name))
		all.Bytes(state.sum[:])
	}
	n.made.all = all.Key()
	n.unit.ReadFile = n.unchanged

	h := p.hash("text")
	h.Text(n.path())
	h.List(n.unit.Imports)
	h.Bytes(n.made.all[:])
	const size = 1 + sha256.Size
	if data, ok := p.cache.Get(h.Key()); ok && len(data) == size {
		n.made.near = unit.Nearness(data[0])
		n.made.shape = cache.Key(data[1:])
		return
	}
	u := *n.unit
	u.ReadFile = func(name string) ([]byte, error) { return texts[name], nil }
	near, err := unit.NearText(&u)
	if err != nil {
		near = unit.Near
	}
	n.made.near = near
	if p.cache == nil {
		return
	}
	n.made.shape = n.shapeOf(texts)
	p.cache.Put(h.Key(), append([]byte{byte(near)}, n.made.shape[:]...))
}

// shapeOf hashes what importers see. The types of a package with cgo come from
// C too.
func (n *node) shapeOf(texts map[string][]byte) cache.Key {
	if len(n.CgoFiles) > 0 {
		return n.made.all
	}
	h := cache.NewHash("shape")
	var buf []byte
	for _, file := range n.join(n.GoFiles) {
		buf = appendShape(buf[:0], texts[file])
		h.Bytes(buf)
	}
	return h.Key()
}

func readState(file string) ([]byte, *fileState, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	return text, &fileState{sha256.Sum256(text), info}, nil
}

// unchanged reads a file again for the analysis. The file of another text than
// the one that the package is known by would give findings that belong to
// neither.
func (n *node) unchanged(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if s := n.made.files[name]; s != nil && sha256.Sum256(text) != s.sum {
		return nil, fmt.Errorf("%s changed while it was analysed", name)
	}
	return text, nil
}

// stillTrue reports whether no file that was read has changed since: what the
// go command said later, in export data, is then of the same files.
func (p *program) stillTrue() bool {
	for _, n := range p.nodes {
		for name, s := range n.made.files {
			info, err := os.Stat(name)
			if err != nil || info.Size() != s.info.Size() || !info.ModTime().Equal(s.info.ModTime()) || !os.SameFile(info, s.info) {
				return false
			}
		}
		if n.made.dir == nil {
			continue
		}
		if info, err := os.Stat(n.Dir); err != nil || !info.ModTime().Equal(n.made.dir.ModTime()) {
			return false
		}
	}
	return true
}

// portable names a file by the import path of the package in whose directory it
// is, so that what is cached says nothing of this machine. It reports false
// for a file of no listed package.
func (p *program) portable(file string) (string, bool) {
	if file == "" {
		return "", true
	}
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if path, ok := p.pathOf[dir]; ok {
			rel, err := filepath.Rel(dir, file)
			return path + "\x00" + filepath.ToSlash(rel), err == nil
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}

// local is the file on this machine that portable named.
func (p *program) local(name string) (string, bool) {
	if name == "" {
		return "", true
	}
	path, rel, ok := strings.Cut(name, "\x00")
	dir := p.dirOf[path]
	return filepath.Join(dir, filepath.FromSlash(rel)), ok && dir != ""
}
