package locks

import (
	"go/types"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/reach"
)

// Fact is what other packages learn of a package: for each of its exported functions
// that says something, what it does to locks and stores and what it returns.
// It holds sorted slices only and names places by file and line, so that its
// encoding is the same wherever it is made.
type Fact struct {
	Funcs   []FuncFact
	Globals []GlobalFact
}

// AFact marks a fact.
func (*Fact) AFact() {}

// FuncFact summarises a function. Its terms name parameters by number, the
// receiver counted.
type FuncFact struct {
	Name    string // Recv.Name or Name
	Ops     []OpFact
	Results []*Term
	// Row is what a directive declares the function to be, Saves that it takes
	// an efficiency lock.
	Row   *catalogue.Row
	Saves bool
	// Forward is the one call that the function is, if it is one.
	Forward *Forward
	// Given are the functions among its results that free what it took.
	Given []GivenFact
}

// GivenFact is a function that another returns: what it frees when it is called, in
// terms of the other's parameters.
type GivenFact struct {
	Result int
	Ops    []OpFact
}

// GlobalFact is the known value of an exported package variable.
type GlobalFact struct {
	Name  string
	Value *Term
}

// OpFact is an Op as other packages see it.
type OpFact struct {
	Kind                                                                       OpKind
	Lib, Name                                                                  string
	Role                                                                       catalogue.Role
	Key, Item, Owner, TTL, Handle, Session, Conn                               *Term
	Unit                                                                       catalogue.Unit
	Expiry                                                                     Expiry
	Wins                                                                       catalogue.Wins
	On                                                                         catalogue.Session
	Bound                                                                      catalogue.Bound
	Lost                                                                       catalogue.Path
	Token                                                                      catalogue.Token
	Out                                                                        outcome
	HasOut                                                                     bool
	Index                                                                      int
	Renews, Async, Looped, Repair, Undo, Compared, Judged, Escapes, AnyLock    bool
	Guarded, InTx, Unsure, Script, Queued, Atomic, IsLock, Default, Efficiency bool
	Write                                                                      *Write
	Answers                                                                    *Answers
	Under                                                                      []OpFact
	Pending                                                                    *PendingFact
	At                                                                         Place
	Inner                                                                      []Place
}

// PendingFact is a pending op for other packages: the row is found again by the
// library's name and the row's number.
type PendingFact struct {
	Row        int
	Name       string
	Words      []*Term
	Text       *Term
	Keys, Args *Term
	Fenced     bool
}

// imported reads the facts of imported packages when they are asked for: of a
// large client library that is near, most callers use a corner.
type imported struct {
	pass *analysis.Pass
	pkgs map[string]*types.Package // those that may have a fact
	read map[string]*summaries
}

// summaries are the facts of one package by name.
type summaries struct {
	funcs map[string]*FuncFact
	vars  map[string]*Term
}

func newImported(pass *analysis.Pass) *imported {
	imp := &imported{pass: pass, pkgs: map[string]*types.Package{}, read: map[string]*summaries{}}
	for _, p := range pass.ResultOf[reach.Analyzer].(*reach.Result).Imported {
		imp.pkgs[p.Path()] = p
	}
	return imp
}

// of are the summaries of a package, none where it has no fact.
func (imp *imported) of(path string) *summaries {
	if s := imp.read[path]; s != nil {
		return s
	}
	s := &summaries{map[string]*FuncFact{}, map[string]*Term{}}
	imp.read[path] = s
	f := new(Fact)
	if p := imp.pkgs[path]; p == nil || !imp.pass.ImportPackageFact(p, f) {
		return s
	}
	for i := range f.Funcs {
		s.funcs[f.Funcs[i].Name] = &f.Funcs[i]
	}
	for _, g := range f.Globals {
		s.vars[g.Name] = g.Value
	}
	return s
}

// global is the value of a package variable, named with its package's path.
func (imp *imported) global(name string) *Term {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return nil
	}
	return imp.of(name[:i]).vars[name[i+1:]]
}

// fn is the summary of an imported function, or nil.
func (imp *imported) fn(obj *types.Func) *FuncFact {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	return imp.of(obj.Pkg().Path()).funcs[factName(obj.Origin())]
}

func factName(obj *types.Func) string {
	if r := recvName(obj); r != "" {
		return r + "." + obj.Name()
	}
	return obj.Name()
}

// addImported puts the ops of an imported function where it is called.
func (e *engine) addImported(fn *function, c *call, s *FuncFact) {
	for i := range s.Ops {
		f := &s.Ops[i]
		if len(fn.ops) > maxOps {
			fn.capped = true
			return
		}
		o := e.fromFact(f, c)
		if f.Kind == OpCallParam {
			e.callbackOps(fn, c, e.argTerm(c, f.Index), o.Under, o.Async, o.Looped)
			continue
		}
		e.add(fn, o)
	}
}

// fromFact makes an op of this package from a fact, at the call c.
func (e *engine) fromFact(f *OpFact, c *call) *Op {
	o := &Op{
		Kind: f.Kind, Instr: c.instr, Fn: c.instr.Parent(), At: Place{Pos: callPos(c.instr.Common(), c.instr.Pos())},
		Inner: append([]Place{f.At}, f.Inner...), Depth: len(f.Inner) + 1, Lib: libNamed(f.Lib), Role: f.Role, Name: f.Name,
		Key: f.Key, Item: f.Item, Owner: f.Owner, TTL: f.TTL, Unit: f.Unit, Expiry: f.Expiry, Default: f.Default, Handle: f.Handle, Session: f.Session,
		Conn: f.Conn, Lost: f.Lost, Renews: f.Renews, Token: f.Token, Index: f.Index, Wins: f.Wins, Answers: f.Answers, On: f.On, Bound: f.Bound,
		Async: f.Async || isGo(c.instr), Deferred: isDefer(c.instr), Looped: f.Looped, Repair: f.Repair, Undo: f.Undo,
		Compared: f.Compared, Judged: f.Judged, Escapes: f.Escapes, AnyLock: f.AnyLock, Guarded: f.Guarded, InTx: f.InTx, Unsure: f.Unsure, Script: f.Script, Queued: f.Queued,
		Atomic: f.Atomic, Write: f.Write, known: f.IsLock, Efficiency: f.Efficiency,
	}
	if f.HasOut {
		out := f.Out
		o.out = &out
	} else {
		o.out = untold()
	}
	for i := range f.Under {
		o.Under = append(o.Under, e.fromFact(&f.Under[i], c))
	}
	o.Origin = o
	if p := f.Pending; p != nil && o.Lib != nil && p.Row < len(o.Lib.Rows) {
		src := &source{proto: o, row: &o.Lib.Rows[p.Row], lib: o.Lib, name: p.Name}
		o.pending = &pending{src: src, words: p.Words, text: p.Text, keys: p.Keys, args: p.Args, fenced: p.Fenced}
	}
	e.mapTerms(o, func(t *Term) *Term { return e.substFact(t, c) })
	return o
}

func libNamed(name string) *catalogue.Library {
	for _, l := range catalogue.Libraries() {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// export writes the package's fact, or nil if there is nothing to say.
func (e *engine) export(ev map[string]*Evidence) *Fact {
	f := &Fact{}
	for _, fn := range e.funcs {
		obj, ok := fn.f.Object().(*types.Func)
		if !ok || !obj.Exported() || fn.capped || fn.flow == nil || strings.HasSuffix(e.fileOf(obj), "_test.go") {
			continue
		}
		ff := FuncFact{Name: factName(obj)}
		for _, o := range fn.ops {
			if of, ok := e.toFact(fn, o, ev); ok {
				ff.Ops = append(ff.Ops, of)
			}
		}
		ff.Results = e.factResults(fn.f)
		ff.Forward = e.forward(fn.f)
		ff.Given = e.factGiven(fn, ev)
		ff.Row, ff.Saves = e.declared.rows[obj], e.declared.saves[obj]
		if len(ff.Ops) > 0 || len(ff.Results) > 0 || ff.Row != nil || ff.Forward != nil || len(ff.Given) > 0 {
			f.Funcs = append(f.Funcs, ff)
		}
	}
	for obj, row := range e.declared.rows { // of interfaces: they have no body
		if e.byObj[obj] == nil && obj.Exported() {
			f.Funcs = append(f.Funcs, FuncFact{Name: factName(obj), Row: row, Saves: e.declared.saves[obj]})
		}
	}
	sort.Slice(f.Funcs, func(i, j int) bool { return f.Funcs[i].Name < f.Funcs[j].Name })
	for _, m := range e.pkg.Members {
		if g, ok := m.(*ssa.Global); ok && g.Object() != nil && g.Object().Exported() {
			if t := e.eval(g); t.Kind == Const {
				f.Globals = append(f.Globals, GlobalFact{g.Name(), t})
			}
		}
	}
	sort.Slice(f.Globals, func(i, j int) bool { return f.Globals[i].Name < f.Globals[j].Name })
	if len(f.Funcs) == 0 && len(f.Globals) == 0 {
		return nil
	}
	return f
}

// ofClients keeps what the package of a dependency says of locks and of the
// stores that a client reaches. Its other writes (a request, a file) are its own
// affair: an SDK writes in each of its thousand functions. It is nil where
// nothing remains, and then the packages that import this one need not be
// analysed for its sake.
func (f *Fact) ofClients() *Fact {
	out := &Fact{Globals: f.Globals}
	says := false
	for _, ff := range f.Funcs {
		ff.Ops = slices.DeleteFunc(ff.Ops, func(o OpFact) bool {
			l := libNamed(o.Lib) // nil for what the user's configuration declares
			return (o.Kind == OpWrite || o.Kind == OpRead) && (o.Lib == "" || l != nil && !l.Anchor)
		})
		says = says || ff.Row != nil || slices.ContainsFunc(ff.Ops, func(o OpFact) bool { return o.Kind != OpCallParam || len(o.Under) > 0 })
		if len(ff.Ops) > 0 || len(ff.Results) > 0 || ff.Row != nil || ff.Forward != nil || len(ff.Given) > 0 {
			out.Funcs = append(out.Funcs, ff)
		}
	}
	if !says {
		return nil
	}
	return out
}

func (e *engine) fileOf(obj types.Object) string {
	return e.pass.Fset.Position(obj.Pos()).Filename
}

// factResults are the known results of a function, in neutral terms; nil if
// none says anything.
func (e *engine) factResults(f *ssa.Function) []*Term {
	n := f.Signature.Results().Len()
	out := make([]*Term, n)
	says := false
	for i := range n {
		t := e.resultOf(f, i)
		if t != nil {
			t = neutral(t, f)
		}
		if t == nil || t.Kind == Opaque || t.Kind == Nil || t.nodes() > 40 {
			out[i] = opaque("?")
			continue
		}
		out[i], says = t, true
	}
	if !says {
		return nil
	}
	return out
}

// neutral rewrites a function's term for other packages.
func neutral(t *Term, f *ssa.Function) *Term {
	if t == nil {
		return nil
	}
	id := funcID(f)
	return t.mapTerm(func(p *Term) *Term {
		switch p.Kind {
		case Param:
			if p.Text == id {
				return &Term{Kind: Param, Index: p.Index, Type: p.Type, Names: p.Names, size: 1}
			}
			return opaque("?")
		case Func:
			return opaque("?")
		}
		return nil
	})
}

// toFact summarises an op of fn for other packages.
func (e *engine) toFact(fn *function, o *Op, ev map[string]*Evidence) (OpFact, bool) {
	switch o.Kind {
	case OpOrphan:
		return OpFact{}, false
	}
	f := fn.f
	of := OpFact{
		Kind: o.Kind, Name: o.Name, Role: o.Role, Key: neutral(o.Key, f), Item: neutral(o.Item, f), Owner: neutral(o.Owner, f), TTL: neutral(o.TTL, f),
		Handle: neutral(o.Handle, f), Session: neutral(o.Session, f), Conn: neutral(o.Conn, f), Unit: o.Unit, Expiry: o.Expiry,
		Default: o.Default, Wins: o.Wins, Answers: o.Answers, On: o.On, Bound: o.Bound, Lost: o.Lost, Token: o.Token, Index: o.Index, Renews: o.Renews, Async: o.Async,
		Looped: o.Looped, Repair: o.Repair, Undo: o.Undo, Compared: o.Compared, Escapes: o.Escapes, AnyLock: o.AnyLock, Guarded: o.Guarded, InTx: o.InTx, Unsure: o.Unsure,
		Script: o.Script, Queued: o.Queued, Atomic: o.Atomic, Judged: o.Judged || e.answersFor(fn, o),
		IsLock: e.isLock(o, ev), Efficiency: o.isAcquire() && e.declaredEfficiency(o), At: e.factPlace(o.At),
	}
	if o.Lib != nil {
		of.Lib = o.Lib.Name
	}
	for _, p := range o.Inner {
		of.Inner = append(of.Inner, e.factPlace(p))
	}
	if len(of.Inner) > 3 {
		of.Inner = of.Inner[:3]
	}
	if o.told() {
		of.Out, of.HasOut = *e.outcomeOf(fn, o), true
	}
	if o.Write != nil {
		w := *o.Write
		w.Target = neutral(w.Target, f)
		w.Args = nil
		of.Write = &w
	}
	if o.Kind == OpPending {
		of.Pending = pendingFact(o.pending, f)
		if of.Pending == nil {
			return of, false
		}
	}
	under := o.Under
	if o.Kind == OpCallParam {
		if o.Func == nil || o.Func.Text != funcID(f) {
			return of, false
		}
		under = append(append([]*Op{}, under...), fn.flow.heldAt(o.Instr)...)
	}
	for _, u := range under {
		if uf, ok := e.toFact(fn, u, ev); ok {
			uf.Under = nil
			of.Under = append(of.Under, uf)
		}
	}
	return of, true
}

// pendingFact writes a pending op for other packages.
func pendingFact(p *pending, f *ssa.Function) *PendingFact {
	row := -1
	for i := range p.src.lib.Rows {
		if &p.src.lib.Rows[i] == p.src.row {
			row = i
		}
	}
	if row < 0 {
		return nil
	}
	out := &PendingFact{Row: row, Name: p.src.name, Text: neutral(p.text, f), Keys: neutral(p.keys, f), Args: neutral(p.args, f), Fenced: p.fenced}
	for _, w := range p.words {
		if w == nil {
			return nil
		}
		out.Words = append(out.Words, neutral(w, f))
	}
	return out
}

// factPlace names a place without this machine's positions.
func (e *engine) factPlace(p Place) Place {
	if !p.Pos.IsValid() {
		return p
	}
	pos := e.pass.Fset.Position(p.Pos)
	return Place{Package: e.pass.Pkg.Path(), File: filepath.Base(pos.Filename), Line: pos.Line, What: p.What}
}

// A method is an implementation of an interface's method: a body of this
// package or an imported summary.
type method struct {
	fn   *ssa.Function
	fact *FuncFact
}

func (m *method) result(e *engine, i int) *Term {
	if m.fact != nil {
		if i < len(m.fact.Results) {
			return m.fact.Results[i]
		}
		return nil
	}
	return neutral(e.resultOf(m.fn, i), m.fn)
}

func (m *method) add(e *engine, fn *function, c *call) {
	if m.fact != nil {
		e.addImported(fn, c, m.fact)
		return
	}
	e.addCallee(fn, c, m.fn)
}

// implementers finds the bodies behind a call of an interface's method among
// the types of this package and of the imported packages with facts. Fakes are
// left aside. Several that remain are all returned, the first in order of
// names first; one that works on a store wins over one that does not.
func (e *engine) implementers(c *call) []*method {
	if c.obj == nil || c.obj.Pkg() == nil || !c.instr.Common().IsInvoke() {
		return nil
	}
	if ms, ok := e.impls[c.obj]; ok {
		return ms
	}
	e.impls[c.obj] = nil
	iface, ok := c.recv.Type().Underlying().(*types.Interface)
	if !ok || catalogue.Lookup(c.obj.Pkg().Path()) != nil || isStdInterface(c.obj.Pkg().Path()) {
		return nil
	}
	var ms []*method
	scopes := []*types.Package{e.pass.Pkg}
	paths := make([]string, 0, len(e.imported.pkgs))
	for p := range e.imported.pkgs {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	for _, p := range paths {
		scopes = append(scopes, e.imported.pkgs[p])
	}
	for _, pkg := range scopes {
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || isFake(name) || types.IsInterface(tn.Type()) {
				continue
			}
			if m := e.methodOf(tn, iface, c.obj); m != nil {
				ms = append(ms, m)
			}
		}
	}
	sort.SliceStable(ms, func(i, j int) bool { return e.works(ms[i]) && !e.works(ms[j]) })
	e.impls[c.obj] = ms
	return ms
}

func (e *engine) works(m *method) bool {
	if m.fact != nil {
		return len(m.fact.Ops) > 0
	}
	fn := e.opsOf(m.fn)
	return fn != nil && len(fn.ops) > 0
}

func isStdInterface(path string) bool { return !strings.Contains(path, ".") }

func isFake(name string) bool {
	n := strings.ToLower(name)
	for _, w := range []string{"mock", "fake", "stub", "noop", "dummy", "inmem", "memory"} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
}

func (e *engine) methodOf(tn *types.TypeName, iface *types.Interface, m *types.Func) *method {
	named, ok := tn.Type().(*types.Named)
	if !ok || named.TypeParams().Len() > 0 {
		return nil
	}
	var t types.Type = tn.Type()
	if !types.Implements(t, iface) {
		t = types.NewPointer(t)
		if !types.Implements(t, iface) {
			return nil
		}
	}
	f := methodNamed(t, m.Pkg(), m.Name())
	if f == nil {
		return nil
	}
	if body := e.byObj[f.Origin()]; body != nil {
		return &method{fn: body}
	}
	if s := e.imported.fn(f); s != nil {
		return &method{fact: s}
	}
	return nil
}
