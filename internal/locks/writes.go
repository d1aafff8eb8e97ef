package locks

import (
	"go/types"
	"slices"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/config"
)

// The categories of unfenced.
const (
	NoToken          = "no-token"
	TokenlessLock    = "tokenless-lock"
	RejectionIgnored = "rejection-ignored"
	OtherSession     = "other-session"
)

// A heldWrite is a write that a lock's holder makes.
type heldWrite struct {
	op       *Op
	lock     *Op
	fn       *function
	category string
	high     bool
}

// StaleWrites answers: which writes can a holder still make after it lost its
// lock, unchecked by the store? One fault for each acquire where the write
// depends on what was read under the lock, else one for each lock of the
// package; the others are related.
func (r *Result) StaleWrites() []Fault {
	r.asked.Lock()
	defer r.asked.Unlock()
	if r.e == nil {
		return nil
	}
	var found []heldWrite
	for _, fn := range r.e.funcs {
		if fn.inlined || fn.capped || fn.flow == nil {
			continue
		}
		found = append(found, r.heldWrites(fn)...)
	}
	return r.collect(found)
}

// heldWrites lists the writes of fn that count, in source order. Two rules ask:
// it is worked out once.
func (r *Result) heldWrites(fn *function) []heldWrite {
	ws, known := r.writes[fn]
	if !known {
		ws = r.findHeldWrites(fn)
		if r.writes == nil {
			r.writes = map[*function][]heldWrite{}
		}
		r.writes[fn] = ws
	}
	return ws
}

func (r *Result) findHeldWrites(fn *function) []heldWrite {
	var out []heldWrite
	for _, o := range fn.ops {
		if o.Kind != OpWrite && !(o.Kind == OpDelete && o.Write != nil) {
			continue
		}
		for _, l := range r.locksAround(fn, o) {
			if r.unguarded(l) {
				continue
			}
			if w := r.judgeWrite(fn, l, o); w != nil {
				out = append(out, *w)
				break
			}
		}
	}
	return out
}

// unguarded reports whether the hold of l says nothing about writes: the user
// declared it an efficiency lock, or it cannot lapse.
func (r *Result) unguarded(l *Op) bool {
	if r.e.declaredEfficiency(l) {
		return true
	}
	if !r.e.isLock(l, r.ev) {
		return true
	}
	if l.Kind == OpAcquire && l.Expiry == ExpiryNone && l.On == catalogue.NoSession {
		return l.Bound != catalogue.ToSession
	}
	return l.Kind == OpCreate && l.Expiry == ExpiryNone && l.Session == nil && !r.expiresElsewhere(l)
}

func (r *Result) expiresElsewhere(l *Op) bool {
	return len(r.e.opsOnLock(l, OpExpire, OpExtend)) > 0
}

// locksAround are the locks that may be held when o runs.
func (r *Result) locksAround(fn *function, o *Op) []*Op {
	var out []*Op
	out = append(out, o.Under...)
	for _, l := range fn.flow.heldAt(o.Instr) {
		if l.Instr == o.Instr {
			continue
		}
		out = append(out, l)
	}
	if fn.f.Parent() != nil {
		return out
	}
	// Inside an inlined closure the closure's own acquires hold, too.
	if g := r.e.closureOfOp(o); g != nil && g.flow != nil && g != fn {
		for _, l := range g.flow.heldAt(o.Origin.Instr) {
			if l.Instr != o.Origin.Instr {
				out = append(out, l)
			}
		}
	}
	return out
}

// closureOfOp is the closure in which a direct op of an inlined closure stands.
func (e *engine) closureOfOp(o *Op) *function {
	if o.Origin == nil || o.Origin.Instr == nil || o.Depth > 0 {
		return nil
	}
	return e.byFn[o.Origin.Instr.Parent()]
}

// judgeWrite says what is wrong with o under the lock l, or nil.
func (r *Result) judgeWrite(fn *function, l, o *Op) *heldWrite {
	w := o.Write
	if w == nil || o.Undo || r.e.sameKey(l.Key, o.Key) || !requestMutates(o) {
		return nil
	}
	if l.On != catalogue.NoSession {
		return r.sessionWrite(fn, l, o)
	}
	if r.onLockRow(o) || r.inLockBooks(fn, l, o) {
		return nil
	}
	if w.Low && !(o.Role == catalogue.FileWrite && sharedPath(w.Target)) || w.Cache || w.Creates || w.Bounded {
		return nil
	}
	if r.decidedElsewhere(fn, l, o) {
		return nil
	}
	if w.Cond {
		if w.Seen || r.seen(fn, o) {
			return nil
		}
		return &heldWrite{op: o, lock: l, fn: fn, category: RejectionIgnored, high: true}
	}
	if carriesToken(w) {
		return nil
	}
	read := r.readBefore(fn, l, o)
	if w.Relative && !read {
		return nil
	}
	h := &heldWrite{op: o, lock: l, fn: fn, category: TokenlessLock, high: read || r.dependsOnCheck(fn, l, o)}
	if r.tokenOf(l) == catalogue.Grows {
		h.category = NoToken
	}
	return h
}

// sharedWords are what a path or the name of a variable says of a file that
// other machines see, too.
var sharedWords = []string{"mnt", "mount", "nfs", "efs", "share", "smb", "cifs", "bucket"}

// sharedPath reports whether something says that a file is on a disk that other
// machines write to, and its name is not its writer's own.
func sharedPath(path *Term) bool {
	if path.has(func(t *Term) bool { return t.Kind == Fresh || t.Kind == Shared }) {
		return false
	}
	return path.has(func(t *Term) bool {
		switch t.Kind {
		case Const:
			return saysShared(strings.FieldsFunc(t.Text, func(r rune) bool { return r == '/' || r == '-' || r == '_' || r == '.' }))
		case Field, Global:
			return saysShared(strings.Split(snake(t.Text), "_"))
		case Param:
			return len(t.Names) == 1 && saysShared(strings.Split(snake(t.Names[0]), "_"))
		}
		return false
	})
}

func saysShared(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains(sharedWords, strings.TrimSuffix(strings.ToLower(w), "d"))
	})
}

// tokenOf says whether the lock gives a token that grows.
func (r *Result) tokenOf(l *Op) catalogue.Token {
	if l.Token != catalogue.NoToken {
		return l.Token
	}
	if l.Lib != nil && (l.Lib.Kind == "etcd" || l.Lib.Kind == "ZooKeeper" || l.Lib.Kind == "Consul") {
		return catalogue.Grows
	}
	return catalogue.NoToken
}

func carriesToken(w *Write) bool {
	for _, a := range w.Args {
		if a.hasToken() {
			return true
		}
	}
	return false
}

// onLockRow reports whether a write works on a lock's own row or key.
func (r *Result) onLockRow(o *Op) bool {
	t := o.Write.Target
	if t == nil {
		return false
	}
	if v := r.ev[r.e.classOf(t)]; v != nil && v.IsLock() {
		return true
	}
	return false
}

// inLockBooks reports whether a write is made by the script or statement that
// takes, prolongs or frees the lock: it is part of the lock's own books.
func (r *Result) inLockBooks(fn *function, l, o *Op) bool {
	for _, x := range fn.ops {
		if x != o && sameStatement(x, o) && (x.endsHold() || x.isAcquire() || x.Kind == OpExtend) && r.e.sameLock(l, x) {
			return true
		}
	}
	return false
}

// sameStatement reports whether two ops are what one call of a store does.
func sameStatement(a, b *Op) bool {
	return a.Instr == b.Instr && samePlace(a.At, b.At) && slices.EqualFunc(a.Inner, b.Inner, samePlace)
}

// sessionWrite judges a write under a lock that belongs to a connection.
func (r *Result) sessionWrite(fn *function, l, o *Op) *heldWrite {
	if o.On == catalogue.NoSession && o.Lib != nil && o.Lib.Kind != "SQL" && o.Lib.Kind != "gorm" {
		return nil
	}
	w := o.Write
	if l.On == catalogue.Pool || l.Conn == nil || o.Conn == nil || goesThrough(o.Conn, l.Conn) || onGivenConn(o.Conn) {
		return nil
	}
	if o.On == catalogue.Conn || o.On == catalogue.EitherSession {
		return nil
	}
	if o.On == catalogue.Tx && l.On == catalogue.Tx {
		return nil
	}
	if w.Cond || w.Creates || w.Bounded || w.Cache || w.Low && !w.Unknown || r.decidedElsewhere(fn, l, o) {
		return nil
	}
	if w.Relative && !r.readBefore(fn, l, o) {
		return nil
	}
	return &heldWrite{op: o, lock: l, fn: fn, category: OtherSession, high: r.readBefore(fn, l, o)}
}

// goesThrough reports whether a statement on conn runs on the connection held:
// conn is held itself or comes from it, as a transaction that it began.
func goesThrough(conn, held *Term) bool {
	root := stepRoot(held)
	return conn.has(func(t *Term) bool { return same(t, root) })
}

// sameRoot reports whether two connection terms come from one object.
func sameRoot(a, b *Term) bool {
	return same(stepRoot(a), stepRoot(b))
}

func stepRoot(t *Term) *Term {
	for t != nil && t.Kind == Apply && strings.HasPrefix(t.Text, "step:") && len(t.Args) > 0 {
		t = t.Args[0]
	}
	return t
}

// decidedElsewhere reports whether the store has already decided: the write
// runs in a transaction that locked the rows, or only after a conditional
// write of the same region was won.
func (r *Result) decidedElsewhere(fn *function, l, o *Op) bool {
	e := r.e
	if serializable(o.Conn) {
		return true
	}
	for _, p := range fn.ops {
		if p == o || p.Write == nil {
			continue
		}
		if p.Kind == OpRead && p.Write.Cond && p.Conn != nil && o.Conn != nil && sameRoot(p.Conn, o.Conn) &&
			(p.Write.Table == "" || o.Write.Table == "" || p.Write.Table == o.Write.Table) {
			return true // SELECT … FOR UPDATE
		}
		if p.Kind == OpWrite && p.Write.Cond && p.Instr != o.Instr && p.Instr != l.Instr && p.Instr.Parent() == fn.f {
			if e.blockImplies(o.Instr.Block(), p, 0) == succeeded {
				return true
			}
		}
	}
	return false
}

// serializable reports whether a transaction was begun at an isolation level
// that lets the store decide: sql.LevelSerializable is 6.
func serializable(tx *Term) bool {
	return tx.has(func(t *Term) bool {
		if t.Kind != Object || !strings.HasSuffix(t.Type, "TxOptions") {
			return false
		}
		for _, name := range []string{"Isolation", "IsoLevel"} {
			if l := t.Get(name); l != nil && l.Kind == Const && (l.Text == "6" || l.Text == "7" || strings.EqualFold(l.Text, "serializable")) {
				return true
			}
		}
		return false
	})
}

// readBefore reports whether what the write changes was read under the lock:
// the same table, key or object, or a value that flows into the write.
func (r *Result) readBefore(fn *function, l, o *Op) bool {
	for _, p := range fn.ops {
		if p.Kind != OpRead && p.Kind != OpGet || p.Instr == l.Instr || !r.follows(fn, l, p) || !r.precedes(p, o) {
			continue
		}
		switch {
		case p.Write != nil && o.Write.Table != "" && p.Write.Table == o.Write.Table:
			return true
		case p.Key != nil && o.Key != nil && same(p.Key, o.Key):
			return true
		case p.Write != nil && p.Write.Target != nil && o.Write.Target != nil && same(p.Write.Target, o.Write.Target):
			return true
		case p.Write != nil && sameModel(p.Write.Target, o.Write.Target):
			return true
		case p.Write != nil && sharesObject(p.Write.Args, o.Write.Args):
			return true
		}
	}
	return false
}

// sameModel reports whether a read and a write name their table by one model's
// type.
func sameModel(a, b *Term) bool {
	return a != nil && b != nil && a.Kind == Object && b.Kind == Object && a.Type == b.Type && strings.Contains(a.Type, ".")
}

// sharesObject reports whether a read filled an object that the write stores.
func sharesObject(a, b []*Term) bool {
	for _, x := range a {
		if x == nil || x.Kind != Object || isMap(x) || x.Text == "" {
			continue
		}
		for _, y := range b {
			if y != nil && y.has(func(t *Term) bool { return t.Kind == Object && t.Text == x.Text && t.Type == x.Type }) {
				return true
			}
		}
	}
	return false
}

func (r *Result) follows(fn *function, l, p *Op) bool {
	if len(p.Under) > 0 || l.Instr == p.Instr {
		return true
	}
	if p.Instr.Parent() != l.Instr.Parent() {
		return true
	}
	return reaches(l.Instr, p.Instr)
}

func (r *Result) precedes(p, o *Op) bool {
	if p.Instr == o.Instr {
		return p.At.Pos < o.At.Pos || p.Depth > 0
	}
	return p.Instr.Parent() != o.Instr.Parent() || reaches(p.Instr, o.Instr)
}

// dependsOnCheck reports whether a constant is written after a check that was
// made under the lock.
func (r *Result) dependsOnCheck(fn *function, l, o *Op) bool {
	if !o.Write.Constant {
		return false
	}
	instr := o.Instr
	if o.Depth == 0 && o.Origin != nil && o.Origin.Instr != nil {
		instr = o.Origin.Instr
	}
	for _, c := range conditions(instr.Block()) {
		if r.e.implies(c.cond, c.branch, l) == unsure {
			if bin, ok := c.cond.(*ssa.BinOp); ok && isError(bin.X.Type()) {
				continue
			}
			return true
		}
	}
	return false
}

// seen reports whether somebody looks at the rejection of a conditional write.
func (r *Result) seen(fn *function, o *Op) bool {
	e := r.e
	if o.Depth > 0 {
		return true // the callee's business
	}
	src := o
	if o.Origin != nil {
		src = o.Origin
	}
	v, ok := src.Instr.(*ssa.Call)
	if !ok {
		return false
	}
	if src.Script {
		return e.used(v, func(x ssa.Value) bool { return !src.Quiet || src.dest != nil || !isError(x.Type()) })
	}
	switch src.Wins {
	case catalogue.ByNilError, catalogue.WinsUnknown:
		return e.errorMatters(v) && !e.takenForSuccess(v)
	case catalogue.ByField:
		_, name, _ := strings.Cut(string(src.Won), ".")
		return e.fieldLooked(v, name)
	}
	return e.used(v, func(x ssa.Value) bool { return !isError(x.Type()) })
}

// used reports whether any value that comes from call and satisfies want is
// looked at, returned or handed on.
func (e *engine) used(call ssa.Value, want func(ssa.Value) bool) bool {
	return e.usedDepth(call, want, 0, map[ssa.Value]bool{})
}

func (e *engine) usedDepth(v ssa.Value, want func(ssa.Value) bool, depth int, seen map[ssa.Value]bool) bool {
	if depth > 10 || seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, in := range *v.Referrers() {
		switch x := in.(type) {
		case *ssa.Extract:
			if want(x) && e.usedDepth(x, want, depth+1, seen) {
				return true
			}
		case *ssa.Call:
			c := e.resolve(x)
			if c.row != nil && c.row.Role == catalogue.Log {
				continue
			}
			if c.row != nil && (c.row.Role == catalogue.Unwrap || c.row.Role == catalogue.RowsAffected) {
				if !isTuple(x) && !want(x) {
					continue
				}
				if e.usedDepth(x, want, depth+1, seen) {
					return true
				}
				continue
			}
			return true
		case *ssa.Store:
			if x.Val != v {
				continue
			}
			if a, ok := x.Addr.(*ssa.Alloc); ok {
				if e.usedDepth(a, want, depth+1, seen) {
					return true
				}
				continue
			}
			if e.loggedOnly(x.Addr) {
				continue
			}
			return true
		case *ssa.UnOp, *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.ChangeInterface, *ssa.FieldAddr:
			if e.usedDepth(in.(ssa.Value), want, depth+1, seen) {
				return true
			}
		case *ssa.DebugRef:
		case *ssa.MakeClosure:
			for _, fv := range captured(x, v) {
				if e.usedDepth(fv, want, depth+1, seen) {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}

// loggedOnly reports whether addr is a place among the arguments of a variadic
// call that only tells people.
func (e *engine) loggedOnly(addr ssa.Value) bool {
	place, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	calls, all := passedIn(place)
	return all && len(calls) > 0 && !slices.ContainsFunc(calls, func(ci ssa.CallInstruction) bool {
		c := e.resolve(ci)
		return c.row == nil || c.row.Role != catalogue.Log
	})
}

func isTuple(c *ssa.Call) bool {
	return c.Call.Signature().Results().Len() > 1
}

// tells reports whether field i of a result tells what the field name tells: it
// is that field, or a count beside it (modified beside matched).
func tells(st *types.Struct, i int, name string) bool {
	f := st.Field(i)
	if f.Name() == name {
		return true
	}
	k := fieldIndex(st, name)
	if k < 0 {
		return false
	}
	return isInteger(f.Type()) && types.Identical(f.Type(), st.Field(k).Type())
}

// fieldLooked reports whether field or method name of a result is looked at, or
// the whole result handed on.
func (e *engine) fieldLooked(v *ssa.Call, name string) bool {
	seen := map[ssa.Value]bool{}
	var look func(x ssa.Value, depth int) bool
	look = func(x ssa.Value, depth int) bool {
		if depth > 10 || seen[x] || x.Referrers() == nil {
			return false
		}
		seen[x] = true
		for _, in := range *x.Referrers() {
			switch u := in.(type) {
			case *ssa.Extract:
				if !isError(u.Type()) && look(u, depth+1) {
					return true
				}
			case *ssa.FieldAddr:
				st := structOf(u.X.Type())
				if st != nil && tells(st, u.Field, name) {
					return true
				}
			case *ssa.Field:
				st := structOf(u.X.Type())
				if st != nil && tells(st, u.Field, name) {
					return true
				}
			case *ssa.Store:
				a, ok := u.Addr.(*ssa.Alloc)
				if u.Val == x && !e.loggedOnly(u.Addr) && (!ok || look(a, depth+1)) {
					return true
				}
			case *ssa.UnOp, *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeType:
				if look(in.(ssa.Value), depth+1) {
					return true
				}
			case *ssa.MakeClosure:
				for _, fv := range captured(u, x) {
					if look(fv, depth+1) {
						return true
					}
				}
			case *ssa.Call:
				c := e.resolve(u)
				if c.row != nil && c.row.Role == catalogue.Log {
					continue
				}
				if c.recv == x && c.obj != nil && c.obj.Name() != name && c.row != nil && c.row.Role != catalogue.RowsAffected {
					continue
				}
				if c.obj != nil && c.obj.Name() == name && u.Referrers() != nil && len(*u.Referrers()) == 0 {
					continue
				}
				return true
			case ssa.CallInstruction, *ssa.Return, *ssa.Send:
				return true
			}
		}
		return false
	}
	return look(v, 0)
}

// errorMatters reports whether the error of a call changes what the program
// does: it is returned, or a branch on it ends the function, rather than only
// being logged.
func (e *engine) errorMatters(v *ssa.Call) bool {
	var errs []ssa.Value
	if isError(v.Type()) {
		errs = append(errs, v)
	}
	for _, in := range *v.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && isError(x.Type()) {
			errs = append(errs, x)
		}
		if c, ok := in.(*ssa.Call); ok && !isTuple(c) && isError(c.Type()) {
			errs = append(errs, c)
		}
	}
	for _, err := range errs {
		if e.reacts(err) {
			return true
		}
	}
	return false
}

// takenForSuccess reports whether a particular error of a call, which says that
// the condition failed, ends the function with no error.
func (e *engine) takenForSuccess(v *ssa.Call) bool {
	for _, b := range v.Parent().Blocks {
		ifs, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		call, ok := ifs.Cond.(*ssa.Call)
		if !ok {
			continue
		}
		c := e.resolve(call)
		if !isNamed(c.obj, "errors", "As") && !isNamed(c.obj, "errors", "Is") || len(c.args) == 0 || !e.comesFrom(c.args[0], v) {
			continue
		}
		if r, ok := b.Succs[0].Instrs[len(b.Succs[0].Instrs)-1].(*ssa.Return); ok && len(b.Succs[0].Preds) == 1 && len(r.Results) > 0 && e.allNilErrors(r) {
			return true
		}
	}
	return false
}

func (e *engine) allNilErrors(r *ssa.Return) bool {
	for _, v := range r.Results {
		if !isError(v.Type()) || e.eval(v).Kind != Nil {
			return false
		}
	}
	return true
}

func (e *engine) comesFrom(err ssa.Value, call *ssa.Call) bool {
	for _, s := range e.sources(err, 0) {
		if x, ok := s.(*ssa.Extract); ok && x.Tuple == ssa.Value(call) || s == ssa.Value(call) {
			return true
		}
	}
	return false
}

// collect turns held writes into faults: high ones one for each acquire, others
// one for each lock.
func (r *Result) collect(found []heldWrite) []Fault {
	groups := map[string][]heldWrite{}
	var keys []string
	add := func(k string, w heldWrite) {
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], w)
	}
	high := map[*Op]bool{}
	for _, w := range found {
		if w.high {
			high[w.lock.Origin] = true
		}
	}
	for _, w := range found {
		at := strconv.Itoa(int(w.lock.At.Pos))
		switch {
		case w.high || high[w.lock.Origin]:
			add("a"+at+"/"+w.fn.f.Name(), w)
		default:
			add("l"+r.lockIdentity(w.lock), w)
		}
	}
	var out []Fault
	for _, k := range keys {
		for _, ws := range r.bySilence(groups[k]) {
			out = append(out, r.fault(ws))
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].At < out[j].At })
	return out
}

// bySilence parts a group that is one finding: a function whose finding would
// not be reported must not silence the others.
func (r *Result) bySilence(ws []heldWrite) [][]heldWrite {
	first := map[*function]heldWrite{}
	for _, w := range ws {
		if f, ok := first[w.fn]; !ok || stronger(w, f) {
			first[w.fn] = w
		}
	}
	parts := map[string][]heldWrite{}
	var order []string
	for _, w := range ws {
		f := first[w.fn]
		s := r.e.silence("unfenced", f.category, f.op.At.Pos)
		if parts[s] == nil {
			order = append(order, s)
		}
		parts[s] = append(parts[s], w)
	}
	var out [][]heldWrite
	for _, s := range order {
		out = append(out, parts[s])
	}
	return out
}

// stronger reports whether a finding about both writes stands at v.
func stronger(v, w heldWrite) bool {
	if v.high != w.high {
		return v.high
	}
	return v.op.At.Pos < w.op.At.Pos
}

// lockIdentity groups the acquires of one lock: by key class or lock type.
func (r *Result) lockIdentity(l *Op) string {
	if c := r.e.classOf(l.Key); c != "" {
		return c
	}
	if l.Handle != nil {
		return l.Handle.String()
	}
	return strconv.Itoa(int(l.At.Pos))
}

// fault words the finding for a group of writes: it stands at the strongest.
func (r *Result) fault(ws []heldWrite) Fault {
	sort.SliceStable(ws, func(i, j int) bool { return stronger(ws[i], ws[j]) })
	w := ws[0]
	f := Fault{Category: w.category, At: w.op.At.Pos, Confidence: config.Medium}
	if w.high {
		f.Confidence = config.High
	}
	what := r.writeName(w.op)
	switch w.category {
	case RejectionIgnored:
		f.Message = "a rejected " + what + " looks like success: nobody asks whether its condition held after the lock was lost"
	case OtherSession:
		f.Message = what + " still succeeds when " + lockName(w.lock) + " is lost: it goes through another connection"
	case NoToken:
		f.Message = "if the holder stalls, " + what + " overwrites what the next holder wrote: it carries no fencing token of " + lockName(w.lock)
	default:
		f.Message = "if the holder stalls, " + what + " overwrites what the next holder wrote: nothing checks that " + lockName(w.lock) + " is still held"
	}
	f.Related = append(f.Related, w.lock.place("the lock is taken here"))
	f.Related = append(f.Related, w.op.inner("the write itself")...)
	more := 0
	for _, o := range ws[1:] {
		if o.op.At.Pos != w.op.At.Pos {
			f.Related = append(f.Related, o.op.place("another write under the lock"))
			more++
		}
	}
	f.Related = append(f.Related, wayOut(r.writeAdvice(w, more)))
	return f
}

// writeName names a write as the line that is reported shows it: below a call,
// also the function that is called there.
func (r *Result) writeName(o *Op) string {
	if c := r.e.calls[o.Instr]; o.Depth > 0 && c != nil && c.obj != nil && c.obj.Name() != o.Write.What {
		return "the " + o.Write.What + " in " + c.obj.Name()
	}
	return o.Write.What
}

func (r *Result) writeAdvice(w heldWrite, more int) string {
	s := ""
	if more > 0 {
		s = strconv.Itoa(more+1) + " writes; "
	}
	switch w.category {
	case RejectionIgnored:
		return s + "look at what the store answers (rows affected, Succeeded, the precondition error) and give up when it says no"
	case OtherSession:
		return s + "write through the connection that holds the lock"
	case NoToken:
		if lib := w.lock.Lib; lib != nil && w.op.Lib != nil && w.op.Lib.Kind == lib.Kind && lib.Fenced != "" {
			return s + lib.Fenced
		}
		return s + "send the lock's revision or index with the write and let the store refuse a smaller one"
	}
	return s + "add a condition that the store checks (version, expected state, unique key), or declare //locklint:efficiency REASON at the lock"
}
