package locks

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/luascript"
	"github.com/locklint/locklint/internal/sqltext"
)

// callOps lists what a catalogued call does.
func (e *engine) callOps(c *call) []*Op {
	r := c.row
	if r == nil {
		return nil
	}
	switch r.Role {
	case catalogue.Acquire:
		return e.acquireOps(c)
	case catalogue.Release:
		return one(e.handleOp(c, OpRelease))
	case catalogue.Extend:
		o := e.handleOp(c, OpExtend)
		o.TTL, o.Unit = e.at(c, r.TTL), r.Unit
		return one(o)
	case catalogue.NewSession:
		o := e.newOp(c, OpSession)
		o.Handle, o.TTL, o.Unit = e.resultHandle(c), e.at(c, r.TTL), r.Unit
		return one(o)
	case catalogue.CloseSession:
		return one(e.handleOp(c, OpCloseSession))
	case catalogue.OrphanSession:
		return one(e.handleOp(c, OpOrphan))
	case catalogue.LossSignal:
		return one(e.handleOp(c, OpSignal))
	case catalogue.RunLocked:
		return nil // see addLocked
	case catalogue.Command:
		return e.commandOps(c)
	case catalogue.Eval:
		return e.evalOps(c)
	case catalogue.SQLExec, catalogue.SQLQuery:
		return e.sqlOps(c)
	case catalogue.Write, catalogue.CondWrite, catalogue.Create, catalogue.Send, catalogue.FileWrite:
		return e.writeOps(c)
	case catalogue.Read:
		o := e.newOp(c, OpRead)
		o.Write = &Write{Target: e.target(c), Args: e.dataArgs(c), Cond: e.locksRows(c)}
		return one(o)
	}
	return e.keyOps(c, r.Role)
}

// locksRows reports whether a builder's read has a FOR UPDATE clause.
func (e *engine) locksRows(c *call) bool {
	if c.recv == nil {
		return false
	}
	for _, s := range e.chain(e.eval(c.recv)).steps {
		for _, a := range s.args {
			if a.has(func(t *Term) bool {
				return t.Kind == Object && strings.HasSuffix(t.Type, "clause.Locking") || t.Kind == Const && strings.Contains(strings.ToUpper(t.Text), "FOR UPDATE")
			}) {
				return true
			}
		}
	}
	return false
}

func one(o *Op) []*Op { return []*Op{o} }

// newOp is an op of the call c with what its row says in general.
func (e *engine) newOp(c *call, kind OpKind) *Op {
	r := c.row
	o := &Op{
		Kind: kind, Instr: c.instr, Fn: c.instr.Parent(), Lib: c.lib, Role: r.Role, Name: c.obj.Name(),
		Wins: r.Wins, Won: r.Won, Lost: r.Lost, Renews: r.Renews, Token: r.Token, On: r.On,
		At: Place{Pos: c.instr.Pos()}, Efficiency: c.saves,
	}
	if d, ok := c.instr.(*ssa.Defer); ok {
		o.Deferred, o.At.Pos = true, callPos(d.Common(), d.Pos())
	}
	if g, ok := c.instr.(*ssa.Go); ok {
		o.Async, o.At.Pos = true, callPos(g.Common(), g.Pos())
	}
	if c.recv != nil {
		o.Conn = e.eval(c.recv)
		if o.On == catalogue.Pool || o.On == catalogue.EitherSession {
			o.On = e.sessionOf(c.recv, o.On)
		}
		switch e.queueOf(c.recv) {
		case catalogue.TxPipeline:
			o.Queued, o.Atomic = true, true
		case catalogue.Pipeline:
			o.Queued = true
		}
	}
	o.Origin = o
	return o
}

// queueOf tells by its maker whether a handle is a pipeline that sends later.
func (e *engine) queueOf(v ssa.Value) catalogue.Role {
	for range 6 {
		switch x := v.(type) {
		case *ssa.Call:
			c := e.resolve(x)
			if c.row != nil && (c.row.Role == catalogue.Pipeline || c.row.Role == catalogue.TxPipeline) {
				return c.row.Role
			}
			return catalogue.Neutral
		case *ssa.UnOp:
			if fa, ok := x.X.(*ssa.FieldAddr); ok {
				v = fa.X // a client's embedded part
				continue
			}
			vals := e.stored(x)
			if len(vals) != 1 {
				return catalogue.Neutral
			}
			v = vals[0]
		default:
			return catalogue.Neutral
		}
	}
	return catalogue.Neutral
}

// sessionOf is the kind of connection behind a handle that may be a pool or
// not: the transaction or connection that a library's call began or pinned.
func (e *engine) sessionOf(v ssa.Value, on catalogue.Session) catalogue.Session {
	for range 12 {
		switch x := v.(type) {
		case *ssa.Parameter:
			for _, ci := range e.passed[x.Parent()] {
				if s := sessionRole(e.resolve(ci)); s != catalogue.NoSession {
					return s
				}
			}
			return on
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Call:
			c := e.resolve(x)
			if s := sessionRole(c); s != catalogue.NoSession {
				return s
			}
			if c.row == nil || c.recv == nil || c.row.Role != catalogue.Step && c.row.Role != catalogue.Where {
				return on
			}
			v = c.recv
		case *ssa.MakeInterface:
			v = x.X
			if s := sessionType(v.Type()); s != catalogue.NoSession {
				return s
			}
		case *ssa.UnOp:
			if fa, ok := x.X.(*ssa.FieldAddr); ok {
				return e.sessionField(fa, on)
			}
			vals := e.stored(x)
			if len(vals) != 1 {
				return on
			}
			v = vals[0]
		case *ssa.FreeVar:
			b := e.binding(x)
			if b == nil {
				return on
			}
			v = b
		default:
			return on
		}
	}
	return on
}

// sessionField is the kind of connection that the package stores in a field of
// an interface type, if it is one kind only.
func (e *engine) sessionField(fa *ssa.FieldAddr, on catalogue.Session) catalogue.Session {
	kind := catalogue.NoSession
	for _, s := range e.fieldVals[fieldKey(fa)] {
		k := catalogue.NoSession
		if mi, ok := s.val.(*ssa.MakeInterface); ok {
			k = sessionType(mi.X.Type())
		}
		if k == catalogue.NoSession || kind != catalogue.NoSession && kind != k {
			return on
		}
		kind = k
	}
	if kind == catalogue.NoSession {
		return on
	}
	return kind
}

// sessionType tells a pool from a connection by its type.
func sessionType(t types.Type) catalogue.Session {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil || catalogue.Lookup(n.Obj().Pkg().Path()) == nil {
		return catalogue.NoSession
	}
	switch n.Obj().Name() {
	case "DB", "Pool":
		return catalogue.Pool
	case "Conn":
		return catalogue.Conn
	case "Tx":
		return catalogue.Tx
	}
	return catalogue.NoSession
}

func sessionRole(c *call) catalogue.Session {
	if c.row == nil {
		return catalogue.NoSession
	}
	switch c.row.Role {
	case catalogue.Begin:
		return catalogue.Tx
	case catalogue.Pin:
		return catalogue.Conn
	}
	return catalogue.NoSession
}

// handleOp is an op on the lock or session object of c.
func (e *engine) handleOp(c *call, kind OpKind) *Op {
	o := e.newOp(c, kind)
	o.Handle = e.handleOf(c)
	if o.Handle != nil {
		o.Key = o.Handle.Get("key")
		o.Session = o.Handle.Get("session")
	}
	if c.row.Key != "" {
		o.Key = e.at(c, c.row.Key)
	}
	if c.row.Session != "" {
		o.Session = e.at(c, c.row.Session)
	}
	return o
}

func (e *engine) resultHandle(c *call) *Term {
	if v, ok := c.instr.(*ssa.Call); ok {
		return e.handleTerm(c, v)
	}
	return nil
}

// acquireOps is the acquire of a lock library.
func (e *engine) acquireOps(c *call) []*Op {
	r := c.row
	o := e.newOp(c, OpAcquire)
	o.Key, o.Owner, o.TTL, o.Unit = e.at(c, r.Key), e.at(c, r.Owner), e.at(c, r.TTL), r.Unit
	o.Session = e.at(c, r.Session)
	if resultIndex(r.Handle) >= 0 {
		o.Handle = e.resultHandle(c)
	} else {
		o.Handle = e.handleOf(c)
	}
	e.fromHandle(o)
	if o.TTL == nil && r.DefaultTTL != "" {
		o.Default = true
	}
	o.Expiry = ExpirySet
	if r.DefaultTTL == "never" && o.TTL == nil {
		o.Expiry = ExpiryNone
	}
	return one(o)
}

// fromHandle fills in what the lock object was made with.
func (e *engine) fromHandle(o *Op) {
	h := e.stored1(o.Handle)
	if h == nil {
		return
	}
	if o.TTL == nil && h.Get("ttl") != nil {
		o.Unit = catalogue.Duration
	}
	for _, f := range []struct {
		name string
		to   **Term
	}{{"key", &o.Key}, {"owner", &o.Owner}, {"session", &o.Session}, {"ttl", &o.TTL}} {
		if *f.to == nil {
			*f.to = h.Get(f.name)
		}
	}
}

// stored1 is the object that a field was set to, if the package sets it to one
// kind of object only.
func (e *engine) stored1(h *Term) *Term {
	if h == nil || h.Kind != Field {
		return h
	}
	var found *Term
	for _, v := range e.fieldVals[h.Type+"."+h.Text] {
		t := e.eval(v.val)
		if t.Kind != Object || found != nil && !same(found, t) {
			return h
		}
		found = t
	}
	if found == nil {
		return h
	}
	return found
}

// keyOps is a function that works on one key of a store.
func (e *engine) keyOps(c *call, role catalogue.Role) []*Op {
	r := c.row
	kind := keyKind(role)
	if kind == 0 {
		return nil
	}
	if r.Cond != "" && (role == catalogue.SetAbsent || role == catalogue.CompareDelete) && !e.holds(c, r.Cond) {
		if role == catalogue.SetAbsent {
			kind, role = OpWrite, catalogue.Put
		} else {
			kind, role = OpDelete, catalogue.Delete
		}
	}
	keys, _ := e.list(c, r.Key)
	if len(keys) == 0 {
		keys = []*Term{opaque("key")}
	}
	var ops []*Op
	for _, k := range keys {
		o := e.newOp(c, kind)
		o.Role, o.Key, o.Owner, o.TTL, o.Unit = role, k, e.at(c, r.Owner), e.at(c, r.TTL), r.Unit
		o.Expiry = expiryOf(e.atZero(c, r.TTL), r)
		e.finishKeyOp(o, role)
		ops = append(ops, o)
		if role == catalogue.PutPresent {
			ops = append(ops, e.overwriteOp(o))
		}
	}
	return ops
}

// overwriteOp: SET XX prolongs the key whoever owns it.
func (e *engine) overwriteOp(o *Op) *Op {
	p := *o
	p.Kind, p.Write, p.Origin = OpExpire, nil, &p
	return &p
}

// keyKind maps a store role to an op.
func keyKind(role catalogue.Role) OpKind {
	switch role {
	case catalogue.SetAbsent:
		return OpCreate
	case catalogue.Put, catalogue.PutPresent, catalogue.Adjust:
		return OpWrite
	case catalogue.Delete:
		return OpDelete
	case catalogue.CompareDelete:
		return OpRelease
	case catalogue.Expire:
		return OpExpire
	case catalogue.CompareExpire:
		return OpExtend
	case catalogue.Get:
		return OpGet
	case catalogue.TimeToLive:
		return OpTTL
	}
	return 0
}

// finishKeyOp says of a key op what kind of write it is.
func (e *engine) finishKeyOp(o *Op, role catalogue.Role) {
	switch role {
	case catalogue.Put, catalogue.PutPresent:
		o.Write = &Write{Target: o.Key, What: o.Name, Cache: o.Expiry == ExpirySet, Args: []*Term{o.Key, o.Owner}}
	case catalogue.Adjust:
		o.Write = &Write{Target: o.Key, What: o.Name, Relative: true, Args: []*Term{o.Key}}
	case catalogue.Delete:
		o.Write = &Write{Target: o.Key, What: o.Name, Deletes: true, Cache: true, Args: []*Term{o.Key}}
	}
}

// atZero evaluates path and keeps an explicit nil.
func (e *engine) atZero(c *call, path catalogue.Path) *Term {
	var last *Term
	for p := range strings.SplitSeq(string(path), "|") {
		if t := e.atOne(c, p); t != nil {
			if !t.isZero() {
				return t
			}
			last = t
		}
	}
	return last
}

// expiryOf says what a TTL argument means.
func expiryOf(ttl *Term, r *catalogue.Row) Expiry {
	switch {
	case ttl == nil && (r.TTL == "" || strings.Contains(string(r.TTL), ".")):
		return ExpiryNone // no parameter, or a field that was left out
	case ttl == nil:
		return ExpiryUnknown
	case ttl.isZero() && (r.ZeroTTL == "" || r.ZeroTTL == "never"):
		return ExpiryNone
	case ttl.isZero():
		return ExpiryUnknown
	}
	if n, ok := ttl.number(); ok && n < 0 {
		return ExpiryNone // KeepTTL
	}
	return ExpirySet
}

// holds evaluates a row's Cond: whether the call carries what makes it
// conditional. Forms: "path", "path=value", "path!=value", "path~part",
// "option:F", "step:F", parted by "|".
func (e *engine) holds(c *call, cond string) bool {
	for p := range strings.SplitSeq(cond, "|") {
		if e.holdsOne(c, p) {
			return true
		}
	}
	return false
}

func (e *engine) holdsOne(c *call, p string) bool {
	if name, ok := strings.CutPrefix(p, "step:"); ok {
		return c.recv != nil && e.chain(e.eval(c.recv)).find(name) != nil
	}
	if path, want, ok := strings.Cut(p, "!="); ok {
		t := e.at(c, catalogue.Path(path))
		return t == nil || !(t.Kind == Const && t.Text == want)
	}
	if path, want, ok := strings.Cut(p, "="); ok {
		t := e.at(c, catalogue.Path(path))
		return t != nil && t.Kind == Const && strings.EqualFold(t.Text, want)
	}
	if path, want, ok := strings.Cut(p, "~"); ok {
		text, known := render(e.at(c, catalogue.Path(path)))
		return known && strings.Contains(strings.ToLower(text), want)
	}
	t := e.at(c, catalogue.Path(p))
	return t != nil && !t.isZero()
}

// A chain is a builder chain: the calls from its root to its end.
type chain struct {
	root  *Term
	steps []step
}

type step struct {
	name string
	args []*Term
}

// chain reads a term of builder steps.
func (e *engine) chain(t *Term) chain {
	var ch chain
	for t != nil && t.Kind == Apply && strings.HasPrefix(t.Text, "step:") && len(t.Args) > 0 {
		ch.steps = append(ch.steps, step{strings.TrimPrefix(t.Text, "step:"), t.Args[1:]})
		t = t.Args[0]
	}
	ch.root = t
	for i, j := 0, len(ch.steps)-1; i < j; i, j = i+1, j-1 {
		ch.steps[i], ch.steps[j] = ch.steps[j], ch.steps[i]
	}
	return ch
}

func (c chain) find(name string) *step {
	for i := range c.steps {
		if c.steps[i].name == name {
			return &c.steps[i]
		}
	}
	return nil
}

// hole stands for a part of a text that the program does not show.
const hole = "\uFFFC"

// render writes a text term out; unknown parts are holes, and known is false
// if nothing of the text is known.
func render(t *Term) (text string, known bool) {
	switch {
	case t == nil:
		return "", false
	case t.Kind == Const:
		return t.Text, true
	case t.Kind == Concat:
		var b strings.Builder
		for _, p := range t.Args {
			if s, ok := render(p); ok {
				b.WriteString(s)
				known = true
			} else {
				b.WriteString(hole)
			}
		}
		return b.String(), known
	case t.Kind == Object && t.Type == "script":
		return render(t.Get("text"))
	}
	return "", false
}

// A source is where ops come from: a call, or a general wrapper's call that a
// caller has filled in.
type source struct {
	proto *Op // what each op begins with
	row   *catalogue.Row
	lib   *catalogue.Library
	name  string
}

func (e *engine) source(c *call) *source {
	return &source{proto: e.newOp(c, 0), row: c.row, lib: c.lib, name: c.obj.Name()}
}

// op makes an op of the source.
func (s *source) op(kind OpKind) *Op {
	o := *s.proto
	o.Kind = kind
	o.Origin = &o
	return &o
}

// A pending op is a command, script or statement whose text is not known yet.
type pending struct {
	src        *source
	words      []*Term // a command's
	text       *Term   // a script's or statement's
	keys, args *Term
}

// pend makes the op that callers expand when they know the text.
func (s *source) pend(p pending) []*Op {
	o := s.op(OpPending)
	p.src = s
	o.pending = &p
	return one(o)
}

// depends reports whether a text hangs on a parameter.
func depends(ts ...*Term) bool {
	for _, t := range ts {
		if t.has(func(p *Term) bool { return p.Kind == Param }) {
			return true
		}
	}
	return false
}

// expand lists what a pending op does once its text is known.
func (e *engine) expand(o *Op) []*Op {
	p := o.pending
	src := *p.src
	proto := *o
	proto.pending, proto.Kind = nil, 0
	src.proto = &proto
	var ops []*Op
	switch {
	case len(p.words) > 0:
		ops = e.command(&src, p.words)
	case p.keys != nil:
		ops = e.scriptOps(&src, p.text, elements(p.keys), elements(p.args))
	case p.text != nil:
		if _, known := render(p.text); known {
			ops = e.sqlTextOps(&src, p.text, elements(p.args))
		}
	}
	for _, x := range ops {
		if x.Kind == OpPending {
			return nil // the text is still a parameter
		}
		if x.Wins == catalogue.ByField && o.Depth > 0 {
			x.Wins, x.Won = catalogue.ByTrue, "" // the wrapper's own result tells
		}
		x.out = nil
	}
	return ops
}

// mapTerms rewrites a pending op.
func (p *pending) mapTerms(f func(*Term) *Term) *pending {
	n := *p
	n.words = make([]*Term, len(p.words))
	for i, w := range p.words {
		if w != nil {
			n.words[i] = f(w)
		}
	}
	for _, t := range []**Term{&n.text, &n.keys, &n.args} {
		if *t != nil {
			*t = f(*t)
		}
	}
	return &n
}

func elements(t *Term) []*Term {
	if t == nil || t.Kind == Nil {
		return nil
	}
	if t.Kind == List {
		return t.Args
	}
	return []*Term{t}
}

func listOf(ts []*Term) *Term {
	if len(ts) == 1 && ts[0] != nil && ts[0].Kind == Param {
		return ts[0]
	}
	return newTerm(List, "", "", append([]*Term{}, ts...)...)
}

// commandOps reads a Redis command that is sent as text or spelled by a
// builder.
func (e *engine) commandOps(c *call) []*Op {
	var words []*Term
	if c.row.Text != "" {
		words = append(words, e.at(c, c.row.Text))
	}
	if c.lib.Builder != "" {
		var ops []*Op
		elems, _ := e.list(c, c.row.Args)
		for _, el := range elems {
			ops = append(ops, e.command(e.source(c), builtCommand(e.chain(el)))...)
		}
		return ops
	}
	rest, _ := e.list(c, c.row.Args)
	if t := e.at(c, c.row.Args); t != nil && t.Kind == Apply {
		rest = nil
		for _, s := range e.chain(t).steps { // redis.Args{}.Add(…)
			rest = append(rest, s.args...)
		}
	}
	return e.command(e.source(c), append(words, rest...))
}

// builtCommand spells a builder chain as the words of a command.
func builtCommand(ch chain) []*Term {
	var words []*Term
	for i, s := range ch.steps {
		switch {
		case i == 0 && s.name == "Arbitrary":
		case i == 0:
			words = append(words, constTerm(strings.ToUpper(s.name)))
		case s.name == "Nx" || s.name == "Xx" || s.name == "Keepttl":
			words = append(words, constTerm(strings.ToUpper(s.name)))
		case s.name == "Ex" || s.name == "ExSeconds":
			words = append(words, constTerm("EX"))
		case s.name == "Px" || s.name == "PxMilliseconds":
			words = append(words, constTerm("PX"))
		case s.name == "Exat" || s.name == "ExatTimestamp":
			words = append(words, constTerm("EXAT"))
		case s.name == "Ifeq":
			words = append(words, constTerm("IFEQ"))
		}
		if s.name == "Build" || s.name == "Cache" {
			continue
		}
		for _, a := range s.args {
			if a.Kind == List {
				words = append(words, a.Args...)
			} else {
				words = append(words, a)
			}
		}
	}
	return words
}

// command reads the words of a Redis command.
func (e *engine) command(c *source, words []*Term) []*Op {
	if len(words) > 0 && words[0] != nil && words[0].Kind == List {
		words = append(append([]*Term{}, words[0].Args...), words[1:]...)
	}
	if len(words) == 0 || words[0] == nil {
		return nil
	}
	if words[0].Kind != Const {
		if depends(words[0]) {
			return c.pend(pending{words: words})
		}
		return nil
	}
	name, args := strings.ToUpper(words[0].Text), words[1:]
	var flat []*Term
	for _, a := range args {
		if a.Kind == List {
			flat = append(flat, a.Args...)
		} else {
			flat = append(flat, a)
		}
	}
	args = flat
	switch name {
	case "SET":
		return e.setCommand(c, args)
	case "EVAL", "EVALSHA":
		return e.evalCommand(c, args)
	case "WATCH":
		return e.oneKey(c, name, OpWatch, args, nil)
	case "DELEX":
		kind := OpDelete
		if hasWord(args, "IFEQ") >= 0 {
			kind = OpRelease
		}
		return e.oneKey(c, name, kind, args, nil)
	}
	row := catalogue.FindRedisCommand(name)
	if row == nil || len(args) == 0 {
		return nil
	}
	kind := keyKind(row.Role)
	keys := args[row.Key:min(row.Key+1, len(args))]
	if row.AllKeys {
		keys = args
	}
	var ops []*Op
	for _, k := range keys {
		o := c.op(kind)
		o.Role, o.Name, o.Key, o.Unit, o.Wins, o.Won = row.Role, name, k, row.Unit, commandWins(row.Role), ""
		if row.Value >= 0 && row.Value < len(args) {
			if kind == OpExpire {
				o.TTL, o.Expiry = args[row.Value], ExpirySet
			} else {
				o.Owner = args[row.Value]
			}
		}
		if kind == OpCreate {
			o.Expiry = ExpiryNone
		}
		if name == "SETEX" || name == "PSETEX" {
			o.Expiry = ExpirySet
		}
		e.finishKeyOp(o, row.Role)
		ops = append(ops, o)
	}
	return ops
}

func commandWins(role catalogue.Role) catalogue.Wins {
	switch role {
	case catalogue.SetAbsent, catalogue.Delete, catalogue.CompareDelete, catalogue.Expire:
		return catalogue.ByTrue
	}
	return catalogue.ByNilError
}

func (e *engine) oneKey(c *source, name string, kind OpKind, args []*Term, owner *Term) []*Op {
	if len(args) == 0 {
		return nil
	}
	o := c.op(kind)
	o.Name, o.Key, o.Owner, o.Wins = name, args[0], owner, catalogue.ByTrue
	return one(o)
}

// setCommand reads SET key value with its options in any order.
func (e *engine) setCommand(c *source, args []*Term) []*Op {
	if len(args) < 2 {
		return nil
	}
	o := c.op(OpWrite)
	o.Name, o.Role, o.Key, o.Owner, o.Expiry = "SET", catalogue.Put, args[0], args[1], ExpiryNone
	o.Wins, o.Won = catalogue.ByNilError, ""
	for i := 2; i < len(args); i++ {
		if args[i].Kind != Const {
			if args[i].Kind == Opaque {
				o.Expiry = ExpiryUnknown
			}
			continue
		}
		switch w := strings.ToUpper(args[i].Text); w {
		case "EX", "PX", "EXAT", "PXAT":
			o.Expiry = ExpirySet
			o.Unit = catalogue.Seconds
			if w == "PX" {
				o.Unit = catalogue.Milliseconds
			}
			if i+1 < len(args) {
				o.TTL = args[i+1]
			}
			i++
		case "KEEPTTL":
			o.Expiry = ExpiryUnknown
		case "NX":
			o.Kind, o.Role = OpCreate, catalogue.SetAbsent
			if c.row.Wins != catalogue.WinsUnknown {
				o.Wins = c.row.Wins
			}
		case "XX":
			o.Role = catalogue.PutPresent
		}
	}
	e.finishKeyOp(o, o.Role)
	if o.Role == catalogue.PutPresent {
		return []*Op{o, e.overwriteOp(o)}
	}
	return one(o)
}

func hasWord(args []*Term, word string) int {
	for i, a := range args {
		if a.Kind == Const && strings.EqualFold(a.Text, word) {
			return i
		}
	}
	return -1
}

// evalCommand reads EVAL script numkeys key… arg….
func (e *engine) evalCommand(c *source, args []*Term) []*Op {
	if len(args) < 2 {
		return nil
	}
	n, ok := args[1].number()
	if !ok || n < 0 || 2+int(n) > len(args) {
		return nil
	}
	return e.scriptOps(c, args[0], args[2:2+int(n)], args[2+int(n):])
}

// evalOps reads a call that runs a script.
func (e *engine) evalOps(c *call) []*Op {
	r := c.row
	script := e.at(c, r.Text)
	args, _ := e.list(c, r.Args)
	if r.Key != "" {
		keys, _ := e.list(c, r.Key)
		return e.scriptOps(e.source(c), script, keys, args)
	}
	n, ok := script.Get("count").number()
	if !ok || script == nil {
		return nil
	}
	if n < 0 && len(args) > 0 {
		if n, ok = args[0].number(); !ok {
			return nil
		}
		args = args[1:]
	}
	if n < 0 || int(n) > len(args) {
		return nil
	}
	return e.scriptOps(e.source(c), script, args[:int(n)], args[int(n):])
}

// reading parses a script once.
func (e *engine) reading(text string) *luascript.Reading {
	r, ok := e.scripts[text]
	if !ok {
		r = luascript.Read(text)
		e.scripts[text] = r
	}
	return r
}

// scriptOps lists what a script does to the keys of the call.
func (e *engine) scriptOps(c *source, script *Term, keys, args []*Term) []*Op {
	text, known := render(script)
	if !known || strings.Contains(text, hole) {
		if script != nil && depends(script) {
			return c.pend(pending{text: script, keys: listOf(keys), args: listOf(args)})
		}
		return nil
	}
	r := e.reading(text)
	if !r.Known {
		return nil
	}
	creates := false
	for i := range r.Effects {
		creates = creates || e.scriptKind(r, i) == OpCreate
	}
	var ops []*Op
	for i := range r.Effects {
		f := &r.Effects[i]
		kind := e.scriptKind(r, i)
		if kind == 0 {
			continue
		}
		ks := f.Keys
		if len(ks) == 0 {
			continue
		}
		if kind != OpDelete && kind != OpRelease {
			ks = ks[:1]
		}
		for _, k := range ks {
			o := c.op(kind)
			o.Script, o.Name, o.Key = true, f.Command, scriptTerm(k, keys, args)
			o.Wins, o.Won = scriptWins(r), ""
			e.finishScriptOp(o, r, i, creates, keys, args)
			ops = append(ops, o)
		}
	}
	return dedupOps(ops)
}

// scriptWins tells how a script answers "no": by a nil, which is an error to
// the client, or by a number.
func scriptWins(r *luascript.Reading) catalogue.Wins {
	for _, ret := range r.Returns {
		switch ret.Value {
		case "nil", "false", "OK", "true", "1", "error":
		case "reply":
			if ret.Command != "SET" && ret.Command != "GET" {
				return catalogue.ByTrue
			}
		default:
			return catalogue.ByTrue
		}
	}
	return catalogue.ByNilError
}

// finishScriptOp fills in owner, expiry and write of a script's effect.
func (e *engine) finishScriptOp(o *Op, r *luascript.Reading, i int, creates bool, keys, args []*Term) {
	f := &r.Effects[i]
	switch o.Kind {
	case OpCreate:
		o.Owner = scriptTerm(f.Value, keys, args)
		o.Expiry = ExpiryNone
		if v, unit := r.ExpiryOf(i); unit != luascript.None {
			o.Expiry, o.TTL, o.Unit = ExpirySet, scriptTerm(v, keys, args), scriptUnit(unit)
			if unit == luascript.Unsure {
				o.Expiry, o.TTL = ExpiryUnknown, nil
			}
		}
	case OpExpire, OpExtend:
		o.Guarded = creates
		o.TTL, o.Unit = scriptTerm(f.TTL, keys, args), scriptUnit(f.Unit)
	case OpDelete, OpRelease:
		o.Write = &Write{Target: o.Key, What: f.Command, Deletes: true, Cache: true}
	case OpWrite:
		o.Write = &Write{Target: o.Key, What: f.Command, Args: append(append([]*Term{}, keys...), args...)}
		o.Write.Relative = f.Op == luascript.OpIncrement
		o.Write.Cond = f.Fenced() || len(f.Guards) > 0
		o.Write.Cache = f.Unit != luascript.None
	}
	for _, g := range f.Guards {
		switch g.Kind {
		case luascript.TTLMissing:
			o.Repair = true
		case luascript.StoredEqual:
			if o.Owner == nil {
				o.Owner = scriptTerm(g.With, keys, args)
			}
		}
	}
}

// scriptKind maps a script's effect to an op.
func (e *engine) scriptKind(r *luascript.Reading, i int) OpKind {
	f := &r.Effects[i]
	switch f.Op {
	case luascript.OpSetAbsent:
		return OpCreate
	case luascript.OpDelete:
		switch {
		case f.OwnerChecked(), f.Fenced():
			return OpRelease
		case opaquelyGuarded(f):
			return 0
		}
		return OpDelete
	case luascript.OpExpire:
		for _, g := range f.Guards {
			if g.Kind == luascript.Created {
				return 0 // the expiry of what the script created itself
			}
		}
		switch {
		case f.OwnerChecked(), f.Fenced():
			return OpExtend
		case opaquelyGuarded(f):
			return 0
		}
		return OpExpire
	case luascript.OpSet:
		for _, g := range f.Guards {
			if g.Kind == luascript.Missing {
				return OpCreate
			}
		}
		if f.OwnerChecked() {
			return OpExtend
		}
		return OpWrite
	case luascript.OpSetPresent, luascript.OpWrite, luascript.OpIncrement:
		return OpWrite
	case luascript.OpRead:
		return OpGet
	}
	return 0
}

// opaquelyGuarded reports whether the effect hangs on a condition that the
// reader does not understand, such as an owner inside a decoded value.
func opaquelyGuarded(f *luascript.Effect) bool {
	for _, g := range f.Guards {
		if g.Kind == luascript.Opaque {
			return true
		}
	}
	return false
}

func scriptUnit(u luascript.Unit) catalogue.Unit {
	if u == luascript.Milliseconds {
		return catalogue.Milliseconds
	}
	return catalogue.Seconds
}

// scriptTerm maps a script's value to the Go term behind it.
func scriptTerm(v luascript.Value, keys, args []*Term) *Term {
	from := keys
	switch v.Kind {
	case luascript.Const:
		return constTerm(v.Text)
	case luascript.Argv:
		from = args
		fallthrough
	case luascript.Keys:
		if v.Index >= 1 && v.Index <= len(from) {
			return from[v.Index-1]
		}
		if v.Index == 0 && len(from) == 1 {
			return from[0]
		}
	case luascript.Concat:
		parts := make([]*Term, len(v.Parts))
		for i, p := range v.Parts {
			parts[i] = scriptTerm(p, keys, args)
		}
		return concat(parts...)
	}
	return opaque("script")
}

// dedupOps keeps one op of each kind and key: a script may do the same on
// several paths. The least careful of two wins.
func dedupOps(ops []*Op) []*Op {
	seen := map[string]int{}
	var out []*Op
	for _, o := range ops {
		k := strconv.Itoa(int(o.Kind)) + o.Key.String()
		if i, ok := seen[k]; ok {
			if o.Kind == OpCreate && o.Expiry == ExpiryNone {
				out[i] = o
			}
			continue
		}
		seen[k] = len(out)
		out = append(out, o)
	}
	return out
}

// dataArgs are the terms that flow into a call.
func (e *engine) dataArgs(c *call) []*Term {
	ts := e.evalEach(c.args)
	if c.recv != nil {
		ts = append(ts, e.eval(c.recv))
	}
	return ts
}

// target is what a write or read works on.
func (e *engine) target(c *call) *Term {
	if t := e.at(c, c.row.Key); t != nil {
		return t
	}
	return nil
}

// writeOps is a write to a store that is no SQL text and no Redis command.
func (e *engine) writeOps(c *call) []*Op {
	r := c.row
	o := e.newOp(c, OpWrite)
	w := &Write{Target: e.target(c), What: c.obj.Name(), Args: e.dataArgs(c), Low: r.Low, Cache: r.Cache}
	o.Write, o.Key = w, w.Target
	switch r.Role {
	case catalogue.CondWrite:
		w.Cond = r.Cond == "" || e.holds(c, r.Cond)
	case catalogue.Create:
		w.Creates = true
	case catalogue.FileWrite:
		w.Low = true
	default:
		w.Cond = r.Cond != "" && e.holds(c, r.Cond)
	}
	if c.lib.Kind == "etcd" && c.recv != nil {
		return e.etcdTxn(c, o)
	}
	if c.recv != nil {
		if lease := e.readBuilder(c, o); lease != nil {
			return []*Op{lease, o}
		}
	}
	if r.Role == catalogue.Send && !e.mutates(c, o) {
		return nil
	}
	if w.Cond && e.holds(c, "arg0.ConditionExpression~attribute_not_exists") {
		return []*Op{e.createOf(o), o}
	}
	return one(o)
}

// createOf is the set-if-absent that a conditional write of a lock's item is.
func (e *engine) createOf(o *Op) *Op {
	p := *o
	p.Kind, p.Write, p.Origin, p.Expiry = OpCreate, nil, &p, ExpirySet
	return &p
}

// mutates reports whether a request changes something: not a GET, and without
// a header or field that makes it idempotent.
func (e *engine) mutates(c *call, o *Op) bool {
	if c.row.Handle == "" {
		return true
	}
	o.Handle = e.at(c, c.row.Handle)
	return o.Handle != nil
}

// mutatingMethods are the HTTP methods that change something.
var mutatingMethods = map[string]bool{"POST": true, "PUT": true, "PATCH": true, "DELETE": true}

// requestMutates reports whether the request object of a Send changes
// something and may not be repeated: told when the request is known, which may
// be at a caller.
func requestMutates(o *Op) bool {
	if o.Role != catalogue.Send || o.Handle == nil {
		return true
	}
	for _, r := range alternatives(o.Handle) {
		m := r.Get("method")
		if r.Type == "request" && r.Get("once") == nil && m != nil && m.Kind == Const && mutatingMethods[strings.ToUpper(m.Text)] {
			o.Write.What = strings.ToUpper(m.Text)
			return true
		}
	}
	return false
}

// requestTerm is a request object: its method and URL, and whether a header
// makes it safe to repeat.
func (e *engine) requestTerm(c *call, v *ssa.Call) *Term {
	names := []string{"method", "url"}
	vals := []*Term{e.at(c, c.row.Text), e.at(c, c.row.Key)}
	if e.hasIdempotencyHeader(v) {
		names, vals = append(names, "once"), append(vals, constTerm("true"))
	}
	return object("request", e.id(v), names, vals)
}

// idempotencyHeaders make a request safe to repeat or conditional.
var idempotencyHeaders = []string{"idempotency-key", "if-match", "if-none-match", "if-unmodified-since", "x-fence", "x-fencing-token", "x-idempotency-key", "x-request-id"}

// hasIdempotencyHeader looks for such a header among the headers set in the
// function that makes the request.
func (e *engine) hasIdempotencyHeader(made *ssa.Call) bool {
	for _, b := range made.Parent().Blocks {
		for _, in := range b.Instrs {
			ci, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			c := e.resolve(ci)
			if c.row == nil || c.row.Role != catalogue.Header {
				continue
			}
			name := e.at(c, c.row.Key)
			if name == nil || name.Kind != Const {
				continue
			}
			for _, h := range idempotencyHeaders {
				if strings.EqualFold(h, name.Text) {
					return true
				}
			}
		}
	}
	return false
}

// etcdTxn reads a transaction's Commit, or a plain write to etcd.
func (e *engine) etcdTxn(c *call, o *Op) []*Op {
	ch := e.chain(e.eval(c.recv))
	if len(ch.steps) == 0 {
		return one(o)
	}
	cmps, then := ch.find("If"), ch.find("Then")
	o.Write.Cond = cmps != nil && len(cmps.args) > 0 && !emptyList(cmps.args[0])
	if then == nil {
		return nil
	}
	o.Write.Args = append(o.Write.Args, then.args...)
	var ops []*Op
	absent := ""
	if cmps != nil {
		for _, a := range cmps.args {
			a.walk(func(t *Term) bool {
				if t.Kind == Apply && strings.HasSuffix(t.Text, ".Compare") && len(t.Args) == 3 && t.Args[1].Text == "=" && t.Args[2].isZero() {
					if k := t.Args[0]; k.Kind == Apply && len(k.Args) == 1 && (strings.HasSuffix(k.Text, ".CreateRevision") || strings.HasSuffix(k.Text, ".Version") || strings.HasSuffix(k.Text, ".ModRevision")) {
						absent = k.Args[0].String()
					}
				}
				return true
			})
		}
	}
	for _, a := range then.args {
		a.walk(func(t *Term) bool {
			if t.Kind != Apply || len(t.Args) == 0 {
				return true
			}
			switch {
			case strings.HasSuffix(t.Text, ".OpPut") && t.Args[0].String() == absent:
				p := *o
				p.Kind, p.Key, p.Write, p.Origin = OpCreate, t.Args[0], nil, &p
				if len(t.Args) > 1 {
					p.Owner = t.Args[1]
				}
				p.Expiry = ExpiryNone
				if t.has(func(q *Term) bool { return q.Kind == Apply && strings.HasSuffix(q.Text, ".WithLease") }) {
					p.Expiry = ExpirySet
				} else if len(t.Args) > 2 && t.Args[2].Kind != List && t.Args[2].Kind != Nil {
					p.Expiry = ExpiryUnknown
				}
				ops = append(ops, &p)
			case strings.HasSuffix(t.Text, ".OpDelete") && o.Write.Cond:
				p := *o
				p.Kind, p.Key, p.Write, p.Origin = OpRelease, t.Args[0], nil, &p
				ops = append(ops, &p)
			}
			return true
		})
	}
	if len(ops) == 0 {
		ops = one(o)
	}
	return ops
}

func emptyList(t *Term) bool { return t.Kind == Nil || t.Kind == List && len(t.Args) == 0 }

// readBuilder reads the conditions of an ORM's or builder's chain. If the chain
// claims or renews a lease, it returns that operation, too.
func (e *engine) readBuilder(c *call, o *Op) *Op {
	ch := e.chain(e.eval(c.recv))
	if len(ch.steps) == 0 {
		return nil
	}
	w := o.Write
	set := map[string]bool{}
	for _, a := range c.args {
		columnsOf(e.eval(a), set)
	}
	for _, s := range ch.steps {
		switch s.name {
		case "Model", "Table", "NewUpdate":
			if len(s.args) > 0 {
				w.Target = s.args[0]
			}
		case "Scopes":
			w.Low = true // a function adds conditions that are not seen
		case "Set", "SetMap":
			for _, a := range s.args {
				columnsOf(a, set)
			}
		case "Clauses":
			for _, a := range s.args {
				if a.has(func(t *Term) bool {
					return t.Kind == Object && strings.HasSuffix(t.Type, "clause.OnConflict") && t.Get("DoNothing") != nil
				}) {
					w.Creates = true
				}
			}
		}
	}
	for _, s := range ch.steps {
		if s.name == "Where" || s.name == "Not" {
			e.readWhere(s.args, set, w)
		}
	}
	for _, a := range c.args {
		if e.eval(a).has(func(t *Term) bool { return t.Kind == Apply && strings.HasSuffix(t.Text, ".Expr") }) {
			w.Relative = true
		}
	}
	w.Args = append(w.Args, e.eval(c.recv))
	return e.leaseOp(c, o, ch, set)
}

// leaseOp reads a chain's update as an operation on a lease row, by its shape:
// a claim sets an instant and something else where a set column has expired or
// is free; a renewal sets nothing but an instant, and compares a column beside
// the row's identity.
func (e *engine) leaseOp(c *call, o *Op, ch chain, set map[string]bool) *Op {
	times, others := 0, 0
	count := func(t *Term) {
		if t.has(func(p *Term) bool { return p.Kind == Now }) {
			times++
		} else {
			others++
		}
	}
	for i, a := range c.args {
		t := e.eval(a)
		switch {
		case t.Kind == Object:
			for _, v := range t.Args {
				count(v)
			}
		case i > 0:
			count(t)
		}
	}
	if times == 0 || o.Write.Target == nil {
		return nil
	}
	equals, free := 0, false
	for _, s := range ch.steps {
		if s.name != "Where" || len(s.args) == 0 {
			continue
		}
		text, ok := render(s.args[0])
		if !ok {
			return nil
		}
		for _, t := range sqltext.ReadPredicate(text).Terms {
			if t.Op == "=" {
				equals++
			}
			for _, alt := range t.Or {
				for _, tt := range alt.Terms {
					free = free || set[strings.ToLower(tt.Column)] && (tt.Op == "<" || tt.Op == "<=")
				}
			}
			free = free || set[strings.ToLower(t.Column)] && (t.Op == "<" || t.Op == "<=")
		}
	}
	p := *o
	p.Origin, p.Write = &p, nil
	p.Key = constTerm("row:" + o.Write.Target.Type)
	switch {
	case free && others > 0:
		p.Kind, p.Expiry = OpCreate, ExpirySet
	case others == 0 && equals >= 2:
		p.Kind = OpExtend
	default:
		return nil
	}
	return &p
}

// columnsOf collects the columns that an update's argument names.
func columnsOf(t *Term, set map[string]bool) {
	switch t.Kind {
	case Const:
		set[strings.ToLower(t.Text)] = true
	case Object:
		for _, n := range t.Names {
			set[strings.ToLower(n)] = true
			set[snake(n)] = true
		}
	case List:
		for _, a := range t.Args {
			columnsOf(a, set)
		}
	}
}

// snake writes a Go field's name as ORMs name its column.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// readWhere reads a Where step: the write is conditional if it constrains a
// column that the write also sets.
func (e *engine) readWhere(args []*Term, set map[string]bool, w *Write) {
	if len(args) == 0 {
		return
	}
	if text, ok := render(args[0]); ok {
		p := sqltext.ReadPredicate(text)
		for _, t := range p.Terms {
			if set[strings.ToLower(t.Column)] {
				w.Cond = true
			}
			for _, alt := range t.Or {
				for _, tt := range alt.Terms {
					if set[strings.ToLower(tt.Column)] {
						w.Cond = true
					}
				}
			}
		}
		return
	}
	args[0].walk(func(t *Term) bool {
		if t.Kind == Object {
			for _, n := range t.Names {
				if set[strings.ToLower(n)] {
					w.Cond = true
				}
			}
		}
		return true
	})
}

// sqlOps reads the statements of a call that carries SQL.
func (e *engine) sqlOps(c *call) []*Op {
	r := c.row
	textTerm := e.at(c, r.Text)
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
	stmts, ok := e.stmts[text]
	if !ok {
		stmts = sqltext.Read(text)
		e.stmts[text] = stmts
	}
	var ops []*Op
	for i := range stmts {
		ops = append(ops, e.statementOps(c, &stmts[i], args)...)
	}
	return ops
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
		set := map[string]bool{}
		for _, s := range ch.steps {
			if s.name == "Set" || s.name == "SetMap" {
				for _, a := range s.args {
					columnsOf(a, set)
				}
			}
		}
		for _, s := range ch.steps {
			if s.name == "Where" {
				e.readWhere(s.args, set, o.Write)
			}
		}
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
	if row, ok := s.LockRow(); ok {
		if o := e.lockRowOp(c, s, row, args); o != nil {
			ops = append(ops, o)
		}
	}
	switch {
	case s.IsWrite():
		o := c.op(OpWrite)
		o.Write = &Write{
			Table: s.Table, Target: constTerm("sql:" + s.Table), What: kindWord(s.Kind) + " " + tableWord(s.Table),
			Cond: s.IsConditional(), Relative: s.IsRelative(), Bounded: s.IsBoundedRelative(),
			Creates: s.Kind == sqltext.Insert && s.Conflict != sqltext.ConflictUpdate, Deletes: s.Kind == sqltext.Delete,
			Args: args,
		}
		o.Write.Constant = len(s.SetParams()) == 0
		ops = append(ops, o)
	case s.Kind == sqltext.Select:
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

// exprTerm is the Go term behind a SQL expression.
func exprTerm(x sqltext.Expr, args []*Term) *Term {
	switch x.Kind {
	case sqltext.ExprParam:
		if x.Param >= 0 && x.Param < len(args) {
			return args[x.Param]
		}
	case sqltext.ExprConst:
		return constTerm(x.Text)
	}
	return opaque("sql")
}

// lockRowOp is an operation on a lock row.
func (e *engine) lockRowOp(c *source, s *sqltext.Statement, row sqltext.LockRow, args []*Term) *Op {
	var kind OpKind
	switch row.Op {
	case sqltext.LockAcquire:
		if !row.Certain {
			return nil // any claim of a row looks like this
		}
		kind = OpCreate
	case sqltext.LockRelease:
		kind = OpDelete
		if row.OwnerCompared {
			kind = OpRelease
		}
	case sqltext.LockRenew:
		kind = OpExpire
		if row.OwnerCompared {
			kind = OpExtend
		}
	default:
		return nil
	}
	o := c.op(kind)
	o.Name, o.Key, o.Role = kindWord(s.Kind), constTerm("sql:"+s.Table), catalogue.SQLExec
	o.Wins, o.Won = catalogue.ByField, "result0.RowsAffected"
	if c.row.Role == catalogue.SQLQuery { // RETURNING: no row is an error
		o.Wins, o.Won = catalogue.ByNilError, ""
	}
	o.Expiry = ExpiryNone
	if row.HasExpiry {
		o.Expiry = ExpirySet
	}
	if row.TokenColumn != "" {
		o.Token = catalogue.Grows
	}
	for _, i := range s.SetParams() {
		if i < len(args) && o.Owner == nil && !args[i].has(func(t *Term) bool { return t.Kind == Now }) {
			o.Owner = args[i]
		}
	}
	return o
}

// resultTypes are the types of a call's results.
func resultTypes(in ssa.CallInstruction) []types.Type {
	res := in.Common().Signature().Results()
	out := make([]types.Type, res.Len())
	for i := range out {
		out[i] = res.At(i).Type()
	}
	return out
}
