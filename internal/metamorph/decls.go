package metamorph

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

func rename(r *rewriting) {
	names := map[types.Object]string{}
	fixed := r.implicit()
	object := func(obj types.Object) {
		if obj == nil || fixed[obj] {
			return
		}
		if kind := r.renamable(obj); kind != "" && names[obj] == "" {
			names[obj] = fmt.Sprintf("%s%d", kind, r.number())
		}
	}
	for _, f := range r.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				object(r.TypesInfo.Defs[id])
			}
			return true
		})
	}
	for _, f := range r.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				r.renameIdent(id, names)
			}
			return true
		})
	}
}

func (r *rewriting) renameIdent(id *ast.Ident, names map[types.Object]string) {
	obj := r.TypesInfo.Defs[id]
	if obj == nil {
		obj = r.TypesInfo.Uses[id]
	}
	if name := names[origin(obj)]; name != "" {
		r.replace(id.Pos(), id.End(), name)
	}
}

func origin(obj types.Object) types.Object {
	if v, ok := obj.(*types.Var); ok && v != nil {
		return v.Origin()
	}
	return obj
}

// implicit are the objects whose names stand where no declaration is: embedded
// types, and the variables of type switches.
func (r *rewriting) implicit() map[types.Object]bool {
	fixed := map[types.Object]bool{}
	for _, obj := range r.TypesInfo.Implicits {
		fixed[obj] = true
	}
	for _, f := range r.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.Field); ok && len(s.Names) == 0 {
				ast.Inspect(s.Type, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						fixed[r.TypesInfo.Uses[id]] = true
					}
					return true
				})
			}
			return true
		})
	}
	return fixed
}

// renamable is what an object may be renamed to begin with; empty if others know
// its name.
func (r *rewriting) renamable(obj types.Object) string {
	local := obj.Parent() != r.Types.Scope()
	if obj.Name() == "_" || obj.Name() == "main" || obj.Name() == "init" || !local && obj.Exported() {
		return ""
	}
	switch obj := obj.(type) {
	case *types.Var:
		if obj.IsField() {
			if obj.Exported() || obj.Embedded() {
				return ""
			}
			return "field"
		}
		if r.embeds(obj) {
			return ""
		}
		return "v"
	case *types.Const:
		return "c"
	case *types.TypeName:
		return "t"
	case *types.Func:
		if obj.Signature().Recv() == nil {
			return "f"
		}
	}
	return ""
}

// embeds reports a variable whose text a directive above it fills.
func (r *rewriting) embeds(v *types.Var) bool {
	return v.Parent() == r.Types.Scope() && strings.Contains(string(r.sources[r.Fset.File(v.Pos()).Name()]), "//go:embed")
}

// functions are the declared functions of a file.
func functions(f *ast.File) []*ast.FuncDecl {
	var list []*ast.FuncDecl
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			list = append(list, fn)
		}
	}
	return list
}

// extent is where the text of a function begins and ends: with its comment, and
// with the mark behind it.
func (r *rewriting) extent(fn *ast.FuncDecl) (from, to token.Pos) {
	from = fn.Pos()
	if fn.Doc != nil {
		from = fn.Doc.Pos()
	}
	f := r.Fset.File(fn.Pos())
	src := r.sources[f.Name()]
	end := f.Offset(fn.End())
	for end < len(src) && src[end] != '\n' {
		end++
	}
	return from, f.Pos(end)
}

func reorder(r *rewriting) {
	for _, f := range r.Syntax {
		fns := functions(f)
		for i, fn := range fns {
			from, to := r.extent(fn)
			otherFrom, otherTo := r.extent(fns[len(fns)-1-i])
			r.replace(from, to, r.between(otherFrom, otherTo))
		}
	}
}

func split(r *rewriting) {
	r.ownImports = true
	for _, f := range r.Syntax {
		fns := functions(f)
		if len(fns) < 2 {
			continue
		}
		kept := map[string]bool{}
		for _, d := range f.Decls {
			if _, ok := d.(*ast.FuncDecl); !ok {
				r.importsOf(f, d, kept)
			}
		}
		r.importsOf(f, fns[0], kept)
		for _, spec := range f.Imports {
			if text := r.text(spec); !kept[text] && (spec.Name == nil || spec.Name.Name != "_" && spec.Name.Name != ".") {
				r.replace(spec.Pos(), spec.End(), "")
			}
		}
		for _, fn := range fns[1:] {
			needs := map[string]bool{}
			r.importsOf(f, fn, needs)
			var b strings.Builder
			fmt.Fprintf(&b, "package %s\n\n", r.Types.Name())
			for _, spec := range f.Imports {
				if needs[r.text(spec)] {
					fmt.Fprintf(&b, "import %s\n", r.text(spec))
				}
			}
			from, to := r.extent(fn)
			b.WriteString("\n" + r.between(from, to) + "\n")
			base := strings.TrimSuffix(filepath.Base(r.Fset.File(f.Pos()).Name()), ".go")
			r.files[fmt.Sprintf("%s_metamorph%d.go", base, r.number())] = b.String()
			r.replace(from, to, "")
		}
	}
}

// importsOf notes the import clauses of the file that a node uses.
func (r *rewriting) importsOf(f *ast.File, n ast.Node, used map[string]bool) {
	clause := map[types.Object]string{}
	for _, spec := range f.Imports {
		obj := r.TypesInfo.Implicits[spec]
		if spec.Name != nil {
			obj = r.TypesInfo.Defs[spec.Name]
		}
		if obj != nil {
			clause[obj] = r.text(spec)
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		if id, ok := n.(*ast.Ident); ok {
			if text := clause[r.TypesInfo.Uses[id]]; text != "" {
				used[text] = true
			}
		}
		return true
	})
}

// inline puts the body of a function that only functions of its file call, and
// that calls no such function, into a literal at each call.
func inline(r *rewriting) {
	for _, f := range r.Syntax {
		calls, others := r.uses(f)
		candidates := map[types.Object]*ast.FuncDecl{}
		for _, fn := range functions(f) {
			obj := r.TypesInfo.Defs[fn.Name]
			if fn.Body != nil && fn.Type.TypeParams == nil && fn.Recv == nil && !fn.Name.IsExported() && others[obj] == 0 && len(calls[obj]) > 0 {
				candidates[obj] = fn
			}
		}
		for obj, fn := range candidates {
			if r.callsOf(fn.Body, candidates) {
				continue
			}
			inside := false
			for _, call := range calls[obj] {
				for _, other := range candidates {
					inside = inside || other != fn && other.Pos() <= call.Pos() && call.Pos() < other.End() && !r.callsOf(other.Body, candidates)
				}
			}
			if inside {
				continue
			}
			literal := "func" + r.between(fn.Type.Params.Pos(), fn.End())
			for _, call := range calls[obj] {
				r.replace(call.Fun.Pos(), call.Fun.End(), literal)
			}
			from, to := r.extent(fn)
			r.replace(from, to, "")
		}
	}
}

// uses are the calls of the package's functions in a file, and how often they are
// named otherwise or elsewhere.
func (r *rewriting) uses(f *ast.File) (calls map[types.Object][]*ast.CallExpr, others map[types.Object]int) {
	calls, others = map[types.Object][]*ast.CallExpr{}, map[types.Object]int{}
	called := map[*ast.Ident]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok {
				if obj := r.TypesInfo.Uses[id]; obj != nil {
					calls[obj] = append(calls[obj], call)
					called[id] = true
				}
			}
		}
		return true
	})
	for id, obj := range r.TypesInfo.Uses {
		if !called[id] {
			others[obj]++
		}
	}
	return calls, others
}

// callsOf reports a use of one of the functions.
func (r *rewriting) callsOf(n ast.Node, fns map[types.Object]*ast.FuncDecl) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || fns[r.TypesInfo.Uses[id]] != nil
		}
		return !found
	})
	return found
}
