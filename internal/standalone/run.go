package standalone

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/unit"
)

// run analyses the nodes. The worlds of tests begin when all else is done, so
// that what they find checked does not depend on time.
func (p *program) run(ctx context.Context, analyzers []*analysis.Analyzer) {
	var first, second []*node
	for _, n := range p.nodes {
		if n.inTestWorld() {
			second = append(second, n)
		} else {
			first = append(first, n)
		}
	}
	p.runAll(ctx, first, analyzers)
	p.runAll(ctx, second, analyzers)
	if ctx.Err() == nil {
		p.save()
	}
}

// runAll analyses nodes, each after all that it imports: the order of the
// whole import graph, for the facts and for the identity of types.
func (p *program) runAll(ctx context.Context, nodes []*node, analyzers []*analysis.Analyzer) {
	waits := map[*node]int{}
	users := map[*node][]*node{}
	ready := make(chan *node, len(nodes))
	done := make(chan *node)
	mine := map[*node]bool{}
	for _, n := range nodes {
		mine[n] = true
	}
	for _, n := range nodes {
		for _, d := range n.deps {
			// A test that imports what imports its package waits for the later
			// nodes in vain: the go command has said that it is a cycle.
			if d.result == nil && mine[d] {
				waits[n]++
				users[d] = append(users[d], n)
			}
		}
	}
	for _, n := range nodes {
		if waits[n] == 0 {
			ready <- n
		}
	}
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for n := range ready {
				if ctx.Err() == nil {
					p.analyze(n, analyzers)
				}
				done <- n
			}
		}()
	}
	for range nodes {
		n := <-done
		if p.done++; p.progress != nil {
			p.progress(p.done, len(p.nodes))
		}
		for _, u := range users[n] {
			if waits[u]--; waits[u] == 0 {
				ready <- u
			}
		}
	}
	close(ready)
}

func (p *program) analyze(n *node, analyzers []*analysis.Analyzer) {
	for _, d := range n.deps {
		n.failed = n.failed || d.failed
	}
	n.result = &unit.Result{Stats: unit.Stats{Packages: 1}}
	defer func() { n.unit = nil }()
	if n.failed || !n.near {
		return
	}
	if in, err := unit.InCone(n.unit); err == nil && !in {
		return
	}
	var key cache.Key
	if p.cache != nil {
		key = n.key()
		if r := p.cached(key); r != nil {
			n.result = r
			return
		}
	}
	if err := p.ready(n); err != nil {
		n.fail("%s: %v", n.ImportPath, err)
		return
	}
	n.result = unit.Analyze(n.unit, analyzers)
	for _, e := range n.result.Errors {
		n.failed = n.failed || e.Rule == "" // the code's error, not a rule's
	}
	if n.result.Package != nil && !n.failed {
		p.offer(n)
	}
	n.result.Package = nil // its syntax and bodies are not needed again
	p.keep(n, key)
}

// ready sees to it that the go command was asked for what the analysis needs.
func (p *program) ready(n *node) error {
	ask := func() error { return nil }
	switch {
	case n.unknown:
	case n.doubtful:
		ask = p.askDoubtful
	default:
		ask = p.askLost
	}
	if err := ask(); err != nil {
		return err
	}
	if len(n.CgoFiles) == 0 {
		return nil
	}
	var err error
	n.unit.Files, err = p.translated(n)
	return err
}

func (n *node) fail(format string, args ...any) {
	n.failed = true
	n.result.Errors = append(n.result.Errors, unit.Error{Message: fmt.Sprintf(format, args...)})
}

// offer gives the types of a checked package to those that import it.
func (p *program) offer(n *node) {
	switch {
	case n.ForTest == "":
		p.base.Add(n.result.Package)
	case n.path() != n.ForTest:
		p.world(n).Add(n.result.Package)
	default:
		// The variant of the package under test. Only the external test and
		// its helpers may see it.
		p.mu.Lock()
		defer p.mu.Unlock()
		p.variants[n.ForTest] = n.result.Package
	}
}

// moduleDir is where the package's module is, or the package if it has none.
func (n *node) moduleDir() string {
	if m := n.Module.effective(); m != nil && m.Dir != "" {
		return m.Dir
	}
	return n.Dir
}

// analysed are the package's files as they were written, if it is in the cone.
func (n *node) analysed() []string {
	if n.result.Stats.Checked+n.result.Stats.Cached == 0 {
		return nil
	}
	var files []string
	for _, name := range slices.Concat(n.GoFiles, n.CgoFiles) {
		files = append(files, filepath.Join(n.Dir, name))
	}
	return files
}

func (p *program) report() *Report {
	r := &Report{Errors: p.errs}
	for _, n := range p.nodes {
		r.Findings = append(r.Findings, n.result.Findings...)
		r.Suppressed = append(r.Suppressed, n.result.Suppressed...)
		r.Errors = append(r.Errors, n.result.Errors...)
		r.Stats.Add(n.result.Stats)
		r.Roots = append(r.Roots, n.moduleDir())
		if n.root {
			r.Dirs = append(r.Dirs, n.Dir)
			r.Analysed = append(r.Analysed, n.analysed()...)
		}
	}
	r.Dirs, r.Roots, r.Analysed = unique(r.Dirs), unique(r.Roots), unique(r.Analysed)
	r.Stats.Exported = len(p.opened)
	r.Findings = sortFindings(r.Findings)
	r.Suppressed = sortFindings(r.Suppressed)
	r.Errors = sortErrors(r.Errors)
	return r
}

// sortFindings sorts by place, rule and message, and drops what a variant of a
// package said again.
func sortFindings(list []unit.Finding) []unit.Finding {
	slices.SortStableFunc(list, func(x, y unit.Finding) int {
		return cmp.Or(comparePlaces(x.Pos, y.Pos), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Message, y.Message))
	})
	return slices.CompactFunc(list, func(x, y unit.Finding) bool { return reflect.DeepEqual(x, y) })
}

func sortErrors(list []unit.Error) []unit.Error {
	slices.SortStableFunc(list, func(x, y unit.Error) int {
		return cmp.Or(comparePlaces(x.Pos, y.Pos), cmp.Compare(x.Message, y.Message))
	})
	return slices.CompactFunc(list, func(x, y unit.Error) bool { return comparePlaces(x.Pos, y.Pos) == 0 && x.Message == y.Message })
}

func comparePlaces(x, y token.Position) int {
	return cmp.Or(cmp.Compare(x.Filename, y.Filename), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
}
