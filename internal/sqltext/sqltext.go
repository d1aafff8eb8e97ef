// Package sqltext reads SQL statements as far as a lock linter has to
// understand them: which table a statement writes, which columns it sets from
// which values, which conjuncts its WHERE has, what it does on a conflict,
// which rows and advisory locks it takes, and which argument of the Go call
// feeds which place.
//
// # Theory
//
// The text of a Go program names no dialect, so the reader knows none: Postgres,
// MySQL, SQLite, SQL Server and Oracle share the skeleton of the statements that
// matter, and where the dialects read the same characters in different ways the
// neighbourhood decides (a # before a table's name is a temporary table, else a
// comment; a [ after an operand is a subscript, else a quoted name). A backslash
// before a quote is read both ways; when both readings are whole and nothing
// tells them apart, the statement is Unknown.
//
// One pass makes tokens, one pass matches parentheses and CASE … END, and each
// clause is then a range of tokens that is split at its own level: groups are
// stepped over by their match, so the work is linear in the text. Depth is
// capped; below the cap an expression keeps its parameters and is ExprOther.
//
// # Holes
//
// U+FFFC in the text stands for something that the analyzer does not know. It
// reads as an identifier. In the place of an operand it is an ExprHole; where it
// may hide whole clauses or conjuncts, the predicate is not Known, and where it
// may hide assignments, the statement is Partial. {{…}} of text/template and the
// names of a builder (?TableName) are holes too.
//
// # Judgement
//
// No decision hangs on a column's name. A write is conditional when its WHERE
// constrains what it sets, and a lock row is told by the shape of the operation
// (free, expired or absent, then taken), so identifiers are only ever compared
// with each other.
//
// # Why an own lexer
//
// Lexers made to normalize queries (go-sqllexer 0.2.6 was tried) need the dialect
// up front and merge what this reader has to keep apart: "n=n+?" gives the operator
// "+?" and "n>?" the operator ">?", "n-1" gives the number "-1", ":name" is a
// parameter for Oracle alone and "=:" an operator elsewhere, `x` and [x] are
// unknown characters outside of one dialect each, "?1" falls apart, and "%s" is a
// remainder. Holes, Go's formatting verbs and an unknown dialect are the normal
// case here.
//
// # Limits
//
// Procedural bodies are searched for advisory locks and not read otherwise. Views,
// triggers and rules are out of sight. Predicates are not simplified: NOT over a
// group stays opaque. A name in double quotes in the place of a value is a column,
// unless the text uses MySQL's backticks.
package sqltext

// maxText is the longest text that is read.
const maxText = 1 << 20

// A Kind says what a statement does.
type Kind uint8

// The kinds of statements.
const (
	Unknown Kind = iota
	Insert
	Update
	Delete
	Merge
	Select
	Call
	Begin
	Commit
	DDL
	Set
	Other
)

// A ConflictAction says what an INSERT or MERGE does when the row is there.
type ConflictAction uint8

// Conflict actions.
const (
	NoConflictClause ConflictAction = iota
	ConflictNothing
	ConflictUpdate
)

// A RowLock is the lock that a SELECT takes on its rows.
type RowLock uint8

// Row locks.
const (
	NoRowLock RowLock = iota
	ForUpdate
	ForShare
)

// An AdvisoryOp says what an advisory lock function does.
type AdvisoryOp uint8

// Operations on advisory locks. AdvisoryTry may come back without the lock.
const (
	AdvisoryLock AdvisoryOp = iota
	AdvisoryTry
	AdvisoryUnlock
)

// A Statement is one statement of a text.
type Statement struct {
	Kind  Kind
	Table string // lower case, with its schema; "" if unknown
	Alias string // name by which the statement knows the table, "" if none
	Name  string // procedure of a Call, lower case
	Text  string // as written

	// Sets are the assignments of an UPDATE, and for an INSERT the columns with
	// their values followed by those of ON CONFLICT.
	Sets  []Assign
	Where Predicate // Known and without Terms if there is none

	Conflict       ConflictAction
	ConflictTarget []string // columns of ON CONFLICT (…), MERGE … ON
	ConflictWhere  Predicate
	Returning      []string

	Lock       RowLock
	NoWait     bool
	SkipLocked bool

	Advisory  []Advisory
	Isolation string // upper case

	// CTEs are the statements of WITH that could be read, in order.
	CTEs []CTE

	// Partial says that a hole or an unreadable place may hide tables,
	// assignments or clauses. Where.Known tells the same of conjuncts.
	Partial bool

	list        []Assign // select list
	source      []Assign // values that a MERGE proposes
	setsPartial bool     // a hole may be more assignments
	rowsPartial bool     // a hole may be more rows of VALUES
}

// A CTE is a named statement of WITH.
type CTE struct {
	Name      string
	Statement Statement
}

// An Assign gives a column its value.
type Assign struct {
	Column     string // "" if unknown
	Value      Expr
	OnConflict bool // set when the row is already there
	Row        int  // row of VALUES
}

// An Advisory is a call of an advisory lock function.
type Advisory struct {
	Func    string
	Op      AdvisoryOp
	Session bool // held until the session ends, not the transaction
	Shared  bool
	Key     Expr   // first argument; of a pair of keys, ExprOther with both in Args
	Args    []Expr // all arguments
}

// An ExprKind says what an expression is.
type ExprKind uint8

// The kinds of expressions.
const (
	ExprOther ExprKind = iota
	ExprConst
	ExprParam
	ExprColumn
	ExprRelative // Column Op Arg
	ExprExcluded // the value that the INSERT proposed for Column
	ExprNow      // the clock, also with an interval: Op and Arg
	ExprNull
	ExprCall
	ExprCase // CASE or IF: Conds and the values in Args
	ExprHole
)

// An Expr is a value.
type Expr struct {
	Kind   ExprKind
	Param  int    // of ExprParam: index of the Go argument, -1 where it has a Name only
	Name   string // of a parameter or function
	Text   string // as written
	Column string // of ExprColumn, ExprRelative, ExprExcluded; of others the one column inside, if any
	Op     string
	Arg    *Expr
	Args   []Expr      // arguments of a call, branches of a CASE, operands of ExprOther
	Unit   string      // of an interval whose number is the expression itself: "second"
	Conds  []Predicate // of ExprCase
	Query  *Statement  // of a subquery
}

// A Predicate is a conjunction.
type Predicate struct {
	Present bool // there is a predicate in the text
	Known   bool // Terms are all conjuncts
	Terms   []Term
}

// A Term is one conjunct.
type Term struct {
	// Column is the constrained column, "" if there is none or more than one.
	// It has its qualifier where that is not the statement's own table.
	Column string
	// Op is = <> < <= > >= IN, NOT IN, IS, ISNOT, LIKE, NOT LIKE, BETWEEN, EXISTS,
	// NOT EXISTS, OR, NOT, CALL, another operator, or "" for what was not understood.
	Op    string
	Left  Expr // side of the column
	Value Expr // other side
	Or    []Predicate
	Query *Statement // of EXISTS, IN (SELECT …), = (SELECT …)
	Text  string
}

// Read reads the statements of a text, which are separated by semicolons.
// What it does not understand stays in the list with Kind Unknown.
func Read(text string) []Statement {
	if len(text) > maxText {
		return []Statement{{Text: text}}
	}
	toks, ok := lex(text)
	if !ok {
		return []Statement{{Text: text}}
	}
	r := newReader(text, toks)
	return r.statements()
}

// ReadPredicate reads the body of a WHERE that stands alone.
func ReadPredicate(text string) Predicate {
	if len(text) > maxText {
		return Predicate{Present: true}
	}
	toks, ok := lex(text)
	if !ok {
		return Predicate{Present: true}
	}
	r := newReader(text, toks)
	hi := len(toks)
	for hi > 0 && toks[hi-1].text == ";" {
		hi--
	}
	lo := 0
	if lo < hi && toks[lo].kw == "WHERE" {
		lo++
	}
	if !r.sound(lo, hi) {
		return Predicate{Present: true}
	}
	end := r.clauseEnd(lo, hi)
	p := r.predicate(lo, end)
	for i := end; i < hi; i++ {
		if toks[i].text == ";" || i == end && toks[i].kw == "SELECT" {
			p.Known = false
		}
	}
	return p
}
