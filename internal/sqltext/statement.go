package sqltext

import "strings"

// maxTarget is how many tokens an UPDATE without a semicolon before it may have
// before its SET.
const maxTarget = 64

// statements cuts the text and reads each piece.
func (r *reader) statements() []Statement {
	var out []Statement
	lo := 0
	for i := 0; i <= len(r.toks); {
		if i == len(r.toks) || r.sym(i, len(r.toks), ";") {
			out = r.pieces(out, lo, i)
			lo = i + 1
			i++
			continue
		}
		i = r.after(i)
	}
	return out
}

// pieces reads what stands between two semicolons. SQL Server needs none
// between statements, and blocks put words before them.
func (r *reader) pieces(out []Statement, lo, hi int) []Statement {
	if lo >= hi {
		return out
	}
	if !r.sound(lo, hi) {
		return append(out, Statement{Text: r.text(lo, hi)})
	}
	for lo < hi {
		end := r.pieceEnd(lo, hi)
		if s, ok := r.piece(lo, end); ok {
			out = append(out, s)
		}
		lo = end
	}
	return out
}

// piece reads one statement. ok is false for words of a block.
func (r *reader) piece(lo, hi int) (s Statement, ok bool) {
	for lo < hi && (r.kw(lo, hi) == "ELSE" || r.kw(lo, hi) == "GO" || r.kw(lo, hi) == "THEN") {
		lo++
	}
	for hi > lo+1 && (r.kw(hi-1, hi) == "ELSE" || r.kw(hi-1, hi) == "GO") {
		hi--
	}
	if lo >= hi {
		return s, false
	}
	r.table, r.alias, r.excluded = "", "", ""
	s = r.statement(lo, hi)
	if s.Kind == Unknown {
		return s, true
	}
	s.Advisory = r.advisories(lo, hi)
	if s.Lock == NoRowLock {
		r.rowLock(&s, lo, hi, func(i int) int { return i + 1 })
	}
	return s, true
}

// pieceEnd returns where the statement at lo ends.
func (r *reader) pieceEnd(lo, hi int) int {
	if r.kw(lo, hi) == "BEGIN" {
		return r.beginEnd(lo, hi)
	}
	body := 0 // the verb of WITH is no new statement
	with := r.kw(lo, hi) == "WITH"
	switch r.kw(lo, hi) {
	case "CREATE", "ALTER", "GRANT", "REVOKE", "EXPLAIN", "PREPARE", "DROP":
		return hi
	}
	for i := r.after(lo); i < hi; i = r.after(i) {
		if !r.startsStatement(i, lo, hi) {
			continue
		}
		if with && body == 0 {
			body++
			continue
		}
		return i
	}
	return hi
}

func (r *reader) beginEnd(lo, hi int) int {
	i := lo + 1
	for i < hi {
		switch r.kw(i, hi) {
		case "TRAN", "TRANSACTION", "WORK", "ISOLATION", "LEVEL", "READ", "WRITE", "ONLY", "COMMITTED", "UNCOMMITTED",
			"REPEATABLE", "SERIALIZABLE", "SNAPSHOT", "DEFERRED", "IMMEDIATE", "EXCLUSIVE", "CONCURRENT", "NOT", "DEFERRABLE":
			i++
			continue
		}
		if r.sym(i, hi, ",") {
			i++
			continue
		}
		break
	}
	return i
}

// startsStatement reports whether a new statement starts at i without a
// semicolon before it.
func (r *reader) startsStatement(i, lo, hi int) bool {
	kw := r.kw(i, hi)
	if kw == "" {
		return false
	}
	switch p := &r.toks[i-1]; p.kw {
	case "ON":
		if r.kw(lo, hi) != "SET" { // SET NOCOUNT ON
			return false
		}
	case "DO", "FOR", "KEY", "THEN", "AS", "OR", "BEFORE", "AFTER", "OF", "INSTEAD", "ALWAYS", "SET", "WHERE", "AND", "NOT":
		return false
	default:
		if p.kind == tokOp || p.text == "," || p.text == "." {
			return false
		}
	}
	switch kw {
	case "UPDATE":
		return r.isName(i+1, hi) && r.find(i+1, min(hi, i+maxTarget), "SET") < min(hi, i+maxTarget) || r.sym(i+1, hi, "(")
	case "DELETE":
		return r.isName(i+1, hi)
	case "INSERT", "MERGE":
		return r.is(i+1, hi, "INTO") || r.is(i+1, hi, "OR") || r.is(i+1, hi, "IGNORE")
	case "EXEC", "EXECUTE":
		return r.kw(lo, hi) != "INSERT" && (r.isName(i+1, hi) || i+1 < hi && r.toks[i+1].kind == tokParam)
	case "COMMIT", "ROLLBACK":
		return i+1 == hi || r.is(i+1, hi, "TRAN") || r.is(i+1, hi, "TRANSACTION")
	case "BEGIN":
		return true
	case "SELECT":
		first := r.kw(lo, hi)
		return first == "DECLARE" || first == "IF" && r.toks[i-1].text == ")"
	}
	return false
}

// statement reads the statement in a range by its first word.
func (r *reader) statement(lo, hi int) Statement {
	s := Statement{Kind: Other, Text: r.text(lo, hi)}
	if !r.enter() {
		r.leave()
		s.Kind = Unknown
		return s
	}
	defer r.leave()
	for r.sym(lo, hi, "(") && r.match[lo] == hi-1 {
		lo, hi = lo+1, hi-1
	}
	if r.sym(lo, hi, "{") && r.sym(hi-1, hi, "}") {
		lo, hi = lo+1, hi-1
	}
	if lo >= hi {
		s.Kind = Unknown
		return s
	}
	switch r.kw(lo, hi) {
	case "":
		if r.sym(lo, hi, "(") && r.kw(lo+1, hi) == "SELECT" { // (SELECT …) UNION (…)
			s.Kind = Select
			r.derived(&s, lo-1, hi)
			return s
		}
		r.other(&s, lo, hi)
	case "WITH":
		return r.with(s, lo, hi)
	case "INSERT", "REPLACE":
		r.insert(&s, lo, hi)
	case "UPDATE":
		r.update(&s, lo, hi)
	case "DELETE":
		r.delete(&s, lo, hi)
	case "MERGE":
		r.merge(&s, lo, hi)
	case "SELECT", "TABLE":
		r.selectStmt(&s, lo, hi)
	case "VALUES":
		s.Kind = Select
		s.Where.Known = true
	case "CALL", "EXEC", "EXECUTE":
		r.callStmt(&s, lo+1, hi)
	case "BEGIN":
		s.Kind = Begin
		s.Isolation = r.isolation(lo, hi)
	case "START":
		if r.is(lo+1, hi, "TRANSACTION") {
			s.Kind = Begin
			s.Isolation = r.isolation(lo, hi)
		}
	case "COMMIT":
		s.Kind = Commit
	case "END":
		if hi == lo+1 || r.is(lo+1, hi, "TRANSACTION") || r.is(lo+1, hi, "WORK") {
			s.Kind = Commit
		}
	case "CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME":
		s.Kind = DDL
	case "SET":
		s.Kind = Set
		s.Isolation = r.isolation(lo, hi)
	case "LOCK":
		r.lockTable(&s, lo+1, hi)
	case "ROLLBACK", "SAVEPOINT", "RELEASE", "UNLOCK", "DO", "EXPLAIN", "SHOW", "PRAGMA", "USE", "DECLARE", "IF",
		"ANALYZE", "VACUUM", "GRANT", "REVOKE", "LISTEN", "NOTIFY", "UNLISTEN", "COPY", "PREPARE", "DEALLOCATE", "DESCRIBE",
		"DESC", "OPTIMIZE", "REFRESH", "COMMENT", "FETCH", "CLOSE", "OPEN", "RESET", "DISCARD", "PERFORM", "RETURN", "WHILE",
		"PRINT", "RAISERROR", "THROW", "WAITFOR", "ATTACH", "DETACH", "REINDEX", "KILL", "FLUSH", "XA", "LOAD", "IMPORT",
		"HANDLER", "CHECKPOINT", "CLUSTER", "SECURITY", "REASSIGN", "ABORT":
	default:
		r.other(&s, lo, hi)
	}
	return s
}

// other reads what starts with no verb: the bare name of a procedure, or
// @r = procedure.
func (r *reader) other(s *Statement, lo, hi int) {
	parts, known, next := r.name(lo, hi)
	called := r.sym(next, hi, "(") && r.match[next] == hi-1
	if known && len(parts) > 0 && (called || next == hi && r.advisoryName(parts) != "") {
		s.Kind, s.Name = Call, strings.Join(parts, ".")
		return
	}
	s.Kind = Unknown
}

func (r *reader) isolation(lo, hi int) string {
	for i := lo; i < hi; i++ {
		if !r.is(i, hi, "ISOLATION", "LEVEL") {
			switch r.toks[i].kw {
			case "TRANSACTION_ISOLATION", "TX_ISOLATION", "@@TRANSACTION_ISOLATION", "@@TX_ISOLATION",
				"@@SESSION.TRANSACTION_ISOLATION", "@@SESSION.TX_ISOLATION", "DEFAULT_TRANSACTION_ISOLATION":
				if i+2 < hi && r.toks[i+2].kind == tokString {
					return strings.ToUpper(strings.ReplaceAll(r.toks[i+2].body, "-", " "))
				}
			}
			continue
		}
		switch first := r.kw(i+2, hi); first {
		case "SERIALIZABLE", "SNAPSHOT":
			return first
		case "READ", "REPEATABLE":
			return first + " " + r.kw(i+3, hi)
		}
	}
	return ""
}

// with reads WITH name AS (…), … and the statement after it.
func (r *reader) with(s Statement, lo, hi int) Statement {
	i := lo + 1
	if r.is(i, hi, "RECURSIVE") {
		i++
	}
	var ctes []CTE
	partial := false
	for r.isName(i, hi) {
		name := r.toks[i].body
		i++
		if r.sym(i, hi, "(") {
			i = r.after(i)
		}
		if !r.is(i, hi, "AS") {
			break
		}
		i++
		for r.is(i, hi, "NOT") || r.is(i, hi, "MATERIALIZED") {
			i++
		}
		if !r.sym(i, hi, "(") {
			break
		}
		m := r.match[i]
		if q := r.query(i+1, m); q != nil {
			ctes = append(ctes, CTE{Name: name, Statement: *q})
		} else {
			partial = true
		}
		i = m + 1
		if !r.sym(i, hi, ",") {
			break
		}
		i++
	}
	if i >= hi {
		s.Kind = Unknown
		return s
	}
	switch r.kw(i, hi) {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "VALUES", "TABLE":
	default:
		if !r.sym(i, hi, "(") {
			s.Kind = Unknown
			return s
		}
	}
	text := s.Text
	s = r.statement(i, hi)
	s.Text = text
	s.CTEs = append(ctes, s.CTEs...)
	s.Partial = s.Partial || partial
	return s
}

// query reads a statement inside another one, nil if it is none.
func (r *reader) query(lo, hi int) *Statement {
	switch r.kw(lo, hi) {
	case "SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES", "TABLE":
	default:
		return nil
	}
	table, alias, excluded := r.table, r.alias, r.excluded
	r.table, r.alias, r.excluded = "", "", ""
	s := r.statement(lo, hi)
	r.table, r.alias, r.excluded = table, alias, excluded
	if s.Kind == Unknown {
		// The parameters of what lies too deep are not lost.
		s.Where.Terms = []Term{r.opaque(lo, hi)}
	}
	return &s
}

// queryIn reads a parenthesized query, nil if it is none.
func (r *reader) queryIn(lo, hi int) *Statement {
	a, b := r.strip(lo, hi)
	if a == lo {
		return nil
	}
	return r.query(a, b)
}

// tableRef reads table [AS] [alias] at i.
func (r *reader) tableRef(i, hi int) (table, alias string, next int) {
	if r.is(i, hi, "ONLY") || r.is(i, hi, "LATERAL") {
		i++
	}
	if r.sym(i, hi, "(") {
		i = r.after(i)
	} else {
		if !r.isTableName(i, hi) {
			return "", "", i
		}
		parts, known, n := r.name(i, hi)
		i = n
		if known {
			table = strings.Join(parts, ".")
		}
		if r.sym(i, hi, "(") && r.match[i] > 0 { // a function in FROM
			table = ""
			i = r.after(i)
		}
	}
	if r.sym(i, hi, "*") {
		i++
	}
	i = r.hints(i, hi)
	if r.is(i, hi, "AS") {
		i++
	}
	if r.isName(i, hi) && !isReserved(r.kw(i, hi)) && r.toks[i].kind != tokHole {
		alias = r.toks[i].body
		i++
	}
	return table, alias, r.hints(i, hi)
}

func (r *reader) isTableName(i, hi int) bool {
	if i >= hi {
		return false
	}
	if r.toks[i].kind == tokParam {
		return r.toks[i].text[0] == '%'
	}
	return r.isName(i, hi)
}

// hints skips WITH (UPDLOCK, …) of SQL Server and index hints.
func (r *reader) hints(i, hi int) int {
	for {
		switch {
		case r.is(i, hi, "WITH") && r.sym(i+1, hi, "("):
			i = r.after(i + 1)
		case (r.is(i, hi, "USE") || r.is(i, hi, "FORCE") || r.is(i, hi, "IGNORE")) && r.is(i+1, hi, "INDEX"):
			i += 2
			if r.sym(i, hi, "(") {
				i = r.after(i)
			}
		default:
			return i
		}
	}
}

// isReserved reports whether a word after a table's name is no alias.
func isReserved(kw string) bool {
	switch kw {
	case "SET", "WHERE", "FROM", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "ON", "USING", "ORDER",
		"GROUP", "LIMIT", "RETURNING", "OUTPUT", "VALUES", "VALUE", "SELECT", "DEFAULT", "FOR", "UNION", "EXCEPT", "INTERSECT",
		"HAVING", "OFFSET", "FETCH", "WITH", "WHEN", "OVERRIDING", "EXEC", "EXECUTE", "LOCK", "PARTITION", "STRAIGHT_JOIN",
		"WINDOW", "OPTION", "TABLESAMPLE", "CONNECT", "START", "USE", "FORCE", "IGNORE", "MINUS", "OUTER", "AS", "INDEXED", "NOT":
		return true
	}
	return false
}

// own makes a table the one that columns without a qualifier belong to.
func (r *reader) own(s *Statement, table, alias string) {
	s.Table, s.Alias = table, alias
	r.table, r.alias = table, alias
	if table == "" {
		s.Partial = true
	}
}

// skip passes over words at i.
func (r *reader) skip(i, hi int, words ...string) int {
	for i < hi {
		found := false
		for _, w := range words {
			found = found || r.kw(i, hi) == w
		}
		if !found {
			return i
		}
		i++
	}
	return i
}

// where reads the WHERE clause of a range.
func (r *reader) where(lo, hi int) Predicate {
	i := r.find(lo, hi, "WHERE")
	if i == hi {
		p := Predicate{Known: true}
		// A hole at the end of the statement may be the WHERE.
		for k := lo; k < hi; k = r.after(k) {
			if r.isHole(k) && k > lo && r.endsOperand(k-1) && (k+1 == hi || r.endsClause(k+1, k+1, hi)) {
				p.Known = false
			}
		}
		return p
	}
	return r.predicate(i+1, r.clauseEnd(i+1, hi))
}

// topSkip passes over TOP (n) PERCENT WITH TIES of SQL Server.
func (r *reader) topSkip(i, hi int) int {
	if !r.is(i, hi, "TOP") {
		return i
	}
	i = r.skip(r.after(i+1), hi, "PERCENT")
	if r.is(i, hi, "WITH", "TIES") {
		i += 2
	}
	return i
}

func (r *reader) update(s *Statement, lo, hi int) {
	s.Kind = Update
	i := r.skip(lo+1, hi, "LOW_PRIORITY", "IGNORE")
	if r.is(i, hi, "OR") {
		i += 2
	}
	i = r.topSkip(i, hi)
	set := r.find(i, hi, "SET")
	if set == hi {
		if r.hasHole(i, hi) {
			s.Partial = true
			r.own(s, "", "")
			s.Where = r.where(i, hi)
			s.Where.Known = false
			return
		}
		s.Kind = Unknown
		return
	}
	table, alias, next := r.tableRef(i, set)
	if r.sym(i, set, "(") { // UPDATE (SELECT …) SET
		table = ""
	}
	end := r.find(set+1, hi, "FROM", "WHERE", "OUTPUT", "RETURNING", "ORDER", "LIMIT", "OPTION", "SELECT")
	tail := end
	from := r.find(set+1, hi, "FROM")
	var joins []Term
	if from < hi {
		table, alias = r.resolveAlias(table, alias, from+1, hi)
	}
	r.own(s, table, alias)
	joinsKnown := r.joins(&joins, next, set)
	if from < hi {
		joinsKnown = r.joins(&joins, from+1, r.clauseEnd(from+1, hi)) && joinsKnown
	}
	r.assigns(s, set+1, end, false)
	s.Where = r.where(tail, hi)
	s.Where.Known = s.Where.Known && joinsKnown && (s.Where.Present || !s.setsPartial)
	if s.Where.Present || len(joins) > 0 {
		s.Where.Terms = append(s.Where.Terms, joins...)
	}
	r.returning(s, set, hi)
}

func (r *reader) hasHole(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if r.isHole(i) || r.toks[i].partial {
			return true
		}
	}
	return false
}

// resolveAlias finds the table behind UPDATE alias … FROM table alias.
func (r *reader) resolveAlias(table, alias string, lo, hi int) (string, string) {
	if alias != "" || table == "" {
		return table, alias
	}
	end := r.clauseEnd(lo, hi)
	for i := lo; i < end; {
		t, a, next := r.tableRef(i, end)
		if a == table && t != "" {
			return t, a
		}
		for i = max(next, i+1); i < end; i = r.after(i) {
			if r.is(i, end, "JOIN") || r.sym(i, end, ",") {
				i++
				break
			}
		}
	}
	return table, alias
}

// joins adds the conditions of inner joins: they are conjuncts too.
func (r *reader) joins(out *[]Term, lo, hi int) (known bool) {
	outer := false
	known = true
	for i := lo; i < hi; i = r.after(i) {
		switch r.kw(i, hi) {
		case "LEFT", "RIGHT", "FULL", "OUTER":
			outer = true
		case "ON":
			end := r.find(i+1, hi, "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL")
			if outer {
				outer = false
				known = false
				i = end - 1
				continue
			}
			p := r.predicate(i+1, end)
			known = known && p.Known
			*out = append(*out, p.Terms...)
			i = end - 1
		}
		if i < lo {
			return known
		}
	}
	return known
}

// assigns reads a SET list.
func (r *reader) assigns(s *Statement, lo, hi int, onConflict bool) {
	if lo >= hi {
		s.Partial, s.setsPartial = true, true
	}
	for _, p := range r.split(lo, hi) {
		r.assign(s, p[0], p[1], onConflict)
	}
}

func (r *reader) assign(s *Statement, lo, hi int, onConflict bool) {
	eq, op := hi, ""
	for i := lo; i < hi; i = r.after(i) {
		if t := &r.toks[i]; t.kind == tokOp {
			switch t.text {
			case "=", ":=", "+=", "-=", "*=", "/=", "|=", "&=", "^=":
				eq, op = i, t.text
			}
			break
		}
	}
	if eq == hi || eq+1 >= hi {
		s.Partial, s.setsPartial = true, true
		s.Sets = append(s.Sets, Assign{Value: Expr{Kind: ExprHole, Text: r.text(lo, hi), Args: r.params(lo, hi)}, OnConflict: onConflict})
		return
	}
	// @v = col = x of SQL Server
	if eq == lo+1 && r.toks[lo].kind == tokParam && r.toks[lo].text[0] == '@' {
		if r.isName(lo+2, hi) && r.sym(lo+3, hi, "=") {
			r.assign(s, lo+2, hi, onConflict)
		}
		return
	}
	if a, b := r.strip(lo, eq); a != lo {
		r.assignTuple(s, [2]int{a, b}, eq+1, hi, onConflict)
		return
	}
	// A trailing hole may be more assignments.
	if hi-1 > eq+1 && r.isHole(hi-1) && r.endsOperand(hi-2) {
		s.Partial, s.setsPartial = true, true
		hi--
	}
	a := Assign{Column: r.target(lo, eq), Value: r.expr(eq+1, hi), OnConflict: onConflict}
	if a.Column == "" {
		s.Partial = true
	}
	switch op {
	case "+=", "-=":
		arg := a.Value
		a.Value = Expr{Kind: ExprRelative, Column: a.Column, Op: op[:1], Arg: &arg, Text: r.text(lo, hi)}
	case "*=", "/=", "|=", "&=", "^=":
		a.Value = Expr{Column: a.Column, Op: op[:1], Args: []Expr{a.Value}, Text: r.text(lo, hi)}
	}
	// col = x + col
	if v := &a.Value; v.Kind == ExprRelative && v.Column != a.Column && v.Op == "+" && v.Arg.Kind == ExprColumn && v.Arg.Column == a.Column {
		other := Expr{Kind: ExprColumn, Column: v.Column, Text: v.Column}
		v.Column, v.Arg = a.Column, &other
	}
	s.Sets = append(s.Sets, a)
}

// target reads the column on the left of an assignment.
func (r *reader) target(lo, hi int) string {
	parts, known, next := r.name(lo, hi)
	if !known || len(parts) == 0 {
		return ""
	}
	if next < hi && !r.sym(next, hi, "[") {
		return ""
	}
	if len(parts) == 1 {
		return parts[0]
	}
	col := parts[len(parts)-1]
	if qual := strings.Join(parts[:len(parts)-1], "."); !r.owns(qual) {
		return qual + "." + col
	}
	return col
}

// assignTuple reads (a, b) = (x, y) and (a, b) = (SELECT …).
func (r *reader) assignTuple(s *Statement, cols [2]int, lo, hi int, onConflict bool) {
	if r.is(lo, hi, "ROW") {
		lo++
	}
	left := r.split(cols[0], cols[1])
	q := r.queryIn(lo, hi)
	a, b := r.strip(lo, hi)
	right := r.split(a, b)
	for i, l := range left {
		as := Assign{Column: r.target(l[0], l[1]), OnConflict: onConflict}
		switch {
		case q != nil:
			as.Value = Expr{Text: r.text(lo, hi)}
			if i == 0 {
				as.Value.Query = q
			}
		case len(left) == len(right):
			as.Value = r.expr(right[i][0], right[i][1])
		default:
			as.Value = Expr{Text: r.text(lo, hi)}
			if i == 0 {
				as.Value.Args = r.params(lo, hi)
			}
		}
		if as.Column == "" {
			s.Partial = true
		}
		s.Sets = append(s.Sets, as)
	}
}

// returning reads RETURNING and OUTPUT lists.
func (r *reader) returning(s *Statement, lo, hi int) {
	i := r.find(lo, hi, "RETURNING", "OUTPUT")
	if i == hi {
		return
	}
	end := r.find(i+1, hi, "INTO", "FROM", "WHERE", "VALUES", "SELECT", "ON", "ORDER", "LIMIT", "DEFAULT", "SET")
	for _, p := range r.split(i+1, end) {
		a, b := p[0], p[1]
		if as := r.find(a, b, "AS"); as < b {
			b = as
		}
		if a >= b {
			continue
		}
		if r.sym(b-1, b, "*") {
			s.Returning = append(s.Returning, "*")
			continue
		}
		if parts, known, next := r.name(a, b); known && len(parts) > 0 && next <= b && !r.sym(next, b, "(") {
			s.Returning = append(s.Returning, parts[len(parts)-1])
			continue
		}
		s.Returning = append(s.Returning, strings.ToLower(r.text(a, b)))
	}
}

func (r *reader) delete(s *Statement, lo, hi int) {
	s.Kind = Delete
	i := r.skip(lo+1, hi, "LOW_PRIORITY", "QUICK", "IGNORE")
	i = r.topSkip(i, hi)
	if r.is(i, hi, "FROM") {
		i++
	}
	if !r.isTableName(i, hi) {
		s.Kind = Unknown
		return
	}
	table, alias, next := r.tableRef(i, hi)
	if from := r.find(next, hi, "FROM"); from < r.find(next, hi, "WHERE") {
		table, alias = r.resolveAlias(table, alias, from+1, hi)
		next = from + 1
	} else if using := r.find(next, hi, "USING"); using < r.find(next, hi, "WHERE") {
		table, alias = r.resolveAlias(table, alias, using+1, hi)
		next = using + 1
	}
	r.own(s, table, alias)
	s.Where = r.where(next-1, hi)
	if table == "" && !s.Where.Present { // the hole may go on past the table
		s.Where.Known = false
	}
	var joins []Term
	if !r.joins(&joins, next, r.clauseEnd(next, hi)) {
		s.Where.Known = false
	}
	s.Where.Terms = append(s.Where.Terms, joins...)
	r.returning(s, lo, hi)
}

func (r *reader) selectStmt(s *Statement, lo, hi int) {
	s.Kind = Select
	from := r.find(lo, hi, "FROM")
	next := lo
	if from < hi {
		table, alias, n := r.tableRef(from+1, hi)
		s.Table, s.Alias = table, alias
		r.table, r.alias = table, alias
		next = n
		s.Partial = table == "" && !r.sym(from+1, hi, "(") && !r.sym(n-1, hi, ")")
	} else if r.is(lo, hi, "TABLE") {
		s.Table, _, _ = r.tableRef(lo+1, hi)
	}
	s.Where = r.where(max(next-1, lo), hi)
	if u := r.find(next, hi, "UNION", "INTERSECT", "EXCEPT", "MINUS"); u < hi {
		s.Where.Known = false
	}
	var joins []Term
	if from < hi {
		end := r.find(next, hi, "WHERE")
		if !r.joins(&joins, next, min(end, r.clauseEnd(next, hi))) {
			s.Where.Known = false
		}
		s.Where.Terms = append(s.Where.Terms, joins...)
	}
	r.derived(s, from, hi)
	r.selectList(s, lo+1, from)
	r.rowLock(s, lo, hi, r.after)
}

// derived keeps the queries in FROM (…).
func (r *reader) derived(s *Statement, from, hi int) {
	end := r.find(from+1, hi, "WHERE", "GROUP", "ORDER")
	on := false // the conditions of joins are read elsewhere
	for i := from + 1; i < end; i = r.after(i) {
		switch r.kw(i, end) {
		case "ON":
			on = true
		case "JOIN":
			on = false
		}
		if on || !r.sym(i, end, "(") {
			continue
		}
		if q := r.query(i+1, r.match[i]); q != nil {
			s.CTEs = append(s.CTEs, CTE{Statement: *q})
		}
	}
}

// selectList reads the select list as values without columns; an INSERT …
// SELECT gives them theirs.
func (r *reader) selectList(s *Statement, lo, hi int) {
	lo = r.skip(lo, hi, "DISTINCT", "ALL")
	lo = r.topSkip(lo, hi)
	hi = min(hi, r.clauseEnd(lo, hi))
	for _, p := range r.split(lo, hi) {
		a, b := p[0], p[1]
		name := ""
		if as := r.find(a, b, "AS"); as < b {
			if as+1 < b {
				name = r.toks[as+1].body
			}
			b = as
		}
		e := r.expr(a, b)
		if name == "" {
			name = base(e.Column)
		}
		s.list = append(s.list, Assign{Column: name, Value: e})
	}
}

// rowLock finds FOR UPDATE and its relatives. step walks the tokens: on one
// level, or all of them.
func (r *reader) rowLock(s *Statement, lo, hi int, step func(int) int) {
	for i := lo; i < hi; i = step(i) {
		switch kw := r.kw(i, hi); kw {
		case "":
			continue
		case "FOR":
			switch {
			case r.is(i+1, hi, "UPDATE"), r.is(i+1, hi, "NO", "KEY", "UPDATE"):
				s.Lock = ForUpdate
			case r.is(i+1, hi, "SHARE"), r.is(i+1, hi, "KEY", "SHARE"):
				if s.Lock == NoRowLock {
					s.Lock = ForShare
				}
			}
		case "LOCK":
			if r.is(i+1, hi, "IN", "SHARE", "MODE") && s.Lock == NoRowLock {
				s.Lock = ForShare
			}
		case "NOWAIT":
			s.NoWait = s.NoWait || s.Lock != NoRowLock
		case "SKIP":
			s.SkipLocked = s.SkipLocked || r.is(i+1, hi, "LOCKED")
		case "WITH":
			if r.sym(i+1, hi, "(") && i > lo && !r.is(i+2, hi, "SELECT") {
				r.tableHints(s, i+2, r.match[i+1])
			}
		}
	}
}

// lockTable reads LOCK TABLE name [IN mode MODE], and MySQL's LOCK TABLES name WRITE. A
// mode that keeps other writers out counts as the lock of all rows.
func (r *reader) lockTable(s *Statement, lo, hi int) {
	if r.is(lo, hi, "TABLE") || r.is(lo, hi, "TABLES") {
		lo++
	}
	if r.is(lo, hi, "ONLY") {
		lo++
	}
	parts, known, next := r.name(lo, hi)
	if !known {
		return
	}
	s.Table = strings.Join(parts, ".")
	exclusive := r.is(next, hi, "IN", "EXCLUSIVE") || r.is(next, hi, "IN", "ACCESS", "EXCLUSIVE") || r.is(next, hi, "IN", "SHARE", "ROW", "EXCLUSIVE")
	if next == hi || r.is(next, hi, "NOWAIT") || r.is(next, hi, "WRITE") || exclusive {
		s.Lock = ForUpdate
	}
}

func (r *reader) tableHints(s *Statement, lo, hi int) {
	for i := lo; i < hi; i = r.after(i) {
		switch r.toks[i].kw {
		case "UPDLOCK", "XLOCK", "TABLOCKX":
			s.Lock = ForUpdate
		case "READPAST":
			s.SkipLocked = true
		case "NOWAIT":
			s.NoWait = true
		}
	}
}
