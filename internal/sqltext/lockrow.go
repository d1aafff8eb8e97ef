package sqltext

import (
	"slices"
	"strings"
)

// A LockOp is an operation on a lock row.
type LockOp uint8

// Operations on a lock row.
const (
	LockAcquire LockOp = iota
	LockRelease
	LockRenew
	// LockEnd sets constants only: a release if the column is a lease's expiry,
	// which other statements have to tell.
	LockEnd
)

// A LockRow is a statement read as an operation on a lock row.
type LockRow struct {
	Op LockOp
	// Certain says that the shape alone tells the operation: a lease is compared
	// with the clock or moved on from it. Otherwise other writes look the same (any
	// DELETE by key looks like a release, any claim of a row like an acquire), and
	// only the operations on the same row that stand around it can tell.
	Certain bool
	// OwnerCompared says that the row has to be the caller's own: a conjunct
	// compares more than what identifies the row.
	OwnerCompared bool
	HasExpiry     bool
	TokenColumn   string // counts up with every acquire
	OwnerColumn   string
	OwnerParam    int // index of the Go argument, -1 if none
	ExpiryColumn  string
	KeyColumn     string
	KeyParam      int    // index of the Go argument, -1 if a constant or a named parameter
	Key           string // text of the key
}

// maxLockColumns is more than a lock row has.
const maxLockColumns = 64

// LockRow reads the statement as an operation on a lock row. Only its shape
// counts: names are compared with each other and with nothing else.
func (s *Statement) LockRow() (LockRow, bool) {
	l := LockRow{KeyParam: -1, OwnerParam: -1}
	if len(s.Sets) > maxLockColumns || len(s.Where.Terms) > maxLockColumns {
		return l, false
	}
	ok := false
	switch s.Kind {
	case Insert, Merge:
		ok = s.insertLock(&l)
	case Update:
		ok = s.withChosen().updateLock(&l)
	case Delete:
		ok = s.deleteLock(&l)
	}
	return l, ok
}

// withChosen is the statement with the conditions under which a query chooses its
// rows in the place of the comparison with that query: UPDATE t SET … FROM chosen
// WHERE t.name = chosen.name, or WHERE name IN (SELECT name FROM t WHERE …).
func (s *Statement) withChosen() *Statement {
	for i := range s.Where.Terms {
		q := s.chooser(&s.Where.Terms[i])
		if q == nil || q.Kind != Select || q.Table == "" || q.Table != s.Table || len(q.Where.Terms) > maxLockColumns {
			continue
		}
		n := *s
		n.Where.Terms = slices.Concat(s.Where.Terms[:i], q.Where.Terms, s.Where.Terms[i+1:])
		n.Where.Known = s.Where.Known && q.Where.Known
		return &n
	}
	return s
}

// chooser is the query with whose rows a term compares a column, or nil.
func (s *Statement) chooser(t *Term) *Statement {
	if t.Column == "" || t.Op != "=" && t.Op != "IN" {
		return nil
	}
	if t.Query != nil {
		return t.Query
	}
	cte, _, qualified := strings.Cut(t.Value.Column, ".")
	for i := range s.CTEs {
		if qualified && t.Value.Kind == ExprColumn && s.CTEs[i].Name == cte {
			return &s.CTEs[i].Statement
		}
	}
	return nil
}

// freeTest is what a predicate says about who may take the row.
type freeTest struct {
	expiry string // column that is before the clock or before a parameter
	clock  bool   // … before the clock
	bound  *Expr  // … before this parameter
	null   string // column that is NULL
	equals string // set column that equals something
}

// free collects the tests of the predicate's terms and alternatives, on columns
// that the statement sets.
func (p *Predicate) free(cols map[string]bool, f *freeTest) {
	for i := range p.Terms {
		t := &p.Terms[i]
		for k := range t.Or {
			t.Or[k].free(cols, f)
		}
		if !cols[t.Column] {
			continue
		}
		switch t.Op {
		case "<", "<=":
			if t.Value.Kind == ExprNow || t.Left.mentionsNow() {
				f.expiry, f.clock = t.Column, true
			} else if f.expiry == "" && t.Value.Kind == ExprParam {
				f.expiry, f.bound = t.Column, &t.Value
			}
		case "IS":
			if t.Value.Kind == ExprNull && f.null == "" {
				f.null = t.Column
			}
		case "=":
			if f.equals == "" {
				f.equals = t.Column
			}
		}
	}
}

func (e *Expr) mentionsNow() bool {
	if e.Kind == ExprNow || e.Arg != nil && e.Arg.Kind == ExprNow {
		return true
	}
	for i := range e.Args {
		if e.Args[i].Kind == ExprNow {
			return true
		}
	}
	return false
}

// key takes the first equality on a column that is not set for what identifies
// the row.
func (l *LockRow) key(p *Predicate, cols map[string]bool) bool {
	for i := range p.Terms {
		t := &p.Terms[i]
		if t.Op != "=" || t.Column == "" || isForeign(t.Column) || cols[t.Column] || !isGiven(&t.Value) {
			continue
		}
		l.keyOf(t.Column, &t.Value)
		return true
	}
	return false
}

// keyList takes a column that is one of a list, which the program expands.
func (l *LockRow) keyList(p *Predicate) bool {
	for i := range p.Terms {
		if t := &p.Terms[i]; t.Op == "IN" && t.Column != "" && !isForeign(t.Column) && t.Query == nil && t.Value.Kind == ExprParam {
			l.keyOf(t.Column, &t.Value)
			return true
		}
	}
	return false
}

// isForeign reports whether a column belongs to another table.
func isForeign(column string) bool { return strings.Contains(column, ".") }

func (l *LockRow) keyOf(col string, v *Expr) {
	l.KeyColumn, l.Key = col, v.Text
	if v.Kind == ExprParam {
		l.KeyParam = v.Param
	}
}

// isGiven reports whether a value comes from outside of the row.
func isGiven(e *Expr) bool {
	switch e.Kind {
	case ExprConst, ExprParam, ExprHole:
		return true
	case ExprCall:
		return e.Column == ""
	}
	return false
}

// insertLock reads an upsert that takes the row where it is free, and an
// insert that leaves an existing row alone.
func (s *Statement) insertLock(l *LockRow) bool {
	if s.Conflict != NoConflictClause && !s.conflictDecides() || s.Kind == Merge && !s.conflictDecides() {
		return false
	}
	l.Op = LockAcquire
	s.insertKey(l)
	if l.KeyColumn == "" {
		return false
	}
	if s.Conflict != ConflictUpdate {
		return s.insertAbsent(l)
	}
	cols := s.setColumns()
	var f freeTest
	s.ConflictWhere.free(cols, &f)
	for i := range s.Sets {
		for k := range s.Sets[i].Value.Conds {
			s.Sets[i].Value.Conds[k].free(cols, &f)
		}
	}
	return s.acquired(l, f, true)
}

// insertKey takes the conflict's target for the key, else the first column.
func (s *Statement) insertKey(l *LockRow) {
	col := ""
	if len(s.ConflictTarget) > 0 {
		col = s.ConflictTarget[0]
	}
	for i := range s.Sets {
		a := &s.Sets[i]
		if a.OnConflict || a.Column == "" || a.Row > 0 || col != "" && a.Column != col {
			continue
		}
		v := &a.Value
		if v.Kind == ExprExcluded {
			v = s.inserted(v)
		}
		if isGiven(v) || v.Kind == ExprExcluded {
			l.keyOf(a.Column, v)
		}
		return
	}
}

// insertAbsent reads INSERT of key, owner and expiry that does nothing on a
// conflict, or fails. Without an expiry on the clock, every idempotent insert has
// its shape; that fails, every insert.
func (s *Statement) insertAbsent(l *LockRow) bool {
	if s.rowsPartial {
		return false
	}
	params := 0
	for i := range s.Sets {
		a := &s.Sets[i]
		if a.Row > 0 {
			return false // many rows are no lock
		}
		if a.OnConflict || a.Column == l.KeyColumn {
			continue
		}
		switch {
		case a.Value.Kind == ExprNow && a.Value.Op != "":
			l.HasExpiry, l.ExpiryColumn = true, a.Column
		case a.Value.Kind == ExprParam:
			params++
			if l.OwnerColumn == "" {
				l.OwnerColumn, l.OwnerParam = a.Column, a.Value.Param
			}
		}
	}
	l.Certain = l.HasExpiry && params > 0 && s.Conflict == ConflictNothing
	return params > 0
}

// inserted returns the value that EXCLUDED stands for.
func (s *Statement) inserted(e *Expr) *Expr {
	for i := range s.source {
		if a := &s.source[i]; a.Column == e.Column {
			return &a.Value
		}
	}
	for i := range s.Sets {
		if a := &s.Sets[i]; s.Kind == Insert && !a.OnConflict && a.Column == e.Column {
			return &a.Value
		}
	}
	return e
}

// acquired reads what a statement sets on a row that was found free.
func (s *Statement) acquired(l *LockRow, f freeTest, onConflict bool) bool {
	if !f.clock && s.fences(f) {
		f.expiry = ""
	}
	if f.expiry == "" && f.null == "" {
		return false
	}
	l.ExpiryColumn = f.expiry
	for i := range s.Sets {
		a := &s.Sets[i]
		if a.OnConflict != onConflict || a.Column == "" {
			continue
		}
		v := &a.Value
		if v.Kind == ExprCase { // IF(free, new, col)
			v = a.taken()
		}
		if v.Kind == ExprExcluded {
			v = s.inserted(v)
		}
		s.acquiredColumn(l, a, v, f)
	}
	l.HasExpiry = l.ExpiryColumn != ""
	l.Certain = f.clock || l.HasExpiry && f.null != ""
	return l.OwnerColumn != "" && (f.expiry != "" || l.HasExpiry || l.OwnerColumn == f.null)
}

// fences reports whether the column gets the very value that it must not exceed:
// that is a fencing token. A lease is set to a later time than it is compared with.
func (s *Statement) fences(f freeTest) bool {
	return f.bound != nil && slices.ContainsFunc(s.Sets, func(a Assign) bool {
		v := &a.Value
		return a.Column == f.expiry && v.Kind == ExprParam && v.Param == f.bound.Param && v.Name == f.bound.Name
	})
}

// taken returns the branch that is not the column itself.
func (a *Assign) taken() *Expr {
	for i := range a.Value.Args {
		if v := &a.Value.Args[i]; v.Kind != ExprColumn || v.Column != a.Column {
			return v
		}
	}
	return &a.Value
}

func (s *Statement) acquiredColumn(l *LockRow, a *Assign, v *Expr, f freeTest) {
	switch {
	case a.Column == f.expiry:
	case v.Kind == ExprNow && v.Op != "" && l.ExpiryColumn == "":
		l.ExpiryColumn = a.Column
	case isBump(a, v):
		l.TokenColumn = a.Column
	case v.Kind == ExprParam || v.Kind == ExprExcluded || v.Kind == ExprHole:
		// The column that was NULL is the owner before any other.
		if l.OwnerColumn == "" || a.Column == f.null {
			l.OwnerColumn, l.OwnerParam = a.Column, -1
			if v.Kind == ExprParam {
				l.OwnerParam = v.Param
			}
		}
	}
}

// isBump reports whether a column counts up.
func isBump(a *Assign, v *Expr) bool {
	return v.Kind == ExprRelative && v.Column == a.Column && v.Op == "+" && v.Arg != nil && v.Arg.Kind == ExprConst && v.Arg.isNumber()
}

func (e *Expr) isNumber() bool { return e.Text != "" && isDigit(e.Text[0]) }

// updateLock tells acquire, release and renew apart.
func (s *Statement) updateLock(l *LockRow) bool {
	cols := s.setColumns()
	if !l.key(&s.Where, cols) {
		return false
	}
	var f freeTest
	s.Where.free(cols, &f)
	if s.acquired(l, f, false) {
		l.Op = LockAcquire
		return true
	}
	l.Certain, l.OwnerColumn, l.OwnerParam, l.ExpiryColumn, l.HasExpiry, l.TokenColumn = false, "", -1, "", false, ""
	return s.clears(l) || s.renews(l) || s.ends(l)
}

// clears reads SET owner = NULL. Everything that is set beside has to be
// cleared, constant, or the clock.
func (s *Statement) clears(l *LockRow) bool {
	cleared := ""
	for i := range s.Sets {
		a := &s.Sets[i]
		switch a.Value.Kind {
		case ExprNull:
			if cleared == "" || s.equality(a.Column) != nil {
				cleared = a.Column
			}
		case ExprConst, ExprNow:
		case ExprRelative:
			if !isBump(a, &a.Value) {
				return false
			}
		default:
			return false
		}
	}
	if cleared == "" {
		return false
	}
	l.Op = LockRelease
	l.OwnerColumn = cleared
	if t := s.equality(cleared); t != nil {
		l.OwnerCompared = true
		if t.Value.Kind == ExprParam {
			l.OwnerParam = t.Value.Param
		}
		return true
	}
	l.secondEquality(&s.Where)
	return true
}

// equality returns the conjunct that compares a column with a given value.
func (s *Statement) equality(col string) *Term {
	for i := range s.Where.Terms {
		if t := &s.Where.Terms[i]; t.Column == col && t.Op == "=" && isGiven(&t.Value) {
			return t
		}
	}
	return nil
}

// secondEquality looks for a comparison with a parameter besides the key's.
func (l *LockRow) secondEquality(p *Predicate) {
	n := 0
	for i := range p.Terms {
		t := &p.Terms[i]
		if t.Op == "IN" && t.Column == l.KeyColumn {
			n++
			continue
		}
		if t.Op != "=" || t.Column == "" || isForeign(t.Column) || t.Value.Kind != ExprParam && t.Value.Kind != ExprHole {
			continue
		}
		n++
		if t.Column != l.KeyColumn {
			l.OwnerCompared = n > 1 || l.KeyParam < 0
			l.OwnerColumn, l.OwnerParam = t.Column, -1
			if t.Value.Kind == ExprParam {
				l.OwnerParam = t.Value.Param
			}
			return
		}
	}
}

// renews reads SET expiry = … of a row that is the caller's.
func (s *Statement) renews(l *LockRow) bool {
	l.Op = LockRenew
	given, moved := "", false
	for i := range s.Sets {
		a := &s.Sets[i]
		switch v := &a.Value; v.Kind {
		case ExprNow:
			if v.Op != "" || l.ExpiryColumn == "" {
				l.ExpiryColumn = a.Column
			}
			l.Certain = l.Certain || v.Op == "+"
		case ExprParam:
			t := s.equality(a.Column)
			if t == nil {
				if given != "" {
					return false // two free values are data
				}
				given = a.Column
			}
		case ExprRelative:
			if v.Column != a.Column || v.Op != "+" {
				return false
			}
			if l.ExpiryColumn == "" && !isBump(a, v) {
				l.ExpiryColumn = a.Column
				moved = true
			}
		case ExprConst:
		default:
			return false
		}
	}
	if l.ExpiryColumn == "" {
		l.ExpiryColumn = given
	} else if given != "" {
		l.Certain = false
	}
	if l.ExpiryColumn == "" {
		return false
	}
	l.HasExpiry = true
	l.renewOwner(s)
	for i := range s.Where.Terms {
		t := &s.Where.Terms[i]
		// Still alive: expiry > now().
		if t.Column == l.ExpiryColumn && (t.Op == ">" || t.Op == ">=") && (t.Value.Kind == ExprNow || t.Left.mentionsNow()) {
			l.Certain = true
		}
	}
	return l.OwnerCompared || !moved // else a counter of any kind
}

// ends reads SET expiry = 0 of a row that is the caller's.
func (s *Statement) ends(l *LockRow) bool {
	if len(s.Sets) != 1 || s.Sets[0].Value.Kind != ExprConst || s.Sets[0].Column == "" {
		return false
	}
	l.Op, l.Certain, l.HasExpiry, l.ExpiryColumn = LockEnd, false, false, s.Sets[0].Column
	l.OwnerCompared, l.OwnerColumn, l.OwnerParam = false, "", -1
	l.renewOwner(s)
	return true
}

func (l *LockRow) renewOwner(s *Statement) {
	for i := range s.Sets {
		c := s.Sets[i].Column
		if t := s.equality(c); t != nil && c != "" && c != l.ExpiryColumn {
			l.OwnerCompared, l.OwnerColumn = true, c
			if t.Value.Kind == ExprParam {
				l.OwnerParam = t.Value.Param
			}
			return
		}
	}
	l.secondEquality(&s.Where)
}

// deleteLock reads DELETE … WHERE key = ….
func (s *Statement) deleteLock(l *LockRow) bool {
	if !s.Where.Known || !l.keyList(&s.Where) && !l.key(&s.Where, nil) {
		return false
	}
	for i := range s.Where.Terms {
		t := &s.Where.Terms[i]
		switch t.Op {
		case "=":
		case ">", ">=": // still alive
		case "IN":
			if t.Query != nil || t.Column != l.KeyColumn {
				return false
			}
		default:
			return false // a clean-up, or no single row
		}
	}
	l.Op = LockRelease
	l.secondEquality(&s.Where)
	return true
}
