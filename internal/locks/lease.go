package locks

import (
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/sqltext"
)

// An instant that is set to the clock says two things: a heartbeat lives on
// ("seen = now()", and others wait until it is old), a lease ends ("expires =
// now()"). Only the other statements on the column tell which: a lease's column
// gets an instant ahead of the clock when it is taken, a heartbeat's never.

// endsLease reports whether a statement sets nothing but clocks and constants,
// and its column is one that other statements of the package set ahead.
func (e *engine) endsLease(s *sqltext.Statement, column string, args []*Term) bool {
	past := false
	for i := range s.Sets {
		a := &s.Sets[i]
		if a.Column != column {
			continue
		}
		if !isClock(&a.Value, args) {
			return false
		}
		t := argOf(&a.Value, args)
		past = a.Value.Kind == sqltext.ExprParam && t != nil && isPast(t)
	}
	return past || e.leases()[s.Table+"."+column]
}

// isClock reports whether a value is the current time with nothing added, or a
// time that is past for good.
func isClock(v *sqltext.Expr, args []*Term) bool {
	switch v.Kind {
	case sqltext.ExprNow:
		return v.Op != "+"
	case sqltext.ExprConst, sqltext.ExprNull:
		return true
	case sqltext.ExprParam:
		t := argOf(v, args)
		return t != nil && (isNow(t) || t.Kind == Nil || isPast(t))
	}
	return false
}

// isPast reports whether a term is the zero time, the epoch or another instant
// that the program knows by heart.
func isPast(t *Term) bool {
	switch {
	case t.Kind == Object && t.Type == "time.Time":
		return len(t.Args) == 0
	case t.Kind == Apply && (t.Text == "time.Unix" || t.Text == "time.UnixMilli" || t.Text == "time.Date"):
		return !slices.ContainsFunc(t.Args, func(a *Term) bool { return a.Kind != Const })
	}
	return t.isZero()
}

// leases are the columns that some statement of the package sets ahead of the
// clock, as table.column.
func (e *engine) leases() map[string]bool {
	if e.leaseColumns != nil {
		return e.leaseColumns
	}
	e.leaseColumns = map[string]bool{}
	for _, fn := range e.funcs {
		for _, c := range e.callsOf(fn.f) {
			switch c.row.Role {
			case catalogue.SQLExec, catalogue.SQLQuery:
				e.noteLeases(c)
			case catalogue.Write:
				e.noteBuilt(c)
			}
		}
	}
	return e.leaseColumns
}

// callsOf lists the catalogued calls of a function.
func (e *engine) callsOf(f *ssa.Function) []*call {
	var out []*call
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if ci, ok := in.(ssa.CallInstruction); ok {
				if c := e.resolve(ci); c.row != nil {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// noteLeases notes the columns that a statement's text sets ahead.
func (e *engine) noteLeases(c *call) {
	text, known := render(e.text(e.at(c, c.row.Text)))
	if !known {
		return
	}
	args, _ := e.list(c, c.row.Args)
	stmts := e.statements(text)
	for i := range stmts {
		s := &stmts[i]
		for k := range s.Sets {
			if a := &s.Sets[k]; isAhead(&a.Value, args) {
				e.leaseColumns[s.Table+"."+a.Column] = true
			}
		}
	}
}

// isAhead reports whether a value is an instant after the clock.
func isAhead(v *sqltext.Expr, args []*Term) bool {
	if v.Kind == sqltext.ExprNow {
		return v.Op == "+"
	}
	if v.Kind != sqltext.ExprParam {
		return false
	}
	t := argOf(v, args)
	return t != nil && isLater(t)
}

// laterApply names the term of an instant that is moved on by a length of time.
const laterApply = "later"

// leaseOf is how long a statement makes the lease of its row last, as a
// time.Duration, or nil.
func leaseOf(s *sqltext.Statement, column string, args []*Term) *Term {
	for i := range s.Sets {
		if a := &s.Sets[i]; a.Column == column && column != "" {
			if t := aheadBy(&a.Value, args); t != nil {
				return t
			}
		}
	}
	return nil
}

// aheadBy is how far an instant is ahead of the clock, or nil.
func aheadBy(v *sqltext.Expr, args []*Term) *Term {
	if v.Kind == sqltext.ExprParam {
		return laterBy(argOf(v, args))
	}
	span, ok := v.Ahead()
	switch {
	case !ok:
		return nil
	case span.Param == nil:
		return constTerm(formatNumber(float64(span.Length)))
	}
	t := argOf(span.Param, args)
	if t == nil {
		return nil
	}
	switch span.Length {
	case 0:
		if t.Kind != Const {
			return t
		}
		if d, isText := sqltext.ReadInterval(t.Text); isText {
			return constTerm(formatNumber(float64(d)))
		}
		return t
	case time.Second:
		return inNanoseconds(t, catalogue.Seconds)
	case time.Millisecond:
		return inNanoseconds(t, catalogue.Milliseconds)
	}
	return arith("*", t, constTerm(formatNumber(float64(span.Length))))
}

// laterBy is the length of time that was added to the clock, also in another
// form of the instant, or nil.
func laterBy(t *Term) *Term {
	for range 4 {
		switch {
		case t == nil || t.Kind != Apply || len(t.Args) == 0:
			return nil
		case t.Text != laterApply:
			t = t.Args[0]
		case t.Args[0].has(func(p *Term) bool { return p.Kind == Now }):
			return t.Args[1]
		default:
			return nil
		}
	}
	return nil
}

// isLater reports whether a term is the clock with something added.
func isLater(t *Term) bool {
	return !isNow(t) && t.has(func(p *Term) bool { return p.Kind == Now })
}

// noteBuilt notes the columns that a builder's chain sets ahead.
func (e *engine) noteBuilt(c *call) {
	if c.recv == nil {
		return
	}
	model := e.chain(e.eval(c.recv)).find("Model")
	if model == nil || len(model.args) == 0 {
		return
	}
	for column, t := range assignments(e.evalEach(c.args)) {
		if isLater(t) {
			e.leaseColumns["row:"+model.args[0].Type+"."+column] = true
		}
	}
}

// assignments are the columns and values of an update's arguments: a map, a
// struct, or a name and a value.
func assignments(args []*Term) map[string]*Term {
	out := map[string]*Term{}
	for i, t := range args {
		switch {
		case t.Kind == Object:
			for k, n := range t.Names {
				out[snake(n)] = t.Args[k]
			}
		case t.Kind == Const && i+1 < len(args):
			out[strings.ToLower(t.Text)] = args[i+1]
		}
	}
	return out
}
