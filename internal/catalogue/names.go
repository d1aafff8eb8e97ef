package catalogue

// Names of the tables' constants, as users read and write them. A test holds
// each list against the constants.

var roleNames = [...]string{
	Neutral:       "neutral",
	NewLock:       "new-lock",
	Acquire:       "acquire",
	Release:       "release",
	Extend:        "extend",
	NewSession:    "new-session",
	CloseSession:  "close-session",
	OrphanSession: "orphan-session",
	LossSignal:    "loss-signal",
	TokenOf:       "token-of",
	RunLocked:     "run-locked",
	SetAbsent:     "set-absent",
	Put:           "put",
	PutPresent:    "put-present",
	Delete:        "delete",
	CompareDelete: "compare-delete",
	Expire:        "expire",
	CompareExpire: "compare-expire",
	Persist:       "persist",
	Get:           "get",
	TimeToLive:    "time-to-live",
	Adjust:        "adjust",
	Command:       "command",
	Eval:          "eval",
	NewScript:     "new-script",
	LoadLibrary:   "load-library",
	CallFunction:  "call-function",
	Receive:       "receive",
	Pipeline:      "pipeline",
	TxPipeline:    "tx-pipeline",
	Flush:         "flush",
	Watch:         "watch",
	SQLExec:       "sql-exec",
	SQLQuery:      "sql-query",
	SQLPrepare:    "sql-prepare",
	Begin:         "begin",
	Commit:        "commit",
	Pin:           "pin",
	RowsAffected:  "rows-affected",
	Scan:          "scan",
	Write:         "write",
	CondWrite:     "cond-write",
	Create:        "create",
	Read:          "read",
	Send:          "send",
	FileWrite:     "file-write",
	Request:       "request",
	Header:        "header",
	Step:          "step",
	Where:         "where",
	Unwrap:        "unwrap",
	Pure:          "pure",
	Join:          "join",
	Format:        "format",
	Append:        "append",
	Encoder:       "encoder",
	Collected:     "collected",
	Embedded:      "embedded",
	Fresh:         "fresh",
	Shared:        "shared",
	Now:           "now",
	Later:         "later",
	Exit:          "exit",
	Log:           "log",
	Cancel:        "cancel",
	Detach:        "detach",
	Tick:          "tick",
	Every:         "every",
	Spawn:         "spawn",
	Once:          "once",
}

var winsNames = [...]string{
	WinsUnknown: "",
	ByNilError:  "nil-error",
	ByTrue:      "true",
	ByNonNil:    "non-nil",
	ByField:     "field",
	Always:      "always",
}

var unitNames = [...]string{
	Duration:     "duration",
	Seconds:      "seconds",
	Milliseconds: "milliseconds",
	DurationText: "duration-text",
	Instant:      "instant",
}

var sessionNames = [...]string{
	NoSession:     "",
	Pool:          "pool",
	Conn:          "conn",
	Tx:            "tx",
	EitherSession: "either",
}

var tokenNames = [...]string{
	NoToken:   "",
	Grows:     "grows",
	OwnerOnly: "owner-only",
}

var boundNames = [...]string{
	Unbound:   "",
	ToSession: "session",
	ToProcess: "process",
}

// String is the role's name: "set-absent".
func (r Role) String() string { return nameOf(roleNames[:], int(r)) }

// String is the name of the way to tell success, empty if none is known.
func (w Wins) String() string { return nameOf(winsNames[:], int(w)) }

// String is the unit's name: "milliseconds".
func (u Unit) String() string { return nameOf(unitNames[:], int(u)) }

// String is the name of the kind of connection, empty if there is none.
func (s Session) String() string { return nameOf(sessionNames[:], int(s)) }

// String is the name of the kind of token, empty if there is none.
func (t Token) String() string { return nameOf(tokenNames[:], int(t)) }

// String is the name of what the lock ends with, empty if there is none.
func (b Bound) String() string { return nameOf(boundNames[:], int(b)) }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "unknown"
}
