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

// clockOf says what the arguments of a statement are to the clock.
func clockOf(args []*Term) sqltext.Clock {
	return func(x *sqltext.Expr) (string, bool) { return instant(argOf(x, args)) }
}

// instant reads a term as an instant in whatever form: the clock (""), ahead of it
// ("+") or before it ("-"). A text that the time is only a part of is none.
func instant(t *Term) (op string, ok bool) {
	for range 8 {
		switch {
		case t == nil:
			return "", false
		case t.Kind == Now:
			return op, true
		case t.Kind == Arith && len(t.Args) == 2:
			if op == "" {
				op = signOf(t.Text)
			}
			if !t.Args[0].has(func(p *Term) bool { return p.Kind == Now }) {
				t = t.Args[1]
				continue
			}
		case t.Kind == Apply && t.Text == laterApply && len(t.Args) == 2:
			op = "+"
			if isNegative(t.Args[1]) {
				op = "-"
			}
		case t.Kind != Apply || len(t.Args) == 0:
			return "", false
		}
		t = t.Args[0]
	}
	return "", false
}

func signOf(op string) string {
	if op == "+" || op == "-" {
		return op
	}
	return "" // a change of the unit
}

// isNegative reports whether a length of time is surely less than zero.
func isNegative(t *Term) bool {
	if t.Kind == Arith && t.Text == "*" && len(t.Args) > 0 {
		t = t.Args[0]
	}
	return t.Kind == Const && strings.HasPrefix(t.Text, "-")
}

// comparesOwner reports whether a release or renewal that names its rows by one
// column names them by their owner: where other statements of the package put the
// owner, as in DELETE FROM locks WHERE owner = $1.
func (e *engine) comparesOwner(s *sqltext.Statement) bool {
	e.leases()
	return slices.ContainsFunc(s.Where.Terms, func(t sqltext.Term) bool {
		return t.Op == "=" && e.ownerColumns[s.Table+"."+t.Column]
	})
}

// rowExpiry says whether the row that a statement takes gets an end: an instant
// ahead, or one from which other statements of the package count its age. A value
// that the program does not show may be one.
func (e *engine) rowExpiry(s *sqltext.Statement, row sqltext.LockRow, args []*Term) Expiry {
	if row.HasExpiry {
		return ExpirySet
	}
	if row.Op != sqltext.LockAcquire {
		return ExpiryNone
	}
	e.leases()
	for i := range s.Sets {
		if e.agedColumns[s.Table+"."+s.Sets[i].Column] {
			return ExpirySet
		}
	}
	if s.Partial {
		return ExpiryUnknown
	}
	for i := range s.Sets {
		a := &s.Sets[i]
		if a.Column == row.KeyColumn || a.Column == row.OwnerColumn || a.Column == row.TokenColumn {
			continue
		}
		if mayBeInstant(&a.Value, args) {
			return ExpiryUnknown
		}
	}
	return ExpiryNone
}

// mayBeInstant reports whether a value is one that the program does not show.
func mayBeInstant(v *sqltext.Expr, args []*Term) bool {
	switch v.Kind {
	case sqltext.ExprParam:
		t := argOf(v, args)
		return t == nil || t.Kind != Const && t.Kind != Fresh && t.Kind != Shared && t.Kind != Nil
	case sqltext.ExprHole, sqltext.ExprOther, sqltext.ExprCall:
		return true
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
	e.leaseColumns, e.agedColumns, e.ownerColumns = map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, fn := range e.funcs {
		for _, c := range e.callsOf(fn.f) {
			switch c.row.Role {
			case catalogue.SQLExec, catalogue.SQLQuery:
				e.noteLeases(c)
			case catalogue.Write, catalogue.Create:
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
	term := e.text(e.at(c, c.row.Text))
	text, known := render(term)
	if !known {
		ch := builderOf(e, term)
		if s, args := e.written(catalogue.ByName(ch.lib), ch, nil); s != nil {
			e.noteStatement(s, args)
		}
		return
	}
	args, _ := e.list(c, c.row.Args)
	stmts := e.statements(text)
	for i := range stmts {
		e.noteStatement(&stmts[i], args)
	}
}

func (e *engine) noteStatement(s *sqltext.Statement, args []*Term) {
	if row, ok := s.LockRow(); ok && row.Op == sqltext.LockAcquire && row.OwnerColumn != "" && row.OwnerColumn != row.KeyColumn {
		e.ownerColumns[s.Table+"."+row.OwnerColumn] = true
	}
	e.noteAges(s.Table, &s.Where)
	e.noteAges(s.Table, &s.ConflictWhere)
	for k := range s.Sets {
		if a := &s.Sets[k]; isAhead(&a.Value, args) {
			e.leaseColumns[s.Table+"."+a.Column] = true
		}
	}
}

// noteAges notes the columns that a predicate wants to be before something: what
// takes or removes the rows of holders that are gone.
func (e *engine) noteAges(table string, p *sqltext.Predicate) {
	for i := range p.Terms {
		t := &p.Terms[i]
		if t.Op == "<" || t.Op == "<=" {
			e.agedColumns[table+"."+t.Column] = true
		}
		for k := range t.Or {
			e.noteAges(table, &t.Or[k])
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
	if s, args := e.written(c.lib, e.chain(e.eval(c.recv)), &step{c.obj.Name(), e.stepArgs(c)}); s != nil {
		e.noteStatement(s, args)
	}
}
