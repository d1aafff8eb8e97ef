package simulate

import (
	"iter"
	"slices"
)

// ttl is the lease of every lock, and pause what a paused worker sleeps.
const (
	ttl   = 30
	pause = 100
)

// maxSteps bounds what one worker does in a run.
const maxSteps = 300

// A world is the lock service and the stores.
type world struct {
	now     int
	granted int // holders so far: each gets the next number
	key     *entry
	rows    [3]row // of SQL, Redis, etcd
	seen    *Answers
}

// An entry is the lock's key.
type entry struct {
	owner   int // the value that is stored
	gen     int // the holder's number
	expires int // 0 is never
	lease   *session
}

type session struct{ dead, closed bool }

type row struct {
	seq     int // how often it was written
	version int
	fence   int
	state   bool // it left the state that FromState expects
	exists  bool
	byGen   int // who wrote last
}

// holder is the key's entry, nil if nobody has it now.
func (w *world) holder() *entry {
	if k := w.key; k != nil && (k.expires != 0 && k.expires <= w.now || k.lease != nil && (k.lease.dead || k.lease.closed)) {
		w.key = nil
	}
	return w.key
}

// A context that may be cancelled.
type context struct {
	parent *context
	done   bool
}

func (c *context) cancelled() bool {
	for ; c != nil; c = c.parent {
		if c.done {
			return true
		}
	}
	return false
}

// A plan is what happens in a run that the program does not decide.
type plan struct {
	flags uint // how the conditions turn out, a bit each
	eager bool // renewals and watchers come before each step; otherwise never
	// One answer is turned into a refusal: that of site, from its nth time on.
	site     site
	from     int
	loseAt   int  // the step before which the session is lost; -1 is never
	keep     bool // no release reaches the store
	withLogs bool
}

// A site is where the program gets an answer: a node, or the renewal beside the
// work of a Lock.
type site struct {
	node   *Node
	beside bool
}

// A worker runs the program.
type worker struct {
	*world
	plan
	name   int
	yield  func(bool) bool
	resume func() (bool, bool)
	stop   func()

	steps    int // that it has come to
	blocked  bool
	done     bool
	gen      int // its number while it believes to hold the lock
	refused  bool
	owners   int
	answers  map[site][]int // the length of the trace at each answer
	vals     map[int]row    // what a Read read
	lastRead int            // when it last read the row under the lock; -1 is never
	beside   []*beside
	sessions []*session
	trace    []event
	failed   bool
}

// An event is something that the rest of the world can notice.
type event struct {
	node   *Node
	what   string
	locked bool // made by who believes to hold the lock
}

// beside is what runs beside the work: a renewal or a watcher of the session.
type beside struct {
	node    *Node
	held    *held
	ctx     *context
	stopped bool
}

type held struct {
	spec    *Spec
	owner   int
	session *session
	token   int
	lost    bool // the channel is closed
	granted bool
}

type stopped struct{}

func newWorker(w *world, p *Program, name int, pl plan) *worker {
	k := &worker{world: w, plan: pl, name: name, answers: map[site][]int{}, vals: map[int]row{}, lastRead: -1}
	k.resume, k.stop = iter.Pull(func(yield func(bool) bool) {
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(stopped); !ok {
					panic(r)
				}
			}
		}()
		k.yield = yield
		c := k.call(p.Body, env{ctx: &context{}}, false)
		k.failed = c.kind == returns && c.err
	})
	return k
}

// runTo lets the worker go on until it is about to take step n, blocks or ends.
func (k *worker) runTo(n int) {
	k.blocked = false
	for !k.done && !k.blocked && k.steps <= n {
		if _, more := k.resume(); !more {
			k.done = true
		}
	}
}

func (k *worker) finish() { k.runTo(maxSteps) }

// step is where others may come between.
func (k *worker) step() {
	k.steps++
	if k.steps > maxSteps || !k.yield(true) {
		panic(stopped{})
	}
	if k.loseAt == k.steps-1 {
		for _, s := range k.sessions {
			s.dead = true
		}
	}
	k.news()
}

// news lets what runs beside the work run.
func (k *worker) news() {
	if !k.eager {
		return
	}
	for _, b := range k.beside {
		k.beat(b)
	}
}

func (k *worker) beat(b *beside) {
	s := b.held.spec
	if b.stopped || s.Renewer != Endless && b.ctx.cancelled() {
		b.stopped = true
		return
	}
	if s.Client == Etcd {
		if b.held.session.dead {
			b.ctx.done, b.stopped = true, true
		}
		return
	}
	if k.renew(site{b.node, true}, b.held) {
		return
	}
	switch s.Renewer {
	case StopRenewal:
		b.stopped = true
	case CancelWork, Endless:
		b.ctx.done, b.stopped = true, true
	case CloseLost:
		b.held.lost, b.stopped = true, true
	}
}

// forced reports whether this time the plan turns the answer at a site into a
// refusal.
func (k *worker) forced(at site) bool {
	t := len(k.answers[at])
	k.answers[at] = append(k.answers[at], len(k.trace))
	return k.site == at && t >= k.from
}

// renew prolongs the lock and reports whether it could.
func (k *worker) renew(at site, h *held) bool {
	if k.forced(at) {
		return false
	}
	e := k.holder()
	if e == nil {
		return false
	}
	if !h.spec.Blind && e.owner != h.owner {
		return false
	}
	if e.gen != k.gen && h.spec.Blind { // else the owners are equal, which is the release's fault too
		k.seen.ProlongsOther = true
	}
	e.expires = k.now + ttl
	return true
}

// The ways a statement ends.
const (
	goesOn = iota
	returns
	leaves
	panics
)

type ctl struct {
	kind int
	err  bool
	id   int // the loop that is left
	how  int
}

var on = ctl{}

// An env is what a statement sees.
type env struct {
	fn   *frame
	ctx  *context
	held *held
}

type frame struct{ deferred []func() }

func (k *worker) event(n *Node, what string) {
	if what == "log" && !k.withLogs {
		return
	}
	k.trace = append(k.trace, event{n, what, k.gen > 0})
}

// call does a function's body, and then what it deferred.
func (k *worker) call(body []*Node, e env, void bool) ctl {
	f := &frame{}
	e.fn = f
	c := k.list(body, e)
	for _, d := range slices.Backward(f.deferred) {
		d()
	}
	if c.kind == panics {
		return c
	}
	if void && c.kind == returns && c.err {
		k.event(nil, "log")
		return ctl{kind: returns}
	}
	return c
}

func (k *worker) list(nodes []*Node, e env) ctl {
	for _, n := range nodes {
		if c := k.node(n, &e); c.kind != goesOn {
			return c
		}
	}
	return on
}

func (k *worker) node(n *Node, e *env) ctl {
	fail := ctl{kind: returns, err: true}
	switch n.Op {
	case Read:
		k.step()
		if e.ctx.cancelled() {
			return fail
		}
		k.vals[n.ID] = k.rows[0]
		if k.gen > 0 {
			k.lastRead = k.rows[0].seq
		}
	case Write:
		return k.write(n, e)
	case Work:
		k.step()
		if e.ctx.cancelled() {
			return fail
		}
		k.event(n, "work")
	case Renew:
		k.step()
		if e.ctx.cancelled() {
			if n.Kind == PassOn {
				return fail
			}
			return on
		}
		if !k.renew(site{n, false}, e.held) && n.Kind == PassOn {
			return fail
		}
	case Look:
		k.news()
		if e.held.lost || e.held.session != nil && e.held.session.dead {
			return fail
		}
	case Return, Leave, Panic:
		if k.flag(n) {
			return leave(n)
		}
	case Lock:
		return k.lock(n, e)
	case Block:
		return k.block(n, *e)
	}
	return on
}

// leave is how a node that is met leaves what is around it.
func leave(n *Node) ctl {
	switch n.Op {
	case Return:
		return ctl{kind: returns, err: n.Kind != 0}
	case Leave:
		return ctl{kind: leaves, id: n.Ref, how: n.Kind}
	}
	return ctl{kind: panics}
}

func (k *worker) flag(n *Node) bool { return k.flags>>n.Cond&1 == 1 }

func (k *worker) block(n *Node, e env) ctl {
	if isFunc(n.Form) {
		return k.function(n, e)
	}
	switch n.Form {
	case If, IfElse, Switch, SelectFlag:
		if k.flag(n) {
			return k.list(n.Body, e)
		}
		return k.list(n.Else, e)
	case IfNot:
		if !k.flag(n) {
			return k.list(n.Body, e)
		}
		return on
	case GotoOver:
		if k.flag(n) {
			return on
		}
	}
	times := 1
	if repeats(n.Form) {
		times = 2
	}
	for range times {
		c := k.list(n.Body, e)
		if c.kind == leaves && c.id == n.ID && n.Form == Labelled {
			if c.how == BreakLoop {
				break
			}
			continue
		}
		if c.kind != goesOn {
			return c
		}
	}
	return on
}

func (k *worker) function(n *Node, e env) ctl {
	switch n.Form {
	case Deferred:
		e.fn.deferred = append(e.fn.deferred, func() { k.call(n.Body, e, true) })
		return on
	case Recovered:
		if c := k.call(n.Body, e, true); c.kind == panics {
			k.event(nil, "log")
		}
		return on
	case Errgroup:
		e.ctx = &context{parent: e.ctx}
		c := k.call(n.Body, e, false)
		if c.kind == returns && c.err {
			e.ctx.done = true
		}
		d := k.call(n.Else, e, false)
		e.ctx.done = true
		if c.err || d.err {
			return ctl{kind: returns, err: true}
		}
		return on
	}
	c := k.call(n.Body, e, !returnsErr(n.Form))
	if c.kind == panics {
		return c
	}
	if c.kind == returns && c.err && n.Form != HelperDropped {
		return c
	}
	return on
}

func (k *worker) write(n *Node, e *env) ctl {
	k.step()
	if e.ctx.cancelled() {
		return ctl{kind: returns, err: true}
	}
	k.event(n, "write")
	if k.forced(site{n, false}) || !k.store(n, e) {
		return k.rejected(n)
	}
	return on
}

// rejected is what the program does when the store refused a conditional write.
func (k *worker) rejected(n *Node) ctl {
	switch n.Form {
	case Unasked:
		return on
	case LogRows:
		k.event(n, "log")
		return on
	}
	return ctl{kind: returns, err: true}
}

// store does a write and reports whether the store accepted it.
func (k *worker) store(n *Node, e *env) bool {
	r := &k.rows[0]
	switch n.Kind {
	case SetRedis:
		r = &k.rows[1]
	case PutEtcd:
		r = &k.rows[2]
	}
	read := -1 // when the writer read what it changes: it need not know of what came later
	switch n.Kind {
	case Versioned:
		if k.vals[n.Ref].version != r.version {
			return false
		}
		read = k.vals[n.Ref].seq
	case Fenced:
		if r.fence > e.held.token {
			return false
		}
		r.fence = e.held.token
	case FromState:
		if r.state {
			return false
		}
		r.state = true
		read = r.seq
	case Insert:
		if r.exists {
			return true
		}
		r.exists = true
		read = r.seq
	case Modify:
		read = k.vals[n.Ref].seq
	case Relative:
		if read = k.lastRead; read < 0 {
			read = r.seq
		}
	}
	if k.gen > 0 && r.byGen > k.gen && read < r.seq {
		k.seen.StaleAccepted = true
	}
	r.seq++
	r.version++
	r.byGen = k.gen
	return true
}
