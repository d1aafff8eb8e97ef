package locks

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// maxEval bounds the depth of an evaluation.
const maxEval = 60

// eval writes v as a term. Pointers are not told from what they point at: a
// field's address and its value are one term, since a key or a handle is the
// same either way.
func (e *engine) eval(v ssa.Value) *Term {
	if t, ok := e.terms[v]; ok {
		if t == nil { // in progress: a cycle
			return opaque(e.id(v))
		}
		return t
	}
	if e.depth > maxEval {
		return opaque(e.id(v))
	}
	e.terms[v] = nil
	e.depth++
	t := e.evalValue(v)
	e.depth--
	if t == nil {
		t = opaque(e.id(v))
	}
	e.terms[v] = t
	return t
}

// id names a value for opaque terms.
func (e *engine) id(v ssa.Value) string {
	if p := v.Parent(); p != nil {
		return funcID(p) + "." + v.Name()
	}
	return v.Name()
}

// funcID names a function within its program.
func funcID(f *ssa.Function) string {
	if o := f.Origin(); o != nil {
		f = o
	}
	return f.RelString(nil)
}

func (e *engine) evalValue(v ssa.Value) *Term {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return nilTerm
		}
		return constTerm(constText(v.Value))
	case *form:
		return e.substFact(v.term, v.call)
	case *ssa.Parameter:
		return e.paramTerm(v)
	case *ssa.FreeVar:
		if b := e.binding(v); b != nil {
			return e.eval(b)
		}
	case *ssa.Global:
		return e.globalTerm(v)
	case *ssa.Function:
		return e.funcTerm(v)
	case *ssa.MakeClosure:
		return e.closureTerm(v)
	case *ssa.Alloc:
		return e.allocTerm(v)
	case *ssa.FieldAddr:
		return e.fieldTerm(v, v.X, v.Field)
	case *ssa.Field:
		return e.fieldTerm(v, v.X, v.Field)
	case *ssa.UnOp:
		return e.unopTerm(v)
	case *ssa.BinOp:
		return e.binopTerm(v)
	case *ssa.MakeInterface:
		return e.eval(v.X)
	case *ssa.ChangeInterface:
		return e.eval(v.X)
	case *ssa.ChangeType:
		return e.eval(v.X)
	case *ssa.Convert:
		return e.eval(v.X)
	case *ssa.MultiConvert:
		return e.eval(v.X)
	case *ssa.SliceToArrayPointer:
		return e.eval(v.X)
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return e.eval(v.X)
		}
	case *ssa.Slice:
		return e.sliceTerm(v)
	case *ssa.Phi:
		return e.phiTerm(v)
	case *ssa.Extract:
		return e.extractTerm(v)
	case *ssa.Call:
		return e.callTerm(v, 0)
	case *ssa.MakeMap:
		return e.mapObject(v)
	case *ssa.MakeSlice:
		return e.filledSlice(v)
	case *ssa.IndexAddr:
		return newTerm(Apply, "elem", "", e.eval(v.X), e.eval(v.Index))
	case *ssa.Index:
		return newTerm(Apply, "elem", "", e.eval(v.X), e.eval(v.Index))
	case *ssa.Lookup:
		if o := e.eval(v.X); !v.CommaOk {
			k := e.eval(v.Index)
			if k.Kind == Const {
				if t := o.Get(k.Text); t != nil {
					return t
				}
			}
			return newTerm(Apply, "elem", "", o, k)
		}
	}
	return nil
}

// begunFor is the transaction that a library begins for the function literal
// that works in it, made of what the call that begins it says: where it begins
// and with which options.
func (e *engine) begunFor(p *ssa.Parameter) *Term {
	f := p.Parent()
	if f.Parent() == nil || isContext(p.Type()) || len(e.passed[f]) != 1 {
		return nil
	}
	c := e.resolve(e.passed[f][0])
	if c.row == nil || c.row.Role != catalogue.Begin {
		return nil
	}
	var from []*Term
	if c.recv != nil {
		from = append(from, e.eval(c.recv))
	}
	for _, a := range c.args {
		if funcValue(a) == nil {
			from = append(from, e.eval(a))
		}
	}
	return newTerm(Apply, c.obj.Pkg().Name()+"."+c.obj.Name()+"#"+funcID(f), "", from...)
}

func (e *engine) paramTerm(p *ssa.Parameter) *Term {
	if tx := e.begunFor(p); tx != nil {
		return tx
	}
	for i, q := range p.Parent().Params {
		if p == q {
			return &Term{Kind: Param, Text: funcID(p.Parent()), Index: i, Type: typeName(p.Type()), Names: []string{p.Name()}, size: 1}
		}
	}
	return nil
}

// binding is what the closure that v belongs to captured for v.
func (e *engine) binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	mc := e.closures[fn]
	if mc == nil {
		return nil
	}
	for i, fv := range fn.FreeVars {
		if fv == v && i < len(mc.Bindings) {
			return mc.Bindings[i]
		}
	}
	return nil
}

func (e *engine) closureTerm(v *ssa.MakeClosure) *Term {
	fn := v.Fn.(*ssa.Function)
	if strings.HasSuffix(fn.Name(), "$bound") && len(v.Bindings) == 1 {
		return newTerm(Func, funcID(fn), "", e.eval(v.Bindings[0]))
	}
	return e.funcTerm(fn)
}

// funcTerm is a function as a value; of an option it says what it sets.
func (e *engine) funcTerm(fn *ssa.Function) *Term {
	if t := e.setterTerm(fn); t != nil {
		return t
	}
	return &Term{Kind: Func, Text: funcID(fn), size: 1}
}

// globalTerm evaluates a package variable: one that only the package's
// initialiser sets is what it was set to.
func (e *engine) globalTerm(g *ssa.Global) *Term {
	name := g.Name()
	if g.Pkg != nil && g.Pkg.Pkg != nil {
		name = g.Pkg.Pkg.Path() + "." + name
	}
	if g.Pkg == e.pkg {
		if text, ok := e.embedded.texts[g.Name()]; ok {
			return constTerm(text)
		}
		if vals := e.globalStores[g]; len(vals) == 1 && !e.globalTaken[g] && (vals[0].Parent() == nil || isInit(vals[0].Parent())) {
			return e.eval(vals[0])
		}
	} else if t := e.imported.global(name); t != nil {
		return t
	}
	return &Term{Kind: Global, Text: name, size: 1}
}

func isInit(f *ssa.Function) bool { return f != nil && f.Synthetic != "" && f.Name() == "init" }

func (e *engine) unopTerm(v *ssa.UnOp) *Term {
	if v.Op != token.MUL {
		if v.Op == token.SUB {
			return arith("*", constTerm("-1"), e.eval(v.X))
		}
		return nil
	}
	switch x := v.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		if e.scannedToken(x) {
			return newTerm(Token, "", "", e.eval(x))
		}
		vals := e.stored(v)
		if len(vals) == 0 {
			return e.eval(x)
		}
		return e.evalAll(vals)
	case *ssa.IndexAddr:
		return e.elementTerm(x)
	default:
		return e.eval(x)
	}
}

// elementTerm evaluates s[i] where the elements are known.
func (e *engine) elementTerm(x *ssa.IndexAddr) *Term {
	base, idx := e.eval(x.X), e.eval(x.Index)
	if n, ok := idx.number(); ok && base.Kind == List && int(n) < len(base.Args) && n >= 0 {
		return base.Args[int(n)]
	}
	return newTerm(Apply, "elem", "", base, idx)
}

func (e *engine) evalAll(vals []ssa.Value) *Term {
	terms := make([]*Term, len(vals))
	for i, s := range vals {
		terms[i] = e.eval(s)
	}
	return choice(terms)
}

// sliceTerm evaluates s[low:high]: of a known list the part, of a text or an
// array the whole.
func (e *engine) sliceTerm(v *ssa.Slice) *Term {
	t := e.eval(v.X)
	if t.Kind != List {
		return t
	}
	low, high := 0, len(t.Args)
	for _, b := range []struct {
		v  ssa.Value
		to *int
	}{{v.Low, &low}, {v.High, &high}} {
		if b.v == nil {
			continue
		}
		n, ok := e.eval(b.v).number()
		if !ok || n < 0 || int(n) > len(t.Args) {
			return t
		}
		*b.to = int(n)
	}
	if low > high {
		return t
	}
	return newTerm(List, "", typeName(v.Type()), append([]*Term{}, t.Args[low:high]...)...)
}

func (e *engine) phiTerm(v *ssa.Phi) *Term {
	if len(v.Edges) > 4 {
		return nil
	}
	var terms []*Term
	for _, edge := range v.Edges {
		t := e.eval(edge)
		if t.Kind == Opaque && t.Text == e.id(v) {
			continue // the loop's own value
		}
		if t.has(func(p *Term) bool { return p.Kind == Opaque && p.Text == e.id(v) }) {
			return nil
		}
		terms = append(terms, t)
	}
	return choice(terms)
}

func (e *engine) binopTerm(v *ssa.BinOp) *Term {
	switch v.Op {
	case token.ADD:
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return concat(e.eval(v.X), e.eval(v.Y))
		}
		return arith("+", e.eval(v.X), e.eval(v.Y))
	case token.SUB, token.MUL, token.QUO, token.REM:
		return arith(v.Op.String(), e.eval(v.X), e.eval(v.Y))
	}
	return nil
}

// fieldTerm evaluates field i of x.
func (e *engine) fieldTerm(at ssa.Value, x ssa.Value, i int) *Term {
	st := structOf(x.Type())
	if st == nil || i >= st.NumFields() {
		return nil
	}
	name, typ := st.Field(i).Name(), typeName(x.Type())
	if st.Field(i).Embedded() && isClientPart(st.Field(i)) {
		return e.eval(x) // the client is its own embedded part
	}
	base := e.eval(x)
	if fa, ok := at.(*ssa.FieldAddr); ok && e.tokenKept(fa) || isTokenField(x.Type(), st.Field(i)) {
		return newTerm(Token, "", "", base)
	}
	return field(base, typ, name)
}

// isClientPart reports whether an embedded field is a library's own: go-redis
// promotes its commands from an embedded function value.
func isClientPart(f *types.Var) bool {
	return f.Pkg() != nil && catalogue.Lookup(f.Pkg().Path()) != nil
}

func structOf(t types.Type) *types.Struct {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// allocTerm evaluates a local variable or a composite literal: a struct is an
// Object of its fields, an array a List of its elements.
func (e *engine) allocTerm(a *ssa.Alloc) *Term {
	elem := a.Type().Underlying().(*types.Pointer).Elem()
	switch u := elem.Underlying().(type) {
	case *types.Struct:
		if poured := e.poured(a); len(poured) > 0 {
			return newTerm(Apply, "poured", "", poured...)
		}
		return e.structObject(a, a, elem, u, 0)
	case *types.Array:
		if vals := e.allStores(a); len(vals) == 1 {
			return e.eval(vals[0]) // a copy of a literal
		}
		return e.arrayList(a, u)
	}
	if vals := e.allStores(a); len(vals) > 0 && len(vals) <= 3 {
		return e.evalAll(vals)
	}
	return nil
}

// structObject collects what is stored into the fields of addr.
func (e *engine) structObject(id ssa.Value, addr ssa.Value, typ types.Type, st *types.Struct, depth int) *Term {
	fields := map[int][]*Term{}
	var names []ssa.Value
	for _, v := range e.knownAs(addr) {
		names = append(append(names, e.aliases(v)...), e.filledBy(v)...)
	}
	for _, a := range names {
		refs := a.Referrers()
		if refs == nil {
			continue
		}
		for _, r := range *refs {
			switch r := r.(type) {
			case *ssa.FieldAddr:
				if r.X != a {
					continue
				}
				if t := e.fieldStores(r, st, depth); t != nil {
					fields[r.Field] = append(fields[r.Field], t)
				}
			case *ssa.Store:
				if r.Addr == a {
					if whole := e.eval(r.Val); whole.Kind == Object {
						for i, n := range whole.Names {
							if k := fieldIndex(st, n); k >= 0 {
								fields[k] = append(fields[k], whole.Args[i])
							}
						}
					} else if _, zero := r.Val.(*ssa.Const); !zero && len(e.allStores(addr)) == 1 {
						return whole // T{} alone says nothing: its fields may be set one by one
					}
				}
			}
		}
	}
	opts := e.optionsGiven(addr)
	idx := make([]int, 0, len(fields))
	for i := range st.NumFields() {
		if len(fields[i]) > 0 || opts != nil {
			idx = append(idx, i)
		}
	}
	set, vals := make([]string, len(idx)), make([]*Term, len(idx))
	for k, i := range idx {
		set[k] = st.Field(i).Name()
		vals[k] = nilTerm
		if len(fields[i]) > 0 {
			vals[k] = choice(fields[i])
		}
		if opts != nil {
			vals[k] = optionField(set[k], vals[k], opts)
		}
	}
	return object(typeName(typ), e.id(id), set, vals)
}

func fieldIndex(st *types.Struct, name string) int {
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return i
		}
	}
	return -1
}

// fieldStores is what the program stores to one field address.
func (e *engine) fieldStores(fa *ssa.FieldAddr, st *types.Struct, depth int) *Term {
	var terms []*Term
	nested := false
	for _, r := range *fa.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == fa {
				terms = append(terms, e.eval(r.Val))
			}
		case *ssa.FieldAddr:
			nested = true
		}
	}
	if len(terms) > 0 {
		return choice(terms)
	}
	if nested && depth < 4 {
		ft := st.Field(fa.Field).Type()
		if inner, ok := ft.Underlying().(*types.Struct); ok {
			return e.structObject(fa, fa, ft, inner, depth+1)
		}
	}
	return nil
}

// updatesOf are the places where a map gets an entry.
func (e *engine) updatesOf(m *ssa.MakeMap) []*ssa.MapUpdate {
	var out []*ssa.MapUpdate
	for _, v := range e.knownAs(m) {
		if v.Referrers() == nil {
			continue
		}
		for _, r := range *v.Referrers() {
			if u, ok := r.(*ssa.MapUpdate); ok && u.Map == v {
				out = append(out, u)
			}
		}
	}
	return out
}

// knownAs are the values that a pointer or map is in its function and in closures:
// itself and, where a variable that a closure shares holds nothing else, the loads of
// that variable.
func (e *engine) knownAs(v ssa.Value) []ssa.Value {
	out := []ssa.Value{v}
	if v.Referrers() == nil {
		return out
	}
	for _, r := range *v.Referrers() {
		s, ok := r.(*ssa.Store)
		if !ok || s.Val != v {
			continue
		}
		if a, ok := s.Addr.(*ssa.Alloc); ok && len(e.allStores(a)) == 1 {
			out = append(out, e.loadsOf(a)...)
		}
	}
	return out
}

// loadsOf are the loads of a local variable, in closures too.
func (e *engine) loadsOf(a *ssa.Alloc) []ssa.Value {
	var out []ssa.Value
	for _, alias := range e.aliases(a) {
		for _, r := range *alias.Referrers() {
			if u, ok := r.(*ssa.UnOp); ok && u.Op == token.MUL {
				out = append(out, u)
			}
		}
	}
	return out
}

// aliases are the names under which closures know addr.
func (e *engine) aliases(addr ssa.Value) []ssa.Value {
	out := []ssa.Value{addr}
	for i := 0; i < len(out) && i < 16; i++ {
		refs := out[i].Referrers()
		if refs == nil {
			continue
		}
		for _, r := range *refs {
			mc, ok := r.(*ssa.MakeClosure)
			if !ok {
				continue
			}
			out = append(out, captured(mc, out[i])...)
		}
	}
	return out
}

// captured are the free variables by which a closure knows v.
func captured(mc *ssa.MakeClosure, v ssa.Value) []ssa.Value {
	var out []ssa.Value
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b == v && i < len(fn.FreeVars) {
			out = append(out, fn.FreeVars[i])
		}
	}
	return out
}

// filledBy are the parameters by which functions of this package that get addr
// know it: a helper may set its fields.
func (e *engine) filledBy(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	if addr.Referrers() == nil {
		return nil
	}
	for _, r := range *addr.Referrers() {
		call, ok := r.(*ssa.Call)
		if !ok || call.Call.IsInvoke() || len(out) > 4 {
			continue
		}
		f := call.Call.StaticCallee()
		if f == nil || e.byFn[f] == nil || len(f.Params) != len(call.Call.Args) {
			continue
		}
		for i, a := range call.Call.Args {
			if a == addr && (f.Signature.Recv() == nil || i > 0) {
				out = append(out, f.Params[i])
			}
		}
	}
	return out
}

// allStores are the values stored to addr, in whatever closure.
func (e *engine) allStores(addr ssa.Value) []ssa.Value {
	var vals []ssa.Value
	for _, a := range e.aliases(addr) {
		refs := a.Referrers()
		if refs == nil {
			continue
		}
		for _, r := range *refs {
			if s, ok := r.(*ssa.Store); ok && s.Addr == a {
				vals = append(vals, s.Val)
			}
		}
	}
	return vals
}

// stored returns the values that the load may see: the stores that reach it in
// its own function, or all stores where a closure shares the variable.
func (e *engine) stored(load *ssa.UnOp) []ssa.Value {
	addr := load.X
	for {
		fv, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		b := e.binding(fv)
		if b == nil {
			return nil
		}
		addr = b
	}
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	all := e.allStores(a)
	if len(all) <= 1 || load.X != ssa.Value(a) {
		if len(all) > 4 {
			return nil
		}
		return all
	}
	return reachingStores(load, a)
}

// reachingStores walks back from load to the stores of a that reach it.
func reachingStores(load *ssa.UnOp, a *ssa.Alloc) []ssa.Value {
	var vals []ssa.Value
	seen := map[*ssa.BasicBlock]bool{}
	var back func(b *ssa.BasicBlock, from int) bool
	back = func(b *ssa.BasicBlock, from int) bool {
		for i := from; i >= 0; i-- {
			if s, ok := b.Instrs[i].(*ssa.Store); ok && s.Addr == a {
				vals = append(vals, s.Val)
				return true
			}
		}
		if len(seen) > 200 {
			return false
		}
		for _, p := range b.Preds {
			if !seen[p] {
				seen[p] = true
				if !back(p, len(p.Instrs)-1) {
					return false
				}
			}
		}
		return true
	}
	b := load.Block()
	at := len(b.Instrs) - 1
	for i, in := range b.Instrs {
		if in == ssa.Instruction(load) {
			at = i - 1
		}
	}
	if !back(b, at) || len(vals) > 8 {
		return nil
	}
	return vals
}

// arrayList evaluates the backing array of a slice literal.
func (e *engine) arrayList(a *ssa.Alloc, u *types.Array) *Term {
	if u.Len() > 64 {
		return nil
	}
	elems := make([]*Term, u.Len())
	for _, r := range *a.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok || ia.X != ssa.Value(a) {
			continue
		}
		n, ok := e.eval(ia.Index).number()
		if !ok || int(n) >= len(elems) {
			continue
		}
		for _, rr := range *ia.Referrers() {
			if s, ok := rr.(*ssa.Store); ok && s.Addr == ia {
				elems[int(n)] = e.eval(s.Val)
			}
		}
	}
	for i, t := range elems {
		if t == nil {
			elems[i] = e.elementObject(a, i, u)
		}
	}
	return newTerm(List, "", "", elems...)
}

// elementObject evaluates a struct element that is stored field by field.
func (e *engine) elementObject(a *ssa.Alloc, i int, u *types.Array) *Term {
	st, ok := u.Elem().Underlying().(*types.Struct)
	if !ok {
		return nilTerm
	}
	for _, r := range *a.Referrers() {
		if ia, ok := r.(*ssa.IndexAddr); ok {
			if n, ok := e.eval(ia.Index).number(); ok && int(n) == i {
				return e.structObject(ia, ia, u.Elem(), st, 1)
			}
		}
	}
	return nilTerm
}

// filledSlice evaluates a slice that a loop fills: the one element that stands
// for all of them.
func (e *engine) filledSlice(v *ssa.MakeSlice) *Term {
	var terms []*Term
	for _, r := range *v.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		for _, rr := range *ia.Referrers() {
			if s, ok := rr.(*ssa.Store); ok && s.Addr == ssa.Value(ia) {
				terms = append(terms, e.eval(s.Val))
			}
		}
	}
	if len(terms) != 1 {
		return nil
	}
	return newTerm(List, "", "", terms...)
}

// mapObject evaluates a map literal with constant keys.
func (e *engine) mapObject(m *ssa.MakeMap) *Term {
	vals := map[string][]*Term{}
	for _, u := range e.updatesOf(m) {
		k := e.eval(u.Key)
		if k.Kind == Const {
			vals[k.Text] = append(vals[k.Text], e.eval(u.Value))
		} else {
			vals["?"+k.String()] = append(vals["?"+k.String()], e.eval(u.Value))
		}
	}
	names := make([]string, 0, len(vals))
	for n := range vals {
		names = append(names, n)
	}
	sort.Strings(names)
	terms := make([]*Term, len(names))
	for i, n := range names {
		terms[i] = choice(vals[n])
	}
	kind := "map"
	if named := typeName(m.Type()); named != "" {
		kind = "map:" + named
	}
	return object(kind, e.id(m), names, terms)
}

func (e *engine) extractTerm(v *ssa.Extract) *Term {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return e.callTerm(t, v.Index)
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return e.eval(t.X)
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			o, k := e.eval(t.X), e.eval(t.Index)
			if k.Kind == Const {
				if f := o.Get(k.Text); f != nil {
					return f
				}
			}
			return newTerm(Apply, "elem", "", o, k)
		}
	case *ssa.Next:
		return e.rangeTerm(t, v.Index)
	}
	return nil
}

// rangeTerm evaluates the key or element of a loop over a map in a field: it is
// one of those that the package puts in.
func (e *engine) rangeTerm(n *ssa.Next, i int) *Term {
	r, ok := n.Iter.(*ssa.Range)
	if !ok || n.IsString || i == 0 {
		return nil
	}
	fa := fieldLoaded(r.X)
	if fa == nil {
		return nil
	}
	m := e.eval(r.X)
	if m.Kind != Field {
		return nil
	}
	part := mapKeys
	if i == 2 {
		part = mapElems
	}
	return field(m.Args[0], m.Type, m.Text+part)
}

// callTerm evaluates result i of a call.
func (e *engine) callTerm(v *ssa.Call, i int) *Term {
	if b, ok := v.Call.Value.(*ssa.Builtin); ok {
		return e.builtinTerm(v, b)
	}
	c := e.resolve(v)
	if c.built() {
		return newTerm(Apply, "step:"+c.obj.Name(), "", e.operands(c)...)
	}
	if c.row != nil {
		return e.rowTerm(c, v, i)
	}
	if c.fn != nil {
		if t := e.resultOf(c.fn, i); t != nil {
			return e.subst(t, c.fn, c)
		}
	} else if s := e.imported.fn(c.obj); s != nil {
		if i < len(s.Results) && s.Results[i] != nil {
			return e.substFact(s.Results[i], c)
		}
	} else if ms := e.implementers(c); len(ms) == 1 {
		if t := ms[0].result(e, i); t != nil {
			return e.substFact(t, c)
		}
	}
	if c.obj != nil && c.lib != nil {
		return newTerm(Apply, c.obj.Pkg().Name()+"."+c.obj.Name(), "", e.operands(c)...)
	}
	if c.obj != nil {
		args := e.operands(c)
		if !e.pureLooking(c, v) && !slices.ContainsFunc(args, (*Term).hasToken) {
			return nil
		}
		t := newTerm(Apply, c.obj.FullName(), "", args...)
		t.Index = i
		return t
	}
	return nil
}

// pureLooking reports whether an unknown function may be taken for a function
// of its arguments when keys are compared: it returns a text or a number and
// no error.
func (e *engine) pureLooking(c *call, v *ssa.Call) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsString|types.IsNumeric) != 0
}

// operands are the receiver, if there is one, and the arguments of a call.
func (e *engine) operands(c *call) []*Term {
	args := e.evalEach(c.args)
	if c.recv == nil {
		return args
	}
	return append([]*Term{e.eval(c.recv)}, args...)
}

func (e *engine) evalEach(vals []ssa.Value) []*Term {
	out := make([]*Term, len(vals))
	for i, v := range vals {
		out[i] = e.eval(v)
	}
	return out
}

func (e *engine) builtinTerm(v *ssa.Call, b *ssa.Builtin) *Term {
	switch b.Name() {
	case "append":
		return e.appendTerm(v)
	case "len":
		return newTerm(Apply, "len", "", e.eval(v.Call.Args[0]))
	case "min", "max":
		return newTerm(Apply, b.Name(), "", e.evalEach(v.Call.Args)...)
	}
	return nil
}

func (e *engine) appendTerm(v *ssa.Call) *Term {
	base := e.eval(v.Call.Args[0])
	var elems []*Term
	switch base.Kind {
	case List:
		elems = append(elems, base.Args...)
	case Nil:
	default:
		elems = append(elems, opaque("more"))
	}
	if len(v.Call.Args) > 1 {
		if more := e.eval(v.Call.Args[1]); more.Kind == List {
			elems = append(elems, more.Args...)
		} else {
			elems = append(elems, more, opaque("more"))
		}
	}
	return newTerm(List, "", "", elems...)
}

// rowTerm evaluates a result of a catalogued call.
func (e *engine) rowTerm(c *call, v *ssa.Call, i int) *Term {
	r := c.row
	switch r.Role {
	case catalogue.Pure:
		args := e.operands(c)
		if len(args) == 0 {
			return nil
		}
		if c.lib.Anchor { // a client's option or condition keeps its name
			return newTerm(Apply, c.obj.Pkg().Name()+"."+c.obj.Name(), "", args...)
		}
		if len(args) == 1 || isConversion(c) {
			return args[0]
		}
		return newTerm(Apply, c.obj.FullName(), "", args...)
	case catalogue.Format:
		if i <= 0 {
			return e.formatTerm(c)
		}
	case catalogue.Join:
		return e.joinTerm(c)
	case catalogue.Collected:
		return e.collectedTerm(c, v)
	case catalogue.Embedded:
		if i == 0 {
			return e.embeddedTerm(c)
		}
	case catalogue.Fresh:
		return &Term{Kind: Fresh, Text: e.id(v), size: 1}
	case catalogue.Shared:
		return newTerm(Shared, c.obj.Name(), "")
	case catalogue.Now:
		return nowTerm
	case catalogue.Later:
		return newTerm(Apply, laterApply, "", e.at(c, r.Handle), e.at(c, r.TTL))
	case catalogue.NewScript:
		if t := e.at(c, r.Text); t != nil {
			if n := e.at(c, r.KeyCount); n != nil {
				return object("script", "", []string{"count", "text"}, []*Term{n, t})
			}
			return t
		}
	case catalogue.Eval:
		if e.scriptToken(c) {
			return newTerm(Token, "", "", e.recvTerm(c))
		}
	case catalogue.NewLock, catalogue.NewSession:
		if i == max(resultIndex(r.Handle), 0) {
			return e.handleTerm(c, v)
		}
	case catalogue.Acquire:
		if i == resultIndex(r.Handle) && r.Handle != "" {
			return e.handleTerm(c, v)
		}
	case catalogue.Request:
		return e.requestTerm(c, v)
	case catalogue.SQLPrepare:
		if i == 0 {
			return e.at(c, r.Text) // the statement runs its text
		}
	case catalogue.TokenOf:
		if h := e.handleOf(c); h != nil {
			return newTerm(Token, "", "", h)
		}
	case catalogue.Step, catalogue.Where:
		if name, ok := strings.CutPrefix(r.Cond, "step:"); ok && c.recv != nil {
			if ch := e.chain(e.eval(c.recv)); len(ch.steps) > 0 && ch.root.Kind == Nil && ch.find(name) == nil {
				return nilTerm
			}
		}
		return newTerm(Apply, "step:"+c.obj.Name(), c.lib.Name, append([]*Term{e.recvTerm(c)}, e.stepArgs(c)...)...)
	case catalogue.Unwrap:
		return newTerm(Apply, "unwrap", "", e.recvOrArg(c, r.Handle))
	}
	if r.Token == catalogue.Grows && answersInteger(v, i) {
		return newTerm(Token, "", "", e.recvTerm(c))
	}
	if c.recv != nil {
		return newTerm(Apply, c.obj.Pkg().Name()+"."+c.obj.Name()+"#"+e.id(v)+"/"+strconv.Itoa(i), "", e.operands(c)...)
	}
	t := newTerm(Apply, c.obj.Pkg().Name()+"."+c.obj.Name(), "", e.evalEach(c.args)...)
	return t
}

// stepArgs are the arguments of a builder's step, without a variadic tail that is
// empty.
func (e *engine) stepArgs(c *call) []*Term {
	ts := e.evalEach(c.args)
	if n := len(ts); n > 0 && ts[n-1].Kind == Nil && c.instr.Common().Signature().Variadic() {
		ts = ts[:n-1]
	}
	for i, t := range ts {
		ts[i] = typed(c.args[i], t)
	}
	return ts
}

func (e *engine) recvTerm(c *call) *Term {
	if c.recv == nil {
		return nilTerm
	}
	return e.eval(c.recv)
}

func (e *engine) recvOrArg(c *call, p catalogue.Path) *Term {
	if t := e.at(c, p); t != nil {
		return t
	}
	return nilTerm
}

// isConversion: strconv.FormatInt(x, 10) is x in another form.
func isConversion(c *call) bool {
	return c.obj.Pkg() != nil && c.obj.Pkg().Path() == "strconv"
}

// handleTerm is the lock object that a call makes: what identifies the lock is
// what it was made of, so two objects of one key are one lock.
func (e *engine) handleTerm(c *call, v *ssa.Call) *Term {
	r := c.row
	names := []string{"key", "owner", "session", "ttl", "default", "once"}
	vals := []*Term{e.at(c, r.Key), e.at(c, r.Owner), e.at(c, r.Session), inNanoseconds(e.at(c, r.TTL), r.Unit), nil, e.at(c, r.Once)}
	if d, err := time.ParseDuration(r.DefaultTTL); err == nil && vals[3] == nil {
		vals[4] = constTerm(formatNumber(float64(d)))
	}
	id := ""
	if vals[0] == nil {
		id = e.id(v)
	}
	var n2 []string
	var v2 []*Term
	for i, t := range vals {
		if t != nil {
			n2, v2 = append(n2, names[i]), append(v2, t)
		}
	}
	kind := "lock:"
	if r.Role == catalogue.NewSession {
		kind, id = "session:", e.id(v)
	}
	return object(kind+c.lib.Name, id, n2, v2)
}

// inNanoseconds scales a TTL to a time.Duration.
func inNanoseconds(t *Term, u catalogue.Unit) *Term {
	switch {
	case t == nil:
		return nil
	case u == catalogue.Seconds:
		return countedIn(t, ".Seconds", "1000000000")
	case u == catalogue.Milliseconds:
		return countedIn(t, ".Milliseconds", "1000000")
	case u == catalogue.DurationText:
		if d, err := time.ParseDuration(t.Text); err == nil && t.Kind == Const {
			return constTerm(formatNumber(float64(d)))
		}
	}
	return t
}

// countedIn scales a number of units to nanoseconds. What a Duration's method
// counted is the Duration itself.
func countedIn(t *Term, method, nanoseconds string) *Term {
	if t.Kind == Apply && strings.HasSuffix(t.Text, method) && len(t.Args) > 0 {
		return t.Args[0]
	}
	return arith("*", t, constTerm(nanoseconds))
}

// handleOf is the lock or session object that a call works on. A call that
// names the lock by its key or owner works on none: its receiver is the client.
func (e *engine) handleOf(c *call) *Term {
	switch r := c.row; {
	case r.Handle != "":
		return e.at(c, r.Handle)
	case r.Key == "" && r.Owner == "" && c.recv != nil:
		return e.eval(c.recv)
	}
	return nil
}

// formatTerm reads a Sprintf as a concatenation of its literal parts and its
// arguments.
func (e *engine) formatTerm(c *call) *Term {
	args, _ := e.list(c, c.row.Args)
	if c.row.Text == "" {
		return concat(args...)
	}
	f := e.at(c, c.row.Text)
	if f == nil || f.Kind != Const {
		return newTerm(Apply, "format", "", append([]*Term{f}, args...)...)
	}
	return formatParts(f.Text, args)
}

func formatParts(format string, args []*Term) *Term {
	var parts []*Term
	next := 0
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 || i+1 >= len(format) {
			parts = append(parts, constTerm(format))
			break
		}
		parts = append(parts, constTerm(format[:i]))
		format = format[i+1:]
		if format[0] == '%' {
			parts = append(parts, constTerm("%"))
			format = format[1:]
			continue
		}
		verb := strings.IndexFunc(format, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
		if verb < 0 {
			break
		}
		arg := opaque("arg")
		if next < len(args) {
			arg = args[next]
		}
		parts = append(parts, verbTerm(format[verb], arg))
		next++
		format = format[verb+1:]
	}
	return concat(parts...)
}

// verbTerm is an argument as its verb writes it.
func verbTerm(verb byte, arg *Term) *Term {
	if verb == 'q' && arg.Kind == Const {
		return constTerm(strconv.Quote(arg.Text))
	}
	return arg
}

// joinTerm reads strings.Join and path.Join.
func (e *engine) joinTerm(c *call) *Term {
	elems, all := e.list(c, c.row.Args)
	sep := constTerm("/")
	if c.row.Text != "" {
		if t := e.at(c, c.row.Text); t != nil {
			sep = t
		}
	}
	if !all || len(elems) == 0 {
		t := e.at(c, c.row.Args)
		if t == nil {
			return nil
		}
		return newTerm(Apply, "join", "", t, sep)
	}
	var parts []*Term
	for i, el := range elems {
		if i > 0 {
			parts = append(parts, sep)
		}
		parts = append(parts, el)
	}
	return concat(parts...)
}

// resultOf is what a function of this package returns as result i, in terms of
// its parameters, or nil if its returns differ or are unknown.
func (e *engine) resultOf(fn *ssa.Function, i int) *Term {
	key := funcID(fn) + "/" + strconv.Itoa(i)
	if t, ok := e.results[key]; ok {
		return t
	}
	e.results[key] = nil
	var terms []*Term
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(r.Results) || b == fn.Recover {
			continue
		}
		t := e.eval(r.Results[i])
		if t.Kind == Nil {
			continue // the failed return beside the one that counts
		}
		terms = append(terms, t)
	}
	if len(terms) == 0 || len(terms) > 6 {
		return nil
	}
	t := choice(terms)
	e.results[key] = t
	return t
}

// subst rewrites a term of fn's vocabulary into the caller's.
func (e *engine) subst(t *Term, fn *ssa.Function, c *call) *Term {
	if t == nil { // most are: the name is dear
		return nil
	}
	id := funcID(fn)
	return t.mapTerm(func(p *Term) *Term {
		if p.Kind == Param && p.Text == id {
			return e.argTerm(c, p.Index)
		}
		return nil
	})
}

// substFact rewrites a term of an imported summary: its parameters have the
// function text "".
func (e *engine) substFact(t *Term, c *call) *Term {
	return t.mapTerm(func(p *Term) *Term {
		if p.Kind == Param && p.Text == "" {
			return e.argTerm(c, p.Index)
		}
		return nil
	})
}

// argTerm is argument i as the callee counts: the receiver is number 0.
func (e *engine) argTerm(c *call, i int) *Term {
	if v := passedAs(c, i); v != nil {
		return e.eval(v)
	}
	return opaque(fmt.Sprint("arg", i))
}

// passedAs is argument i as the callee counts, nil if there is none.
func passedAs(c *call, i int) ssa.Value {
	common := c.instr.Common()
	if common.IsInvoke() || c.recv != nil && (len(common.Args) == 0 || common.Args[0] != c.recv) {
		if i == 0 {
			return c.recv
		}
		i--
	}
	if i >= 0 && i < len(common.Args) {
		return common.Args[i]
	}
	return nil
}
