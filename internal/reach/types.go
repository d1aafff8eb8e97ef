package reach

import (
	"go/types"
	"sort"

	"github.com/locklint/locklint/internal/catalogue"
)

// maxTypes bounds a walk over what a package exports. A package whose exported
// types lead to more is taken to lead to a client.
const maxTypes = 20000

// LeadsToClient reports whether what pkg exports leads, at any depth, to a type
// of a catalogued client or of another package that carries the fact.
func LeadsToClient(pkg *types.Package, foreign bool, carries func(*types.Package) bool) bool {
	memo := map[*types.Package]bool{}
	w := &walk{visit: func(p *types.Package) bool {
		if p == pkg {
			return true
		}
		hit, ok := memo[p]
		if !ok {
			hit = isAnchor(p.Path(), foreign) || carries(p)
			memo[p] = hit
		}
		return !hit
	}}
	return !w.pkg(pkg)
}

// Exposed lists the paths of the packages, pkg left out, whose types can be
// reached from what pkg exports, sorted. A package that imports pkg can call
// their methods without importing them. Leaves are left out.
func Exposed(pkg *types.Package) []string {
	seen := map[string]bool{}
	w := &walk{visit: func(p *types.Package) bool {
		if p != pkg {
			seen[p.Path()] = true
		}
		return true
	}}
	w.pkg(pkg)
	paths := make([]string, 0, len(seen))
	for p := range seen {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	return paths
}

// isAnchor reports whether a package that imports the path is in the cone.
func isAnchor(path string, foreign bool) bool {
	l := catalogue.Lookup(path)
	return l != nil && l.Anchor && !(l.Host && foreign)
}

// A walk goes through the types that a package's exported API leads to. It
// stops as soon as visit, which is called with the package of each named type,
// returns false. Types of leaves are visited, but not entered.
type walk struct {
	visit func(*types.Package) bool
	seen  map[types.Type]bool
	todo  []types.Type
	full  bool
}

// pkg reports whether the walk came to its end.
func (w *walk) pkg(pkg *types.Package) bool {
	w.seen = map[types.Type]bool{}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if obj.Exported() {
			w.add(obj.Type())
		}
	}
	for len(w.todo) > 0 {
		t := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if !w.enter(t) {
			return false
		}
	}
	return !w.full
}

func (w *walk) add(t types.Type) {
	if t == nil || w.seen[t] {
		return
	}
	if len(w.seen) >= maxTypes {
		w.full = true
		return
	}
	w.seen[t] = true
	w.todo = append(w.todo, t)
}

func (w *walk) enter(t types.Type) bool {
	switch t := t.(type) {
	case *types.Alias:
		return w.named(t.Obj(), t.TypeArgs(), func() { w.add(types.Unalias(t)) })
	case *types.Named:
		return w.named(t.Obj(), t.TypeArgs(), func() { w.definition(t.Origin()) })
	case *types.Pointer:
		w.add(t.Elem())
	case *types.Slice:
		w.add(t.Elem())
	case *types.Array:
		w.add(t.Elem())
	case *types.Chan:
		w.add(t.Elem())
	case *types.Map:
		w.add(t.Key())
		w.add(t.Elem())
	case *types.Signature:
		w.params(t.TypeParams())
		w.tuple(t.Params())
		w.tuple(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				w.add(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			w.add(m.Type())
		}
		for e := range t.EmbeddedTypes() {
			w.add(e)
		}
	case *types.TypeParam:
		w.add(t.Constraint())
	case *types.Union:
		for term := range t.Terms() {
			w.add(term.Type())
		}
	}
	return true
}

// named visits the package of a named type or alias and enters its definition
// unless it is a leaf's.
func (w *walk) named(obj *types.TypeName, args *types.TypeList, enter func()) bool {
	for t := range args.Types() {
		w.add(t)
	}
	pkg := obj.Pkg()
	if pkg == nil {
		return true
	}
	leaf := Leaf(pkg.Path(), false)
	if !leaf || isAnchor(pkg.Path(), false) {
		if !w.visit(pkg) {
			return false
		}
	}
	if !leaf {
		enter()
	}
	return true
}

func (w *walk) definition(t *types.Named) {
	w.params(t.TypeParams())
	w.add(t.Underlying())
	for m := range t.Methods() {
		if m.Exported() {
			w.add(m.Type())
		}
	}
}

func (w *walk) params(list *types.TypeParamList) {
	for p := range list.TypeParams() {
		w.add(p)
	}
}

func (w *walk) tuple(t *types.Tuple) {
	for v := range t.Variables() {
		w.add(v.Type())
	}
}
