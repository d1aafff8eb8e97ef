package sqltext

import "strings"

// expr reads a range as one expression.
func (r *reader) expr(lo, hi int) Expr {
	text := r.text(lo, hi)
	if !r.enter() {
		r.leave()
		return Expr{Text: text, Args: r.params(lo, hi)}
	}
	defer r.leave()
	e := r.exprAt(lo, hi)
	e.Text = text
	return e
}

func (r *reader) exprAt(lo, hi int) Expr {
	lo, hi = r.strip(lo, hi)
	lo, hi = r.uncast(lo, hi)
	if lo >= hi {
		return Expr{}
	}
	if hi == lo+1 {
		return r.operand(lo)
	}
	if e, ok := r.special(lo, hi); ok {
		return e
	}
	if r.isName(lo, hi) {
		if parts, known, next := r.name(lo, hi); next == hi {
			if !known && r.ownPrefix(lo, next) {
				return Expr{Kind: ExprColumn, Column: parts[1]}
			}
			if !known {
				return Expr{Kind: ExprHole}
			}
			return r.column(parts)
		} else if r.sym(next, hi, "(") && r.match[next] == hi-1 {
			return r.call(strings.Join(parts, "."), next+1, hi-1)
		} else if known && r.sym(next, hi, "[") && r.after(next) == hi {
			return Expr{Column: r.column(parts).Column, Args: r.list(next+1, hi-1)}
		}
	}
	return r.binary(lo, hi)
}

// ownPrefix reports whether a name is a column behind a builder's name for the
// statement's own table.
func (r *reader) ownPrefix(lo, hi int) bool {
	if hi != lo+3 || r.toks[lo].kind != tokHole || r.toks[hi-1].partial || r.toks[hi-1].kind == tokHole {
		return false
	}
	return r.toks[lo].text == "?TableAlias" || r.toks[lo].text == "?TableName"
}

// params lists the parameters of a range, for expressions that are not read.
func (r *reader) params(lo, hi int) []Expr {
	var out []Expr
	for i := lo; i < hi; i++ {
		if r.toks[i].kind == tokParam {
			out = append(out, r.operand(i))
		}
	}
	return out
}

// uncast removes ::type, AT TIME ZONE, COLLATE and the word before a typed
// literal.
func (r *reader) uncast(lo, hi int) (int, int) {
	for i := lo; i < hi; i = r.after(i) {
		t := &r.toks[i]
		switch {
		case t.text == "::" && t.kind == tokOp:
			end := r.typeEnd(i+1, hi)
			if end < hi {
				i = end - 1
				continue
			}
			lo, hi = r.strip(lo, i)
			return r.uncastAgain(lo, hi)
		case r.is(i, hi, "AT", "TIME", "ZONE") && i > lo && i+4 == hi, r.is(i, hi, "COLLATE") && i > lo && i+2 == hi:
			return r.strip(lo, i)
		}
	}
	return lo, hi
}

// uncastAgain serves (x::a)::b; x::a::b ends at the first cast already.
func (r *reader) uncastAgain(lo, hi int) (int, int) {
	for n := 0; n < 8; n++ {
		end := hi
		for i := lo; i < hi; i = r.after(i) {
			if !r.sym(i, hi, "::") {
				continue
			}
			if next := r.typeEnd(i+1, hi); next < hi {
				i = next - 1
				continue
			}
			end = i
			break
		}
		if end == hi {
			return lo, hi
		}
		lo, hi = r.strip(lo, end)
	}
	return lo, hi
}

// typeEnd returns the index after a type's name, and after further casts.
func (r *reader) typeEnd(i, hi int) int {
	for i < hi {
		switch t := &r.toks[i]; {
		case t.kind == tokWord || t.kind == tokQuoted || t.text == "." || t.text == "::":
			i++
		case t.text == "(" || t.text == "[":
			i = r.after(i)
		default:
			return i
		}
	}
	return i
}

// operand reads a single token.
func (r *reader) operand(i int) Expr {
	t := &r.toks[i]
	switch t.kind {
	case tokParam:
		return Expr{Kind: ExprParam, Param: t.param, Name: t.name(), Text: t.text}
	case tokNumber:
		return Expr{Kind: ExprConst, Text: t.text}
	case tokString, tokDollar:
		if t.partial {
			return Expr{Kind: ExprHole, Text: t.text}
		}
		return Expr{Kind: ExprConst, Text: t.text}
	case tokHole:
		return Expr{Kind: ExprHole, Text: t.text}
	case tokQuoted:
		if t.partial {
			return Expr{Kind: ExprHole, Text: t.text}
		}
		if r.mysql && t.text[0] == '"' {
			return Expr{Kind: ExprConst, Text: t.text}
		}
		return r.column([]string{t.body})
	case tokWord:
		return r.word(t)
	}
	return Expr{Text: t.text}
}

func (t *token) name() string {
	if t.param >= 0 || t.text[0] == '%' || t.text[0] == '\'' {
		return ""
	}
	return t.body
}

func (r *reader) word(t *token) Expr {
	if t.partial {
		return Expr{Kind: ExprHole, Text: t.text}
	}
	switch t.kw {
	case "NULL":
		return Expr{Kind: ExprNull, Text: t.text}
	case "TRUE", "FALSE", "DEFAULT", "UNKNOWN":
		return Expr{Kind: ExprConst, Text: t.text}
	case "CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME", "LOCALTIMESTAMP", "LOCALTIME",
		"SYSDATE", "SYSTIMESTAMP", "UTC_TIMESTAMP", "UTC_DATE":
		return Expr{Kind: ExprNow, Text: t.text}
	}
	if strings.HasPrefix(t.text, "@@") {
		return Expr{Text: t.text}
	}
	return r.column([]string{t.body})
}

// column reads a column's name. The qualifier stays where it is not the
// statement's own table.
func (r *reader) column(parts []string) Expr {
	col := parts[len(parts)-1]
	if len(parts) == 1 {
		return Expr{Kind: ExprColumn, Column: col}
	}
	qual := strings.Join(parts[:len(parts)-1], ".")
	switch {
	case qual == "excluded" || r.excluded != "" && qual == r.excluded:
		return Expr{Kind: ExprExcluded, Column: col}
	case r.owns(qual) || qual == "inserted" || qual == "deleted":
		return Expr{Kind: ExprColumn, Column: col}
	}
	return Expr{Kind: ExprColumn, Column: qual + "." + col}
}

// owns reports whether a qualifier names the statement's table.
func (r *reader) owns(qual string) bool {
	if qual == "" {
		return true
	}
	if qual == r.alias || qual == r.table {
		return true
	}
	return r.alias == "" && qual == base(r.table)
}

func base(table string) string { return table[strings.LastIndexByte(table, '.')+1:] }

// special reads what has words inside.
func (r *reader) special(lo, hi int) (Expr, bool) {
	switch kw := r.kw(lo, hi); kw {
	case "CASE":
		if r.match[lo] == hi-1 {
			return r.caseExpr(lo+1, hi-1), true
		}
	case "SELECT", "WITH", "VALUES":
		if kw == "VALUES" && r.sym(lo+1, hi, "(") && r.match[lo+1] == hi-1 {
			return r.proposed(lo, hi), true
		}
		if kw == "VALUES" && r.topOp(lo+1, hi) { // VALUES(col) + 1
			return Expr{}, false
		}
		if q := r.query(lo, hi); q != nil {
			return Expr{Query: q}, true
		}
	case "INTERVAL", "TIMESTAMP", "DATE", "TIME", "BINARY", "PRIOR":
		if r.topOp(lo+1, hi) {
			return Expr{}, false
		}
		if r.sym(lo+1, hi, "(") && r.match[lo+1] == hi-1 {
			return Expr{}, false
		}
		if kw == "INTERVAL" {
			return r.interval(lo+1, hi), true
		}
		return r.expr(lo+1, hi), true
	case "ARRAY", "ROW":
		if m := r.match[lo+1]; m == hi-1 {
			return Expr{Kind: ExprCall, Name: strings.ToLower(kw), Args: r.list(lo+2, m)}, true
		}
	}
	if (r.sym(lo, hi, "-") || r.sym(lo, hi, "+")) && hi == lo+2 {
		e := r.operand(lo + 1)
		if e.Kind != ExprConst {
			e = Expr{Args: []Expr{e}}
		}
		return e, true
	}
	return Expr{}, false
}

// interval reads INTERVAL '5 seconds', INTERVAL 5 SECOND and INTERVAL ? SECOND.
func (r *reader) interval(lo, hi int) Expr {
	end := min(r.after(lo), hi)
	e := r.expr(lo, end)
	if end < hi {
		e.Unit = r.text(end, hi)
	}
	return e
}

// topOp reports whether an operator stands on the level of a range.
func (r *reader) topOp(lo, hi int) bool {
	for i := lo; i < hi; i = r.after(i) {
		if r.toks[i].kind == tokOp {
			return true
		}
	}
	return false
}

// proposed reads VALUES(col) of MySQL.
func (r *reader) proposed(lo, hi int) Expr {
	if parts, known, next := r.name(lo+2, hi-1); known && next == hi-1 && len(parts) > 0 {
		return Expr{Kind: ExprExcluded, Column: parts[len(parts)-1]}
	}
	return Expr{Args: r.list(lo+2, hi-1)}
}

func (r *reader) list(lo, hi int) []Expr {
	var out []Expr
	for _, p := range r.split(lo, hi) {
		out = append(out, r.expr(p[0], p[1]))
	}
	return out
}

// caseExpr reads the inside of CASE … END.
func (r *reader) caseExpr(lo, hi int) Expr {
	e := Expr{Kind: ExprCase, Name: "case"}
	simple := -1
	if r.kw(lo, hi) != "WHEN" {
		simple = lo
	}
	i := lo
	for i < hi && r.kw(i, hi) != "WHEN" {
		i = r.after(i)
	}
	operandEnd := i
	for i < hi {
		then := r.findPlain(i+1, hi, "THEN")
		end := r.findPlain(then, hi, "WHEN", "ELSE")
		if simple >= 0 {
			t := Term{Op: "=", Left: r.expr(simple, operandEnd), Value: r.expr(i+1, then)}
			if t.Left.Kind == ExprColumn {
				t.Column = t.Left.Column
			}
			simple = operandEnd // its parameters count once
			e.Conds = append(e.Conds, Predicate{Present: true, Known: t.Column != "", Terms: []Term{t}})
		} else {
			e.Conds = append(e.Conds, r.predicate(i+1, then))
		}
		e.Args = append(e.Args, r.expr(min(then+1, end), end))
		i = end
		if r.kw(i, hi) == "ELSE" {
			e.Args = append(e.Args, r.expr(i+1, hi))
			break
		}
	}
	return e
}

// findPlain is find for the words of CASE, which no column is called.
func (r *reader) findPlain(lo, hi int, words ...string) int {
	for i := lo; i < hi; i = r.after(i) {
		for _, w := range words {
			if r.toks[i].kw == w && !r.isDotted(i) {
				return i
			}
		}
	}
	return hi
}

// call reads a function call.
func (r *reader) call(name string, lo, hi int) Expr {
	short := base(name)
	switch short {
	case "cast", "try_cast", "safe_cast":
		if as := r.find(lo, hi, "AS"); as < hi {
			return r.expr(lo, as)
		}
	case "convert", "try_convert":
		return r.convert(name, lo, hi)
	case "interval":
		return r.expr(lo, hi)
	case "if", "iif":
		if parts := r.split(lo, hi); len(parts) == 3 {
			return Expr{
				Kind: ExprCase, Name: short,
				Conds: []Predicate{r.predicate(parts[0][0], parts[0][1])},
				Args:  []Expr{r.expr(parts[1][0], parts[1][1]), r.expr(parts[2][0], parts[2][1])},
			}
		}
	case "extract", "trim", "substring", "position", "overlay":
		if from := r.find(lo, hi, "FROM"); from < hi {
			return timeCall(Expr{Kind: ExprCall, Name: name, Args: []Expr{r.expr(from+1, hi)}}, short)
		}
	}
	e := Expr{Kind: ExprCall, Name: name, Args: r.list(lo, hi)}
	return timeCall(e, short)
}

// convert reads CONVERT(type, x) of SQL Server and CONVERT(x, type) of MySQL.
func (r *reader) convert(name string, lo, hi int) Expr {
	parts := r.split(lo, hi)
	if len(parts) < 2 {
		return Expr{Kind: ExprCall, Name: name, Args: r.list(lo, hi)}
	}
	p := parts[0]
	if isType(r.kw(p[0], hi)) {
		p = parts[1]
	}
	return r.expr(p[0], p[1])
}

func isType(kw string) bool {
	switch kw {
	case "INT", "BIGINT", "SMALLINT", "TINYINT", "BIT", "DECIMAL", "NUMERIC", "FLOAT", "REAL", "CHAR", "NCHAR",
		"VARCHAR", "NVARCHAR", "DATE", "TIME", "DATETIME", "DATETIME2", "DATETIMEOFFSET", "BINARY", "VARBINARY",
		"UNIQUEIDENTIFIER", "SYSNAME":
		return true
	}
	return false
}

// timeCall gives a call of a clock or of a function of time its meaning.
func timeCall(e Expr, short string) Expr {
	switch short {
	case "now", "getdate", "getutcdate", "sysdatetime", "sysutcdatetime", "sysdatetimeoffset", "clock_timestamp",
		"statement_timestamp", "transaction_timestamp", "timeofday", "current_timestamp", "localtimestamp", "localtime",
		"utc_timestamp", "utc_date", "utc_time", "sysdate", "curdate", "curtime", "current_date", "current_time":
		e.Kind = ExprNow
		return e
	case "unixepoch", "julianday", "unix_timestamp", "datetime", "strftime", "date", "time":
		if len(e.Args) == 0 {
			e.Kind = ExprNow
			return e
		}
	case "coalesce", "ifnull", "isnull", "nvl":
		if len(e.Args) > 1 && e.Args[0].Kind == ExprColumn && e.Args[1].Kind == ExprConst {
			e.Kind, e.Column = ExprColumn, e.Args[0].Column
			return e
		}
	}
	cols := 0
	for i := range e.Args {
		a := &e.Args[i]
		if a.Column != "" && a.Kind != ExprExcluded && a.Column != e.Column {
			e.Column = a.Column
			cols++
		}
	}
	if cols > 1 {
		e.Column = ""
	}
	if !isTimeFunc(short) {
		return e
	}
	if len(e.Args) == 1 && e.Args[0].Op == "-" && e.Args[0].Kind == ExprOther {
		e.Op = "-"
		return e
	}
	e.Column = ""
	return timeArith(e, short)
}

func isTimeFunc(short string) bool {
	switch short {
	case "dateadd", "date_add", "date_sub", "adddate", "subdate", "addtime", "subtime", "timestampadd", "datetime",
		"strftime", "unixepoch", "julianday", "extract", "date_part", "date_trunc", "unix_timestamp", "from_unixtime",
		"floor", "round", "ceil", "trunc", "to_char", "date", "time", "date_format", "datediff", "timestampdiff",
		"datediff_big", "make_interval", "numtodsinterval", "timediff", "age":
		return true
	}
	return false
}

// timeArith reads DATE_ADD(x, …), DATEADD(unit, n, x), datetime('now', …).
func timeArith(e Expr, short string) Expr {
	now, col := -1, -1
	for i := range e.Args {
		switch a := &e.Args[i]; a.Kind {
		case ExprNow:
			now = i
		case ExprConst:
			if strings.EqualFold(a.Text, "'now'") {
				now = i
			}
		case ExprColumn, ExprRelative:
			if isUnit(a.Column) && len(e.Args) > 2 && i == 0 {
				continue
			}
			col = i
		}
	}
	if col >= 0 {
		e.Column = e.Args[col].Column
		if short == "age" || strings.Contains(short, "diff") {
			// SQL Server and TIMESTAMPDIFF count from the first to the second date.
			if (len(e.Args) == 3) == (now < 0 || col < now) && (now >= 0 || short == "age") {
				e.Op = "-"
			}
			return e
		}
		if now >= 0 || short == "floor" || short == "extract" || short == "date_trunc" || len(e.Args) < 2 {
			return e // a distance from the column, or the column in another unit
		}
		arg := e.Args[0]
		if col == 0 {
			arg = e.Args[1]
		} else if len(e.Args) > 2 {
			arg = e.Args[1]
		}
		e.Kind, e.Op, e.Arg = ExprRelative, direction(short), &arg
		return e
	}
	if now < 0 {
		return e
	}
	e.Kind = ExprNow
	if in := e.Args[now]; in.Op != "" {
		e.Op, e.Arg = in.Op, in.Arg
	}
	for i := range e.Args {
		a := &e.Args[i]
		if i == now || a.Kind == ExprColumn || i < now && len(e.Args) < 3 || !isShift(short) {
			continue
		}
		arg := *a
		if u := &e.Args[0]; u.Kind == ExprColumn && isUnit(u.Column) {
			arg.Unit = u.Column
		}
		e.Op, e.Arg = direction(short), &arg
		break
	}
	return e
}

func isShift(short string) bool {
	switch short {
	case "dateadd", "date_add", "date_sub", "adddate", "subdate", "addtime", "subtime", "timestampadd", "datetime",
		"strftime", "unixepoch", "julianday":
		return true
	}
	return false
}

func isUnit(name string) bool {
	switch name {
	case "second", "seconds", "ss", "s", "minute", "mi", "n", "hour", "hh", "day", "dd", "d", "millisecond", "ms",
		"microsecond", "mcs", "nanosecond", "ns", "week", "month", "quarter", "year", "yy":
		return true
	}
	return false
}

func direction(short string) string {
	if strings.Contains(short, "sub") {
		return "-"
	}
	return "+"
}

// binary reads a chain of + and -. Every other operator gives ExprOther.
func (r *reader) binary(lo, hi int) Expr {
	var ops []int
	other := false
	for i := lo; i < hi; i = r.after(i) {
		t := &r.toks[i]
		if t.kind != tokOp {
			switch t.kw {
			case "AND", "OR", "IN", "IS", "LIKE", "BETWEEN", "NOT":
				other = true
			}
			continue
		}
		switch t.text {
		case "+", "-":
			if i > lo && r.toks[i-1].kind != tokOp {
				ops = append(ops, i)
			}
		case "*", "/", "%", "::":
		default:
			other = true
		}
	}
	if other || len(ops) == 0 {
		return r.operands(lo, hi)
	}
	parts := make([]Expr, 0, len(ops)+1)
	from := lo
	for _, i := range ops {
		parts = append(parts, r.expr(from, i))
		from = i + 1
	}
	parts = append(parts, r.expr(from, hi))
	return r.chain(parts, ops, hi)
}

// operands reads what stands between the operators of a level.
func (r *reader) operands(lo, hi int) Expr {
	e := Expr{}
	from := lo
	flush := func(i int) {
		if from < i && (from > lo || i < hi) {
			e.Args = append(e.Args, r.expr(from, i))
		}
		from = i + 1
	}
	seps := false
	for i := lo; i < hi; i = r.after(i) {
		kw := r.toks[i].kw
		if r.toks[i].kind == tokOp || r.toks[i].text == "," || kw == "AND" || kw == "OR" || kw == "IN" || kw == "IS" ||
			kw == "NOT" || kw == "LIKE" || kw == "BETWEEN" {
			flush(i)
			seps = true
		}
	}
	if !seps {
		e.Args = r.params(lo, hi)
		return e
	}
	flush(hi)
	cols := 0
	for i := range e.Args {
		if a := &e.Args[i]; a.Column != "" && a.Kind != ExprExcluded && a.Column != e.Column {
			e.Column = a.Column
			cols++
		}
	}
	if cols > 1 {
		e.Column = ""
	}
	return e
}

// chain gives a sum its meaning: a column moved, or the clock moved.
func (r *reader) chain(parts []Expr, ops []int, hi int) Expr {
	col, now := -1, -1
	for i := range parts {
		switch parts[i].Kind {
		case ExprColumn, ExprRelative:
			if col < 0 {
				col = i
			}
		case ExprNow:
			if now < 0 {
				now = i
			}
		}
	}
	op := func(i int) string {
		if i == 0 {
			return "+"
		}
		return r.toks[ops[i-1]].text
	}
	base := col
	if base < 0 {
		base = now
	}
	if base < 0 || op(base) == "-" {
		e := Expr{Args: parts}
		if base >= 0 {
			e.Op, e.Column = "-", parts[base].Column
		}
		return e
	}
	e := Expr{Kind: parts[base].Kind, Column: parts[base].Column, Name: parts[base].Name}
	if e.Kind == ExprColumn {
		e.Kind = ExprRelative
	}
	rest := make([]Expr, 0, len(parts)-1)
	for i := range parts {
		if i != base {
			rest = append(rest, parts[i])
		}
	}
	if parts[base].Arg != nil {
		rest = append(rest, *parts[base].Arg)
	}
	arg := rest[0]
	if len(rest) > 1 {
		arg = Expr{Text: r.text(ops[0]+1, hi), Args: rest}
	}
	e.Op, e.Arg = "+", &arg
	if base == 0 {
		e.Op = op(1)
	}
	return e
}
