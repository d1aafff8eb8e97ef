package locks

import (
	"go/ast"
	"go/token"
	"strings"
)

// efficiencyPrefix begins the directive by which the user says that a lock only
// saves work: that two holders at once harm nobody.
const efficiencyPrefix = "//locklint:efficiency "

// declarations are the user's directives: the lines that hold or follow one,
// and the declarations that it documents.
type declarations struct {
	lines map[string]map[int]bool // file → line
	spans []span
}

type span struct{ from, to token.Pos }

// readDeclarations finds the directives with a reason; one without says
// nothing.
func (e *engine) readDeclarations() {
	d := declarations{lines: map[string]map[int]bool{}}
	for _, f := range e.pass.Files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if !isEfficiency(c.Text) {
					continue
				}
				p := e.pass.Fset.Position(c.Pos())
				if d.lines[p.Filename] == nil {
					d.lines[p.Filename] = map[int]bool{}
				}
				d.lines[p.Filename][p.Line] = true
				d.lines[p.Filename][p.Line+1] = true
			}
		}
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if documented(decl.Doc) {
					d.spans = append(d.spans, span{decl.Pos(), decl.End()})
				}
			case *ast.GenDecl:
				if documented(decl.Doc) && decl.Tok == token.TYPE {
					d.spans = append(d.spans, e.methodSpans(decl)...)
				}
			}
		}
	}
	e.declared = d
}

func isEfficiency(text string) bool {
	rest, ok := strings.CutPrefix(text, efficiencyPrefix)
	return ok && strings.TrimSpace(rest) != ""
}

func documented(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		if isEfficiency(c.Text) {
			return true
		}
	}
	return false
}

// methodSpans are the methods of the types that decl declares.
func (e *engine) methodSpans(decl *ast.GenDecl) []span {
	names := map[string]bool{}
	for _, s := range decl.Specs {
		if t, ok := s.(*ast.TypeSpec); ok {
			names[t.Name.Name] = true
		}
	}
	var out []span
	for _, f := range e.pass.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv == nil || len(fd.Recv.List) == 0 {
				continue
			}
			t := fd.Recv.List[0].Type
			if star, ok := t.(*ast.StarExpr); ok {
				t = star.X
			}
			if id, ok := t.(*ast.Ident); ok && names[id.Name] {
				out = append(out, span{fd.Pos(), fd.End()})
			}
		}
	}
	return out
}

// isEfficiencyAt reports whether a directive covers a position.
func (e *engine) isEfficiencyAt(pos token.Pos) bool {
	if len(e.declared.lines) == 0 || !pos.IsValid() {
		return false
	}
	for _, s := range e.declared.spans {
		if s.from <= pos && pos < s.to {
			return true
		}
	}
	p := e.pass.Fset.Position(pos)
	return e.declared.lines[p.Filename][p.Line]
}

// declaredEfficiency reports whether the user declared the lock of l an
// efficiency lock: at the acquire, at the call of its wrapper, on the function
// or type that holds it, or in the package that acquires.
func (e *engine) declaredEfficiency(l *Op) bool {
	if l.Efficiency || e.isEfficiencyAt(l.At.Pos) {
		return true
	}
	return l.Origin != nil && e.isEfficiencyAt(l.Origin.At.Pos)
}
