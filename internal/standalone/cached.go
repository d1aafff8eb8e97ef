package standalone

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/toolid"
	"github.com/locklint/locklint/internal/unit"
)

// A result depends on
//   - this program, the rules asked for, the user's settings, and what the go
//     command is set to (environment);
//   - the package: its names, its files, its module;
//   - the types of its imports: hashes of their declarations, those of all
//     that they import included. A change inside a function's body does not
//     touch them;
//   - the facts of its direct imports.
//
// All but the facts are known before the analysis begins and make the base key,
// under which an empty entry tells that the package was analysed before: it is
// then likely, but not sure, that the facts are the same too.
//
// Lines of imported packages are no part of a key unless they are in a fact: a
// rule that reports the place of an imported object would show an old line.

// settings identifies what the user's configuration and flags say. It is part of
// every key.
func settings(dir string) (string, error) { return config.Digest(dir, os.Getenv) }

// goSettings are the variables of the go command that change what a package is
// or how it is read.
var goSettings = []string{
	"GOVERSION", "GOOS", "GOARCH", "GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64",
	"GOWASM", "GOEXPERIMENT", "GOFLAGS", "CGO_ENABLED", "CGO_CFLAGS", "CGO_CPPFLAGS", "CC",
}

// goEnvironment returns their values, or nothing where they are not to be had.
func goEnvironment(ctx context.Context, dir string) string {
	out, err := Child(ctx, dir, "go", append([]string{"env"}, goSettings...)...).Output()
	if err != nil {
		return ""
	}
	return string(out)
}

// useCache makes the beginning of all keys. Without an identity of this program
// there is no cache.
func (p *program) useCache(store *cache.Cache, said, environment string, analyzers []*analysis.Analyzer) {
	if store == nil || toolid.ID() == "" {
		return
	}
	p.cache = store
	p.prefix = []string{toolid.ID(), said, environment}
	for _, a := range analyzers {
		p.rules = append(p.rules, a.Name)
	}
}

func (p *program) hash(purpose string) cache.Hash {
	h := cache.NewHash(purpose)
	h.List(p.prefix)
	return h
}

// makeKeys computes the base keys of the packages that may be in the cone.
func (p *program) makeKeys() {
	if p.cache == nil {
		return
	}
	types := map[string]cache.Key{} // by package ID; the standard library is the go command's
	for _, n := range p.nodes {
		h := cache.NewHash("types")
		h.Text(n.path(), n.goVersion())
		h.Bytes(n.made.shape[:])
		p.addImports(h, n, types)
		types[n.ImportPath] = h.Key()
		if !n.near {
			continue
		}
		h = p.hash("package")
		h.List(p.rules)
		h.Text(n.ImportPath, n.unit.Path, n.goVersion())
		if m := n.Module; m != nil {
			h.Text(m.Path, m.Version)
		}
		if n.root {
			h.Text("root")
		}
		h.Bytes(n.made.all[:])
		p.addImports(h, n, types)
		n.base = h.Key()
	}
}

func (p *program) addImports(h cache.Hash, n *node, types map[string]cache.Key) {
	h.Int(len(n.unit.Imports))
	for i, path := range n.unit.Imports {
		id := n.Imports[i]
		t := types[id]
		h.Text(path, id)
		h.Bytes(t[:])
	}
}

func (n *node) goVersion() string {
	if n.Module == nil {
		return ""
	}
	return n.Module.GoVersion
}

// key is the base key with the facts of the direct imports.
func (n *node) key() cache.Key {
	h := cache.NewHash("result")
	h.Bytes(n.base[:])
	for _, d := range n.deps { // in the order of Imports, which the base key has
		h.Bytes(d.result.Facts)
	}
	return h.Key()
}

// cached returns what is kept of the package, or nil.
func (p *program) cached(key cache.Key) *unit.Result {
	data, ok := p.cache.Get(key)
	if !ok {
		return nil
	}
	n, w := binary.Uvarint(data)
	if w <= 0 || n > uint64(len(data)-w) {
		return nil
	}
	data = data[w:]
	r := &unit.Result{InCone: true, Facts: data[:n]}
	if n == 0 {
		r.Facts = nil
	}
	if data = data[n:]; len(data) > 0 {
		found, err := decodeFindings(bytes.NewReader(data))
		if err != nil || !found.rename(p.local) {
			return nil
		}
		r.Findings, r.Suppressed = found.Findings, found.Suppressed
	}
	r.Stats = unit.Stats{Packages: 1, Cached: 1, FactBytes: len(r.Facts)}
	return r
}

// keep notes a result for the cache. One with errors is found again each time.
func (p *program) keep(n *node, key cache.Key) {
	r := n.result
	if p.cache == nil || len(r.Errors) > 0 {
		return
	}
	data := binary.AppendUvarint(nil, uint64(len(r.Facts)))
	data = append(data, r.Facts...)
	if len(r.Findings)+len(r.Suppressed) > 0 {
		text, ok := p.encodeFindings(findings{r.Findings, r.Suppressed})
		if !ok {
			return
		}
		data = append(data, text...)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.results = append(p.results, cacheEntry{n.base, nil}, cacheEntry{key, data})
}

type cacheEntry struct {
	key  cache.Key
	data []byte
}

// save writes the results of a run in which no file changed.
func (p *program) save() {
	if p.cache == nil {
		return
	}
	if len(p.results) > 0 && p.stillTrue() {
		for _, e := range p.results {
			p.cache.Put(e.key, e.data)
		}
	}
	p.cache.Trim()
}

// findings are those of a package.
type findings struct{ Findings, Suppressed []unit.Finding }

func decodeFindings(r io.Reader) (*findings, error) {
	f := new(findings)
	err := gob.NewDecoder(r).Decode(f)
	return f, err
}

// encodeFindings writes findings with portable names of files. It reports false
// where there is none for a file.
func (p *program) encodeFindings(f findings) ([]byte, bool) {
	var b bytes.Buffer
	if gob.NewEncoder(&b).Encode(f) != nil {
		return nil, false
	}
	clone, err := decodeFindings(&b)
	if err != nil || !clone.rename(p.portable) {
		return nil, false
	}
	b.Reset()
	err = gob.NewEncoder(&b).Encode(clone)
	return b.Bytes(), err == nil
}

// rename changes the names of all files.
func (f *findings) rename(to func(string) (string, bool)) bool {
	ok := true
	change := func(names ...*string) {
		for _, name := range names {
			s, known := to(*name)
			*name = s
			ok = ok && known
		}
	}
	for _, list := range [][]unit.Finding{f.Findings, f.Suppressed} {
		for i := range list {
			x := &list[i]
			change(&x.Pos.Filename, &x.End.Filename)
			if x.Suppression != nil {
				change(&x.Suppression.Pos.Filename)
			}
			for j := range x.Related {
				change(&x.Related[j].Pos.Filename, &x.Related[j].End.Filename)
			}
			for _, fix := range x.Fixes {
				for j := range fix.Edits {
					change(&fix.Edits[j].File)
				}
			}
		}
	}
	return ok
}

// fixed reports whether the package's files never change: those of a module's
// version in the module cache.
func (l *listed) fixed() bool {
	m := l.Module.effective()
	return m != nil && m.Sum != "" && m.Dir != "" && strings.HasSuffix(filepath.ToSlash(m.Dir), "@"+m.Version) &&
		(l.Dir == m.Dir || strings.HasPrefix(l.Dir, m.Dir+string(os.PathSeparator)))
}

// effective is the module that stands in the place of m.
func (m *module) effective() *module {
	if m != nil && m.Replace != nil {
		return m.Replace
	}
	return m
}
