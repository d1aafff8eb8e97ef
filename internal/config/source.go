package config

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// known checks a row of a package of the module itself: the package must be
// there, and its source must declare the functions. The types tell more
// ([Row.check]), but each package only of what it imports, and go vet would say
// it once for each.
func (l *loader) known(file string, x *value, r Row) *Error {
	dir, ok := packageDir(l.root, r.Package)
	if !ok {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*.go"))
	if err != nil || len(names) == 0 {
		return x.fields["package"].errorf(file, "rows: the module has no package %s", r.Package)
	}
	if l.sources == nil {
		return nil
	}
	if l.sources[dir] == nil {
		l.sources[dir] = parseFiles(names)
	}
	for _, name := range r.names() {
		if !declares(l.sources[dir], r.Type, name) {
			return x.fields["name"].errorf(file, "rows: there is no function %s", r.function(name))
		}
	}
	return nil
}

func escapeGlob(s string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(s)
}

// parseFiles parses what it can; the compiler tells of the rest.
func parseFiles(names []string) []*ast.File {
	fset := token.NewFileSet()
	files := []*ast.File{}
	for _, name := range names {
		if f, _ := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution); f != nil {
			files = append(files, f)
		}
	}
	return files
}

// declares reports whether files declare a function or method, under whatever
// build tags. Typ is as in [Row.Type]. A type that is made of another one may
// have methods that its declaration does not show.
func declares(files []*ast.File, typ, name string) bool {
	for _, f := range files {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				recv := Receiver(decl)
				if decl.Name.Name == name && (typ == "" || typ == recv || typ == "-" && recv == "") {
					return true
				}
			case *ast.GenDecl:
				for _, s := range decl.Specs {
					t, ok := s.(*ast.TypeSpec)
					if ok && (typ == "" || typ == t.Name.Name) && mayHave(t, name, typ != "") {
						return true
					}
				}
			}
		}
	}
	return false
}

// mayHave reports whether a declaration of a type shows a method, or hides
// where it is declared. Types of the same package hide nothing where all of
// them are looked at; alone says that this one is.
func mayHave(t *ast.TypeSpec, name string, alone bool) bool {
	switch x := t.Type.(type) {
	case *ast.StructType:
		return false
	case *ast.InterfaceType:
		return slices.ContainsFunc(x.Methods.List, func(m *ast.Field) bool {
			return len(m.Names) == 0 || slices.ContainsFunc(m.Names, func(id *ast.Ident) bool { return id.Name == name })
		})
	case *ast.Ident:
		return alone && types.Universe.Lookup(x.Name) == nil
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

// Receiver is the name of the type that a method belongs to; empty for a
// function.
func Receiver(fd *ast.FuncDecl) string {
	if fd.Recv == nil || len(fd.Recv.List) == 0 {
		return ""
	}
	t := fd.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
