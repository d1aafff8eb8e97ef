package metamorph

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// A libraryCall calls a function or a method of another module.
type libraryCall struct {
	*ast.CallExpr
	fn *types.Func
	// recv is what the method is called on; nil for a function.
	recv ast.Expr
	// address tells that the method wants the address of recv.
	address bool
}

// signature is the type of the function that is called.
func (c *libraryCall) signature() *types.Signature { return c.fn.Type().(*types.Signature) }

// libraryCalls calls fn for each call of a library in the package's functions
// that could stand in another place: its types have names there.
func (r *rewriting) libraryCalls(own *types.Package, fn func(*libraryCall)) {
	for _, file := range r.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if lc := r.libraryCall(call, own); lc != nil {
					fn(lc)
				}
			}
			return true
		})
	}
}

func (r *rewriting) libraryCall(call *ast.CallExpr, own *types.Package) *libraryCall {
	fn, _ := typeutil.Callee(r.TypesInfo, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil || !r.foreign(fn.Pkg().Path()) {
		return nil
	}
	sig := fn.Type().(*types.Signature)
	if sig.TypeParams() != nil || sig.RecvTypeParams() != nil || call.Ellipsis.IsValid() || !nameable(sig, own) {
		return nil
	}
	if len(call.Args) == 1 && sig.Params().Len() > 1 {
		return nil // f(g()) with several results
	}
	lc := &libraryCall{CallExpr: call, fn: fn}
	if sig.Recv() == nil {
		return lc
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	selection := r.TypesInfo.Selections[sel]
	if selection == nil || selection.Kind() != types.MethodVal || !nameable(selection.Recv(), own) {
		return nil
	}
	if _, chained := ast.Unparen(sel.X).(*ast.CallExpr); chained {
		return nil // a builder's steps stay together
	}
	lc.recv = sel.X
	method, _, _ := types.LookupFieldOrMethod(selection.Recv(), false, fn.Pkg(), fn.Name())
	lc.address = method == nil
	return lc
}

// foreign reports a package outside of the module and of the standard library,
// whose paths have no dot.
func (r *rewriting) foreign(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".") && path != r.Module && !strings.HasPrefix(path, r.Module+"/")
}

// nameable reports a type that code of the package own can write down.
func nameable(t types.Type, own *types.Package) bool {
	switch t := t.(type) {
	case *types.Named:
		return nameableIn(t.Obj(), own) && allNameable(t.TypeArgs().Len(), t.TypeArgs().At, own)
	case *types.Alias:
		return nameableIn(t.Obj(), own)
	case *types.Basic:
		return t.Kind() != types.UntypedNil
	case *types.Pointer:
		return nameable(t.Elem(), own)
	case *types.Slice:
		return nameable(t.Elem(), own)
	case *types.Array:
		return nameable(t.Elem(), own)
	case *types.Chan:
		return nameable(t.Elem(), own)
	case *types.Map:
		return nameable(t.Key(), own) && nameable(t.Elem(), own)
	case *types.Signature:
		return nameable(t.Params(), own) && nameable(t.Results(), own)
	case *types.Tuple:
		return allNameable(t.Len(), func(i int) types.Type { return t.At(i).Type() }, own)
	case *types.Interface:
		return t.Empty()
	}
	return false // a type parameter, or one without a name
}

func nameableIn(obj *types.TypeName, own *types.Package) bool {
	if obj.Pkg() == nil || obj.Pkg() == own {
		return obj.Parent() == types.Universe || obj.Parent() == own.Scope()
	}
	return obj.Exported() && !strings.Contains("/"+obj.Pkg().Path()+"/", "/internal/") &&
		(own == nil || obj.Parent() == obj.Pkg().Scope())
}

func allNameable(n int, at func(int) types.Type, own *types.Package) bool {
	for i := range n {
		if !nameable(at(i), own) {
			return false
		}
	}
	return true
}

// paramTypes are the types of the call's arguments as the function wants them,
// one for each.
func (c *libraryCall) paramTypes() []types.Type {
	params := c.signature().Params()
	list := make([]types.Type, len(c.Args))
	for i := range c.Args {
		if c.signature().Variadic() && i >= params.Len()-1 {
			list[i] = params.At(params.Len() - 1).Type().(*types.Slice).Elem()
		} else {
			list[i] = params.At(i).Type()
		}
	}
	return list
}

// results writes the function's results: "T", "(T, U)" or nothing.
func (c *libraryCall) results(h *helper, own *types.Package) string {
	res := c.signature().Results()
	list := make([]string, res.Len())
	for i := range list {
		list[i] = h.typeText(res.At(i).Type(), own)
	}
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// outside writes the call in a helper: a function that gets receiver and
// arguments. constraint, if not empty, makes the receiver's type a parameter.
func (r *rewriting) outside(c *libraryCall, h *helper, own *types.Package, name, constraint string) {
	var params, args []string
	for i, t := range c.paramTypes() {
		params = append(params, fmt.Sprintf("a%d %s", i, h.typeText(t, own)))
		args = append(args, fmt.Sprintf("a%d", i))
	}
	callee, generic := "", ""
	switch {
	case c.recv == nil:
		callee = h.typeText(types.NewNamed(types.NewTypeName(0, c.fn.Pkg(), c.fn.Name(), nil), types.Typ[types.Int], nil), own)
	case constraint != "":
		generic = "[R " + constraint + "]"
		params = append([]string{"r R"}, params...)
		callee = "r." + c.fn.Name()
	default:
		params = append([]string{"r " + h.typeText(r.receiver(c), own)}, params...)
		callee = "r." + c.fn.Name()
	}
	ret := "return "
	if c.signature().Results().Len() == 0 {
		ret = ""
	}
	h.decls = append(h.decls, fmt.Sprintf("func %s%s(%s) %s {\n\t%s%s(%s) %s\n}", name, generic,
		strings.Join(params, ", "), c.results(h, own), ret, callee, strings.Join(args, ", "), r.mark(c.Fun)))
}

// receiver is the type of what a helper gets for the call's receiver.
func (r *rewriting) receiver(c *libraryCall) types.Type {
	t := r.TypesInfo.TypeOf(c.recv)
	if c.address {
		return types.NewPointer(t)
	}
	return t
}

// callHelper puts name(receiver, arguments) in the place of the call.
func (r *rewriting) callHelper(c *libraryCall, name string) {
	if c.recv == nil {
		r.replace(c.Fun.Pos(), c.Fun.End(), name)
		return
	}
	before := name + "("
	if c.address {
		before += "&"
	}
	r.replace(c.Pos(), c.recv.Pos(), before)
	next, sep := c.Rparen, ""
	if len(c.Args) > 0 {
		next, sep = c.Args[0].Pos(), ", "
	}
	r.replace(c.recv.End(), next, sep)
}

func extract(r *rewriting) {
	r.libraryCalls(r.Types, func(c *libraryCall) {
		name := fmt.Sprintf("metaCall%d", r.number())
		r.outside(c, r.helper("", r.Types.Name()), r.Types, name, "")
		r.callHelper(c, name)
	})
}

func move(r *rewriting) {
	other := types.NewPackage(r.Types.Path()+"/metamoved", "metamoved")
	needs := map[string]bool{}
	r.libraryCalls(other, func(c *libraryCall) {
		if c.recv != nil && !nameable(r.receiver(c), other) || r.usesOwn(c) {
			return
		}
		name := fmt.Sprintf("Call%d", r.number())
		r.outside(c, r.helper("metamoved", "metamoved"), other, name, "")
		r.callHelper(c, "metamoved."+name)
		needs[r.Fset.File(c.Pos()).Name()] = true
	})
	for _, f := range r.Syntax {
		if needs[r.Fset.File(f.Pos()).Name()] {
			r.replace(f.Name.End(), f.Name.End(), fmt.Sprintf("; import %q", r.Types.Path()+"/metamoved"))
		}
	}
}

// usesOwn reports a call whose types are of the module: the other package cannot
// import what imports it.
func (r *rewriting) usesOwn(c *libraryCall) bool {
	own := false
	note := func(t types.Type) {
		types.TypeString(t, func(p *types.Package) string {
			own = own || !r.foreign(p.Path()) && strings.HasPrefix(p.Path(), r.Module)
			return ""
		})
	}
	note(c.signature())
	if c.recv != nil {
		note(r.receiver(c))
	}
	return own
}

func closure(r *rewriting) {
	r.libraryCalls(r.Types, func(c *libraryCall) {
		h := r.helper("", r.Types.Name())
		list := make([]string, c.signature().Results().Len())
		for i := range list {
			list[i] = fmt.Sprintf("metaType%d", r.number())
			h.decls = append(h.decls, fmt.Sprintf("type %s = %s", list[i], h.typeText(c.signature().Results().At(i).Type(), r.Types)))
		}
		before := "func() { "
		if len(list) > 0 {
			before = fmt.Sprintf("func() (%s) { return ", strings.Join(list, ", "))
		}
		r.around(c.CallExpr, before, " }()")
	})
}

// method writes the method of a call as an interface has it.
func (c *libraryCall) method(h *helper, own *types.Package) string {
	params := c.signature().Params()
	list := make([]string, params.Len())
	for i := range list {
		list[i] = h.typeText(params.At(i).Type(), own)
		if c.signature().Variadic() && i == len(list)-1 {
			list[i] = "..." + strings.TrimPrefix(list[i], "[]")
		}
	}
	return fmt.Sprintf("interface{ %s(%s) %s }", c.fn.Name(), strings.Join(list, ", "), c.results(h, own))
}

func viaInterface(r *rewriting) {
	r.libraryCalls(r.Types, func(c *libraryCall) {
		if c.recv == nil || !c.fn.Exported() {
			return
		}
		h := r.helper("", r.Types.Name())
		name := fmt.Sprintf("metaInterface%d", r.number())
		h.decls = append(h.decls, fmt.Sprintf("type %s %s", name, c.method(h, r.Types)))
		before := name + "("
		if c.address {
			before += "&"
		}
		r.around(c.recv, before, ")")
	})
}

func viaTypeParameter(r *rewriting) {
	r.libraryCalls(r.Types, func(c *libraryCall) {
		if c.recv == nil || !c.fn.Exported() {
			return
		}
		h := r.helper("", r.Types.Name())
		name := fmt.Sprintf("metaGeneric%d", r.number())
		r.outside(c, h, r.Types, name, c.method(h, r.Types))
		r.callHelper(c, name)
	})
}

func temporaries(r *rewriting) {
	r.statements(func(s ast.Stmt) {
		c := r.libraryCall(soleCall(s), r.Types)
		if c == nil {
			return
		}
		var before strings.Builder
		for i, arg := range c.Args {
			tv := r.TypesInfo.Types[arg]
			_, literal := arg.(*ast.FuncLit)
			if tv.Value != nil || tv.IsNil() || literal || strings.Contains(r.text(arg), "\n") {
				continue
			}
			name := fmt.Sprintf("metaValue%d", r.number())
			fmt.Fprintf(&before, "%s := %s; ", name, r.text(c.Args[i]))
			r.replace(arg.Pos(), arg.End(), name)
		}
		if before.Len() > 0 {
			r.replace(s.Pos(), s.Pos(), before.String())
		}
	})
}

// soleCall is the call that a statement is, or assigns; a call of nothing if it
// is another one.
func soleCall(s ast.Stmt) *ast.CallExpr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			e = s.Rhs[0]
		}
	}
	if call, ok := e.(*ast.CallExpr); ok {
		return call
	}
	return &ast.CallExpr{Fun: ast.NewIdent("_")}
}

// statements calls fn for each statement that stands in a block of its own or in
// a case.
func (r *rewriting) statements(fn func(ast.Stmt)) {
	for _, file := range r.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			var list []ast.Stmt
			switch n := n.(type) {
			case *ast.BlockStmt:
				list = n.List
			case *ast.CaseClause:
				list = n.Body
			case *ast.CommClause:
				list = n.Body
			}
			for _, s := range list {
				fn(s)
			}
			return true
		})
	}
}

func constants(r *rewriting) {
	r.libraryCalls(r.Types, func(c *libraryCall) {
		for _, arg := range c.Args {
			tv := r.TypesInfo.Types[arg]
			if tv.Value == nil || tv.Value.Kind() == constant.Unknown || !nameable(tv.Type, r.Types) {
				continue
			}
			h := r.helper("", r.Types.Name())
			t := types.Default(tv.Type)
			name := fmt.Sprintf("metaConstant%d", r.number())
			h.decls = append(h.decls, fmt.Sprintf("func %s() %s { return %s } %s", name, h.typeText(t, r.Types), tv.Value.ExactString(), r.mark(arg)))
			r.replace(arg.Pos(), arg.End(), name+"()")
		}
	})
}

// newClient puts go-redis v9 into the place of v8.
func newClient(r *rewriting) {
	for _, f := range r.Syntax {
		for _, spec := range f.Imports {
			if strings.Trim(spec.Path.Value, `"`) == "github.com/go-redis/redis/v8" {
				r.replace(spec.Path.Pos(), spec.Path.End(), `"github.com/redis/go-redis/v9"`)
			}
		}
	}
}
