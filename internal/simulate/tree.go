package simulate

import "slices"

// A Program is one function that takes a lock and works under it, with the
// helpers that its forms need. Everything that it means is in its tree.
type Program struct {
	Seed uint64
	Body []*Node
}

// An Op says what a node does.
type Op uint8

const (
	Block  Op = iota // a control form around Body (and Else)
	Lock             // takes the lock, does Body, releases
	Read             // reads the row
	Write            // writes to a shared store
	Work             // a step of work of the caller's, which heeds its context
	Renew            // renews the lock at once
	Look             // looks between steps whether the lock is lost
	Return           // returns early
	Leave            // leaves or continues the loop around it
	Panic            // panics
)

// A Node is a statement, or several that belong together.
type Node struct {
	Op   Op
	Kind int // what it means: a constant of its Op
	Form int // how it is spelled; for a Block, the control form
	Cond int // the flag that a Block's condition asks for
	ID   int // of a Read, a Lock, a loop
	Ref  int // the ID of the Read, Lock or loop that it uses; 0 is none
	Lock *Spec
	Body []*Node
	Else []*Node
}

// The control forms of a Block.
const (
	Braces = iota
	If
	IfElse
	IfNot
	ForCount
	ForEver
	RangeInt
	RangeItems
	RangeFunc
	Switch
	Fallthrough
	TypeSwitch
	Select
	SelectFlag
	Labelled
	GotoBack
	GotoOver
	Closure
	ClosureErr
	Callback
	Go
	Errgroup
	HelperErr
	HelperVoid
	HelperDropped
	Method
	Generic
	Interface
	OtherPackage
	Deferred
	Recovered
	blockForms
)

// What a Write does.
const (
	Set       = iota // sets a value that was not read
	Modify           // sets what was read and changed
	Versioned        // Modify, if the version is still the one that was read
	Fenced           // Set, if the lock's token is not older than the row's
	Relative         // adds to what the row has
	Insert           // inserts a row unless there is one
	FromState        // sets the state, if the row is still in the one before
	SetRedis         // sets a key of Redis
	PutEtcd          // puts a key of etcd
	writeKinds
)

// How the answer of a conditional Write is spelled in Form: the meaning is the
// first, and the others differ only in Go.
const (
	Unasked     = iota // nobody looks at the rows affected
	IfNone             // if n == 0 { return errStale }
	IfNotOne           // if n != 1
	SwitchRows         // switch n { case 0: … }
	CheckHelper        // if err := affected(res); err != nil
	LogRows            // if n == 0 { log.Print(…) }
	answerForms
)

// How a Leave leaves.
const (
	BreakLoop = iota
	ContinueLoop
)

// Clients of the lock.
const (
	GoRedis = iota
	Redislock
	Etcd
	clients
)

// A Spec is how a lock is taken, renewed and released.
type Spec struct {
	Client   int
	NoTTL    bool // GoRedis: SETNX without expiry
	Expire   int  // GoRedis: the second command
	Constant bool // every holder's owner value is the same
	Check    int  // what is looked at after acquiring
	Guard    int  // how that is spelled
	Via      int  // how the acquire is reached
	Release  int  // what the release does
	Place    int  // where it stands
	RelVia   int  // how the release is reached
	Ctx      int  // the release's context
	Renewer  int  // a renewal beside the work: what it does about its failure
	Loop     int  // how its loop is spelled
	Blind    bool // renewals do not compare (GoRedis)
	Open     bool // Etcd: nothing closes the session
}

const (
	NoExpire = iota
	ExpireAfter
	ExpireBefore
)

const (
	CheckAll = iota
	CheckErr // only the error, so that a refusal is taken for success
	CheckNone
)

const guards = 4

// Ways to reach a call.
const (
	Inline = iota
	ViaFunc
	ViaMethod
	ViaClosure
	ViaPackage
	vias
)

const (
	Compare = iota // compare-and-delete, or the library's own
	Delete
	GetDelete
	BareScript
	NoRelease
)

const (
	DeferCall = iota
	DeferClosure
	AtEnd
)

const (
	CtxDetached = iota // context.WithoutCancel
	CtxPlain           // the caller's
	CtxDead            // one that is cancelled by then
	CtxAlive           // one that is cancelled after
)

const (
	NoRenewer = iota
	DropRenewal
	LogRenewal
	StopRenewal // the failure ends only the renewal
	CancelWork  // it cancels the work's context
	CloseLost   // it closes a channel, at which Look looks
	Endless     // as CancelWork, but nothing stops it when the work is done
	renewers
)

const renewLoops = 3

// walk calls f for each node, parents first.
func walk(nodes []*Node, f func(*Node)) {
	for _, n := range nodes {
		f(n)
		walk(n.Body, f)
		walk(n.Else, f)
	}
}

// clone copies a tree.
func clone(nodes []*Node) []*Node {
	if nodes == nil {
		return nil
	}
	out := make([]*Node, len(nodes))
	for i, n := range nodes {
		c := *n
		if n.Lock != nil {
			l := *n.Lock
			c.Lock = &l
		}
		c.Body, c.Else = clone(n.Body), clone(n.Else)
		out[i] = &c
	}
	return out
}

func (p *Program) clone() *Program { return &Program{p.Seed, clone(p.Body)} }

// size counts the nodes and what differs from the plainest spelling.
func (p *Program) size() int {
	n := 0
	walk(p.Body, func(x *Node) {
		n += 10
		if x.Form != 0 {
			n++
		}
		if x.Kind != 0 {
			n++
		}
		if s := x.Lock; s != nil {
			for _, v := range s.fields() {
				if *v != 0 {
					n++
				}
			}
			for _, v := range s.flags() {
				if *v {
					n++
				}
			}
		}
	})
	return n
}

func (s *Spec) fields() []*int {
	return []*int{&s.Client, &s.Expire, &s.Check, &s.Guard, &s.Via, &s.Release, &s.Place, &s.RelVia, &s.Ctx, &s.Renewer, &s.Loop}
}

func (s *Spec) flags() []*bool { return []*bool{&s.NoTTL, &s.Constant, &s.Blind, &s.Open} }

// isFunc reports whether the form's body is a function of its own, and hasErr
// whether that returns an error.
func isFunc(form int) bool { return form >= Closure && form < blockForms }

func returnsErr(form int) bool {
	switch form {
	case ClosureErr, Callback, Errgroup, HelperErr, HelperDropped, Method, Generic, Interface, OtherPackage:
		return true
	}
	return false
}

func isLoop(form int) bool {
	return slices.Contains([]int{ForCount, ForEver, RangeInt, RangeItems, RangeFunc, Labelled, GotoBack}, form)
}

// repeats reports whether the form may do its body more than once.
func repeats(form int) bool { return isLoop(form) && form != ForEver }

// tidy makes a tree right after a change: what refers to something that is gone
// goes, and what makes no sense is replaced by what does. It reports whether the
// program still has a lock.
func (p *Program) tidy() bool {
	t := tidier{used: map[int]bool{}, versions: map[int]bool{}}
	walk(p.Body, func(n *Node) {
		if n.Op == Write && n.Ref != 0 {
			t.used[n.Ref] = true
			t.versions[n.Ref] = t.versions[n.Ref] || n.Kind == Versioned
		}
	})
	p.Body = t.list(p.Body, scope{})
	flags := 0
	walk(p.Body, func(n *Node) {
		n.Cond = 0
		if n.conditional() { // each may turn out otherwise than the others
			n.Cond = flags
			flags++
		}
	})
	return t.locks == 1 && flags <= maxFlags
}

// maxFlags bounds the conditions of a program: all their outcomes are tried.
const maxFlags = 5

type tidier struct {
	used, versions map[int]bool // reads of which somebody uses the value, the version
	locks          int
}

// A scope is what holds at a place of the tree.
type scope struct {
	lock   *Spec
	lockID int
	reads  []int // IDs that are in scope
	loop   int   // the ID of the labelled loop around, 0 if none in this function
	panics bool  // a recovered function is around, in this goroutine
	inLoop bool  // in a loop of this function: what is deferred would pile up
}

func (t *tidier) list(nodes []*Node, s scope) []*Node {
	var out []*Node
	for _, n := range nodes {
		if !t.node(n, &s) {
			continue
		}
		out = append(out, n)
	}
	return out
}

// node tidies n and reports whether it stays. It adds to the scope what n declares.
func (t *tidier) node(n *Node, s *scope) bool {
	switch n.Op {
	case Read:
		if !t.used[n.ID] {
			return false
		}
		n.Kind = 0
		if t.versions[n.ID] {
			n.Kind = 1
		}
		s.reads = append(slices.Clone(s.reads), n.ID)
	case Write:
		return t.write(n, s)
	case Lock:
		if s.lock != nil || s.inLoop || t.locks > 0 {
			return false
		}
		t.locks++
		inner := *s
		inner.lock, inner.lockID = n.Lock, n.ID
		t.spec(n.Lock)
		n.Body = t.list(n.Body, inner)
		if last := len(n.Body) - 1; last < 0 || n.Body[last].Op != Work {
			n.Body = append(n.Body, &Node{Op: Work}) // what the lock is there for
		}
		if n.Lock.Place != AtEnd && n.Lock.Guard != Nested {
			s.lock, s.lockID = n.Lock, n.ID
		}
	case Renew:
		return s.lock != nil && s.lock.Client != Etcd && s.lock.Check == CheckAll
	case Look:
		if s.lock == nil {
			return false
		}
		return s.lock.Client == Etcd || s.lock.Renewer == CloseLost
	case Leave:
		n.Ref = s.loop
		return s.loop != 0
	case Panic:
		return s.panics
	case Block:
		return t.block(n, *s)
	}
	return true
}

func (t *tidier) write(n *Node, s *scope) bool {
	switch n.Kind {
	case Modify, Versioned:
		if !slices.Contains(s.reads, n.Ref) {
			return false
		}
	case Fenced:
		if s.lock == nil || s.lock.Client != Etcd || s.lock.Check != CheckAll {
			return false
		}
		n.Ref = 0
	default:
		n.Ref = 0
	}
	if !conditional(n.Kind) {
		n.Form = 0
	}
	return true
}

// conditional reports whether the node asks for a flag.
func (n *Node) conditional() bool {
	switch n.Op {
	case Return, Leave, Panic:
		return true
	case Block:
		return slices.Contains([]int{If, IfElse, IfNot, Switch, SelectFlag, GotoOver}, n.Form)
	}
	return false
}

func conditional(kind int) bool { return kind == Versioned || kind == Fenced || kind == FromState }

func (t *tidier) spec(s *Spec) {
	if s.Client != GoRedis {
		s.NoTTL, s.Expire, s.Blind = false, NoExpire, false
		s.Release = Compare
	}
	if s.Client != Etcd {
		s.Open = false
	}
	if s.Client == Etcd {
		s.Constant = false
		if s.Check == CheckErr {
			s.Check = CheckAll
		}
		if s.Renewer != NoRenewer {
			s.Renewer = CancelWork // the signal is watched beside the work
		}
	}
	if s.Expire == ExpireAfter && !s.NoTTL {
		s.Expire = NoExpire
	}
	if s.Check == CheckNone && s.Client != GoRedis {
		s.Via = Inline
	}
	if s.Check != CheckAll {
		s.Renewer, s.Guard = NoRenewer, 0
	}
	if s.NoTTL && s.Release == NoRelease {
		s.Release = Compare
	}
	if s.Place == AtEnd && s.Ctx > CtxPlain {
		s.Ctx = CtxDetached
	}
}

func (t *tidier) block(n *Node, s scope) bool {
	inner := s
	if isLoop(n.Form) {
		inner.inLoop = true
	}
	if n.Form == Labelled {
		inner.loop = n.ID
	}
	if isFunc(n.Form) {
		inner.loop, inner.inLoop = 0, n.Form == Deferred && s.inLoop
		switch n.Form {
		case Recovered:
			inner.panics = true
		case Go, Errgroup, Deferred:
			inner.panics = false
		}
	}
	switch n.Form {
	case RangeFunc: // a function for each iteration, but return and break leave it
		inner.inLoop = true
	case Deferred, Errgroup:
		if s.inLoop {
			n.Form = Braces
			return t.block(n, s)
		}
	}
	n.Body = t.list(n.Body, inner)
	if n.Form != IfElse && n.Form != Errgroup && n.Form != Switch && n.Form != SelectFlag {
		n.Else = nil
	}
	n.Else = t.list(n.Else, inner)
	return len(n.Body) > 0 || len(n.Else) > 0
}

// What a Renew does about its failure.
const (
	PassOn = iota // returns it
	DropIt        // nothing
	LogIt
	renewKinds
)
