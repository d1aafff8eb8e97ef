package locks

import (
	"strings"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/sqltext"
)

// sqlOps reads the statements of a call that carries SQL.
func (e *engine) sqlOps(c *call) []*Op {
	r := c.row
	textTerm := e.text(e.at(c, r.Text))
	_, known := render(textTerm)
	args, _ := e.list(c, r.Args)
	if !known {
		if textTerm != nil && textTerm.Kind == Param {
			return append(e.source(c).pend(pending{text: textTerm, args: listOf(args)}), e.unknownSQL(c, textTerm)...)
		}
		return e.unknownSQL(c, textTerm)
	}
	return e.sqlTextOps(e.source(c), textTerm, args)
}

// sqlTextOps reads the statements of a text.
func (e *engine) sqlTextOps(c *source, t *Term, args []*Term) []*Op {
	text, _ := render(t)
	stmts := e.statements(text)
	var ops []*Op
	for i := range stmts {
		ops = append(ops, e.statementOps(c, &stmts[i], args)...)
	}
	return ops
}

// statements reads a text once.
func (e *engine) statements(text string) []sqltext.Statement {
	stmts, ok := e.stmts[text]
	if !ok {
		stmts = sqltext.Read(text)
		e.stmts[text] = stmts
	}
	return stmts
}

// unknownSQL is a statement whose text the program does not show, or which a
// builder made.
func (e *engine) unknownSQL(c *call, text *Term) []*Op {
	if c.row.Role == catalogue.SQLQuery {
		o := e.newOp(c, OpRead)
		o.Write = &Write{Args: e.dataArgs(c)}
		return one(o)
	}
	o := e.newOp(c, OpWrite)
	o.Write = &Write{What: c.obj.Name(), Unknown: true, Low: true, Args: e.dataArgs(c)}
	if ch := builderOf(e, text); len(ch.steps) > 0 {
		o.Write.Unknown, o.Write.Low = false, false
		e.readChain(c, ch, map[string]bool{}, o.Write)
		stmt, args := e.written(catalogue.ByName(ch.lib), ch, nil)
		o.Write.readWritten(stmt)
		rows := e.chainRows(c, stmt, args)
		if len(rows) > 0 {
			o.Key = rows[0].Key
		}
		return append(rows, o)
	}
	return one(o)
}

// builderOf finds the builder chain that made a text (ToSql).
func builderOf(e *engine, t *Term) chain {
	var ch chain
	t.walk(func(p *Term) bool {
		if p.Kind == Apply && strings.HasPrefix(p.Text, "step:") && len(ch.steps) == 0 {
			ch = e.chain(p)
			return false
		}
		return true
	})
	return ch
}

// statementOps lists what one SQL statement does.
func (e *engine) statementOps(c *source, s *sqltext.Statement, args []*Term) []*Op {
	var ops []*Op
	for _, a := range s.Advisory {
		ops = append(ops, e.advisoryOp(c, a, args))
	}
	if len(ops) > 0 {
		return ops
	}
	ops = e.rowOps(c, s, args)
	switch {
	case s.IsWrite():
		ops = append(ops, statementWrite(c, s, args))
		for _, w := range s.Writes() {
			if s.Kind == sqltext.Insert && w.Kind == sqltext.Update { // WITH (UPDATE …) INSERT: a change and its record
				ops = append(ops, statementWrite(c, w, args))
			}
		}
	case s.Kind == sqltext.Select, s.Kind == sqltext.Other && s.Lock == sqltext.ForUpdate: // LOCK TABLE
		o := c.op(OpRead)
		o.Write = &Write{Table: s.Table, Target: constTerm("sql:" + s.Table), Cond: s.Lock == sqltext.ForUpdate}
		ops = append(ops, o)
	case s.Kind == sqltext.Unknown || s.Kind == sqltext.Call:
		if c.row.Role == catalogue.SQLExec {
			o := c.op(OpWrite)
			o.Write = &Write{What: c.name, Unknown: true, Low: true, Args: args}
			ops = append(ops, o)
		}
	}
	return ops
}

// statementWrite is what a writing statement does to data.
func statementWrite(c *source, s *sqltext.Statement, args []*Term) *Op {
	o := c.op(OpWrite)
	o.Write = &Write{
		Table: s.Table, Target: constTerm("sql:" + s.Table), What: kindWord(s.Kind) + " " + tableWord(s.Table),
		Cond: s.IsConditional(), Relative: s.IsRelative(), Bounded: s.IsBoundedRelative(),
		Creates: s.Kind == sqltext.Insert && s.Conflict != sqltext.ConflictUpdate, Deletes: s.Kind == sqltext.Delete,
		Args: args,
	}
	o.Write.Constant = len(s.SetParams())+len(s.SetNames()) == 0
	return o
}

func kindWord(k sqltext.Kind) string {
	switch k {
	case sqltext.Insert:
		return "INSERT"
	case sqltext.Delete:
		return "DELETE"
	case sqltext.Merge:
		return "MERGE"
	}
	return "UPDATE"
}

func tableWord(t string) string {
	if t == "" || strings.Contains(t, hole) {
		return "a table"
	}
	return t
}

// advisoryOp is a session's or transaction's lock in a SQL function.
func (e *engine) advisoryOp(c *source, a sqltext.Advisory, args []*Term) *Op {
	a = a.Called(func(name string) (string, bool) { return namedText(name, args) })
	kind := OpAcquire
	if a.Op == sqltext.AdvisoryUnlock {
		kind = OpRelease
	}
	o := c.op(kind)
	o.Name, o.Role, o.Expiry = a.Func, catalogue.Acquire, ExpirySet
	o.Key = concat(constTerm("advisory:"), exprTerm(a.Key, args))
	o.Wins = catalogue.ByNilError
	if a.Op == sqltext.AdvisoryTry {
		o.Wins = catalogue.ByTrue
	}
	if !a.Session {
		o.On = catalogue.Tx
	}
	return o
}

// namedText is the constant among the named arguments of a procedure's call that
// name has. It is not known where an argument is no such one, as the place for what
// the procedure returns.
func namedText(name string, args []*Term) (text string, ok bool) {
	for _, a := range args {
		if a == nil || a.Kind != Apply || a.Text != "sql.Named" || len(a.Args) != 2 || a.Args[0].Kind != Const {
			return "", false
		}
		if strings.EqualFold(a.Args[0].Text, name) && a.Args[1].Kind == Const {
			text, ok = a.Args[1].Text, true
		}
	}
	return text, ok
}

// exprTerm is the Go term behind a SQL expression.
func exprTerm(x sqltext.Expr, args []*Term) *Term {
	switch x.Kind {
	case sqltext.ExprParam:
		if t := argOf(&x, args); t != nil {
			return t
		}
	case sqltext.ExprConst:
		return constTerm(x.Text)
	}
	return opaque("sql")
}

// argOf is the Go argument behind a parameter, or nil: by its place, or by its
// name among the named arguments (sql.Named), in a map (pgx.NamedArgs, sqlx) or
// in a struct (sqlx), whose fields go by their columns' names.
func argOf(x *sqltext.Expr, args []*Term) *Term {
	if x.Param >= 0 && x.Param < len(args) {
		return args[x.Param]
	}
	if x.Name == "" {
		return nil
	}
	for _, a := range args {
		switch {
		case a == nil:
		case a.Kind == Apply && a.Text == "sql.Named" && len(a.Args) == 2:
			if a.Args[0].Kind == Const && strings.EqualFold(a.Args[0].Text, x.Name) {
				return a.Args[1]
			}
		case a.Kind == Object:
			for i, n := range a.Names {
				if strings.EqualFold(n, x.Name) || snake(n) == strings.ToLower(x.Name) {
					return a.Args[i]
				}
			}
		}
	}
	return nil
}

// firstOf gives an argument the index of the first one that is equal.
func firstOf(args []*Term) func(int) int {
	return func(i int) int {
		for k := range min(i, len(args)) {
			if i < len(args) && args[k].String() == args[i].String() {
				return k
			}
		}
		return i
	}
}

// rowOps reads a statement as an operation on a lock row.
func (e *engine) rowOps(c *source, s *sqltext.Statement, args []*Term) []*Op {
	told := s.WithClock(clockOf(args)).WithParams(firstOf(args))
	row, ok := told.LockRow()
	if !ok || s.Table == "" {
		return nil
	}
	if row.Op != sqltext.LockAcquire && !row.OwnerCompared {
		row.OwnerCompared = e.comparesOwner(s)
	}
	kind := rowKind(row)
	if row.Op == sqltext.LockRenew || row.Op == sqltext.LockEnd {
		switch {
		case e.endsLease(s, row.ExpiryColumn, args):
			kind = freeing(row.OwnerCompared)
		case row.Op == sqltext.LockEnd:
			return nil
		}
	}
	o := c.op(kind)
	o.Key = constTerm("sql:" + s.Table)
	o.InTx, o.On = o.On == catalogue.Tx, catalogue.NoSession // the row outlives every connection
	o.Unsure = row.Op == sqltext.LockAcquire && !row.Certain
	if c.row.Role == catalogue.SQLExec || c.row.Role == catalogue.SQLQuery {
		o.Name, o.Role = kindWord(s.Kind), catalogue.SQLExec
		o.Wins, o.Won = rowWins(c.row.Role, s)
	}
	o.Expiry = e.rowExpiry(told, row, args)
	if o.isAcquire() || kind == OpExtend || kind == OpExpire {
		o.TTL = leaseOf(s, row.ExpiryColumn, args)
	}
	if row.TokenColumn != "" {
		o.Token = catalogue.Grows
	}
	o.Owner = ownerOf(s, row, args)
	return one(o)
}

// ownerOf is the value that a statement puts into the lock row, or compares, for
// its owner.
func ownerOf(s *sqltext.Statement, row sqltext.LockRow, args []*Term) *Term {
	if row.Op != sqltext.LockAcquire && row.OwnerCompared {
		if t := comparedOwner(s, row, args); t != nil {
			return t
		}
	}
	if i := row.OwnerParam; i >= 0 && i < len(args) && row.Op == sqltext.LockAcquire {
		return args[i]
	}
	for _, i := range s.SetParams() {
		if i < len(args) && i != row.KeyParam && !args[i].has(func(t *Term) bool { return t.Kind == Now }) {
			return args[i]
		}
	}
	for _, n := range s.SetNames() {
		t := argOf(&sqltext.Expr{Kind: sqltext.ExprParam, Param: -1, Name: n}, args)
		if t != nil && strings.TrimLeft(row.Key, "@:$") != n && !t.has(func(t *Term) bool { return t.Kind == Now }) {
			return t
		}
	}
	return nil
}

// comparedOwner is what a release or renewal compares beside what names the row.
func comparedOwner(s *sqltext.Statement, row sqltext.LockRow, args []*Term) *Term {
	for i := range s.Where.Terms {
		t := &s.Where.Terms[i]
		if t.Op != "=" || t.Column == row.KeyColumn || t.Column == "" {
			continue
		}
		if owner := exprTerm(t.Value, args); owner.Kind != Opaque {
			return owner
		}
	}
	return nil
}

// rowWins says how a statement tells that it took the row: RETURNING without a
// row and INSERT of a row that is there are errors.
func rowWins(role catalogue.Role, s *sqltext.Statement) (catalogue.Wins, catalogue.Path) {
	if role == catalogue.SQLQuery || s.Kind == sqltext.Insert && s.Conflict == sqltext.NoConflictClause {
		return catalogue.ByNilError, ""
	}
	return catalogue.ByField, "result0.RowsAffected"
}

func rowKind(row sqltext.LockRow) OpKind {
	switch {
	case row.Op == sqltext.LockAcquire:
		return OpCreate
	case row.Op == sqltext.LockRelease:
		return freeing(row.OwnerCompared)
	case row.OwnerCompared:
		return OpExtend
	}
	return OpExpire
}

func freeing(compared bool) OpKind {
	if compared {
		return OpRelease
	}
	return OpDelete
}
