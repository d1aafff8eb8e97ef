package sqltext

import "strings"

func (r *reader) insert(s *Statement, lo, hi int) {
	s.Kind = Insert
	i := lo + 1
	if r.is(lo, hi, "REPLACE") {
		s.Conflict = ConflictUpdate
	}
	i = r.skip(i, hi, "LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY")
	switch {
	case r.is(i, hi, "IGNORE"):
		s.Conflict = ConflictNothing
		i++
	case r.is(i, hi, "OR"):
		switch r.kw(i+1, hi) {
		case "IGNORE":
			s.Conflict = ConflictNothing
		case "REPLACE":
			s.Conflict = ConflictUpdate
		}
		i += 2
	case r.is(i, hi, "OVERWRITE"):
		i++
	}
	i = r.topSkip(i, hi)
	i = r.skip(i, hi, "INTO")
	if !r.isTableName(i, hi) {
		s.Kind = Unknown
		return
	}
	parts, known, next := r.name(i, hi)
	table := ""
	if known {
		table = strings.Join(parts, ".")
	}
	alias := ""
	i = r.hints(next, hi)
	if r.is(i, hi, "AS") && r.isName(i+1, hi) {
		alias = r.toks[i+1].body
		i += 2
	} else if r.isName(i, hi) && !isReserved(r.kw(i, hi)) && !r.isHole(i) {
		alias = r.toks[i].body
		i++
	}
	r.own(s, table, alias)
	s.Where.Known = true
	var cols []string
	if r.sym(i, hi, "(") && r.kw(i+1, hi) != "SELECT" && r.kw(i+1, hi) != "WITH" {
		for _, p := range r.split(i+1, r.match[i]) {
			c := r.target(p[0], p[1])
			s.Partial = s.Partial || c == ""
			cols = append(cols, c)
		}
		i = r.after(i)
	}
	onConflict := r.conflictAt(i, hi)
	r.source(s, cols, i, onConflict)
	r.conflict(s, onConflict, hi)
	r.returning(s, i, hi)
}

// conflictAt finds ON CONFLICT or ON DUPLICATE KEY.
func (r *reader) conflictAt(lo, hi int) int {
	for i := lo; i < hi; i = r.after(i) {
		if r.is(i, hi, "ON") && (r.is(i+1, hi, "CONFLICT") || r.is(i+1, hi, "DUPLICATE")) {
			return i
		}
	}
	return hi
}

// source reads where the rows of an INSERT come from.
func (r *reader) source(s *Statement, cols []string, lo, hi int) {
	i := r.find(lo, hi, "VALUES", "VALUE", "SELECT", "WITH", "SET", "DEFAULT", "EXEC", "TABLE")
	if i == hi {
		for k := lo; k < hi; k = r.after(k) {
			if r.sym(k, hi, "(") && r.kw(k+1, hi) == "SELECT" {
				r.fromSelect(s, cols, k+1, r.match[k])
				return
			}
		}
		s.Partial = true
		r.columnsOnly(s, cols)
		return
	}
	switch r.kw(i, hi) {
	case "VALUES", "VALUE":
		r.rows(s, cols, i+1, hi)
	case "SET":
		end := r.find(i+1, hi, "AS")
		r.assigns(s, i+1, end, false)
	case "DEFAULT":
	case "SELECT", "WITH":
		end := hi
		if ret := r.find(i, hi, "RETURNING"); ret < hi {
			end = ret
		}
		r.fromSelect(s, cols, i, end)
	default:
		s.Partial = true
		r.columnsOnly(s, cols)
	}
}

func (r *reader) columnsOnly(s *Statement, cols []string) {
	for _, c := range cols {
		s.Sets = append(s.Sets, Assign{Column: c, Value: Expr{Kind: ExprHole}})
	}
}

// rows reads the tuples after VALUES.
func (r *reader) rows(s *Statement, cols []string, i, hi int) {
	if i < hi && !r.sym(i, hi, "(") && !r.is(i, hi, "ROW") {
		// VALUES ? of a builder: a list of unknown width.
		s.Partial = true
		r.columnsOnly(s, cols)
		return
	}
	row := 0
	for i < hi {
		if r.is(i, hi, "ROW") {
			i++
		}
		if !r.sym(i, hi, "(") {
			break
		}
		vals := r.split(i+1, r.match[i])
		if len(cols) > 0 && len(vals) != len(cols) || len(cols) == 0 && row == 0 && len(vals) == 0 {
			s.Partial = true
		}
		for k, v := range vals {
			a := Assign{Value: r.expr(v[0], v[1]), Row: row}
			if k < len(cols) && len(vals) == len(cols) {
				a.Column = cols[k]
			}
			s.Sets = append(s.Sets, a)
		}
		row++
		i = r.after(i)
		if !r.sym(i, hi, ",") {
			break
		}
		i++
	}
	if row == 0 {
		s.Partial = true
	}
	if i < hi && r.isHole(i) {
		s.Partial, s.rowsPartial = true, true
	}
	// VALUES (…) AS new ON DUPLICATE KEY UPDATE
	if r.is(i, hi, "AS") && r.isName(i+1, hi) {
		r.excluded = r.toks[i+1].body
	}
}

// fromSelect reads INSERT … SELECT: the select list gives the values, its WHERE
// guards the insert.
func (r *reader) fromSelect(s *Statement, cols []string, lo, hi int) {
	q := r.query(lo, hi)
	if q == nil || q.Kind != Select {
		s.Partial = true
		r.columnsOnly(s, cols)
		return
	}
	s.Where = q.Where
	s.CTEs = append(s.CTEs, q.CTEs...)
	s.Lock, s.SkipLocked, s.NoWait = q.Lock, q.SkipLocked, q.NoWait
	for i := range q.list {
		a := Assign{Value: q.list[i].Value}
		if len(q.list) == len(cols) {
			a.Column = cols[i]
		}
		s.Sets = append(s.Sets, a)
	}
	for i := range s.Where.Terms {
		if s.Where.Terms[i].Op == "NOT EXISTS" && s.Conflict == NoConflictClause {
			s.Conflict = ConflictNothing
		}
	}
}

// conflict reads ON CONFLICT … and ON DUPLICATE KEY UPDATE …. SQLite and
// Postgres may have several; the first that updates counts.
func (r *reader) conflict(s *Statement, i, hi int) {
	if i >= hi {
		return
	}
	if r.is(i+1, hi, "DUPLICATE") {
		s.Conflict = ConflictUpdate
		end := r.find(i+4, hi, "RETURNING", "SELECT")
		r.assigns(s, i+4, end, true)
		return
	}
	do := r.find(i+2, hi, "DO")
	if r.sym(i+2, hi, "(") {
		for _, p := range r.split(i+3, r.match[i+2]) {
			if c := r.target(p[0], p[1]); c != "" {
				s.ConflictTarget = append(s.ConflictTarget, c)
			}
		}
	}
	switch {
	case r.is(do+1, hi, "NOTHING"):
		s.Conflict = ConflictNothing
	case r.is(do+1, hi, "UPDATE", "SET"):
		s.Conflict = ConflictUpdate
		end := r.find(do+3, hi, "WHERE", "RETURNING", "ON", "SELECT")
		r.assigns(s, do+3, end, true)
		s.ConflictWhere = r.where(end, hi)
	default:
		s.Partial = true
	}
}

func (r *reader) merge(s *Statement, lo, hi int) {
	s.Kind = Merge
	i := r.topSkip(lo+1, hi)
	i = r.skip(i, hi, "INTO")
	table, alias, next := r.tableRef(i, hi)
	using := r.find(next, hi, "USING")
	if using == hi {
		s.Kind = Unknown
		return
	}
	r.own(s, table, alias)
	r.excluded = r.sourceAlias(using+1, hi)
	s.source = r.proposal(using+1, hi)
	on := r.find(using+1, hi, "ON")
	when := r.find(on, hi, "WHEN")
	s.Where = Predicate{Known: true}
	if on < hi {
		s.Where = r.predicate(on+1, when)
	}
	for i := range s.Where.Terms {
		if c := s.Where.Terms[i].Column; c != "" {
			s.ConflictTarget = append(s.ConflictTarget, c)
		}
	}
	r.branches(s, when, hi)
	r.returning(s, r.find(when, hi, "OUTPUT", "RETURNING"), hi)
}

// sourceAlias returns the name of MERGE's source.
func (r *reader) sourceAlias(i, hi int) string {
	table, alias, _ := r.tableRef(i, hi)
	if alias != "" {
		return alias
	}
	return base(table)
}

// proposal reads the values of MERGE's source: a query without a table, or
// (VALUES (…)) AS s(a, b).
func (r *reader) proposal(i, hi int) []Assign {
	if !r.sym(i, hi, "(") {
		return nil
	}
	end := r.after(i)
	if r.is(i+1, hi, "SELECT") {
		q := r.query(i+1, end-1)
		return q.list
	}
	if !r.is(i+1, hi, "VALUES") || !r.sym(i+2, hi, "(") {
		return nil
	}
	vals := r.list(i+3, r.match[i+2])
	end = r.skip(end, hi, "AS")
	if !r.sym(end+1, hi, "(") {
		return nil
	}
	names := r.split(end+2, r.match[end+1])
	if len(names) != len(vals) {
		return nil
	}
	out := make([]Assign, len(vals))
	for k, n := range names {
		out[k] = Assign{Column: r.target(n[0], n[1]), Value: vals[k]}
	}
	return out
}

// branches reads the WHEN clauses of a MERGE.
func (r *reader) branches(s *Statement, i, hi int) {
	guarded := true
	for i < hi {
		next := r.findPlain(i+1, hi, "WHEN")
		then := r.findPlain(i+1, next, "THEN")
		end := r.find(then, next, "OUTPUT", "RETURNING", "OPTION")
		matched := r.is(i+1, hi, "MATCHED") || r.is(i+1, hi, "NOT", "MATCHED", "BY", "SOURCE")
		switch {
		case r.is(then+1, end, "UPDATE"), r.is(then+1, end, "DELETE"):
			guarded = r.matched(s, i, then, end) && guarded
		case r.is(then+1, end, "INSERT"):
			r.mergeInsert(s, then+2, end)
			if s.Conflict == NoConflictClause {
				s.Conflict = ConflictNothing
			}
		case matched && r.is(then+1, end, "DO", "NOTHING"):
			if s.Conflict == NoConflictClause {
				s.Conflict = ConflictNothing
			}
		default:
			s.Partial = true
		}
		i = next
	}
	if !guarded {
		s.ConflictWhere = Predicate{Known: true}
	}
}

// matched reads WHEN MATCHED [AND …] THEN UPDATE SET … [WHERE …]. It reports
// whether the branch has a condition.
func (r *reader) matched(s *Statement, when, then, end int) bool {
	s.Conflict = ConflictUpdate
	var p Predicate
	if and := r.findPlain(when, then, "AND"); and < then {
		p = r.predicate(and+1, then)
	}
	if r.is(then+1, end, "UPDATE") {
		where := r.find(then+3, end, "WHERE", "DELETE")
		r.assigns(s, then+3, where, true)
		if w := r.where(where, end); w.Present {
			p = w
		}
	}
	if p.Present && !s.ConflictWhere.Present {
		s.ConflictWhere = p
	}
	return p.Present
}

func (r *reader) mergeInsert(s *Statement, i, hi int) {
	var cols []string
	if r.sym(i, hi, "(") {
		for _, p := range r.split(i+1, r.match[i]) {
			cols = append(cols, r.target(p[0], p[1]))
		}
		i = r.after(i)
	}
	if !r.is(i, hi, "VALUES") {
		s.Partial = true
		return
	}
	r.rows(s, cols, i+1, hi)
}
