// Package catalogue says what the functions of client libraries mean.
//
// A lock linter is as good as what it knows of the libraries, so that knowledge
// is data: a [Library] is a table of [Row]s, one for each function, and neither
// a rule nor the engine knows a library by name. A new client is a new file
// with a new table.
//
// # How a call finds its row
//
// A call is looked up by the import path of the package that declares the
// callee and by the callee's name; the receiver's type is named only where two
// types of a package use one name with different meanings. So one row serves
// the concrete client, the client's interfaces, promoted methods and every
// major version: the versions of a library are the Paths of one table.
//
// # How a row names a place
//
// A [Path] is a short text:
//
//	recv         the receiver
//	arg0         the first parameter; parameters of type context.Context are
//	             not counted, so that one row serves Lock(k) and Lock(ctx, k)
//	arg1...      each element of a slice parameter or of a variadic tail
//	arg2.TTL     a field of a struct (or pointer to a struct) parameter, which
//	             may be a variadic tail of such structs
//	arg0[0]      the first element of a slice parameter or variadic tail,
//	arg0[1:]     and those after it
//	result0      the first result
//	option:F     the first parameter of the call of F among the options
//	             (functional options, at any variadic position)
//	arg2:F       the first parameter of the method F that was called to set up
//	             the options object arg2, and of a builder's step F for recv:F;
//	             recv:F[1:] are the parameters after it, recv:F.Field a field
//
// # Cost
//
// The tables are composite literals of constants: the linker lays them out and
// nothing runs at start-up. Look-up goes by import path first.
package catalogue

import "strings"

// A Path names a place in a call; the package documentation has its grammar.
// The empty path is no place.
type Path string

// Places that rows use most, so that tables read evenly.
const (
	Recv    Path = "recv"
	Arg0    Path = "arg0"
	Arg1    Path = "arg1"
	Arg2    Path = "arg2"
	Arg3    Path = "arg3"
	Arg4    Path = "arg4"
	Rest0   Path = "arg0..."
	Rest1   Path = "arg1..."
	Rest2   Path = "arg2..."
	Rest3   Path = "arg3..."
	Result0 Path = "result0"
	Result1 Path = "result1"
	Result2 Path = "result2"
)

// A Role says what a function does to a lock or to a store.
type Role uint8

// The roles. The first group is about lock libraries, the second about stores,
// the third about values on their way through the program.
const (
	// Neutral was looked at and means nothing to a lock.
	Neutral Role = iota

	// NewLock makes a lock object (Handle) for Key without acquiring it.
	NewLock
	// Acquire takes the lock of Handle or Key. Wins says when it succeeded.
	Acquire
	// Release gives back the lock of Handle, comparing the owner itself.
	Release
	// Extend prolongs the lock of Handle. Wins says when it is still held.
	Extend
	// NewSession makes a session or lease (Handle) that locks are bound to.
	NewSession
	// CloseSession ends the session of Handle, and so every lock bound to it.
	CloseSession
	// OrphanSession gives the session of Handle up on purpose.
	OrphanSession
	// LossSignal yields the signal (Lost) that the lock of Handle is lost.
	LossSignal
	// TokenOf yields the fencing token of the lock of Handle.
	TokenOf
	// RunLocked calls Callback with the lock held.
	RunLocked

	// SetAbsent creates Key with value Owner unless it exists.
	SetAbsent
	// Put writes Value to Key, whatever is there.
	Put
	// PutPresent overwrites Key if it exists, whoever owns it.
	PutPresent
	// Delete removes Key without comparing.
	Delete
	// CompareDelete removes Key if it still holds Owner.
	CompareDelete
	// Expire sets the expiry of Key without comparing.
	Expire
	// CompareExpire prolongs Key if it still holds Owner.
	CompareExpire
	// Persist takes the expiry of Key away.
	Persist
	// Get reads Key.
	Get
	// TimeToLive reads how long Key still lives.
	TimeToLive
	// Adjust changes Key relative to its value (INCR, HINCRBY).
	Adjust
	// Command runs the Redis command whose name is Text (or the first of Args)
	// with Args.
	Command
	// Eval runs the Lua source Text, or the script object Text, with Keys and
	// Args. KeyCount names the number of keys where Args holds both.
	Eval
	// NewScript makes a script object (result0) from Text.
	NewScript
	// LoadLibrary loads the functions of the Lua source Text.
	LoadLibrary
	// CallFunction runs the function Text of a loaded library with Keys and
	// Args.
	CallFunction
	// Receive yields the reply of a command that was queued before.
	Receive
	// Pipeline makes a queue of commands (result0), or calls Callback with one.
	Pipeline
	// TxPipeline is Pipeline inside MULTI and EXEC.
	TxPipeline
	// Flush sends what is queued.
	Flush
	// Watch runs Callback in an optimistic transaction: what it queues is
	// applied only if the watched Keys did not change.
	Watch

	// SQLExec runs the statement Text with Args; Session says on what.
	SQLExec
	// SQLQuery runs the statement Text with Args and yields rows.
	SQLQuery
	// SQLPrepare yields a statement object (result0) for Text.
	SQLPrepare
	// Begin starts a transaction (result0, or the parameter of Callback).
	Begin
	// Commit ends a transaction and keeps its writes.
	Commit
	// Pin takes one connection (result0) out of a pool.
	Pin
	// RowsAffected yields how many rows a write of Handle matched.
	RowsAffected
	// Scan copies a row's columns into Args.
	Scan

	// Write changes a shared resource, whatever its state. Cond names what
	// would make it conditional.
	Write
	// CondWrite changes a shared resource only if a condition holds. Wins says
	// when it was applied.
	CondWrite
	// Create makes a resource that must not exist, so a second one fails.
	Create
	// Read reads a shared resource.
	Read
	// Send produces a message or calls another service. Cond names what makes
	// it idempotent.
	Send
	// FileWrite changes a file.
	FileWrite
	// Request makes a request object (result0) for a later Send.
	Request
	// Header sets the header Key of the request recv to Value.
	Header

	// Step is a link of a builder chain: result0 is recv with this call added.
	Step
	// Where is a Step that adds the condition Text with Args.
	Where
	// Unwrap yields the reply, the error, or both, of what Handle answered.
	Unwrap
	// Pure yields a value that is made of its arguments alone.
	Pure
	// Join concatenates its arguments (Args) to a text, with Sep between.
	Join
	// Format fills the format Text with Args.
	Format
	// Append adds Args, or the format Text filled with Args, to the text that
	// Handle collects.
	Append
	// Encoder makes an object (result0) whose Append goes to Handle.
	Encoder
	// Collected yields the text that Handle collected.
	Collected
	// Embedded yields the content of the file Key among the embedded files
	// Handle.
	Embedded
	// Fresh yields a value that no other process makes.
	Fresh
	// Shared yields a value that other processes on this host, or of this
	// service, make too.
	Shared
	// Now yields the current time.
	Now
	// Later yields the time Handle moved on by TTL.
	Later
	// Exit does not return.
	Exit
	// Log only tells people, or appends to Handle if that collects a text.
	Log
	// Cancel yields a context (result0) and the function that cancels it
	// (result1).
	Cancel
	// Detach yields a context (result0) that outlives its parent's cancel.
	Detach
	// Tick yields a ticker, timer or channel that fires each TTL.
	Tick
	// Every calls Callback each TTL.
	Every
	// Spawn runs Callback in another goroutine.
	Spawn
	// Once calls Callback now, in this goroutine.
	Once
)

// OnlyValues reports whether a call in this role makes a value of what it gets and
// neither reaches a store nor starts or ends anything.
func (r Role) OnlyValues() bool {
	switch r {
	case Neutral, NewLock, NewScript, Request, Header, Step, Where, Unwrap, Pure, Join, Format, Append, Encoder, Collected,
		Embedded, Fresh, Shared, Now, Later, Log, Cancel, Detach, TokenOf, RowsAffected:
		return true
	}
	return false
}

// Wins says when an acquire, an extend or a conditional write succeeded.
type Wins uint8

// The ways in which libraries tell.
const (
	// WinsUnknown: the row says nothing.
	WinsUnknown Wins = iota
	// ByNilError: the last error result is nil. "Held by another" is an error.
	ByNilError
	// ByTrue: a bool result is true, a number is not 0 or a text is "OK";
	// "held by another" has no error.
	ByTrue
	// ByNonNil: a reply, handle or channel is not nil; "held by another" has
	// no error.
	ByNonNil
	// ByField: a field of the result (named in Won) is true or not zero.
	ByField
	// Always: the call returns only when it succeeded.
	Always
)

// Unit is the unit of a TTL that is not a time.Duration.
type Unit uint8

// The units. Duration is the zero value: the parameter is a time.Duration.
const (
	Duration Unit = iota
	Seconds
	Milliseconds
	// DurationText is a text such as "15s".
	DurationText
	// Instant is a time.Time or a Unix time at which the lease ends.
	Instant
)

// Session says on which connection a statement runs.
type Session uint8

// The kinds of sessions.
const (
	NoSession Session = iota
	// Pool takes any connection of a pool for each call.
	Pool
	// Conn is one pinned connection.
	Conn
	// Tx is one transaction.
	Tx
	// EitherSession is an interface that hides which it is.
	EitherSession
)

// Token says whether a value that an acquire yields is a fencing token.
type Token uint8

// The kinds of tokens.
const (
	// NoToken: the lock yields nothing that a store could compare.
	NoToken Token = iota
	// Grows: each later holder gets a larger value.
	Grows
	// OwnerOnly: unique to the holder, but in no order.
	OwnerOnly
)

// Bound says what else a lock ends with.
type Bound uint8

// The kinds.
const (
	// Unbound: nothing but its expiry and its release.
	Unbound Bound = iota
	// ToSession: a session or connection, which may end while the holder goes
	// on.
	ToSession
	// ToProcess: the holder's process, so that it cannot be lost before.
	ToProcess
)

// CompareDeleteScript deletes KEYS[1] if it holds ARGV[1], on one line for a Go
// text. It answers how many keys it deleted.
const CompareDeleteScript = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

// A Row says what one function (or several of one meaning) does.
type Row struct {
	// Type is the receiver's type name without pointer and type arguments;
	// empty matches a function and a method of any type. "-" matches functions
	// only.
	Type string
	// Names are the function's names, parted by "|".
	Names string
	Role  Role

	Key      Path // the lock's or entry's key, name or prefix
	Item     Path // the fields that name the entry within Key, where Key is a table
	Owner    Path // the value that tells holders apart; for Put the value
	TTL      Path // how long until it expires
	Unit     Unit // of TTL
	Handle   Path // the lock, session, reply or request object
	Session  Path // the session that the lock is bound to
	Text     Path // script, SQL or format text, command name; of a write its conditions
	Args     Path // what fills Text
	KeyCount Path // how many of Args are keys (Eval)
	Callback Path // the function that is called

	Wins Wins
	// Won is the result that Wins looks at, if it is not the obvious one: for
	// ByField the field's path ("result0.Succeeded").
	Won Path

	// DefaultTTL is what the library takes if TTL is left out, as a
	// time.ParseDuration text ("8s"); "never" if the lock does not expire, and
	// for a CondWrite if it takes the key's expiry away.
	DefaultTTL string
	// ZeroTTL is what a TTL of zero means: "never", "default", "error" or
	// "now". Empty is "never".
	ZeroTTL string
	// NegativeTTL is what a negative TTL means, in the same words. Empty is
	// "error", or for a key of a store "never".
	NegativeTTL string
	// Bound says what ends the lock beside its expiry and its release.
	Bound Bound
	// Lost is the loss signal that the call yields.
	Lost Path
	// Stop is the channel whose closing ends what the call does by itself: a
	// renewal, or the wait for a lock, which then answers nothing and no error.
	Stop Path
	// Once, of NewLock, is the option that lets an acquire give up by itself:
	// it then answers nothing and no error.
	Once Path
	// Renews: the library renews the lease by itself.
	Renews bool
	// Token says what TokenOf or the lock of NewLock or Acquire yields.
	Token Token
	// On is the kind of connection of a SQL call or Pin.
	On Session
	// Cond names the fields and options, parted by "|", any of which makes a
	// Write conditional or a Send idempotent: "arg0.IfMatch|arg0.IfNoneMatch",
	// "option:WithCond", or "step:If" for a builder step. "arg2!=-1" is a
	// parameter that makes the write conditional unless it has that value;
	// "arg0!~f" a text that does so unless it says nothing but f(x), and
	// "arg0/Field" a list of which some part does so by a field.
	// Of a Step it is the step without which the result is nil.
	Cond string
	// Dest is the argument that the reply is written to, where that is no
	// result.
	Dest Path
	// Lazy: the call makes an action that a Flush call carries out.
	Lazy bool
	// Absent is the condition, in the form of Cond, with which a Write is a
	// set-if-absent of Key.
	Absent string
	// WithTTL is the function of the same receiver that does what a SetAbsent does
	// and takes a TTL after the same arguments, for a SetAbsent without TTL.
	WithTTL string
	// Unlock is how the receiver of a SetAbsent deletes Key if it still holds
	// Owner, as a call in Go with {ctx}, {script}, {key} and {owner} in the places
	// of the context, of CompareDeleteScript and of the two values.
	Unlock string
	// Upsert: where the chain's conditions match no row, the call writes the row
	// anyway, unless the chain has a Select.
	Upsert bool
	// Cache: deleting or overwriting such an entry with a TTL hurts nobody.
	Cache bool
	// Low: findings about this call have low confidence.
	Low bool

	// Since and Until bound the versions that have the function: it came with
	// Since, and Until is the first version without it.
	Since, Until string
	// Source is where the claim comes from: a page of the library's own
	// documentation, or "observed with VERSION".
	Source string
	// Note is shown by "locklint catalogue".
	Note string
}

// A Kind says which system a library talks to.
type Kind string

// A Library is the table of one client library.
type Library struct {
	// Name is what people call it; it appears in messages.
	Name string
	// Kind is the system: "Redis", "etcd", "SQL", ….
	Kind Kind
	// Paths are the import paths of the packages that share the table: every
	// major version and moved module of the library.
	Paths []string
	// Anchor: a package that imports the library may hold a lock or write to
	// what a lock guards, so it is worth an analysis. The standard library's
	// os or net/http have rows but are no anchors.
	Anchor bool
	// Host: its locks are this host's. A dependency that takes one guards files
	// of its own, so there it is no anchor.
	Host bool
	// Builder names the package path suffix whose method chains spell a
	// command ("internal/cmds"): B().Set().Key(k).Nx().
	Builder string
	// Hooks are methods of a model that the library calls before it writes one:
	// such a method may add conditions that the call does not show.
	Hooks []string
	// VersionType and VersionTag name the type, or the word of a tag (tag:word),
	// of a model's field that each update of the model compares and counts up.
	VersionType string
	VersionTag  string
	// Fenced says how a write to the same system carries a lock's token, for the
	// advice of a finding; empty if there is no way of its own.
	Fenced string
	// Clauses say what the library's builders add to the statement that they
	// spell.
	Clauses []Clause
	// ColumnTag is the key of the struct tag that names a model's columns. With
	// BareTag the tag begins with the name.
	ColumnTag string
	BareTag   bool
	// Plural: a model's table has the plural of its type's name.
	Plural bool
	// Source is the default of the rows' Source.
	Source string
	Rows   []Row
}

// Lookup returns the library that declares the package path, or nil.
func Lookup(path string) *Library {
	for _, l := range libraries {
		for _, p := range l.Paths {
			if p == path {
				return l
			}
		}
		if l.Builder != "" && strings.HasSuffix(path, l.Builder) {
			for _, p := range l.Paths {
				if len(path) > len(l.Builder) && path[:len(path)-len(l.Builder)] == p+"/" {
					return l
				}
			}
		}
	}
	return nil
}

// Libraries returns all tables in the order of their names in the package.
func Libraries() []*Library { return libraries }

// Find returns the row for the function name of the receiver type typ (empty
// for a function), or nil. A row that names the type wins over one that does
// not.
func (l *Library) Find(typ, name string) *Row {
	var found *Row
	for i := range l.Rows {
		r := &l.Rows[i]
		if !hasName(r.Names, name) {
			continue
		}
		switch {
		case r.Type == typ && typ != "", r.Type == "-" && typ == "":
			return r
		case r.Type == "" && found == nil:
			found = r
		}
	}
	return found
}

// FindAny returns the row for a method of an interface that the user declares
// over the library's types: one that names no type, or the first that does,
// with the kind of connection left open.
func (l *Library) FindAny(name string) *Row {
	if r := l.Find("", name); r != nil {
		return r
	}
	for i := range l.Rows {
		if r := l.Rows[i]; hasName(r.Names, name) && r.Type != "-" {
			if r.On != NoSession {
				r.On = EitherSession
			}
			return &r
		}
	}
	return nil
}

// hasName reports whether name is one of the names parted by "|".
func hasName(names, name string) bool {
	for len(names) > 0 {
		head, rest, _ := strings.Cut(names, "|")
		if head == name {
			return true
		}
		names = rest
	}
	return false
}
