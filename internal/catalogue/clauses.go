package catalogue

import "strings"

// A Part is what a builder's method, function or type adds to the statement that
// its chain spells.
type Part uint8

// The parts.
const (
	// NoPart adds nothing but the verb.
	NoPart Part = iota
	// PartRoot begins at the variable that stands for the table. Its arguments are
	// columns.
	PartRoot
	// PartTable names the table: a text, an expression or a model.
	PartTable
	// PartSet assigns: a column and its value, a text with its arguments, or the
	// entries of a map or struct.
	PartSet
	// PartRow gives the row of an INSERT: a map, a struct, or the values in the
	// order of PartColumns.
	PartRow
	// PartColumns lists columns: of an INSERT those of the values, of an UPDATE
	// those that are written of the model.
	PartColumns
	// PartExpr assigns a column an expression that is given as text.
	PartExpr
	// PartAdd moves a column on by its argument, or by 1. Op is + or -.
	PartAdd
	// PartWhere adds conjuncts: a text with its arguments, or conditions.
	PartWhere
	// PartOr adds an alternative to all conditions before it.
	PartOr
	// PartNot adds the negation of its conditions.
	PartNot
	// PartModelWhere is the table by a model whose fields are conditions, and
	// further conditions behind it.
	PartModelWhere
	// PartBeans is the assigned model, and models behind it whose fields are
	// conditions.
	PartBeans
	// PartIdentity compares what identifies the model's row, or the column "id"
	// with the argument.
	PartIdentity
	// PartIgnore leaves a row alone that is there already.
	PartIgnore
	// PartConflict is the text or clause object of ON CONFLICT.
	PartConflict
	// PartTail appends text with arguments to the statement.
	PartTail

	// PartCompare is a condition: a function of a column and a value, or the type
	// of a map of them. Op is the comparison.
	PartCompare
	// PartIsNull is the condition that a column is NULL, or with Op that it is not.
	PartIsNull
	// PartAnd and PartOrs join conditions.
	PartAnd
	PartOrs
	// PartText is an expression that is given as text with arguments.
	PartText
	// PartColumn is a column or table by its name.
	PartColumn
	// PartValue is a value that is given a type of the library's.
	PartValue
	// PartAssign is the assignment of a value to a column.
	PartAssign
	// PartNow is the store's clock.
	PartNow
)

// A Clause says what the methods, functions or types of its names add to a
// statement.
type Clause struct {
	// Names are parted by "|".
	Names string
	// Verb is the statement that the call begins or makes.
	Verb string
	Part Part
	// Op is the comparison of a condition.
	Op string
}

// Clause finds what the name adds to a statement of the library, or nil: by its own
// clauses, or as a common comparison.
func (l *Library) Clause(name string) *Clause {
	for _, table := range [][]Clause{l.Clauses, comparisons} {
		for i := range table {
			if hasName(table[i].Names, name) {
				return &table[i]
			}
		}
	}
	return nil
}

// ByName returns the library of a name, or nil.
func ByName(name string) *Library {
	for _, l := range libraries {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// ColumnOf reads the column's name out of a struct field's tag: `db:"name"`,
// `gorm:"column:name"`, `xorm:"'name'"`. It is "" if the tag has none.
func (l *Library) ColumnOf(tag string) string {
	if i := strings.Index(strings.ToLower(tag), "column:"); i >= 0 {
		return strings.TrimSpace(tag[i+len("column:") : i+len("column:")+strings.IndexAny(tag[i+len("column:"):]+";", ";,")])
	}
	if _, rest, ok := strings.Cut(tag, "'"); ok {
		name, _, _ := strings.Cut(rest, "'")
		return name
	}
	if !l.BareTag {
		return ""
	}
	name, _, _ := strings.Cut(tag, ",")
	return strings.TrimSpace(name)
}

// comparisons are the words by which most builders compare.
var comparisons = []Clause{
	{Names: "Eq|EQ|OpEq|eq", Part: PartCompare, Op: "="},
	{Names: "NotEq|Neq|NEQ|NOT_EQ|neq|OpNeq", Part: PartCompare, Op: "<>"},
	{Names: "Lt|LT|lt|OpLt", Part: PartCompare, Op: "<"},
	{Names: "LtOrEq|Lte|LTE|LT_EQ|lte|OpLte", Part: PartCompare, Op: "<="},
	{Names: "Gt|GT|gt|OpGt", Part: PartCompare, Op: ">"},
	{Names: "GtOrEq|Gte|GTE|GT_EQ|gte|OpGte", Part: PartCompare, Op: ">="},
	{Names: "IsNull|IS_NULL", Part: PartIsNull},
	{Names: "NotNull|IsNotNull|IS_NOT_NULL", Part: PartIsNull, Op: "NOT"},
	{Names: "And|AND|AndConditions", Part: PartAnd},
	{Names: "Or|OR|OrConditions", Part: PartOrs},
}

// gormClauses: gorm's last calls name the verb.
var gormClauses = []Clause{
	{Names: "Model|Table", Part: PartTable},
	{Names: "Where", Part: PartWhere},
	{Names: "Not", Part: PartNot},
	{Names: "Or", Part: PartOr},
	{Names: "Clauses", Part: PartConflict},
	{Names: "Select", Part: PartColumns},
	{Names: "Update|Updates|UpdateColumn|UpdateColumns", Verb: "UPDATE", Part: PartSet},
	{Names: "Create", Verb: "INSERT", Part: PartRow},
	{Names: "Delete", Verb: "DELETE", Part: PartModelWhere},
	{Names: "Expr", Part: PartText},
}

var squirrelClauses = []Clause{
	{Names: "Update", Verb: "UPDATE", Part: PartTable},
	{Names: "Insert", Verb: "INSERT", Part: PartTable},
	{Names: "Delete", Verb: "DELETE", Part: PartTable},
	{Names: "Select", Verb: "SELECT"},
	{Names: "From|Table|Into", Part: PartTable},
	{Names: "Set|SetMap", Part: PartSet},
	{Names: "Columns", Part: PartColumns},
	{Names: "Values", Part: PartRow},
	{Names: "Where", Part: PartWhere},
	{Names: "Options", Part: PartIgnore},
	{Names: "Suffix|SuffixExpr", Part: PartTail},
	{Names: "Expr", Part: PartText},
}

var bunClauses = []Clause{
	{Names: "NewUpdate", Verb: "UPDATE"},
	{Names: "NewInsert", Verb: "INSERT"},
	{Names: "NewDelete", Verb: "DELETE"},
	{Names: "NewSelect|NewRaw|NewMerge", Verb: "SELECT"},
	{Names: "Model|Table|TableExpr|ModelTableExpr", Part: PartTable},
	{Names: "Set", Part: PartSet},
	{Names: "SetColumn|Value", Part: PartExpr},
	{Names: "Column", Part: PartColumns},
	{Names: "Where", Part: PartWhere},
	{Names: "WhereOr", Part: PartOr},
	{Names: "WherePK", Part: PartIdentity},
	{Names: "Ignore", Part: PartIgnore},
	{Names: "On", Part: PartConflict},
	{Names: "Returning", Part: NoPart},
	{Names: "SafeQuery", Part: PartText},
}

var xormClauses = []Clause{
	{Names: "Table", Part: PartTable},
	{Names: "Where", Part: PartWhere},
	{Names: "ID", Part: PartIdentity},
	{Names: "Cols|MustCols", Part: PartColumns},
	{Names: "SetExpr", Part: PartExpr},
	{Names: "Incr", Part: PartAdd, Op: "+"},
	{Names: "Decr", Part: PartAdd, Op: "-"},
	{Names: "Update", Verb: "UPDATE", Part: PartBeans},
	{Names: "Insert|InsertOne", Verb: "INSERT", Part: PartRow},
	{Names: "Delete", Verb: "DELETE", Part: PartModelWhere},
	{Names: "Expr", Part: PartText},
}

var goquClauses = []Clause{
	{Names: "Update", Verb: "UPDATE", Part: PartTable},
	{Names: "Insert", Verb: "INSERT", Part: PartTable},
	{Names: "Delete", Verb: "DELETE", Part: PartTable},
	{Names: "Select", Verb: "SELECT"},
	{Names: "From|Table|Into", Part: PartTable},
	{Names: "Set", Part: PartSet},
	{Names: "Cols", Part: PartColumns},
	{Names: "Vals|Rows", Part: PartRow},
	{Names: "Where", Part: PartWhere},
	{Names: "OnConflict", Part: PartConflict},
	{Names: "Ex", Part: PartCompare, Op: "="},
	{Names: "ExOr", Part: PartOrs, Op: "="},
	{Names: "L|Literal", Part: PartText},
	{Names: "C|I|T", Part: PartColumn},
}

var jetClauses = []Clause{
	{Names: "INSERT", Verb: "INSERT", Part: PartRoot},
	{Names: "UPDATE", Verb: "UPDATE", Part: PartRoot},
	{Names: "DELETE", Verb: "DELETE", Part: PartRoot},
	{Names: "SELECT", Verb: "SELECT"},
	{Names: "VALUES|MODEL", Part: PartRow},
	{Names: "SET", Part: PartAssign},
	{Names: "WHERE", Part: PartWhere},
	{Names: "DO_NOTHING", Part: PartIgnore},
	{Names: "DO_UPDATE|ON_DUPLICATE_KEY_UPDATE", Part: PartConflict},
	{Names: "String|Int|Int8|Int16|Int32|Int64|Bool|TimestampT|TimestampzT|DateT", Part: PartValue},
	{Names: "NOW|CURRENT_TIMESTAMP|LOCALTIMESTAMP", Part: PartNow},
}

var entClauses = []Clause{
	{Names: "Update", Verb: "UPDATE", Part: PartTable},
	{Names: "Insert", Verb: "INSERT", Part: PartTable},
	{Names: "Delete", Verb: "DELETE", Part: PartTable},
	{Names: "Select", Verb: "SELECT"},
	{Names: "Set", Part: PartSet},
	{Names: "SetNull", Part: PartExpr},
	{Names: "Add", Part: PartAdd, Op: "+"},
	{Names: "Columns", Part: PartColumns},
	{Names: "Values", Part: PartRow},
	{Names: "Where", Part: PartWhere},
	{Names: "OnConflict", Part: PartConflict},
	{Names: "Expr|ExprP|Raw", Part: PartText},
}
