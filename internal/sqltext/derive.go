package sqltext

import "strings"

import "slices"

// IsWrite reports whether the statement writes rows, itself or in a WITH.
// What a CALL does is unknown: it is none.
func (s *Statement) IsWrite() bool {
	switch s.Kind {
	case Insert, Update, Delete, Merge:
		return true
	}
	for i := range s.CTEs {
		if s.CTEs[i].Statement.IsWrite() {
			return true
		}
	}
	return false
}

// Writes returns the writing statements: this one and those of its WITH.
func (s *Statement) Writes() []*Statement {
	var out []*Statement
	switch s.Kind {
	case Insert, Update, Delete, Merge:
		out = append(out, s)
	}
	for i := range s.CTEs {
		out = append(out, s.CTEs[i].Statement.Writes()...)
	}
	return out
}

// IsConditional reports whether the store decides about the write: a conjunct
// (or every alternative of a disjunction) constrains a column that the statement
// also sets, an EXISTS guards it, a conflict leaves the row alone or is resolved
// under a condition, or the row was claimed under a row lock in the same
// statement. A query is conditional when everything that its WITH writes is.
func (s *Statement) IsConditional() bool {
	switch s.Kind {
	case Insert, Merge:
		return s.conflictDecides()
	case Update, Delete:
		return s.Where.guards() || s.Where.constrains(s.setColumns()) || s.claims() || s.keeps(false)
	}
	writes := s.Writes()
	for _, w := range writes {
		if !w.IsConditional() {
			return false
		}
	}
	return len(writes) > 0
}

func (s *Statement) conflictDecides() bool {
	switch s.Conflict {
	case ConflictNothing:
		return true
	case ConflictUpdate:
		return s.ConflictWhere.Present || s.keepsOnConflict()
	}
	return false
}

// keepsOnConflict reports whether the conflict's assignments keep what is there
// under a condition: MySQL has no other way to say WHERE there.
func (s *Statement) keepsOnConflict() bool { return s.keeps(true) }

// keeps reports whether every assignment, of the conflict or of the statement, is
// IF(condition, new, col) or the greater of the column and a new value.
func (s *Statement) keeps(onConflict bool) bool {
	n := 0
	for i := range s.Sets {
		a := &s.Sets[i]
		if a.OnConflict != onConflict {
			continue
		}
		if !a.keepsColumn() {
			return false
		}
		if a.Value.Kind == ExprCase {
			n++
		}
	}
	return n > 0
}

// keepsColumn reports whether a branch of the value is the column itself.
func (a *Assign) keepsColumn() bool {
	switch {
	case a.Value.Kind == ExprCase:
	case a.Value.Kind == ExprCall && (strings.EqualFold(a.Value.Name, "greatest") || strings.EqualFold(a.Value.Name, "max")):
	default:
		return false
	}
	for i := range a.Value.Args {
		if v := &a.Value.Args[i]; v.Kind == ExprColumn && v.Column == a.Column {
			return true
		}
	}
	return false
}

// setColumns lists the columns that the statement assigns to an existing row,
// not those of a new one.
func (s *Statement) setColumns() map[string]bool {
	out := map[string]bool{}
	for i := range s.Sets {
		a := &s.Sets[i]
		if a.Column != "" && (s.Kind == Update || a.OnConflict) {
			out[a.Column] = true
		}
	}
	return out
}

// constrains reports whether a conjunct bears on one of the columns.
func (p *Predicate) constrains(cols map[string]bool) bool {
	for i := range p.Terms {
		if p.Terms[i].constrains(cols) {
			return true
		}
	}
	return false
}

// rowVersions are the system columns that each write of a row changes.
var rowVersions = map[string]bool{"xmin": true, "ora_rowscn": true}

func (t *Term) constrains(cols map[string]bool) bool {
	if t.Op != "OR" {
		return cols[t.Column] || rowVersions[t.Column] && t.Op == "="
	}
	for i := range t.Or {
		if !t.Or[i].constrains(cols) {
			return false
		}
	}
	return len(t.Or) > 0
}

// guards reports whether a conjunct is an EXISTS.
func (p *Predicate) guards() bool {
	for i := range p.Terms {
		switch t := &p.Terms[i]; t.Op {
		case "EXISTS", "NOT EXISTS":
			return true
		case "OR":
			all := len(t.Or) > 0
			for k := range t.Or {
				all = all && t.Or[k].guards()
			}
			if all {
				return true
			}
		}
	}
	return false
}

// claims reports whether the rows come from a locking query of the same table
// that constrains what is set: UPDATE jobs SET state = … WHERE id = (SELECT id
// FROM jobs WHERE state = … FOR UPDATE SKIP LOCKED).
func (s *Statement) claims() bool {
	cols := s.setColumns()
	for i := range s.Where.Terms {
		if t := &s.Where.Terms[i]; t.Query != nil && t.Column != "" && t.Op != "NOT IN" && s.claimedBy(t.Query, cols, 0) {
			return true
		}
	}
	for i := range s.CTEs {
		if s.claimedBy(&s.CTEs[i].Statement, cols, 0) {
			return true
		}
	}
	return false
}

func (s *Statement) claimedBy(q *Statement, cols map[string]bool, depth int) bool {
	if depth > maxDepth {
		return false
	}
	if q.Kind == Select && q.Lock == ForUpdate && q.Table != "" && q.Table == s.Table && q.Where.constrains(cols) {
		return true
	}
	for i := range q.CTEs {
		if s.claimedBy(&q.CTEs[i].Statement, cols, depth+1) {
			return true
		}
	}
	return false
}

// IsRelative reports whether every assigned column is moved from where it
// stands (col = col ± x), apart from constants and timestamps.
func (s *Statement) IsRelative() bool {
	return len(s.relativeColumns()) > 0
}

// setsKnown reports whether every assignment was read; the table may be unknown.
func (s *Statement) setsKnown() bool {
	for i := range s.Sets {
		if s.Sets[i].Column == "" {
			return false
		}
	}
	return !s.setsPartial
}

func (s *Statement) relativeColumns() map[string]bool {
	if s.Partial && !s.setsKnown() {
		return nil
	}
	out := map[string]bool{}
	for i := range s.Sets {
		a := &s.Sets[i]
		switch {
		case s.Kind == Insert || s.Kind == Merge:
			if s.Conflict != ConflictUpdate {
				return nil
			}
			if !a.OnConflict {
				continue
			}
		case s.Kind != Update:
			return nil
		}
		switch a.Value.Kind {
		case ExprConst, ExprNow:
		case ExprRelative:
			if a.Value.Column != a.Column {
				return nil
			}
			out[a.Column] = true
		default:
			return nil
		}
	}
	return out
}

// IsBoundedRelative reports whether the statement is relative and a conjunct
// bounds a column that it moves.
func (s *Statement) IsBoundedRelative() bool {
	where := &s.Where
	if s.Kind != Update {
		where = &s.ConflictWhere
	}
	cols := s.relativeColumns()
	for i := range where.Terms {
		t := &where.Terms[i]
		if !cols[t.Column] {
			continue
		}
		switch t.Op {
		case "<", "<=", ">", ">=", "BETWEEN":
			return true
		}
	}
	return false
}

// A collector gathers the parameters of a part of a statement.
type collector struct {
	indexes  []int
	names    []string
	proposed map[string][]*Expr // by column: what EXCLUDED stands for
}

// propose makes EXCLUDED stand for the values of a statement.
func (c *collector) propose(s *Statement) {
	c.proposed = nil
	if s.Conflict != ConflictUpdate && s.Kind != Merge {
		return
	}
	c.proposed = map[string][]*Expr{}
	for i := range s.source {
		a := &s.source[i]
		c.proposed[a.Column] = append(c.proposed[a.Column], &a.Value)
	}
	for i := range s.Sets {
		if a := &s.Sets[i]; s.Kind == Insert && !a.OnConflict && a.Value.Kind != ExprExcluded {
			c.proposed[a.Column] = append(c.proposed[a.Column], &a.Value)
		}
	}
}

func (c *collector) expr(e *Expr) {
	if e.Kind == ExprParam {
		if e.Param >= 0 {
			c.indexes = append(c.indexes, e.Param)
		} else if e.Name != "" {
			c.names = append(c.names, e.Name)
		}
	}
	if e.Kind == ExprExcluded {
		for _, v := range c.proposed[e.Column] {
			if v.Kind != ExprExcluded {
				c.direct(v)
			}
		}
	}
	if e.Arg != nil && !coveredByArgs(e) {
		c.expr(e.Arg)
	}
	for i := range e.Args {
		c.expr(&e.Args[i])
	}
	for i := range e.Conds {
		c.predicate(&e.Conds[i])
	}
	if e.Query != nil {
		c.statement(e.Query)
	}
}

// direct gathers the parameters of a proposed value, which proposes nothing.
func (c *collector) direct(e *Expr) {
	proposed := c.proposed
	c.proposed = nil
	c.expr(e)
	c.proposed = proposed
}

// coveredByArgs reports whether Arg is one of the arguments of a call already.
func coveredByArgs(e *Expr) bool { return e.Name != "" && len(e.Args) > 0 }

func (c *collector) predicate(p *Predicate) {
	for i := range p.Terms {
		t := &p.Terms[i]
		c.expr(&t.Left)
		c.expr(&t.Value)
		if t.Query != nil && t.Value.Query == nil {
			c.statement(t.Query)
		}
		for k := range t.Or {
			c.predicate(&t.Or[k])
		}
	}
}

func (c *collector) statement(s *Statement) {
	for i := range s.list {
		c.expr(&s.list[i].Value)
	}
	for i := range s.Sets {
		c.expr(&s.Sets[i].Value)
	}
	c.predicate(&s.Where)
	c.predicate(&s.ConflictWhere)
	for i := range s.CTEs {
		c.statement(&s.CTEs[i].Statement)
	}
}

func (c *collector) sorted() ([]int, []string) {
	slices.Sort(c.indexes)
	slices.Sort(c.names)
	return slices.Compact(c.indexes), slices.Compact(c.names)
}

// where gathers the conditions of a statement; for an INSERT … SELECT its
// source's.
func (c *collector) where(s *Statement) {
	c.propose(s)
	c.predicate(&s.Where)
	c.predicate(&s.ConflictWhere)
	for i := range s.CTEs {
		q := &s.CTEs[i].Statement
		for k := range q.list {
			c.expr(&q.list[k].Value)
		}
		c.where(q)
	}
}

func (c *collector) sets(s *Statement, cols []string) {
	c.propose(s)
	for i := range s.Sets {
		if a := &s.Sets[i]; len(cols) == 0 || slices.Contains(cols, a.Column) {
			c.expr(&a.Value)
		}
	}
	for i := range s.CTEs {
		c.sets(&s.CTEs[i].Statement, cols)
	}
}

// WhereParams lists the indexes of the Go arguments that feed the conditions,
// WITH included.
func (s *Statement) WhereParams() []int {
	var c collector
	c.where(s)
	out, _ := c.sorted()
	return out
}

// WhereNames lists the named parameters that feed the conditions.
func (s *Statement) WhereNames() []string {
	var c collector
	c.where(s)
	_, out := c.sorted()
	return out
}

// SetParams lists the indexes of the Go arguments that feed the assignments.
func (s *Statement) SetParams() []int {
	var c collector
	c.sets(s, nil)
	out, _ := c.sorted()
	return out
}

// SetNames lists the named parameters that feed the assignments.
func (s *Statement) SetNames() []string {
	var c collector
	c.sets(s, nil)
	_, out := c.sorted()
	return out
}

// ParamsOf lists the indexes of the Go arguments that are compared with, or
// assigned to, one of the columns.
func (s *Statement) ParamsOf(columns ...string) (where, sets []int) {
	var w, a collector
	w.propose(s)
	w.termsOf(&s.Where, columns)
	w.termsOf(&s.ConflictWhere, columns)
	if len(columns) > 0 {
		a.sets(s, columns)
	}
	where, _ = w.sorted()
	sets, _ = a.sorted()
	return where, sets
}

func (c *collector) termsOf(p *Predicate, columns []string) {
	for i := range p.Terms {
		t := &p.Terms[i]
		if slices.Contains(columns, t.Column) && t.Column != "" {
			c.expr(&t.Left)
			c.expr(&t.Value)
		}
		for k := range t.Or {
			c.termsOf(&t.Or[k], columns)
		}
	}
}

// Params lists the indexes of the Go arguments that feed an expression.
func (e *Expr) Params() []int {
	var c collector
	c.expr(e)
	out, _ := c.sorted()
	return out
}
