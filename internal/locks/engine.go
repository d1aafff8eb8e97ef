package locks

import (
	"go/token"
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/luascript"
	"github.com/locklint/locklint/internal/sqltext"
)

// maxOps bounds the operations that one function's summary lists.
const maxOps = 160

// maxDepth bounds how many calls deep operations are seen through.
const maxDepth = 12

// stats counts what the engine gave up.
type stats struct {
	Capped int // functions too large: silent
}

// A function is one analysed body, a closure included.
type function struct {
	f       *ssa.Function
	ops     []*Op // in the order of the instructions
	byInstr map[ssa.Instruction][]*Op
	flow    *flow
	capped  bool
	test    bool // of a test file: it shows how things are used, not what they are
	inlined bool // a closure whose ops stand in its parent's list
	looped  map[*ssa.BasicBlock]bool
}

// An engine analyses one package.
type engine struct {
	pass     *analysis.Pass
	pkg      *ssa.Package
	funcs    []*function
	byFn     map[*ssa.Function]*function
	byObj    map[*types.Func]*ssa.Function
	byID     map[string]*ssa.Function
	closures map[*ssa.Function]*ssa.MakeClosure
	imported *imported
	embedded embedded

	terms   map[ssa.Value]*Term
	results map[string]*Term
	depth   int
	calls   map[ssa.CallInstruction]*call
	scripts map[string]*luascript.Reading
	stmts   map[string][]sqltext.Statement

	leaseColumns map[string]bool     // see leases; nil until they are looked for
	agedColumns  map[string]bool     // likewise, columns that some statement wants to be before an instant
	ownerColumns map[string]bool     // likewise, columns that acquires put the owner into
	keptTokens   map[string]bool     // fields that lock rows' tokens are scanned into
	stores       map[classStore]bool // see rivals; nil until it is asked for

	libraries []string // see functionLibraries; nil until they are looked for

	globalStores map[*ssa.Global][]ssa.Value
	globalTaken  map[*ssa.Global]bool
	fieldVals    map[string][]storedField
	fieldReads   map[string][]*ssa.Function
	callers      map[*ssa.Function][]ssa.CallInstruction
	invoked      map[string]bool // names of methods called through interfaces
	building     map[*ssa.Function]bool
	forwards     map[*ssa.Function]*Forward
	literals     map[*ssa.Function]*call
	plains       map[*ssa.Function]bool // see plainBody
	instances    map[*Op][]*Op
	impls        map[*types.Func][]*method

	classes  classes
	byClass  map[string][]*Op // built when the classes are settled
	declared declarations
	passed   map[*ssa.Function][]ssa.CallInstruction // where a function is passed as a value
	stats    stats
}

// A storedField is a value that the package stores into a field.
type storedField struct {
	val ssa.Value
	in  *ssa.Function
}

// newEngine indexes the package's functions.
func newEngine(pass *analysis.Pass, pkg *ssa.Package, fns []*ssa.Function, imp *imported) *engine {
	e := &engine{
		pass: pass, pkg: pkg, imported: imp,
		byFn: map[*ssa.Function]*function{}, byObj: map[*types.Func]*ssa.Function{}, byID: map[string]*ssa.Function{},
		closures: map[*ssa.Function]*ssa.MakeClosure{}, terms: map[ssa.Value]*Term{}, results: map[string]*Term{},
		calls: map[ssa.CallInstruction]*call{}, scripts: map[string]*luascript.Reading{}, stmts: map[string][]sqltext.Statement{},
		globalStores: map[*ssa.Global][]ssa.Value{}, globalTaken: map[*ssa.Global]bool{},
		fieldVals: map[string][]storedField{}, fieldReads: map[string][]*ssa.Function{},
		callers: map[*ssa.Function][]ssa.CallInstruction{}, invoked: map[string]bool{}, building: map[*ssa.Function]bool{},
		forwards: map[*ssa.Function]*Forward{}, literals: map[*ssa.Function]*call{}, plains: map[*ssa.Function]bool{}, instances: map[*Op][]*Op{}, impls: map[*types.Func][]*method{},
	}
	e.classes.parent = map[string]string{}
	e.passed = map[*ssa.Function][]ssa.CallInstruction{}
	e.declared = readDeclarations(pass)
	all := fns
	if init := pkg.Func("init"); init != nil {
		all = append(append([]*ssa.Function{}, fns...), init)
		all = append(all, init.AnonFuncs...)
	}
	for _, f := range all {
		if len(f.Blocks) == 0 || e.byFn[f] != nil {
			continue
		}
		fn := &function{f: f, byInstr: map[ssa.Instruction][]*Op{}}
		fn.test = strings.HasSuffix(pass.Fset.Position(f.Pos()).Filename, "_test.go")
		e.funcs = append(e.funcs, fn)
		e.byFn[f], e.byID[funcID(f)] = fn, f
		if obj, ok := f.Object().(*types.Func); ok {
			e.byObj[obj] = f
		}
	}
	for _, fn := range e.funcs {
		e.index(fn)
	}
	return e
}

// index notes closures, stores and loads of a function.
func (e *engine) index(fn *function) {
	for _, b := range fn.f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.MakeClosure:
				e.closures[in.Fn.(*ssa.Function)] = in
			case *ssa.Store:
				e.indexStore(fn, in)
			case *ssa.MapUpdate:
				e.indexMapUpdate(fn, in)
			case *ssa.UnOp:
				if fa := fieldLoaded(in); fa != nil {
					e.noteRead(fa, fn.f)
				}
			case ssa.CallInstruction:
				if in.Common().IsInvoke() {
					e.invoked[in.Common().Method.Name()] = true
				}
				if g := in.Common().StaticCallee(); g != nil {
					if o := g.Origin(); o != nil {
						g = o
					}
					e.callers[g] = append(e.callers[g], in)
				}
				for _, a := range in.Common().Args {
					if g := funcValue(a); g != nil {
						e.passed[g] = append(e.passed[g], in)
					}
					if fa, ok := a.(*ssa.FieldAddr); ok { // atomics: a method on the field's address
						if callee := in.Common().StaticCallee(); callee != nil && strings.HasPrefix(callee.Name(), "Load") {
							e.noteRead(fa, fn.f)
						}
					}
					if g, ok := a.(*ssa.Global); ok {
						e.globalTaken[g] = true
					}
				}
			}
		}
	}
}

// noteRead notes a function that reads a field, each function once: the index
// goes through one function after the other.
func (e *engine) noteRead(fa *ssa.FieldAddr, f *ssa.Function) {
	name := fieldKey(fa)
	if fs := e.fieldReads[name]; len(fs) == 0 || fs[len(fs)-1] != f {
		e.fieldReads[name] = append(fs, f)
	}
}

func (e *engine) indexStore(fn *function, s *ssa.Store) {
	switch addr := s.Addr.(type) {
	case *ssa.Global:
		e.globalStores[addr] = append(e.globalStores[addr], s.Val)
	case *ssa.FieldAddr:
		k := fieldKey(addr)
		e.fieldVals[k] = append(e.fieldVals[k], storedField{s.Val, fn.f})
	}
}

// The keys and elements of a map that stands in a field count as fields of
// their own, named after it.
const (
	mapKeys  = "[key]"
	mapElems = "[elem]"
)

func (e *engine) indexMapUpdate(fn *function, u *ssa.MapUpdate) {
	fa := fieldLoaded(u.Map)
	if fa == nil {
		return
	}
	k := fieldKey(fa)
	e.fieldVals[k+mapKeys] = append(e.fieldVals[k+mapKeys], storedField{u.Key, fn.f})
	e.fieldVals[k+mapElems] = append(e.fieldVals[k+mapElems], storedField{u.Value, fn.f})
}

// fieldLoaded is the field that v was loaded from, or nil.
func fieldLoaded(v ssa.Value) *ssa.FieldAddr {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil
	}
	fa, _ := u.X.(*ssa.FieldAddr)
	return fa
}

// funcValue is the function that an argument plainly is.
func funcValue(v ssa.Value) *ssa.Function {
	switch x := v.(type) {
	case *ssa.Function:
		return x
	case *ssa.MakeClosure:
		return x.Fn.(*ssa.Function)
	case *ssa.ChangeType:
		return funcValue(x.X)
	}
	return nil
}

// fieldKey names a field by its struct type.
func fieldKey(fa *ssa.FieldAddr) string {
	st := structOf(fa.X.Type())
	if st == nil || fa.Field >= st.NumFields() {
		return ""
	}
	return typeName(fa.X.Type()) + "." + st.Field(fa.Field).Name()
}

// run analyses every function, callees before callers as far as the call graph
// allows.
func (e *engine) run() {
	for _, fn := range e.funcs {
		e.opsOf(fn.f)
	}
	e.unifyClasses()
	e.notePurposes()
}

// opsOf lists the operations of f, its callees' included. A function that is
// being listed (recursion) lists nothing.
func (e *engine) opsOf(f *ssa.Function) *function {
	fn := e.byFn[f]
	if fn == nil || fn.flow != nil || e.building[f] {
		return fn
	}
	if len(e.building) > 200 {
		return nil
	}
	e.building[f] = true
	fn.looped = loops(f)
	fn.inlined = fn.inlined || e.literal(f) != nil
	for _, b := range f.Blocks {
		if e.literal(f) != nil {
			break // its call is the library's
		}
		for _, in := range b.Instrs {
			if ci, ok := in.(ssa.CallInstruction); ok {
				if len(fn.ops) > maxOps {
					fn.capped = true
					break
				}
				e.addCall(fn, ci)
			}
		}
	}
	if fn.capped {
		e.stats.Capped++
	}
	for _, o := range fn.ops {
		fn.byInstr[o.Instr] = append(fn.byInstr[o.Instr], o)
	}
	e.guard(fn)
	delete(e.building, f)
	fn.flow = e.solve(fn)
	e.finishSites(fn)
	return fn
}

// finishSites says of each acquire and extend whether callers still see it, and
// which results tell them.
func (e *engine) finishSites(fn *function) {
	for _, o := range fn.flow.sites {
		if o.isAcquire() {
			o.Escapes = fn.flow.escapes(o)
		}
	}
	e.markUndone(fn)
}

// markUndone marks the deletes that only some ways out of the work pass: the
// others leave the key, so the delete undoes a mark. One that only failures do not
// reach is a release that they forget.
func (e *engine) markUndone(fn *function) {
	for _, d := range fn.ops {
		if d.Kind != OpDelete || d.Deferred || d.Async || d.Compared || d.Depth > 0 || d.Instr.Parent() != fn.f {
			continue
		}
		for _, c := range fn.flow.sites {
			if c.Kind == OpCreate && c.Depth == 0 && c.Escapes && same(c.Key, d.Key) && reaches(c.Instr, d.Instr) && !e.onSuccess(fn, c, d) {
				d.Undo = true
			}
		}
	}
}

// addCall adds what one call instruction does.
func (e *engine) addCall(fn *function, ci ssa.CallInstruction) {
	if _, ok := ci.Common().Value.(*ssa.Builtin); ok {
		return
	}
	c := e.resolve(ci)
	switch {
	case e.lockerOp(fn, c):
		return
	case c.row != nil:
		for _, o := range e.callOps(c) {
			e.add(fn, o)
		}
		if c.row.Callback != "" && (c.row.Role == catalogue.RunLocked || c.row.Role == catalogue.NewLock) {
			e.addLocked(fn, c)
			return
		}
		e.addCallbacks(fn, c)
		return
	case c.fn != nil:
		e.addCallee(fn, c, c.fn)
		return
	case c.value != nil:
		e.addDynamic(fn, c)
		return
	}
	if s := e.imported.fn(c.obj); s != nil {
		e.addImported(fn, c, s)
		return
	}
	if ms := e.implementers(c); len(ms) > 0 {
		ms[0].add(e, fn, c)
		return
	}
	if sc := e.shaped(c); sc != nil {
		for _, o := range e.callOps(sc) {
			e.add(fn, o)
		}
		return
	}
	e.addCallbacks(fn, c)
}

func (e *engine) add(fn *function, o *Op) {
	if o.Instr == nil {
		return
	}
	if o.Kind == OpPending {
		if ops := e.expand(o); len(ops) > 0 {
			for _, x := range ops {
				e.add(fn, x)
			}
			return
		}
	}
	if o.Key != nil && o.Key.Kind == List { // a general wrapper got its keys
		for i, k := range o.Key.Args {
			n := *o
			n.Key = k
			if i > 0 && o.Kind != OpDelete {
				break
			}
			e.add(fn, &n)
		}
		return
	}
	if e.fenced(fn) && dropFenced(o) {
		return
	}
	o.Looped = o.Looped || fn.looped[o.Instr.Block()]
	fn.ops = append(fn.ops, o)
	e.instances[o.Origin] = append(e.instances[o.Origin], o)
}

// addDynamic is a call of a function value: of a known closure its body, of a
// parameter a callback, of an acquire's cancel function a release.
func (e *engine) addDynamic(fn *function, c *call) {
	if ex, ok := c.value.(*ssa.Extract); ok {
		if inner, ok := ex.Tuple.(*ssa.Call); ok {
			if ic := e.resolve(inner); ic.row != nil && ic.row.Role == catalogue.Acquire {
				o := e.newOp(&call{instr: c.instr, obj: ic.obj, lib: ic.lib, row: ic.row}, OpRelease)
				o.Handle, o.Name = e.handleTerm(ic, inner), "cancel"
				e.fromHandle(o)
				e.add(fn, o)
				return
			}
		}
	}
	t := e.eval(c.value)
	from := e.origins(c.value, 0)
	var inlined []*ssa.Function
	for _, alt := range alternatives(t) {
		switch alt.Kind {
		case Func:
			if g := e.body(alt); g != nil {
				if g.Parent() != nil {
					inlined = append(inlined, g)
					before := len(fn.ops)
					e.addInline(fn, c.instr, g, isGo(c.instr), isDefer(c.instr), c)
					e.captured(fn.ops[before:], makersOf(from, g))
				} else {
					e.addCallee(fn, c, g)
				}
			}
		case Param:
			o := &Op{Kind: OpCallParam, Instr: c.instr, Fn: fn.f, At: Place{Pos: c.instr.Pos()}, Index: alt.Index, Func: alt}
			o.Origin = o
			o.Deferred, o.Async = isDefer(c.instr), isGo(c.instr)
			e.add(fn, o)
		}
	}
	e.addFreed(fn, c, from, inlined)
}

// lockerOp handles Lock and Unlock of a sync.Locker that is a library's lock
// object.
func (e *engine) lockerOp(fn *function, c *call) bool {
	if c.row != nil || c.recv == nil || !isNamed(c.obj, "sync", "Lock") && !isNamed(c.obj, "sync", "Unlock") || !c.instr.Common().IsInvoke() {
		return false
	}
	for _, h := range alternatives(e.eval(c.recv)) {
		name, ok := strings.CutPrefix(h.Type, "lock:")
		l := libNamed(name)
		if !ok || h.Kind != Object || l == nil {
			continue
		}
		role, kind := catalogue.Acquire, OpAcquire
		if c.obj.Name() == "Unlock" {
			role, kind = catalogue.Release, OpRelease
		}
		row := catalogue.Row{Role: role, Handle: catalogue.Recv, Wins: catalogue.Always, Renews: true}
		for i := range l.Rows {
			if l.Rows[i].Role == catalogue.Acquire {
				row.Token = l.Rows[i].Token
				break
			}
		}
		lc := *c
		lc.lib, lc.row = l, &row
		o := e.newOp(&lc, kind)
		o.Handle, o.Expiry = h, ExpirySet
		e.fromHandle(o)
		e.add(fn, o)
		return true
	}
	return false
}

// addLocked runs a row's callback with the lock held that the call takes.
func (e *engine) addLocked(fn *function, c *call) {
	l := e.newOp(c, OpAcquire)
	l.Key, l.Expiry, l.Renews = e.at(c, c.row.Key), ExpirySet, c.row.Renews
	e.notePurpose(l)
	if t := e.at(c, c.row.Callback); t != nil {
		e.callbackOps(fn, c, t, []*Op{l}, false, false)
	}
}

// alternatives are the terms that t may be.
func alternatives(t *Term) []*Term {
	if t.Kind == Choice {
		return t.Args
	}
	return []*Term{t}
}

func isGo(ci ssa.CallInstruction) bool { _, ok := ci.(*ssa.Go); return ok }

func isDefer(ci ssa.CallInstruction) bool { _, ok := ci.(*ssa.Defer); return ok }

// callPos is where a deferred or started call stands: SSA places it at the
// keyword, a reader at the call.
func callPos(c *ssa.CallCommon, pos token.Pos) token.Pos {
	if c.Pos().IsValid() {
		return c.Pos()
	}
	return pos
}

// addCallbacks runs the closures that a call gets: those of a library's row now
// or in another goroutine, those of an unknown function now.
func (e *engine) addCallbacks(fn *function, c *call) {
	async := isGo(c.instr)
	watched, atomic, queued := false, false, false
	if c.row != nil {
		switch c.row.Role {
		case catalogue.Spawn, catalogue.Every, catalogue.Tick:
			async = true
		case catalogue.Watch:
			watched = true
		case catalogue.TxPipeline:
			atomic = true
		case catalogue.Pipeline:
			queued = true
		}
	}
	for _, a := range c.args {
		t := e.eval(a)
		for _, alt := range alternatives(t) {
			if alt.Kind != Func {
				continue
			}
			g := e.body(alt)
			if g == nil || len(g.Blocks) == 0 {
				continue
			}
			before := len(fn.ops)
			if g.Parent() != nil {
				e.addInline(fn, c.instr, g, async, isDefer(c.instr), nil)
			} else {
				e.addBody(fn, c, g, alt, async)
			}
			for _, o := range fn.ops[before:] {
				if watched && (o.Queued || o.Atomic) {
					e.watchWrite(c, o)
				}
				o.Guarded = o.Guarded || watched && !e.comparesNothing(fn, o) // the store refuses it if the key changed
				o.Atomic = o.Atomic || atomic || watched
				o.Queued = o.Queued || queued
			}
		}
	}
}

// watchWrite notes that a write of a transaction under WATCH applies only if the
// keys that it was worked out from have not changed; the error of the call that
// watches tells.
func (e *engine) watchWrite(c *call, o *Op) {
	if o.Kind != OpWrite || o.Write == nil {
		return
	}
	w := *o.Write
	w.Cond = true
	if v, ok := c.instr.(*ssa.Call); ok {
		w.Seen = e.errorMatters(v)
	}
	o.Write = &w
}

// addInline puts the ops of closure g where it runs. The closure shares its
// parent's vocabulary; a finding stands in the closure itself.
func (e *engine) addInline(fn *function, at ssa.CallInstruction, g *ssa.Function, async, deferred bool, c *call) {
	inner := e.opsOf(g)
	if inner == nil || inner.flow == nil {
		return
	}
	inner.inlined = true
	for _, o := range inner.ops {
		if len(fn.ops) > maxOps {
			fn.capped = true
			return
		}
		n := *o
		if c != nil {
			e.rewrite(&n, g, c)
		}
		n.Instr, n.Fn = at, fn.f
		if o.Kind == OpPending && c != nil { // the closure is a wrapper: its call tells
			n.Inner = append([]Place{o.At}, o.Inner...)
			n.At = Place{Pos: callPos(at.Common(), at.Pos())}
			n.Async, n.Deferred, n.out = o.Async || async, deferred, nil
			n.Depth = o.Depth + 1
			e.add(fn, &n)
			continue
		}
		n.Async = o.Async || async
		n.Deferred = deferred
		n.Looped = o.Looped
		n.out = nil
		n.Depth = o.Depth
		if o.isAcquire() || o.Kind == OpExtend {
			n.out = e.outcomeOf(inner, o)
			n.Escapes = o.Escapes
			n.Closed = o.isAcquire() && !o.Escapes
		}
		e.add(fn, &n)
	}
}

// body is the function behind a Func term; of a bound method the method.
func (e *engine) body(t *Term) *ssa.Function {
	if g := e.byID[t.Text]; g != nil {
		return g
	}
	return e.byID[strings.TrimSuffix(t.Text, "$bound")]
}

// addBody runs a named function that is passed as the value t. Like a closure
// it is the section itself: what it does is found in it.
func (e *engine) addBody(fn *function, c *call, g *ssa.Function, t *Term, async bool) {
	inner := e.opsOf(g)
	if inner == nil || inner.flow == nil {
		return
	}
	id := funcID(g)
	for _, o := range inner.ops {
		if len(fn.ops) > maxOps {
			fn.capped = true
			return
		}
		n := *o
		if len(t.Args) == 1 { // the receiver of a bound method
			e.mapTerms(&n, func(x *Term) *Term {
				return x.mapTerm(func(p *Term) *Term {
					if p.Kind == Param && p.Text == id && p.Index == 0 {
						return t.Args[0]
					}
					return nil
				})
			})
		}
		n.Instr, n.Fn, n.Async = c.instr, fn.f, o.Async || async
		n.out = nil
		n.Judged = o.Judged || o.Kind != OpWrite && e.answersFor(inner, o)
		e.add(fn, &n)
	}
}

// outcomeOf is what the results of inner say about its op o.
func (e *engine) outcomeOf(inner *function, o *Op) *outcome {
	if o.Kind == OpWrite {
		return e.deriveOutcome(inner.f, o, e.claimedAt(o))
	}
	if inner.flow == nil || inner.flow.index(o) < 0 {
		return untold()
	}
	out := e.deriveOutcome(inner.f, o, inner.flow.stateAt(o))
	if out.OK < 0 && out.NonNil < 0 && !out.ErrOK && e.keepsAnswer(inner, o) {
		return untold()
	}
	return out
}

// keepsAnswer reports whether a function puts what tells the success of o into a
// field: whoever reads the field may look at it.
func (e *engine) keepsAnswer(fn *function, o *Op) bool {
	for _, b := range fn.f.Blocks {
		for _, in := range b.Instrs {
			s, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			if _, field := s.Addr.(*ssa.FieldAddr); field && !isError(s.Val.Type()) {
				if a, _ := e.aspectOf(s.Val, o); a != noAspect {
					return true
				}
			}
		}
	}
	return false
}

// claimedAt says of a conditional write whether it may have applied, or not, where
// its function returns: by the branches before the return alone, since nobody
// holds what a write claims.
func (e *engine) claimedAt(o *Op) func(*ssa.Return) (may, mayFail bool) {
	return func(r *ssa.Return) (may, mayFail bool) {
		if !reaches(o.Instr, r) {
			return false, true
		}
		v := e.blockImplies(r.Block(), o, 0)
		return v != failed, v != succeeded
	}
}

// addCallee puts the ops of a function of this package where it is called.
func (e *engine) addCallee(fn *function, c *call, g *ssa.Function) {
	inner := e.opsOf(g)
	if inner == nil || inner.flow == nil {
		return
	}
	if g.Parent() != nil {
		e.addInline(fn, c.instr, g, isGo(c.instr), isDefer(c.instr), c)
		return
	}
	var late []*Op
	for _, o := range inner.ops {
		if o.Depth >= maxDepth || len(fn.ops)+len(late) > maxOps {
			fn.capped = true
			break
		}
		if o.Kind == OpCallParam {
			e.addParamCall(fn, c, inner, o)
			continue
		}
		if e.ruledOut(inner, o, c) {
			continue
		}
		n := *o
		e.rewrite(&n, g, c)
		n.Instr, n.Fn = c.instr, fn.f
		n.Inner = append([]Place{o.At}, o.Inner...)
		n.At = Place{Pos: callPos(c.instr.Common(), c.instr.Pos())}
		n.Depth = o.Depth + 1
		n.Async = o.Async || isGo(c.instr)
		n.Deferred = isDefer(c.instr)
		n.Judged = o.Judged || e.answersFor(inner, o)
		n.Looped = o.Looped
		if o.told() {
			n.out = e.outcomeOf(inner, o)
		}
		if o.Deferred {
			late = append(late, &n)
			continue
		}
		e.add(fn, &n)
	}
	for _, o := range late {
		e.add(fn, o)
	}
}

// ruledOut reports whether the constants that a caller passes keep a callee from
// reaching o: add(key, value, 30) does not take the branch for 0.
func (e *engine) ruledOut(inner *function, o *Op, c *call) bool {
	if o.Instr.Parent() != inner.f {
		return false
	}
	for _, cond := range conditions(o.Instr.Block()) {
		bin, ok := cond.cond.(*ssa.BinOp)
		if !ok || bin.Op != token.EQL && bin.Op != token.NEQ {
			continue
		}
		x, y := e.eval(bin.X), e.eval(bin.Y)
		if x.Kind != Param || y.Kind != Const && y.Kind != Nil {
			continue
		}
		arg := e.subst(x, inner.f, c)
		if arg.Kind != Const {
			continue
		}
		equal := same(arg, y) || arg.isZero() && y.isZero()
		if equal != ((bin.Op == token.EQL) == cond.branch) {
			return true
		}
	}
	return false
}

// addParamCall expands a callee's call of its function parameter: the closure
// that this caller passes runs there, under the locks that the callee holds.
func (e *engine) addParamCall(fn *function, c *call, inner *function, o *Op) {
	t := e.subst(o.Func, inner.f, c)
	under := append([]*Op{}, o.Under...)
	for _, h := range inner.flow.heldAt(o.Instr) {
		hh := *h
		e.rewrite(&hh, inner.f, c)
		hh.Inner = append([]Place{h.At}, h.Inner...)
		hh.At, hh.Instr, hh.Fn = Place{Pos: c.instr.Pos()}, c.instr, fn.f
		under = append(under, &hh)
	}
	e.callbackOps(fn, c, t, under, o.Async || isGo(c.instr), o.Looped)
}

// callbackOps adds the ops of the function value t, which a callee calls.
func (e *engine) callbackOps(fn *function, c *call, t *Term, under []*Op, async, looped bool) {
	for _, alt := range alternatives(t) {
		if alt.Kind == Param {
			p := &Op{Kind: OpCallParam, Instr: c.instr, Fn: fn.f, At: Place{Pos: c.instr.Pos()}, Index: alt.Index, Func: alt, Under: under, Async: async, Looped: looped}
			p.Origin = p
			e.add(fn, p)
			continue
		}
		if alt.Kind != Func {
			continue
		}
		g := e.body(alt)
		if g == nil {
			continue
		}
		before := len(fn.ops)
		if g.Parent() != nil {
			e.addInline(fn, c.instr, g, async, false, nil)
		} else {
			e.addBody(fn, c, g, alt, async)
		}
		for _, n := range fn.ops[before:] {
			n.Under = append(append([]*Op{}, under...), n.Under...)
			n.Looped = n.Looped || looped
		}
	}
}

// rewrite turns an op's terms into the caller's vocabulary.
func (e *engine) rewrite(o *Op, g *ssa.Function, c *call) {
	e.mapTerms(o, func(t *Term) *Term { return e.subst(t, g, c) })
}

func (e *engine) mapTerms(o *Op, f func(*Term) *Term) {
	for _, p := range []**Term{&o.Key, &o.Item, &o.Owner, &o.TTL, &o.Handle, &o.Session, &o.Conn, &o.Func} {
		if *p != nil {
			*p = f(*p)
		}
	}
	if o.Kind == OpCreate && o.Expiry == ExpirySet && o.TTL != nil && o.TTL.isZero() {
		o.Expiry = ExpiryNone // a general wrapper's caller leaves the TTL out
	}
	if o.Write != nil {
		w := *o.Write
		if w.Target != nil {
			w.Target = f(w.Target)
		}
		w.Args = make([]*Term, len(o.Write.Args))
		for i, a := range o.Write.Args {
			if a != nil {
				w.Args[i] = f(a)
			}
		}
		o.Write = &w
	}
	if o.pending != nil {
		o.pending = o.pending.mapTerms(f)
	}
	if len(o.Under) > 0 {
		under := make([]*Op, len(o.Under))
		for i, u := range o.Under {
			n := *u
			e.mapTerms(&n, f)
			under[i] = &n
		}
		o.Under = under
	}
}

// loops are the blocks of f that can reach themselves.
func loops(f *ssa.Function) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	index, low := make([]int, len(f.Blocks)), make([]int, len(f.Blocks))
	on := make([]bool, len(f.Blocks))
	var stack []*ssa.BasicBlock
	next := 1
	// Tarjan's strongly connected components, with an explicit stack: a
	// generated function may have very many blocks.
	type frame struct {
		b *ssa.BasicBlock
		i int
	}
	for _, root := range f.Blocks {
		if index[root.Index] != 0 {
			continue
		}
		work := []frame{{root, 0}}
		for len(work) > 0 {
			fr := &work[len(work)-1]
			b := fr.b
			if fr.i == 0 {
				index[b.Index], low[b.Index] = next, next
				next++
				stack = append(stack, b)
				on[b.Index] = true
			}
			if fr.i < len(b.Succs) {
				s := b.Succs[fr.i]
				fr.i++
				if index[s.Index] == 0 {
					work = append(work, frame{s, 0})
				} else if on[s.Index] {
					low[b.Index] = min(low[b.Index], index[s.Index])
				}
				continue
			}
			if low[b.Index] == index[b.Index] {
				var comp []*ssa.BasicBlock
				for {
					t := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					on[t.Index] = false
					comp = append(comp, t)
					if t == b {
						break
					}
				}
				self := len(comp) > 1
				for _, s := range b.Succs {
					self = self || s == b
				}
				for _, t := range comp {
					out[t] = self
				}
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				p := work[len(work)-1].b
				low[p.Index] = min(low[p.Index], low[b.Index])
			}
		}
	}
	return out
}

// sortOps orders ops by position, then by depth.
func sortOps(ops []*Op) {
	sort.SliceStable(ops, func(i, j int) bool {
		if ops[i].At.Pos != ops[j].At.Pos {
			return ops[i].At.Pos < ops[j].At.Pos
		}
		return ops[i].Depth < ops[j].Depth
	})
}

// hasWordIn reports whether a name has one of the words as a part: split at
// case changes and at anything that is no letter.
func hasWordIn(name string, words map[string]bool) bool {
	for _, w := range splitWords(name) {
		if words[w] {
			return true
		}
	}
	return false
}

func splitWords(name string) []string {
	var out []string
	var cur strings.Builder
	flush := func() {
		if cur.Len() > 0 {
			out = append(out, strings.ToLower(cur.String()))
			cur.Reset()
		}
	}
	prevLower := false
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			if prevLower {
				flush()
			}
			cur.WriteRune(r)
			prevLower = false
		case r >= 'a' && r <= 'z':
			cur.WriteRune(r)
			prevLower = true
		default:
			flush()
			prevLower = false
		}
	}
	flush()
	return out
}
