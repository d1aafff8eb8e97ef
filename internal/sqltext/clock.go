package sqltext

import "slices"

// A Clock says what the Go argument of a parameter is to the clock: for an
// instant ahead of it "+", before it "-", for itself "". Of other values ok is
// false.
type Clock func(param *Expr) (op string, ok bool)

// WithClock is the statement with ExprNow in the place of the parameters that
// are fed from the clock, so that time.Now() reads as now() does. The statement
// itself stays as it is.
func (s *Statement) WithClock(clock Clock) *Statement {
	return s.withParams(func(e Expr) Expr {
		if op, ok := clock(&e); ok {
			e.Kind, e.Op = ExprNow, op
		}
		return e
	})
}

// WithParams is the statement with other indexes of the Go arguments: those of equal
// values can be made one, so that a value that is given twice reads as $1 that
// is written twice. The statement itself stays as it is.
func (s *Statement) WithParams(index func(int) int) *Statement {
	return s.withParams(func(e Expr) Expr {
		if e.Param >= 0 {
			e.Param = index(e.Param)
		}
		return e
	})
}

// withParams is the statement with other parameters.
func (s *Statement) withParams(other func(Expr) Expr) *Statement {
	out := *s
	out.Sets = withParams(s.Sets, other)
	out.source = withParams(s.source, other)
	out.Where = s.Where.withParams(other, 0)
	out.ConflictWhere = s.ConflictWhere.withParams(other, 0)
	return &out
}

func withParams(sets []Assign, other func(Expr) Expr) []Assign {
	out := slices.Clone(sets)
	for i := range out {
		out[i].Value = out[i].Value.withParams(other, 0)
	}
	return out
}

func (p Predicate) withParams(other func(Expr) Expr, depth int) Predicate {
	if depth > maxDepth {
		return p
	}
	p.Terms = slices.Clone(p.Terms)
	for i := range p.Terms {
		t := &p.Terms[i]
		t.Left, t.Value = t.Left.withParams(other, depth+1), t.Value.withParams(other, depth+1)
		t.Or = slices.Clone(t.Or)
		for k := range t.Or {
			t.Or[k] = t.Or[k].withParams(other, depth+1)
		}
	}
	return p
}

func (e Expr) withParams(other func(Expr) Expr, depth int) Expr {
	if e.Kind == ExprParam {
		return other(e)
	}
	if depth > maxDepth || e.Kind != ExprCase && e.Kind != ExprCall {
		return e
	}
	e.Args, e.Conds = slices.Clone(e.Args), slices.Clone(e.Conds)
	for i := range e.Args {
		e.Args[i] = e.Args[i].withParams(other, depth+1)
	}
	for i := range e.Conds {
		e.Conds[i] = e.Conds[i].withParams(other, depth+1)
	}
	return e
}
