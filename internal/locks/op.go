package locks

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// OpKind says what an operation does.
type OpKind uint8

// The kinds of operations.
const (
	// OpAcquire takes a lock by a library's or a database's contract.
	OpAcquire OpKind = iota + 1
	// OpCreate creates a key unless it exists: an acquire if there is evidence
	// that the key is a lock.
	OpCreate
	// OpWatch makes a later transaction fail if the key changed.
	OpWatch
	// OpRelease gives a lock back and compares the owner.
	OpRelease
	// OpDelete deletes a key without comparing.
	OpDelete
	// OpExtend prolongs a lock and compares the owner.
	OpExtend
	// OpExpire sets an expiry without comparing.
	OpExpire
	// OpGet reads a key, OpTTL its remaining life.
	OpGet
	OpTTL
	// OpWrite changes a shared resource, OpRead reads one.
	OpWrite
	OpRead
	// OpSession makes a session or lease, OpCloseSession ends it, OpOrphan
	// gives it up on purpose.
	OpSession
	OpCloseSession
	OpOrphan
	// OpSignal takes the loss signal of a lock or session.
	OpSignal
	// OpCallParam calls function parameter Index of the function.
	OpCallParam
	// OpPending is a command, script or statement whose text is a parameter:
	// callers that know the text see what it does.
	OpPending
)

// A Place is a position that outlives its program: of this package it has Pos,
// of another its file name and line.
type Place struct {
	Pos     token.Pos
	Package string
	File    string
	Line    int
	What    string // what happens there, for the reader
}

// samePlace reports whether two places are one, whatever is told of them.
func samePlace(a, b Place) bool {
	return a.Pos == b.Pos && a.Package == b.Package && a.File == b.File && a.Line == b.Line
}

// Expiry says whether a key gets an expiry.
type Expiry uint8

// What is known of an expiry.
const (
	ExpiryUnknown Expiry = iota
	ExpiryNone
	ExpirySet
)

// An Op is one operation on a lock or a shared store. Ops of a callee appear
// among the ops of its callers, rewritten into the caller's terms, with Instr
// and At naming the call and Inner the places below it.
type Op struct {
	Kind  OpKind
	Instr ssa.CallInstruction // in the function whose list holds the op
	Fn    *ssa.Function       // the function that holds Instr
	At    Place
	Inner []Place
	// Origin is the operation itself, before any rewriting; instances of one
	// operation share it.
	Origin *Op
	// Depth counts the calls between Fn and the operation.
	Depth int

	Lib  *catalogue.Library
	Role catalogue.Role
	Name string // the call's or command's name in messages

	Key     *Term
	Item    *Term // the fields that name the entry within Key, a table
	Owner   *Term
	TTL     *Term
	Unit    catalogue.Unit
	Expiry  Expiry
	Default bool // the library's default TTL holds
	Handle  *Term
	Session *Term
	Lost    catalogue.Path
	Renews  bool
	Bound   catalogue.Bound
	Token   catalogue.Token
	Index   int // of OpCallParam
	Func    *Term

	Wins catalogue.Wins
	Won  catalogue.Path
	// Answers are a script's own answers, if they are not the usual ones.
	Answers *Answers
	out     *outcome  // of an op that a callee's results report
	dest    ssa.Value // where the reply is written to, if that is an argument

	On   catalogue.Session // of an advisory lock and of SQL
	Conn *Term             // the connection, pool or transaction

	Deferred bool // runs when the function returns
	Async    bool // runs in another goroutine
	Queued   bool // in a pipeline
	Atomic   bool // in MULTI/EXEC or a WATCH transaction
	Script   bool
	Looped   bool // in a loop
	Repair   bool // runs only if the key has no expiry
	Undo     bool // runs only if the work failed
	Compared bool // runs only if the client compared the owner before
	Guarded  bool // in the same script as a create or a delete: part of taking or giving back
	InTx     bool // of a lock row: the statement goes through a transaction
	Unsure   bool // a create of a row that may as well hold data
	AnyLock  bool // ends the hold of a lock of its library, and of which one is not known
	// Quiet says that a script answers by a number, which is no error, that it did not
	// do this.
	Quiet bool
	// Prolongs is the command by which the script of a create gives its key an expiry
	// although it may not have created it.
	Prolongs string

	Write *Write

	// Judged: the function that holds the op knows that it serves a lock, so
	// the finding stands there and not at its callers.
	Judged bool
	// Escapes: the lock may still be held when the callee returns.
	Escapes bool
	// Closed: a closure acquires and gives back the lock by itself.
	Closed bool
	// Under are the locks that a callee holds while it calls back.
	Under []*Op

	// Efficiency: the user declared that the lock only saves work.
	Efficiency bool

	pending *pending

	known bool // another package found evidence that the key is a lock
}

// A Write says how an OpWrite changes what it changes.
type Write struct {
	Target   *Term  // what it changes: a table, key or URL
	Table    string // of SQL
	What     string // "UPDATE subscriptions"
	Cond     bool   // the store decides whether it applies
	Relative bool   // n = n + 1
	Bounded  bool   // relative and bounded by a predicate
	Creates  bool   // a second one fails by itself
	Deletes  bool
	Low      bool
	Unknown  bool // a statement that could not be read
	Cache    bool // an entry with an expiry
	Constant bool // sets constants only
	Args     []*Term
	// Seen says whether somebody looks at a rejection.
	Seen bool
}

// isAcquire reports whether o may begin the hold of a lock.
func (o *Op) isAcquire() bool { return o.Kind == OpAcquire || o.Kind == OpCreate }

// told reports whether callers ask what the results of a function say of o: whether
// the lock was taken or prolonged, or whether the store let a write through.
func (o *Op) told() bool {
	return o.isAcquire() || o.Kind == OpExtend || o.Kind == OpExpire || o.Kind == OpWrite && o.Write.Cond
}

// endsHold reports whether o ends the hold of a lock.
func (o *Op) endsHold() bool {
	return o.Kind == OpRelease || o.Kind == OpDelete || o.Kind == OpCloseSession
}
