package catalogue

// Builders and object mappers beside those in sql.go. A chain's steps carry the
// conditions; the last call writes.

// bun's updates and deletes are made conditional by Where only; WherePK names
// the row alone.
var bun = &Library{
	Name:      "bun",
	Kind:      "SQL",
	Paths:     []string{"github.com/uptrace/bun"},
	Anchor:    true,
	Clauses:   bunClauses,
	ColumnTag: "bun",
	BareTag:   true,
	Plural:    true,

	Source: "https://bun.uptrace.dev/guide/query-update.html",
	Rows: []Row{
		{Names: "NewUpdate|NewInsert|NewDelete|NewSelect|NewMerge|NewValues", Role: Step},
		{Names: "NewRaw", Role: Step},
		{Names: "Where|WhereOr", Role: Where, Text: Arg0, Args: Rest1},
		{
			Names: "WherePK|WhereGroup|WhereDeleted|WhereAllWithDeleted|Model|ModelTableExpr|Table|TableExpr|Column|ColumnExpr|ExcludeColumn|Set|SetColumn|SetValues|Value|Returning|OmitZero|Bulk|Join|JoinOn|JoinOnOr|With|WithQuery|WithRecursive|On|Ignore|Replace|Limit|Offset|Order|OrderExpr|For|Apply|ApplyQueryBuilder|Distinct|Group|Having|Relation|ForceDelete|Comment",
			Role:  Step,
		},
		{Type: "UpdateQuery", Names: "Exec", Role: Write, Wins: ByField, Won: "result0.RowsAffected", On: EitherSession},
		{Type: "DeleteQuery", Names: "Exec", Role: Write, Wins: ByField, Won: "result0.RowsAffected", On: EitherSession},
		{Type: "MergeQuery", Names: "Exec", Role: Write, Wins: ByField, Won: "result0.RowsAffected", On: EitherSession},
		{Type: "UpdateQuery", Names: "Scan", Role: Write, Wins: ByNilError, On: EitherSession},
		{Type: "DeleteQuery", Names: "Scan", Role: Write, Wins: ByNilError, On: EitherSession},
		{Type: "InsertQuery", Names: "Exec", Role: Create, Wins: ByField, Won: "result0.RowsAffected", On: EitherSession, Note: "On makes it an upsert"},
		{Type: "InsertQuery", Names: "Scan", Role: Create, On: EitherSession},
		{Type: "SelectQuery", Names: "Scan|ScanAndCount|Count|Exists|Exec|Rows", Role: Read, On: EitherSession},
		{Type: "RawQuery", Names: "Exec", Role: SQLExec, Text: "recv:NewRaw", Args: "recv:NewRaw[1:]", On: EitherSession, Wins: ByField, Won: "result0.RowsAffected"},
		{Type: "RawQuery", Names: "Scan", Role: SQLQuery, Text: "recv:NewRaw", Args: "recv:NewRaw[1:]", On: EitherSession, Wins: ByNilError},
		{Type: "DB", Names: "Exec|ExecContext", Role: SQLExec, Text: Arg0, Args: Rest1, On: Pool, Wins: ByField, Won: "result0.RowsAffected"},
		{Type: "DB", Names: "Query|QueryContext|QueryRow|QueryRowContext", Role: SQLQuery, Text: Arg0, Args: Rest1, On: Pool, Wins: ByNilError},
		{Type: "Tx", Names: "Exec|ExecContext", Role: SQLExec, Text: Arg0, Args: Rest1, On: Tx, Wins: ByField, Won: "result0.RowsAffected"},
		{Type: "Tx", Names: "Query|QueryContext|QueryRow|QueryRowContext", Role: SQLQuery, Text: Arg0, Args: Rest1, On: Tx, Wins: ByNilError},
		{Type: "Conn", Names: "ExecContext", Role: SQLExec, Text: Arg0, Args: Rest1, On: Conn, Wins: ByField, Won: "result0.RowsAffected"},
		{Type: "Conn", Names: "QueryContext|QueryRowContext", Role: SQLQuery, Text: Arg0, Args: Rest1, On: Conn, Wins: ByNilError},
		{Type: "IConn", Names: "ExecContext", Role: SQLExec, Text: Arg0, Args: Rest1, On: EitherSession, Wins: ByField, Won: "result0.RowsAffected"},
		{Type: "IConn", Names: "QueryContext|QueryRowContext", Role: SQLQuery, Text: Arg0, Args: Rest1, On: EitherSession, Wins: ByNilError},
		{Names: "Begin|BeginTx", Role: Begin},
		{Names: "RunInTx", Role: Begin, Callback: Arg1},
		{Type: "DB", Names: "Conn", Role: Pin},
		{Type: "Tx", Names: "Commit", Role: Commit},
		{Type: "Tx", Names: "Rollback", Role: Neutral},
		{Type: "-", Names: "In|List|Tuple|SafeQuery", Role: Pure},
	},
}

// xorm: a column tagged "version" makes each update conditional by itself.
var xorm = &Library{
	Name:   "xorm",
	Kind:   "SQL",
	Paths:  []string{"xorm.io/xorm"},
	Anchor: true,

	VersionTag: "xorm:version",

	Clauses:   xormClauses,
	ColumnTag: "xorm",

	Source: "https://xorm.io/docs/chapter-06/1.lock/",
	Rows: []Row{
		{Names: "Where|And|Or", Role: Where, Text: Arg0, Args: Rest1},
		{
			Names: "In|NotIn|ID|Table|Alias|Cols|AllCols|MustCols|Omit|Nullable|UseBool|Distinct|Select|SQL|Limit|OrderBy|Desc|Asc|GroupBy|Having|Join|Unscoped|Context|NoAutoTime|NoAutoCondition|NoVersionCheck|ForUpdate|Incr|Decr|SetExpr|NewSession|Before|After|Prepare",
			Role:  Step,
		},
		{Names: "Update", Role: Write, Key: Arg0, Text: Rest1, Wins: ByTrue, Won: Result0, On: EitherSession, Note: "more beans are conditions"},
		{Names: "Delete|Truncate", Role: Write, Key: Rest0, Wins: ByTrue, Won: Result0, On: EitherSession},
		{Names: "Insert|InsertOne|InsertMulti", Role: Create, Wins: ByTrue, Won: Result0, On: EitherSession},
		{Names: "Get|Find|Exist|Count|FindAndCount|Rows|Iterate|Sum|SumInt|Sums|SumsInt", Role: Read, On: EitherSession},
		{Names: "Exec", Role: SQLExec, Text: "arg0[0]", Args: "arg0[1:]", On: EitherSession, Wins: ByField, Won: "result0.RowsAffected"},
		{Names: "Query|QueryString|QueryInterface", Role: SQLQuery, Text: "arg0[0]", Args: "arg0[1:]", On: EitherSession, Wins: ByNilError},
		{Type: "Session", Names: "Begin", Role: Neutral, Note: "the session is the transaction from here on"},
		{Type: "Session", Names: "Commit", Role: Commit},
		{Type: "Session", Names: "Rollback|Close|IsClosed", Role: Neutral},
		{Names: "Transaction", Role: Begin, Callback: Arg0},
		{Type: "-", Names: "NewEngine|NewEngineGroup", Role: Neutral},
	},
}

var goqu = &Library{
	Name:      "goqu",
	Kind:      "SQL",
	Paths:     []string{"github.com/doug-martin/goqu/v9", "github.com/doug-martin/goqu/v9/exec"},
	Anchor:    true,
	Clauses:   goquClauses,
	ColumnTag: "db",
	BareTag:   true,

	Source: "https://doug-martin.github.io/goqu/docs/updating.html",
	Rows: []Row{
		{Names: "Where", Role: Where, Text: Arg0},
		{Names: "Update|Insert|Delete|Select|From|Dialect", Role: Step},
		{Names: "Set|Rows|Vals|Cols|Table|Into|Prepared|Returning|Limit|Order|OnConflict|ToSQL|Executor|With|ForUpdate", Role: Step},
		{Type: "-", Names: "Update|Insert|Delete|Select|From|Dialect|New", Role: Step},
		{Type: "QueryExecutor", Names: "Exec|ExecContext", Role: Write, Wins: ByField, Won: "result0.RowsAffected", On: EitherSession},
		{Type: "QueryExecutor", Names: "Query|QueryContext|ScanStruct|ScanStructContext|ScanStructs|ScanStructsContext|ScanVal|ScanValContext|ScanVals|ScanValsContext", Role: Read, On: EitherSession},
		{Type: "Database", Names: "Exec|ExecContext", Role: SQLExec, Text: Arg0, Args: Rest1, On: Pool, Wins: ByField, Won: "result0.RowsAffected"},
		{Type: "Database", Names: "Query|QueryContext|QueryRow|QueryRowContext", Role: SQLQuery, Text: Arg0, Args: Rest1, On: Pool, Wins: ByNilError},
		{Type: "TxDatabase", Names: "Exec|ExecContext", Role: SQLExec, Text: Arg0, Args: Rest1, On: Tx, Wins: ByField, Won: "result0.RowsAffected"},
		{Type: "TxDatabase", Names: "Query|QueryContext|QueryRow|QueryRowContext", Role: SQLQuery, Text: Arg0, Args: Rest1, On: Tx, Wins: ByNilError},
		{Type: "Database", Names: "Begin|BeginTx", Role: Begin},
		{Type: "Database", Names: "WithTx", Role: Begin, Callback: Arg0},
		{Type: "TxDatabase", Names: "Commit", Role: Commit},
		{Type: "TxDatabase", Names: "Rollback", Role: Neutral},
		{Type: "TxDatabase", Names: "Wrap", Role: Once, Callback: Arg0},
		{Type: "-", Names: "C|I|T|L|V|Cast|Func", Role: Pure},
	},
}

// jet's statements are made by methods of generated tables, whose columns are
// fields: both go by the names that the generator gives them.
var jet = &Library{
	Name: "jet",
	Kind: "SQL",
	Paths: []string{
		"github.com/go-jet/jet/v2/postgres", "github.com/go-jet/jet/v2/mysql", "github.com/go-jet/jet/v2/sqlite",
		"github.com/go-jet/jet/v2/internal/jet",
	},
	Anchor: true,

	Clauses: jetClauses,

	Source: "https://github.com/go-jet/jet/wiki",
	Rows: []Row{
		{Names: "INSERT|UPDATE|DELETE|SELECT|FROM|SET|VALUES|MODEL|ON_CONFLICT|DO_NOTHING|DO_UPDATE|ON_DUPLICATE_KEY_UPDATE|RETURNING|ORDER_BY|LIMIT|FOR|USING", Role: Step},
		{Names: "WHERE", Role: Where, Text: Arg0},
		{Type: "Statement", Names: "Exec|ExecContext", Role: Write, Wins: ByField, Won: "result0.RowsAffected", On: EitherSession},
		{Type: "Statement", Names: "Query|QueryContext|Rows", Role: Read, On: EitherSession},
		{Type: "Statement", Names: "Sql", Role: Step},
		{Names: "EQ|NOT_EQ|LT|LT_EQ|GT|GT_EQ|IS_NULL|IS_NOT_NULL|AND|OR|ADD|SUB", Role: Pure},
		{Type: "-", Names: "String|Int|Int8|Int16|Int32|Int64|Bool|TimestampT|TimestampzT|DateT", Role: Pure},
	},
}

// goquExp are the conditions on its columns.
var goquExp = &Library{
	Name:   "goqu expressions",
	Kind:   "SQL",
	Paths:  []string{"github.com/doug-martin/goqu/v9/exp"},
	Anchor: true,
	Source: "https://doug-martin.github.io/goqu/docs/expressions.html",
	Rows: []Row{
		{Names: "Eq|Neq|Gt|Gte|Lt|Lte|In|NotIn|Is|IsNot|IsNull|IsNotNull|Like|Between", Role: Pure},
	},
}

// entSQL is the layer below ent's generated code, which is in the user's own
// module.
var entSQL = &Library{
	Name:    "ent",
	Kind:    "SQL",
	Paths:   []string{"entgo.io/ent/dialect/sql", "entgo.io/ent/dialect"},
	Anchor:  true,
	Clauses: entClauses,

	Source: "https://entgo.io/docs/transactions",
	Rows: []Row{
		{Type: "-", Names: "Update|Insert|Delete|Select|Table|Dialect", Role: Step},
		{Type: "DialectBuilder", Names: "Update|Insert|Delete|Select|Table", Role: Step},
		{Names: "Where", Role: Where, Text: Arg0},
		{Type: "UpdateBuilder", Names: "Set|SetNull|Add|Schema|Limit|OrderBy|Returning|Query|Prefix", Role: Step},
		{Type: "InsertBuilder", Names: "Columns|Values|Set|OnConflict|Returning|Query|QueryErr|Schema|Default", Role: Step},
		{Type: "DeleteBuilder", Names: "FromSelect|Query|Schema", Role: Step},
		{Type: "Selector", Names: "From|Limit|ForUpdate|ForShare|For|Query|OrderBy", Role: Step},
		{Names: "Exec", Role: SQLExec, Text: Arg0, Args: Arg1, On: EitherSession, Wins: ByNilError, Note: "the result goes to the last argument"},
		{Type: "ExecQuerier", Names: "ExecContext", Role: SQLExec, Text: Arg0, Args: Rest1, On: EitherSession, Wins: ByField, Won: "result0.RowsAffected"},
		{Type: "Conn", Names: "Query", Role: SQLQuery, Text: Arg0, Args: Arg1, On: EitherSession, Wins: ByNilError},
		{Type: "ExecQuerier", Names: "QueryContext", Role: SQLQuery, Text: Arg0, Args: Rest1, On: EitherSession, Wins: ByNilError},
		{Type: "ExecQuerier", Names: "Query", Role: SQLQuery, Text: Arg0, Args: Arg1, On: EitherSession, Wins: ByNilError},
		{Names: "Tx|BeginTx", Role: Begin},
		{Type: "-", Names: "EQ|NEQ|GT|GTE|LT|LTE|In|NotIn|IsNull|NotNull|And|Or|Not|P|ExprP|Expr|Raw", Role: Pure},
	},
}

// gocql: a lightweight transaction (IF) is run by the methods whose name ends
// in CAS, and tells whether it was applied.
var gocql = &Library{
	Name:   "gocql",
	Kind:   "Cassandra",
	Paths:  []string{"github.com/gocql/gocql", "github.com/apache/cassandra-gocql-driver/v2"},
	Anchor: true,
	Source: "https://cassandra.apache.org/doc/latest/cassandra/developing/cql/dml.html",
	Rows: []Row{
		{Type: "Session", Names: "Query", Role: Step},
		{Type: "Query", Names: "Bind|Consistency|SerialConsistency|WithContext|Idempotent|PageSize|RetryPolicy", Role: Step},
		{Type: "Query", Names: "Exec", Role: SQLExec, Text: "recv:Query", Args: "recv:Query[1:]", Wins: ByNilError},
		{Type: "Query", Names: "ScanCAS|MapScanCAS", Role: CondWrite, Wins: ByTrue, Won: Result0, Note: "not applied: false with a nil error"},
		{Type: "Query", Names: "Scan|MapScan|Iter", Role: Read},
		{Type: "Session", Names: "ExecuteBatch", Role: Write, Wins: ByNilError, Low: true},
		{Type: "Session", Names: "ExecuteBatchCAS|MapExecuteBatchCAS", Role: CondWrite, Wins: ByTrue, Won: Result0},
		{Type: "-", Names: "TimeUUID|RandomUUID|MustRandomUUID", Role: Fresh},
	},
}
