package locks

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// A call is a call site with its callee resolved as far as the program shows
// it. args leaves receivers and contexts out, as the catalogue counts.
type call struct {
	instr ssa.CallInstruction
	obj   *types.Func // the declared callee, if there is one
	lib   *catalogue.Library
	row   *catalogue.Row
	fn    *ssa.Function // the callee's body, if it is in this package
	binds []ssa.Value   // of fn, if it is a closure
	recv  ssa.Value
	args  []ssa.Value
	ctx   ssa.Value
	value ssa.Value // the function value of a dynamic call
	saves bool      // declared to take an efficiency lock
	// forwarded says that the program calls a function that makes this call.
	forwarded *Forward
	// inLiteral is this call in a function literal that is called at once; instr is
	// the call of the literal.
	inLiteral ssa.CallInstruction
}

// pos is where the program writes the call.
func (c *call) pos() token.Pos {
	if c.inLiteral != nil {
		return c.inLiteral.Pos()
	}
	return callPos(c.instr.Common(), c.instr.Pos())
}

// resolve finds out what instr calls.
func (e *engine) resolve(instr ssa.CallInstruction) *call {
	if c, ok := e.calls[instr]; ok {
		return c
	}
	c := e.resolveCommon(instr.Common())
	c.instr = instr
	e.calls[instr] = c
	if n := e.throughLiteral(c); n != nil {
		c = n
	} else if n := e.through(c); n != nil {
		c = n
	}
	e.calls[instr] = c
	return c
}

func (e *engine) resolveCommon(common *ssa.CallCommon) *call {
	c := &call{}
	args := common.Args
	switch {
	case common.IsInvoke():
		c.obj, c.recv = common.Method, common.Value
		e.devirtualize(c)
	default:
		v := common.Value
		if mc, ok := v.(*ssa.MakeClosure); ok {
			c.binds = mc.Bindings
		}
		fn := common.StaticCallee()
		if fn == nil {
			fn, c.binds = e.knownFunc(v)
		}
		if fn == nil {
			c.value = v
			break
		}
		if obj, ok := fn.Object().(*types.Func); ok {
			c.obj = obj
			if strings.HasSuffix(fn.Name(), "$bound") && len(c.binds) == 1 {
				c.recv, c.binds = c.binds[0], nil
			}
		}
		if c.recv == nil && fn.Signature.Recv() != nil && len(args) > 0 {
			c.recv, args = args[0], args[1:]
		}
		c.fn = e.bodyOf(fn)
	}
	for _, a := range args {
		if isContext(a.Type()) {
			if c.ctx == nil {
				c.ctx = a
			}
			continue
		}
		c.args = append(c.args, a)
	}
	if c.obj != nil && c.obj.Pkg() != nil {
		e.findRow(c)
	}
	return c
}

// devirtualize replaces the method of an interface that was made just for the call
// by the method of the value in it.
func (e *engine) devirtualize(c *call) {
	v := unboxed(c.recv)
	if v == c.recv {
		return
	}
	if f := methodNamed(v.Type(), c.obj.Pkg(), c.obj.Name()); f != nil {
		c.obj, c.recv, c.fn = f, v, e.byObj[f.Origin()]
	}
}

// methodNamed is the method of a type or of a pointer to it, as code of pkg sees it;
// nil if there is none.
func methodNamed(t types.Type, pkg *types.Package, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	f, _ := obj.(*types.Func)
	return f
}

// bodyOf returns the analysed function behind fn: of an instance its origin,
// of a bound or promoted method the method itself.
func (e *engine) bodyOf(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if _, ok := e.byFn[fn]; ok {
		return fn
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return e.byObj[obj.Origin()]
	}
	return nil
}

// findRow looks the callee up in what the user declares, then in the catalogue:
// by its own package, or, for a method of the user's interface, by its name and
// the library types that it returns.
func (e *engine) findRow(c *call) {
	recv := recvName(c.obj)
	if e.findDeclared(c, recv) {
		return
	}
	if l := catalogue.Lookup(c.obj.Pkg().Path()); l != nil {
		c.lib, c.row = l, l.Find(recv, c.obj.Name())
		return
	}
	sig := c.obj.Type().(*types.Signature)
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) {
		return
	}
	for v := range sig.Results().Variables() {
		if n := namedOf(v.Type()); n != nil && n.Obj().Pkg() != nil {
			if l := catalogue.Lookup(n.Obj().Pkg().Path()); l != nil {
				if r := l.FindAny(c.obj.Name()); r != nil {
					c.lib, c.row = l, r
					return
				}
			}
		}
	}
}

// recvName is the receiver's type name of a method, or "".
func recvName(f *types.Func) string {
	r := f.Type().(*types.Signature).Recv()
	if r == nil {
		return ""
	}
	if n := namedOf(r.Type()); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// namedOf is the named type behind t, a pointer to it, or an alias of it.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

func typeName(t types.Type) string {
	n := namedOf(t)
	if n == nil {
		return ""
	}
	if n.Obj().Pkg() == nil {
		return n.Obj().Name()
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

func isContext(t types.Type) bool { return typeName(t) == "context.Context" }

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// knownFunc resolves a function value to a body where the program shows it.
func (e *engine) knownFunc(v ssa.Value) (*ssa.Function, []ssa.Value) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Function:
			return x, nil
		case *ssa.MakeClosure:
			return x.Fn.(*ssa.Function), x.Bindings
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.UnOp:
			vals := e.stored(x)
			if len(vals) != 1 {
				return nil, nil
			}
			v = vals[0]
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// at evaluates a catalogue path at a call. It returns nil where the path names
// nothing, so that "left out" and "unknown" stay apart.
func (e *engine) at(c *call, path catalogue.Path) *Term {
	for p := range strings.SplitSeq(string(path), "|") {
		if t := e.atOne(c, p); t != nil && t.Kind != Nil {
			return t
		}
	}
	return nil
}

func (e *engine) atOne(c *call, p string) *Term {
	if p == "" {
		return nil
	}
	if name, ok := strings.CutPrefix(p, "option:"); ok {
		return e.option(c, name)
	}
	p, part, _ := strings.Cut(strings.TrimSuffix(p, "..."), "[")
	p, fields, _ := strings.Cut(p, ".")
	head, setter, isSetter := strings.Cut(p, ":")
	v := c.place(head)
	if v == nil {
		return nil
	}
	if _, basic := v.Type().Underlying().(*types.Basic); basic && fields != "" {
		return nil // another function of the row has the struct there
	}
	var t *Term
	switch {
	case isSetter:
		t = partOf(e.setter(v, setter), part)
	case part != "":
		t = partOf(e.eval(v), part)
	default:
		t = e.eval(v)
	}
	if t == nil {
		return nil
	}
	if fields != "" && t.Kind == List && len(t.Args) == 1 {
		t = t.Args[0] // one options struct in a variadic tail
	}
	for fields != "" {
		var name string
		name, fields, _ = strings.Cut(fields, ".")
		if t.Kind == Nil || len(e.chain(t).steps) > 0 {
			return nil // of an object that setters made, the setters tell
		}
		if t.Kind == Object {
			t = t.Get(name)
			if t == nil {
				return nil
			}
			continue
		}
		t = field(t, "", name)
	}
	return t
}

// partOf is the first element of a list ("0]"), or the list of the others
// ("1:]"). Without a part it is the first element, if there is a list.
func partOf(t *Term, part string) *Term {
	switch {
	case t == nil || t.Kind != List:
		return nil
	case part == "1:]":
		return newTerm(List, "", "", t.Args[min(1, len(t.Args)):]...)
	case len(t.Args) == 0:
		return constTerm("true") // a setter without parameters was called
	}
	return t.Args[0]
}

// setter lists the arguments of the call of the method name that set up v, an
// options object or a builder: a link of the chain that made it, or a call on
// the variable that holds it. It is nil if there is no such call.
func (e *engine) setter(v ssa.Value, name string) *Term {
	if s := e.chain(e.eval(v)).find(name); s != nil {
		return newTerm(List, "", "", flatten(s.args)...)
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X // options by value
	}
	if v.Referrers() == nil {
		return nil
	}
	for _, r := range *v.Referrers() {
		if ci, ok := r.(ssa.CallInstruction); ok {
			if c := e.resolve(ci); c.recv == v && c.obj != nil && c.obj.Name() == name {
				return newTerm(List, "", "", flatten(e.evalEach(c.args))...)
			}
		}
	}
	return nil
}

// place is the SSA value at recv or argN (resultN is the call's own value).
func (c *call) place(head string) ssa.Value {
	switch {
	case head == "recv":
		return c.recv
	case strings.HasPrefix(head, "arg"):
		n, err := strconv.Atoi(head[3:])
		if err != nil || n >= len(c.args) {
			return nil
		}
		return c.args[n]
	case strings.HasPrefix(head, "result"):
		v, _ := c.instr.(ssa.Value)
		return v
	}
	return nil
}

// resultIndex is N of a path that begins with resultN, or -1.
func resultIndex(p catalogue.Path) int {
	head, _, _ := strings.Cut(string(p), ".")
	if !strings.HasPrefix(head, "result") {
		return -1
	}
	n, err := strconv.Atoi(head[len("result"):])
	if err != nil {
		return -1
	}
	return n
}

// list evaluates a path that names several values: its elements, and whether
// all of them are known.
func (e *engine) list(c *call, path catalogue.Path) (elems []*Term, all bool) {
	t := e.at(c, path)
	if t == nil {
		return nil, true
	}
	if t.Kind == Choice { // a slice that is built in steps
		var all []*Term
		for _, a := range t.Args {
			if a.Kind != List {
				all = nil
				break
			}
			all = append(all, a.Args...)
		}
		if len(all) > 0 {
			return distinct(all), false
		}
	}
	if t.Kind == List {
		return t.Args, !t.has(func(p *Term) bool { return p.Kind == Opaque && p.Text == "more" })
	}
	if strings.HasSuffix(string(path), "...") {
		if _, isSlice := c.place(strings.TrimSuffix(string(path), "...")).Type().Underlying().(*types.Slice); isSlice {
			return []*Term{t}, false
		}
	}
	return []*Term{t}, true
}

func distinct(ts []*Term) []*Term {
	seen := map[string]bool{}
	var out []*Term
	for _, t := range ts {
		if s := t.String(); !seen[s] {
			seen[s] = true
			out = append(out, t)
		}
	}
	return out
}

// option finds the call of the option function name among the arguments and
// returns its first argument. An options slice that is not wholly known
// answers an opaque term: the option may be in it.
func (e *engine) option(c *call, name string) *Term {
	for i, a := range c.args {
		t := e.eval(a)
		elems := []*Term{t}
		if t.Kind == List {
			elems = t.Args
		} else if _, isSlice := a.Type().Underlying().(*types.Slice); isSlice && t.Kind != Nil && i == len(c.args)-1 {
			return opaque("options") // a slice that is handed on
		}
		for _, o := range elems {
			if o.Kind == Apply && strings.HasSuffix(o.Text, "."+name) {
				if len(o.Args) == 0 {
					return constTerm("true")
				}
				return o.Args[0]
			}
		}
	}
	return nil
}

// built reports whether the call is a link of a builder chain that spells a
// command.
func (c *call) built() bool {
	return c.lib != nil && c.lib.Builder != "" && c.recv != nil && strings.HasSuffix(c.obj.Pkg().Path(), c.lib.Builder)
}
