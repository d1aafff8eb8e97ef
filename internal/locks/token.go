package locks

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/luascript"
)

// A fencing token is a Term of kind Token wherever it comes from: a function of
// the catalogue (TokenOf), an integer that an acquire with Token Grows answers, a
// field of the catalogue's table of tokens, a column of a lock row that is counted
// up where the row is taken, or a counter that the acquire's script raises. From
// there it flows as any value does.

// hasToken reports whether a fencing token is among what t is made of.
func (t *Term) hasToken() bool {
	return t.has(func(p *Term) bool { return p.Kind == Token })
}

// isTokenField reports whether a field holds a number that its store only counts
// up.
func isTokenField(owner types.Type, f *types.Var) bool {
	if !isInteger(f.Type()) || f.Pkg() == nil {
		return false
	}
	n := namedOf(owner)
	return n != nil && catalogue.IsTokenField(f.Pkg().Path(), n.Obj().Name(), f.Name())
}

// answersInteger reports whether result i of a call is an integer.
func answersInteger(v *ssa.Call, i int) bool {
	results := resultTypes(v)
	return i < len(results) && isInteger(results[i])
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// scannedToken reports whether the variable or field at addr is filled by a
// Scan of the statement that takes a lock row and counts its token up.
func (e *engine) scannedToken(addr ssa.Value) bool {
	p, ok := addr.Type().Underlying().(*types.Pointer)
	if !ok || addr.Referrers() == nil || !isInteger(p.Elem()) {
		return false
	}
	for _, r := range *addr.Referrers() {
		mi, ok := r.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, user := range e.passedTo(mi) {
			if c := e.resolve(user); c.row != nil && e.answersToken(c) {
				return true
			}
		}
	}
	return false
}

// tokenKept reports whether some function of the package scans a lock row's token
// into the field.
func (e *engine) tokenKept(fa *ssa.FieldAddr) bool {
	if e.keptTokens == nil {
		e.keptTokens = map[string]bool{}
		for _, fn := range e.funcs {
			for _, b := range fn.f.Blocks {
				for _, in := range b.Instrs {
					if x, ok := in.(*ssa.FieldAddr); ok && e.scannedToken(x) {
						e.keptTokens[fieldKey(x)] = true
					}
				}
			}
		}
	}
	return e.keptTokens[fieldKey(fa)]
}

// answersToken reports whether a call that fills its arguments gives the token
// of a lock row: a Scan of the row's statement, or a Get that runs it.
func (e *engine) answersToken(c *call) bool {
	switch c.row.Role {
	case catalogue.Scan:
		made, ok := unwrapTuple(c.recv).(*ssa.Call)
		if !ok {
			return false
		}
		query := e.resolve(made)
		return query.row != nil && query.row.Role == catalogue.SQLQuery && e.countsToken(query)
	case catalogue.SQLQuery:
		return e.countsToken(c)
	}
	return false
}

func unwrapTuple(v ssa.Value) ssa.Value {
	if x, ok := v.(*ssa.Extract); ok {
		return x.Tuple
	}
	return v
}

// countsToken reports whether a statement takes a lock row and counts up a column
// of it.
func (e *engine) countsToken(c *call) bool {
	text, known := render(e.text(e.at(c, c.row.Text)))
	if !known {
		return false
	}
	stmts := e.statements(text)
	for i := range stmts {
		if row, ok := stmts[i].LockRow(); ok && row.TokenColumn != "" {
			return true
		}
	}
	return false
}

// scriptToken reports whether a call runs a script that takes a lock and answers
// a counter that it raised with it.
func (e *engine) scriptToken(c *call) bool {
	text, known := render(e.text(e.at(c, c.row.Text)))
	if !known {
		return false
	}
	r := e.reading(text)
	return r.Known && e.countsUp(r)
}

func (e *engine) countsUp(r *luascript.Reading) bool {
	for _, a := range r.Returns {
		if !slices.Contains([]string{"INCR", "INCRBY", "HINCRBY"}, a.Command) {
			continue
		}
		for _, i := range a.After {
			if e.scriptKind(r, i) == OpCreate {
				return true
			}
		}
	}
	return false
}
