package locks

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// A Forward says that a function does nothing but make one call of a library,
// with its parameters and constants, and return what that returns. A call of the
// function is read as a call of the library: what the row says of struct fields,
// conditions and results then holds for what the caller passes. A function whose
// name speaks for a lock, or of which the user declares something, is not one: it
// answers for what it does.
type Forward struct {
	// Package and Name are those of the library's function. Of a method the
	// package may be unknown: the receiver that a caller passes tells it.
	Package, Short, Name string // Short is the package's name
	Recv                 *Slot
	Args                 []Slot

	obj *types.Func
}

// A Slot says where an argument of the forwarded call comes from.
type Slot struct {
	Param int   // of the function, the receiver counted; -1 if it is no parameter
	Term  *Term // what is made of parameters and constants, if Param is -1
}

// A form is a value that a forwarding function makes of what its caller passes. It
// stands in for an argument where the caller has no value of its own.
type form struct {
	ssa.Value // the caller's call
	typ       types.Type
	term      *Term
	call      *call
}

func (f *form) Type() types.Type              { return f.typ }
func (f *form) Referrers() *[]ssa.Instruction { return new([]ssa.Instruction) }

// through is the library's call that c comes down to, or nil.
func (e *engine) through(c *call) *call {
	w := e.forwardOf(c)
	if w == nil {
		return nil
	}
	value, ok := c.instr.(ssa.Value)
	if !ok { // deferred or started: nobody gets the results
		value = c.instr.Common().Value
	}
	n := &call{instr: c.instr, obj: w.obj, ctx: c.ctx, forwarded: w}
	if w.Recv != nil {
		if n.recv = unboxed(passedAs(c, w.Recv.Param)); n.recv == nil {
			return nil
		}
		n.obj = methodNamed(n.recv.Type(), e.pass.Pkg, w.Name)
	} else if n.obj == nil {
		n.obj = declaredElsewhere(c, w)
	}
	if n.obj == nil || n.obj.Pkg() == nil {
		return nil
	}
	if e.findRow(n); n.row == nil {
		return nil
	}
	params := dataParams(n.obj.Signature())
	for i, s := range w.Args {
		v := passedAs(c, s.Param)
		if s.Param < 0 && i < len(params) {
			v = &form{Value: value, typ: params[i], term: s.Term, call: c}
		}
		if v == nil {
			return nil
		}
		n.args = append(n.args, v)
	}
	return n
}

// throughLiteral is the library's call that a call of a function literal comes down
// to, or nil.
func (e *engine) throughLiteral(c *call) *call {
	if c.fn == nil {
		return nil
	}
	inner := e.literal(c.fn)
	if inner == nil {
		return nil
	}
	n := *inner
	n.instr, n.inLiteral = c.instr, inner.instr
	return &n
}

// literal is the one call of a library that a function literal makes whose results
// are the literal's, if the literal is called where it stands and does nothing else
// that counts: then its call is the library's call, and the values that it captures
// are its caller's. Scopes for a defer and for variables are written so.
func (e *engine) literal(fn *ssa.Function) *call {
	if c, ok := e.literals[fn]; ok {
		return c
	}
	e.literals[fn] = nil // a literal does not call itself
	c := e.readLiteral(fn)
	e.literals[fn] = c
	return c
}

func (e *engine) readLiteral(fn *ssa.Function) *call {
	if callOfLiteral(fn) == nil || len(fn.Params) > 0 || len(fn.Blocks) == 0 {
		return nil
	}
	body := fn.Blocks[0]
	returned := e.returnedCall(body)
	if returned == nil || !e.returnsAll(body, returned) {
		return nil
	}
	for _, in := range body.Instrs {
		switch in := in.(type) {
		case *ssa.If, *ssa.Jump, *ssa.Go, *ssa.Send, *ssa.Select, *ssa.Panic:
			return nil
		case ssa.CallInstruction:
			if in != ssa.CallInstruction(returned) && !e.plain(e.resolve(in)) {
				return nil
			}
		}
	}
	c := e.resolve(returned)
	if c.obj == nil || c.fn != nil {
		return nil
	}
	return c
}

// returnedCall is the call whose first result a block returns, or nil.
func (e *engine) returnedCall(b *ssa.BasicBlock) *ssa.Call {
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	if !ok || len(ret.Results) == 0 {
		return nil
	}
	v := e.returned(ret.Results[0])[0]
	if ex, ok := v.(*ssa.Extract); ok {
		v = ex.Tuple
	}
	c, _ := v.(*ssa.Call)
	return c
}

// plain reports a call that no question is about: of a value, of a context, or of a
// function that makes only such calls.
func (e *engine) plain(c *call) bool {
	if c.row != nil {
		return c.row.Role.OnlyValues()
	}
	if _, builtin := c.instr.Common().Value.(*ssa.Builtin); builtin {
		return true
	}
	if c.obj == nil {
		return isCancelFunc(c.instr.Common().Value.Type())
	}
	if c.fn != nil {
		return e.plainBody(c.fn)
	}
	s := e.imported.fn(c.obj)
	return !c.instr.Common().IsInvoke() && (s == nil || len(s.Ops) == 0 && s.Row == nil && s.Forward == nil)
}

func (e *engine) plainBody(fn *ssa.Function) bool {
	if p, ok := e.plains[fn]; ok {
		return p
	}
	e.plains[fn] = false // who calls itself is not looked at twice
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if ci, ok := in.(ssa.CallInstruction); ok && !e.plain(e.resolve(ci)) {
				return false
			}
		}
	}
	e.plains[fn] = true
	return true
}

// callOfLiteral is the call of a function literal that is called where it stands, and
// nowhere else; nil of any other function.
func callOfLiteral(fn *ssa.Function) ssa.CallInstruction {
	if fn.Parent() == nil || fn.Referrers() == nil || len(*fn.Referrers()) != 1 {
		return nil
	}
	use := (*fn.Referrers())[0]
	if mc, ok := use.(*ssa.MakeClosure); ok {
		if mc.Referrers() == nil || len(*mc.Referrers()) != 1 {
			return nil
		}
		use = (*mc.Referrers())[0]
	}
	call, ok := use.(ssa.CallInstruction)
	if !ok || isGo(call) || call.Common().StaticCallee() != fn {
		return nil
	}
	return call
}

// declaredElsewhere stands for a function of a package that this one may not
// import. The caller of c sees of it what it sees of the function that forwards.
func declaredElsewhere(c *call, w *Forward) *types.Func {
	given := c.obj.Signature()
	var params []*types.Var
	for _, s := range w.Args {
		t := types.Type(types.NewSlice(types.Universe.Lookup("any").Type())) // a variadic tail
		if s.Param >= 0 && s.Param < given.Params().Len() {
			t = given.Params().At(s.Param).Type()
		}
		params = append(params, types.NewParam(token.NoPos, nil, "", t))
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), given.Results(), false)
	return types.NewFunc(token.NoPos, types.NewPackage(w.Package, w.Short), w.Name, sig)
}

// dataParams are the types of a function's parameters but for contexts.
func dataParams(sig *types.Signature) []types.Type {
	var list []types.Type
	for v := range sig.Params().Variables() {
		if !isContext(v.Type()) {
			list = append(list, v.Type())
		}
	}
	return list
}

// unboxed is the value behind an interface that was made of it just for a call.
func unboxed(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
}

// forwardOf is what the function that c calls forwards to, or nil.
func (e *engine) forwardOf(c *call) *Forward {
	if c.row != nil || c.obj == nil {
		return nil
	}
	if c.fn == nil {
		if s := e.imported.fn(c.obj); s != nil {
			return s.Forward
		}
		return nil
	}
	return e.forward(c.fn)
}

// forward reads a body.
func (e *engine) forward(fn *ssa.Function) *Forward {
	if w, ok := e.forwards[fn]; ok {
		return w
	}
	e.forwards[fn] = nil // a recursive function forwards to nobody
	w := e.readForward(fn)
	e.forwards[fn] = w
	return w
}

func (e *engine) readForward(fn *ssa.Function) *Forward {
	if len(fn.Blocks) != 1 || fn.Parent() != nil || lockNamed(fn) {
		return nil
	}
	inner := onlyCall(fn.Blocks[0])
	if inner == nil || !e.returnsAll(fn.Blocks[0], inner) || e.declared.about(inner.Pos()) {
		return nil
	}
	c := e.resolve(inner)
	ofParam := c.recv != nil && types.IsInterface(c.recv.Type().Underlying())
	if c.forwarded != nil || c.row == nil && !ofParam || c.obj == nil || c.obj.Pkg() == nil || c.row != nil && c.row.Role == catalogue.Neutral {
		return nil
	}
	if c.row != nil && e.namesKey(c) {
		return nil
	}
	w := &Forward{Package: c.obj.Pkg().Path(), Short: c.obj.Pkg().Name(), Name: c.obj.Name(), obj: c.obj}
	if c.recv != nil {
		s, ok := e.slot(fn, embedder(c.recv))
		if !ok || s.Param < 0 {
			return nil
		}
		w.Recv = &s
	}
	for _, a := range c.args {
		s, ok := e.slot(fn, a)
		if !ok {
			return nil
		}
		w.Args = append(w.Args, s)
	}
	return w
}

// embedder is the struct in which v is embedded, however deep: v is the receiver
// of a method that the struct has from it.
func embedder(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			fa, ok := x.X.(*ssa.FieldAddr)
			if !ok || x.Op != token.MUL {
				return v
			}
			v = fa
		case *ssa.FieldAddr:
			if st := structOf(x.X.Type()); st == nil || !st.Field(x.Field).Embedded() {
				return v
			}
			v = x.X
		case *ssa.Field:
			if st := structOf(x.X.Type()); st == nil || !st.Field(x.Field).Embedded() {
				return v
			}
			v = x.X
		default:
			return v
		}
	}
}

// namesKey reports whether a call works on a key that its function knows by
// itself: the function is judged then.
func (e *engine) namesKey(c *call) bool {
	keys, _ := e.list(c, c.row.Key)
	return slices.ContainsFunc(keys, func(k *Term) bool { return !bare(k) && k.has(isText) })
}

// isText reports a constant.
func isText(t *Term) bool { return t.Kind == Const }

// slot says what an argument of a forwarded call is made of.
func (e *engine) slot(fn *ssa.Function, v ssa.Value) (s Slot, ok bool) {
	if p, isParam := unboxed(v).(*ssa.Parameter); isParam {
		for i, q := range fn.Params {
			if p == q {
				return Slot{Param: i}, true
			}
		}
	}
	if !handedOn(v, 0) {
		return Slot{}, false
	}
	return Slot{Param: -1, Term: neutral(e.eval(v), fn)}, true
}

// handedOn reports a value that is made of parameters and constants alone.
func handedOn(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.Const, *ssa.Global:
		return true
	case *ssa.MakeInterface:
		return handedOn(v.X, depth+1)
	case *ssa.ChangeInterface:
		return handedOn(v.X, depth+1)
	case *ssa.ChangeType:
		return handedOn(v.X, depth+1)
	case *ssa.Convert:
		return handedOn(v.X, depth+1)
	case *ssa.UnOp:
		_, global := v.X.(*ssa.Global)
		return global
	case *ssa.Slice:
		array, ok := v.X.(*ssa.Alloc)
		return ok && filledFromParams(array, depth)
	}
	return false
}

// filledFromParams reports the array of a variadic tail whose elements are handed
// on.
func filledFromParams(array *ssa.Alloc, depth int) bool {
	for _, r := range *array.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *ia.Referrers() {
			if s, ok := use.(*ssa.Store); !ok || !handedOn(s.Val, depth+1) {
				return false
			}
		}
	}
	return true
}

// onlyCall is the one call of a block that does nothing else, or nil.
func onlyCall(b *ssa.BasicBlock) *ssa.Call {
	var found *ssa.Call
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Call:
			if found != nil {
				return nil
			}
			found = in
		case *ssa.Defer, *ssa.Go, *ssa.Send, *ssa.MapUpdate, *ssa.Panic, *ssa.RunDefers:
			return nil
		case *ssa.Store:
			if _, ok := in.Addr.(*ssa.IndexAddr); !ok {
				return nil
			}
		}
	}
	return found
}

// returnsAll reports a block that returns the results of the call, each in its
// place.
func (e *engine) returnsAll(b *ssa.BasicBlock, inner *ssa.Call) bool {
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	if !ok {
		return false
	}
	n := inner.Call.Signature().Results().Len()
	if len(ret.Results) != n {
		return false
	}
	for i, v := range ret.Results {
		v = e.returned(v)[0]
		if n == 1 && v != ssa.Value(inner) {
			return false
		}
		if n > 1 {
			ex, ok := v.(*ssa.Extract)
			if !ok || ex.Tuple != ssa.Value(inner) || ex.Index != i {
				return false
			}
		}
	}
	return true
}
