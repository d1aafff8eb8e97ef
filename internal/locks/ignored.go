package locks

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// pooledSession finds a session's lock that is taken on a pool.
func (r *Result) pooledSession(fn *function, o *Op) *Fault {
	if o.Kind != OpAcquire || o.On != catalogue.Pool {
		return nil
	}
	return &Fault{
		Category: PooledSession, At: o.At.Pos,
		Message: o.Name + " locks one connection of the pool; work and unlock may get another: the lock leaks or guards nothing",
		Related: append(o.inner("taken here"), wayOut("take one connection (db.Conn, pool.Acquire) for lock, work and unlock, or use a transaction's lock")),
	}
}

// ignoredAcquire finds an acquire whose result nobody looks at.
func (r *Result) ignoredAcquire(fn *function, o *Op) *Fault {
	e := r.e
	if o.Kind == OpCreate && !e.isLock(o, r.ev) || o.Queued || o.Atomic || o.Judged || o.On == catalogue.Tx && o.Wins != catalogue.ByTrue {
		return nil
	}
	site := e.site(o)
	v, ok := site.Instr.(*ssa.Call)
	if !ok || len(resultTypes(v)) == 0 || o.Wins == catalogue.Always && site.out == nil {
		return nil
	}
	if site.Depth > 0 && (site.out == nil || site.out.OK < 0 && site.out.Err < 0 && site.out.NonNil < 0) {
		return nil
	}
	if e.outcomeLooked(v, site) {
		return r.writesWithout(fn, o)
	}
	if e.readBack(fn, o) {
		return nil
	}
	return &Fault{
		Category: AcquireIgnored, At: o.At.Pos,
		Message: "the work runs without " + lockName(o) + " when another holds it: nobody looks whether " + o.Name + " succeeded",
		Related: append(o.inner("taken here"), wayOut("go on only if it says that the lock is ours")),
	}
}

// writesWithout finds an acquire that is refused, and the same writes are made
// as if it had been granted: the refusal is only logged, swallowed or forgotten.
func (r *Result) writesWithout(fn *function, o *Op) *Fault {
	for _, w := range r.heldWrites(fn) {
		if w.lock != o || !fn.flow.refusedAt(o, w.op.Instr) {
			continue
		}
		return &Fault{
			Category: AcquireIgnored, At: o.At.Pos,
			Message: w.op.Name + " also runs when another holds " + lockName(o) + ": that " + o.Name + " was refused stops nothing",
			Related: append(o.inner("taken here"),
				Place{Pos: w.op.At.Pos, What: "written with or without the lock"},
				wayOut("return, or wait for the lock, when it is refused")),
		}
	}
	return nil
}

// readBack reports whether somebody looks at who holds the lock after o: INSERT
// IGNORE, then SELECT owner and a comparison, says as much as the rows affected.
func (e *engine) readBack(fn *function, o *Op) bool {
	for _, q := range fn.ops {
		if !e.asksHolder(o, q) || q.Instr == o.Instr || q.Instr.Parent() != o.Instr.Parent() || !reaches(o.Instr, q.Instr) {
			continue
		}
		v, ok := q.Instr.(*ssa.Call)
		if !ok {
			continue
		}
		byError := e.bindsOwner(v, o) // no row is then an answer
		looked := func(x ssa.Value) bool { return byError || !isError(x.Type()) }
		if q.Depth > 0 && e.used(v, looked) || q.Depth == 0 && e.answerLooked(q, func(_ ssa.Instruction, x ssa.Value) bool { return looked(x) }) {
			return true
		}
	}
	return false
}

// answerLooked reports whether an answer of q that satisfies want is compared,
// returned or handed on, itself or as what it was scanned into.
func (e *engine) answerLooked(q *Op, want func(ssa.Instruction, ssa.Value) bool) bool {
	for _, b := range q.Instr.Parent().Blocks {
		for _, in := range b.Instrs {
			if !e.looks(in) {
				continue
			}
			for _, x := range in.Operands(nil) {
				if *x == nil || !want(in, *x) {
					continue
				}
				if a, _ := e.aspectOf(*x, q); a != noAspect {
					return true
				}
			}
		}
	}
	return false
}

// looks reports whether an instruction does something with its operands'
// values, other than to hand them to the log or to take a reply out of its shell.
func (e *engine) looks(in ssa.Instruction) bool {
	switch x := in.(type) {
	case *ssa.BinOp, *ssa.If, *ssa.Return:
		return true
	case *ssa.Call:
		c := e.resolve(x)
		if c.row == nil {
			return true
		}
		switch c.row.Role {
		case catalogue.Scan, catalogue.Unwrap, catalogue.RowsAffected, catalogue.Log:
			return false
		}
		return true
	}
	return false
}

// bindsOwner reports whether a query is asked with the owner that o stored.
func (e *engine) bindsOwner(v *ssa.Call, o *Op) bool {
	c := e.resolve(v)
	if c.row == nil || o.Owner == nil {
		return false
	}
	args, _ := e.list(c, c.row.Args)
	return slices.ContainsFunc(args, func(t *Term) bool { return same(t, o.Owner) })
}

// asksHolder reports whether q reads the key or the row of o's lock.
func (e *engine) asksHolder(o, q *Op) bool {
	switch q.Kind {
	case OpGet:
		return e.sameLock(o, q)
	case OpRead:
		return q.Write != nil && same(q.Write.Target, o.Key)
	}
	return false
}

// outcomeLooked reports whether what tells the success of an acquire is looked
// at, returned or handed on. An error alone does not tell where "held by
// another" is no error.
func (e *engine) outcomeLooked(v *ssa.Call, o *Op) bool {
	needOK := !o.errEnough(false) && !(o.out == nil && o.Wins == catalogue.WinsUnknown)
	want := func(x ssa.Value) bool {
		return !needOK || !isError(x.Type()) || o.errEnough(true) && e.unwraps(x)
	}
	if needOK && e.answersNothing(v, o) {
		return false
	}
	if _, field, ok := strings.Cut(string(o.Won), "."); ok && o.out == nil && o.Wins == catalogue.ByField {
		return e.fieldLooked(v, field)
	}
	if o.out == nil && o.Answers != nil && e.proves(v.Parent(), o) {
		return true // by an error, perhaps
	}
	if o.out == nil && o.Wins == catalogue.ByNonNil && yieldsSignal(o) && resultIndex(o.Lost) == max(resultIndex(o.Won), 0) {
		return e.nilLooked(v, o)
	}
	if !isTuple(v) {
		if needOK && isError(v.Type()) {
			return e.scanLooked(v, o)
		}
		if e.used(v, want) {
			return true
		}
		return e.scanLooked(v, o)
	}
	if o.out == nil && o.Wins == catalogue.ByNilError {
		want = func(x ssa.Value) bool { return isError(x.Type()) }
		if e.guards(e.byFn[v.Parent()], o) {
			return true
		}
	}
	for _, in := range *v.Referrers() {
		x, ok := in.(*ssa.Extract)
		if !ok || !want(x) {
			continue
		}
		if o.out != nil && x.Index != o.out.OK && x.Index != o.out.NonNil && !(x.Index == o.out.Err && o.out.ErrOK) {
			continue
		}
		if isContext(x.Type()) && o.out == nil {
			continue
		}
		if e.used(x, want) {
			return true
		}
	}
	return e.scanLooked(v, o)
}

// answersNothing reports whether a call drops what the lock's own function
// answers: Exec reads no rows, and its tag does not tell.
func (e *engine) answersNothing(v *ssa.Call, o *Op) bool {
	c := e.resolve(v)
	return o.Kind == OpAcquire && o.out == nil && c.row != nil && c.row.Role == catalogue.SQLExec
}

// unwraps reports whether a value is a converter's result: redis.String turns
// an empty reply into an error.
func (e *engine) unwraps(v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	c := e.resolve(call)
	return c.row != nil && c.row.Role == catalogue.Unwrap
}

// proves reports whether some branch of f is taken only if o succeeded.
func (e *engine) proves(f *ssa.Function, o *Op) bool {
	for _, b := range f.Blocks {
		for _, s := range b.Succs {
			if len(b.Succs) == 2 && e.edgeImplies(b, s, o, 0) == succeeded {
				return true
			}
		}
	}
	return false
}

// nilLooked reports whether a handle that is nil when the lock was not acquired
// is compared with nil or handed on; to wait on it as a signal is no look.
func (e *engine) nilLooked(v *ssa.Call, o *Op) bool {
	if e.proves(v.Parent(), o) {
		return true
	}
	for _, in := range *v.Referrers() {
		x, ok := in.(*ssa.Extract)
		if !ok || isError(x.Type()) || x.Referrers() == nil {
			continue
		}
		for _, u := range *x.Referrers() {
			switch s := u.(type) {
			case *ssa.Return:
				return true
			case ssa.CallInstruction:
				if e.calleeTestsNil(s, x) {
					return true
				}
			case *ssa.Store:
				if _, local := s.Addr.(*ssa.Alloc); !local {
					return true
				}
				if slices.ContainsFunc(e.aliases(s.Addr), loadedToReturn) {
					return true
				}
			}
		}
	}
	return false
}

// calleeTestsNil reports whether a function of the package that gets v compares it
// with nil.
func (e *engine) calleeTestsNil(call ssa.CallInstruction, v ssa.Value) bool {
	c := e.resolve(call)
	if c.fn == nil {
		return false
	}
	for i, a := range call.Common().Args {
		if a != v || i >= len(c.fn.Params) {
			continue
		}
		for _, in := range *c.fn.Params[i].Referrers() {
			if b, ok := in.(*ssa.BinOp); ok && (e.eval(b.X).Kind == Nil || e.eval(b.Y).Kind == Nil) {
				return true
			}
		}
	}
	return false
}

// scanLooked: a row that is scanned, or a destination that is read, is looked
// at.
func (e *engine) scanLooked(v *ssa.Call, o *Op) bool {
	dest := o.dest
	if dest == nil || o.Depth > 0 {
		c := e.resolve(v)
		if c.row == nil || c.row.Role != catalogue.SQLQuery {
			return false
		}
		if !isError(v.Type()) {
			return true // rows: the scan is looked for by used
		}
		dest = c.place("arg0")
	}
	if mi, ok := dest.(*ssa.MakeInterface); ok {
		dest = mi.X
	}
	a, ok := dest.(*ssa.Alloc)
	if !ok {
		_, none := dest.(*ssa.Const)
		return !none // a field or a caller's variable
	}
	for _, alias := range e.aliases(a) {
		for _, r := range *alias.Referrers() {
			switch r.(type) {
			case *ssa.UnOp, *ssa.FieldAddr:
				return true
			}
		}
	}
	return false
}
