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
	out := *s
	out.Sets = clocked(s.Sets, clock)
	out.source = clocked(s.source, clock)
	out.Where = s.Where.withClock(clock, 0)
	out.ConflictWhere = s.ConflictWhere.withClock(clock, 0)
	return &out
}

func clocked(sets []Assign, clock Clock) []Assign {
	out := slices.Clone(sets)
	for i := range out {
		out[i].Value = out[i].Value.withClock(clock, 0)
	}
	return out
}

func (p Predicate) withClock(clock Clock, depth int) Predicate {
	if depth > maxDepth {
		return p
	}
	p.Terms = slices.Clone(p.Terms)
	for i := range p.Terms {
		t := &p.Terms[i]
		t.Left, t.Value = t.Left.withClock(clock, depth+1), t.Value.withClock(clock, depth+1)
		t.Or = slices.Clone(t.Or)
		for k := range t.Or {
			t.Or[k] = t.Or[k].withClock(clock, depth+1)
		}
	}
	return p
}

func (e Expr) withClock(clock Clock, depth int) Expr {
	if e.Kind == ExprParam {
		if op, ok := clock(&e); ok {
			e.Kind, e.Op = ExprNow, op
		}
		return e
	}
	if depth > maxDepth || e.Kind != ExprCase && e.Kind != ExprCall {
		return e
	}
	e.Args, e.Conds = slices.Clone(e.Args), slices.Clone(e.Conds)
	for i := range e.Args {
		e.Args[i] = e.Args[i].withClock(clock, depth+1)
	}
	for i := range e.Conds {
		e.Conds[i] = e.Conds[i].withClock(clock, depth+1)
	}
	return e
}
