package locks

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// reacts reports whether the program does something about the value v, an
// error or a result, beyond logging it: returns it, hands it on, or branches on
// it to code that reacts.
func (e *engine) reacts(v ssa.Value) bool {
	return e.reactsDepth(v, 0, map[ssa.Value]bool{})
}

func (e *engine) reactsDepth(v ssa.Value, depth int, seen map[ssa.Value]bool) bool {
	if depth > 10 || seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, in := range *v.Referrers() {
		switch x := in.(type) {
		case *ssa.Return:
			if e.returnReacts(x, func(r ssa.Value) bool { return r == v }) {
				return true
			}
		case *ssa.Panic, *ssa.Send:
			if e.raises(in) {
				return true
			}
		case *ssa.Store:
			if x.Val != v {
				continue
			}
			if a, ok := x.Addr.(*ssa.Alloc); ok {
				for _, alias := range e.aliases(a) {
					if e.reactsDepth(alias, depth+1, seen) {
						return true
					}
				}
				continue
			}
			if ia, ok := x.Addr.(*ssa.IndexAddr); ok {
				if e.variadicReacts(ia, v, depth, seen) {
					return true
				}
				continue
			}
			switch x.Addr.(type) {
			case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar:
			default:
				return true // through a pointer of the caller's
			}
			if e.storedIsRead(x.Addr, v.Parent()) {
				return true
			}
		case *ssa.MapUpdate:
			if e.mapIsRead(x.Map, v.Parent()) {
				return true
			}
		case *ssa.Call:
			c := e.resolve(x)
			if c.row != nil && c.row.Role == catalogue.Log {
				continue
			}
			if e.passesOn(c) {
				if e.reactsDepth(x, depth+1, seen) {
					return true
				}
				continue
			}
			if e.onlyLogs(c, 0) {
				continue
			}
			return true
		case *ssa.Defer, *ssa.Go:
			return true
		case *ssa.If:
			if e.branchReacts(x, depth) {
				return true
			}
		case *ssa.BinOp:
			if e.reactsDepth(x, depth+1, seen) {
				return true
			}
		case ssa.Value:
			if mc, ok := x.(*ssa.MakeClosure); ok {
				for _, fv := range captured(mc, v) {
					if e.reactsDepth(fv, depth+1, seen) {
						return true
					}
				}
				continue
			}
			if _, ok := x.(*ssa.IndexAddr); ok {
				continue
			}
			if mi, ok := x.(*ssa.MakeInterface); ok {
				users := e.passedTo(mi)
				for _, u := range users {
					c := e.resolve(u)
					if uc, ok := u.(*ssa.Call); ok && e.passesOn(c) {
						if e.reactsDepth(uc, depth+1, seen) {
							return true
						}
					} else if !e.onlyLogs(c, 0) {
						return true
					}
				}
				if len(users) > 0 {
					continue
				}
			}
			if e.reactsDepth(x, depth+1, seen) {
				return true
			}
		}
	}
	return false
}

// variadicReacts follows a value that is stored into a slice literal to the
// calls that get the slice.
func (e *engine) variadicReacts(ia *ssa.IndexAddr, v ssa.Value, depth int, seen map[ssa.Value]bool) bool {
	if _, global := ia.X.(*ssa.Global); global {
		return true // as a variable of the package: whoever reads it is told
	}
	for _, u := range e.passedTo(v) {
		call, ok := u.(*ssa.Call)
		if !ok {
			return true
		}
		c := e.resolve(call)
		if e.passesOn(c) {
			if e.reactsDepth(call, depth+1, seen) {
				return true
			}
			continue
		}
		if !e.onlyLogs(c, 0) {
			return true
		}
	}
	return false
}

// passesOn reports whether a call only makes a new value of its arguments.
func (e *engine) passesOn(c *call) bool {
	if c.row != nil && (c.row.Role == catalogue.Unwrap || c.row.Role == catalogue.Pure || c.row.Role == catalogue.Format || c.row.Role == catalogue.RowsAffected) {
		return true
	}
	return isNamed(c.obj, "fmt", "Errorf") || isNamed(c.obj, "errors", "Join") || isNamed(c.obj, "errors", "Is") || isNamed(c.obj, "errors", "As") || isErrorMethod(c.obj)
}

func isErrorMethod(f *types.Func) bool { return f != nil && f.Name() == "Error" && recvName(f) != "" }

// loadedToReturn reports whether a variable's value is returned: SSA keeps named
// results of a function with defers in locals that it loads to return them.
func loadedToReturn(addr ssa.Value) bool {
	if addr.Referrers() == nil {
		return false
	}
	for _, in := range *addr.Referrers() {
		if u, ok := in.(*ssa.UnOp); ok && u.Referrers() != nil {
			for _, r := range *u.Referrers() {
				if _, ok := r.(*ssa.Return); ok {
					return true
				}
			}
		}
	}
	return false
}

// startedAlone reports whether f is started by a go statement, so that what it
// returns is lost.
func (e *engine) startedAlone(f *ssa.Function) bool {
	mc := e.closures[f]
	var refs []ssa.Instruction
	if mc != nil {
		refs = *mc.Referrers()
	} else if f.Referrers() != nil {
		refs = *f.Referrers()
	} else {
		for _, ci := range e.callers[f] {
			refs = append(refs, ci)
		}
	}
	if len(refs) == 0 {
		return false
	}
	for _, r := range refs {
		if g, ok := r.(*ssa.Go); !ok || g.Call.StaticCallee() != f {
			return false // whoever gets it as an argument calls it
		}
	}
	return true
}

// returnReacts reports whether somebody learns of the results of a return that tell.
// Of a literal that is called where it stands it is the function around it that does,
// if it looks at them.
func (e *engine) returnReacts(r *ssa.Return, tell func(ssa.Value) bool) bool {
	fn := r.Parent()
	if e.startedAlone(fn) {
		return false
	}
	around, _ := callOfLiteral(fn).(*ssa.Call)
	for i, v := range r.Results {
		if slices.ContainsFunc(e.returned(v), tell) && (around == nil || e.resultReacts(around, i)) {
			return true
		}
	}
	return false
}

// returned are the values that a return gives as v: SSA keeps the results of a
// function with defers in locals.
func (e *engine) returned(v ssa.Value) []ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return append(e.stored(load), v)
	}
	return []ssa.Value{v}
}

// resultReacts reports whether result i of a call is acted upon.
func (e *engine) resultReacts(call *ssa.Call, i int) bool {
	if !isTuple(call) {
		return e.reacts(call)
	}
	for _, in := range *call.Referrers() {
		if x, ok := in.(*ssa.Extract); ok && x.Index == i && e.reacts(x) {
			return true
		}
	}
	return false
}

// nilError reports an error that is always nil.
func (e *engine) nilError(v ssa.Value) bool {
	return isError(v.Type()) && e.eval(v).Kind == Nil
}

// storedIsRead reports whether a field or variable is read by somebody who may
// act on it: not by the function that stores it, and not by one that only
// releases.
func (e *engine) storedIsRead(addr ssa.Value, by *ssa.Function) bool {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		_, global := addr.(*ssa.Global)
		return global
	}
	for _, f := range e.fieldReads[fieldKey(fa)] {
		if sameFunctionFamily(f, by) && f == by {
			continue
		}
		if !e.releasesOnly(f) {
			return true
		}
	}
	return false
}

// mapIsRead reports whether somebody looks into a map that a result is put into.
func (e *engine) mapIsRead(m ssa.Value, by *ssa.Function) bool {
	if fa := fieldLoaded(m); fa != nil {
		return e.storedIsRead(fa, by)
	}
	made, ok := m.(*ssa.MakeMap)
	return !ok || slices.ContainsFunc(*made.Referrers(), func(in ssa.Instruction) bool {
		put, isPut := in.(*ssa.MapUpdate)
		return !isPut || put.Map != m
	})
}

// releasesOnly reports whether a function gives a lock back and does no work
// under it: that it looks at a flag first stops nobody.
func (e *engine) releasesOnly(f *ssa.Function) bool {
	fn := e.byFn[f]
	if fn == nil {
		return false
	}
	releases := false
	for _, o := range fn.ops {
		switch {
		case o.endsHold():
			releases = true
		case o.isAcquire(), o.Kind == OpWrite, o.Kind == OpCallParam:
			return false
		}
	}
	return releases
}

// branchReacts reports whether the side of a branch that failure takes does
// something that stops work or tells somebody.
func (e *engine) branchReacts(ifs *ssa.If, depth int) bool {
	if depth > 8 {
		return true
	}
	b := ifs.Block()
	if i := e.failingSide(ifs.Cond); i >= 0 {
		return e.sideReacts(b.Succs[i], b)
	}
	for i, s := range b.Succs {
		if !reachable(b.Succs[1-i], b)[s] && e.sideReacts(s, b) {
			return true
		}
	}
	return false
}

// failingSide is the successor that a condition about a result takes on
// failure, or -1 if the condition does not tell.
func (e *engine) failingSide(cond ssa.Value) int {
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			if i := e.failingSide(x.X); i >= 0 {
				return 1 - i
			}
		}
	case *ssa.BinOp:
		return e.failingComparison(x)
	case *ssa.Call:
		if c := e.resolve(x); isNamed(c.obj, "errors", "Is") || isNamed(c.obj, "errors", "As") {
			return 0
		}
		return 1
	case *ssa.Extract:
		return 1
	case *ssa.Phi:
		return -1
	}
	if isBool(cond.Type()) {
		return 1
	}
	return -1
}

func (e *engine) failingComparison(x *ssa.BinOp) int {
	other := e.eval(x.Y)
	if other.Kind == Nil {
		failsWhenNil := !isError(x.X.Type())
		if (x.Op == token.EQL) == failsWhenNil {
			return 0
		}
		return 1
	}
	if isError(x.X.Type()) {
		if x.Op == token.EQL {
			return 0
		}
		return 1
	}
	switch okComparison(x.Op, other) {
	case failed:
		return 0
	case succeeded:
		return 1
	}
	return -1
}

// sideReacts looks at the blocks that a branch leads to and dominates.
func (e *engine) sideReacts(s, from *ssa.BasicBlock) bool {
	if s.Dominates(from) {
		return false // back to the head of the loop
	}
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{s}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || !s.Dominates(b) {
			continue
		}
		seen[b] = true
		if e.blockReacts(b) {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

func reachable(from, stop *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || b == stop {
			continue
		}
		seen[b] = true
		work = append(work, b.Succs...)
	}
	return seen
}

// blockReacts reports whether a block tells somebody or stops the work.
func (e *engine) blockReacts(b *ssa.BasicBlock) bool { return e.anyReacts(b, b.Instrs) }

// endReacts reports whether what comes after a call that blocks until the lock is lost
// tells somebody.
func (e *engine) endReacts(blocking *ssa.Call) bool {
	b := blocking.Block()
	if e.anyReacts(b, b.Instrs[slices.Index(b.Instrs, ssa.Instruction(blocking))+1:]) {
		return true
	}
	return slices.ContainsFunc(blocking.Parent().Blocks, func(x *ssa.BasicBlock) bool {
		return x != b && reaches(blocking, x.Instrs[0]) && b.Dominates(x) && e.blockReacts(x)
	})
}

// anyReacts reports whether one of the instructions of a block tells somebody.
func (e *engine) anyReacts(b *ssa.BasicBlock, instrs []ssa.Instruction) bool {
	for _, in := range instrs {
		switch x := in.(type) {
		case *ssa.Panic, *ssa.Send:
			if e.raises(in) {
				return true
			}
		case *ssa.Select:
			if e.selectSends(x) {
				return true
			}
		case *ssa.Return:
			if e.returnReacts(x, func(r ssa.Value) bool { return !e.nilError(r) }) {
				return true
			}
			if e.deferReacts(b.Parent()) {
				return true
			}
		case *ssa.Store:
			if e.flagStore(x, b.Parent()) {
				return true
			}
		case *ssa.Call:
			if e.callReacts(x, 0) {
				return true
			}
		}
	}
	return false
}

// selectSends reports whether a select sends on a channel that somebody may
// receive from.
func (e *engine) selectSends(sel *ssa.Select) bool {
	for _, st := range sel.States {
		if st.Dir != types.SendOnly {
			continue
		}
		if !e.unheard(st.Chan) {
			return true
		}
	}
	return false
}

// flagStore is a store that another function reads.
func (e *engine) flagStore(s *ssa.Store, by *ssa.Function) bool {
	switch addr := s.Addr.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return e.storedIsRead(s.Addr, by)
	case *ssa.FreeVar:
		b := e.binding(addr)
		if b == nil {
			return true
		}
		for _, a := range e.aliases(b) {
			if a == ssa.Value(addr) || a.Referrers() == nil {
				continue
			}
			for _, r := range *a.Referrers() {
				if u, ok := r.(*ssa.UnOp); ok && u.Op == token.MUL && u.Referrers() != nil && len(*u.Referrers()) > 0 {
					return true
				}
			}
		}
	case *ssa.Alloc:
		return loadedToReturn(addr) && !e.startedAlone(by) && callOfLiteral(by) == nil && !e.nilError(s.Val)
	}
	return false
}

// deferReacts reports whether a function's deferred calls tell somebody: they
// run on every return.
func (e *engine) deferReacts(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && e.callReacts(d, 0) {
				return true
			}
		}
	}
	return false
}

// callReacts reports whether a call tells somebody or stops the work: a cancel
// function, close, a callback, an exit, or a function that does so.
func (e *engine) callReacts(ci ssa.CallInstruction, depth int) bool {
	if b, ok := ci.Common().Value.(*ssa.Builtin); ok {
		return b.Name() == "panic" || b.Name() == "close" && !e.joinOnly(ci.Common().Args[0]) && !e.unheard(ci.Common().Args[0])
	}
	if depth > 4 {
		return false
	}
	c := e.resolve(ci)
	if c.row != nil {
		switch c.row.Role {
		case catalogue.Exit:
			return true
		case catalogue.Once:
			return true
		}
		return false
	}
	if c.value != nil {
		return !e.cancelsOwnCall(c.value) // a cancel function or a callback
	}
	if c.fn != nil {
		for _, b := range c.fn.Blocks {
			for _, in := range b.Instrs {
				switch x := in.(type) {
				case *ssa.Panic, *ssa.Send:
					if e.raises(in) {
						return true
					}
				case *ssa.Store:
					if e.flagStore(x, c.fn) && depth == 0 {
						return true
					}
				case ssa.CallInstruction:
					if _, isGoStmt := x.(*ssa.Go); !isGoStmt && e.callReacts(x, depth+1) {
						return true
					}
				}
			}
		}
		return false
	}
	if c.obj == nil {
		return false
	}
	if isAtomicStore(c.obj) {
		return e.atomicIsRead(ci, ci.Parent())
	}
	name := strings.ToLower(c.obj.Name())
	for _, w := range []string{"cancel", "stop", "shutdown", "abort", "kill", "exit", "interrupt", "goexit", "trigger", "notify", "lost", "fail", "signal"} {
		if strings.Contains(name, w) && !isTickerStop(c.obj) {
			return true
		}
	}
	if c.recv != nil && strings.HasPrefix(name, "close") && e.usedBeside(c.recv, ci.Parent()) {
		return true // what the work runs on is closed under it
	}
	return c.recv != nil && isUserInterface(c.obj) && !looksLikeLogger(c.obj)
}

// usedBeside reports whether an object that the literal fn got from around it, or
// that stands in a field, is called elsewhere, too.
func (e *engine) usedBeside(v ssa.Value, fn *ssa.Function) bool {
	load, isLoad := v.(*ssa.UnOp)
	if isLoad {
		if fa, ok := load.X.(*ssa.FieldAddr); ok {
			return slices.ContainsFunc(e.fieldReads[fieldKey(fa)], func(f *ssa.Function) bool { return f != fn })
		}
		v = load.X
	}
	fv, ok := v.(*ssa.FreeVar)
	if !ok {
		return false
	}
	outer := e.binding(fv)
	if outer == nil {
		return false
	}
	for _, u := range *outer.Referrers() {
		if isLoad {
			if l, ok := u.(*ssa.UnOp); ok && isCalled(l) {
				return true
			}
		} else if _, ok := u.(*ssa.Call); ok {
			return true
		}
	}
	return false
}

// isCalled reports whether v is called, or is an argument of a call, where it stands.
func isCalled(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(u ssa.Instruction) bool { _, ok := u.(*ssa.Call); return ok })
}

// cancelsOwnCall reports whether a function value ends a context that only
// operations on locks get, as the one that bounds the renewal itself: to call
// it tells nobody.
func (e *engine) cancelsOwnCall(cancel ssa.Value) bool {
	sources := e.sources(cancel, 0)
	for _, s := range sources {
		x, ok := s.(*ssa.Extract)
		if !ok {
			return false
		}
		call, ok := x.Tuple.(*ssa.Call)
		if !ok {
			return false
		}
		if c := e.resolve(call); c.row == nil || c.row.Role != catalogue.Cancel {
			return false
		}
		for _, in := range *call.Referrers() {
			if ctx, ok := in.(*ssa.Extract); ok && isContext(ctx.Type()) && e.contextLeaves(ctx, 0) {
				return false
			}
		}
	}
	return len(sources) > 0
}

// contextLeaves reports whether a context gets to code that may work with it:
// anything but operations on locks, logs and own functions that deal with locks
// alone.
func (e *engine) contextLeaves(v ssa.Value, depth int) bool {
	if depth > 4 {
		return true
	}
	for _, in := range *v.Referrers() {
		switch x := in.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if e.contextLeaves(x, depth+1) {
				return true
			}
		case *ssa.Store:
			a, ok := x.Addr.(*ssa.Alloc)
			if !ok {
				return true
			}
			for _, alias := range e.aliases(a) {
				if x.Val == v && e.contextLeaves(alias, depth+1) {
					return true
				}
			}
		case *ssa.MakeClosure:
			// The variable's aliases are followed where it was stored.
		case *ssa.Call:
			c := e.resolve(x)
			switch {
			case c.row != nil && c.row.Role == catalogue.Log:
			case c.recv == v && e.renewsAlone(x.Parent()): // it asks whether to end
			case c.fn != nil && e.onlyLocks(c.fn):
			case c.row == nil || !aboutLocks(e.byFn[x.Parent()].byInstr[x]):
				return true
			}
		default:
			return true
		}
	}
	return false
}

// renewsAlone reports whether a goroutine of its own does nothing but work on locks:
// it calls no function that it was given, but for a context's cancel.
func (e *engine) renewsAlone(f *ssa.Function) bool {
	if f.Parent() == nil || !e.startedAlone(f) || !e.onlyLocks(f) {
		return false
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			ci, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if c := e.resolve(ci); c.value != nil && !strings.HasPrefix(typeName(c.value.Type()), "context.Cancel") {
				return false
			}
		}
	}
	return true
}

func isTickerStop(f *types.Func) bool {
	return f.Pkg() != nil && f.Pkg().Path() == "time"
}

func isUserInterface(f *types.Func) bool {
	r := f.Type().(*types.Signature).Recv()
	return r != nil && types.IsInterface(r.Type()) && f.Pkg() != nil && strings.Contains(f.Pkg().Path(), ".") && catalogue.Lookup(f.Pkg().Path()) == nil
}

func looksLikeLogger(f *types.Func) bool {
	n := strings.ToLower(f.Name())
	for _, w := range []string{"log", "print", "info", "warn", "error", "debug", "trace", "inc", "observe", "add", "record", "count", "write"} {
		if strings.HasPrefix(n, w) {
			return true
		}
	}
	return strings.Contains(strings.ToLower(recvName(f)), "log")
}

func isAtomicStore(f *types.Func) bool {
	return f.Pkg() != nil && f.Pkg().Path() == "sync/atomic" && (strings.HasPrefix(f.Name(), "Store") || strings.HasPrefix(f.Name(), "Swap") || strings.HasPrefix(f.Name(), "CompareAndSwap") || strings.HasPrefix(f.Name(), "Add"))
}

// atomicIsRead reports whether the atomic that a call stores to is loaded in
// another function.
func (e *engine) atomicIsRead(ci ssa.CallInstruction, by *ssa.Function) bool {
	args := ci.Common().Args
	if len(args) == 0 {
		return false
	}
	switch x := args[0].(type) {
	case *ssa.FieldAddr:
		return e.storedIsRead(x, by)
	case *ssa.Global:
		return true
	case *ssa.FreeVar, *ssa.Alloc, *ssa.UnOp:
		return true
	}
	return false
}

// onlyLogs reports whether a call only tells people: a log function, or one of
// the user's that does nothing but call such.
func (e *engine) onlyLogs(c *call, depth int) bool {
	if c.row != nil {
		return c.row.Role == catalogue.Log
	}
	if c.obj != nil && c.fn == nil {
		return looksLikeLogger(c.obj)
	}
	if c.fn == nil || depth > 2 {
		return false
	}
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			switch x := in.(type) {
			case *ssa.Panic, *ssa.Send:
				if e.raises(in) {
					return false
				}
			case *ssa.Return:
				if len(x.Results) > 0 {
					return false
				}
			case *ssa.Store:
				if _, ok := x.Addr.(*ssa.FieldAddr); ok {
					return false
				}
			case ssa.CallInstruction:
				if _, ok := x.Common().Value.(*ssa.Builtin); ok {
					continue
				}
				ic := e.resolve(x)
				if ic.row != nil && ic.row.Role != catalogue.Log && ic.row.Role != catalogue.Exit || ic.row == nil && !e.onlyLogs(ic, depth+1) {
					if ic.row != nil && (ic.row.Role == catalogue.Format || ic.row.Role == catalogue.Pure || ic.row.Role == catalogue.Now) {
						continue
					}
					return false
				}
			}
		}
	}
	return true
}

// joinOnly reports whether a channel is received from only by those who have
// asked the renewal to stop before: closing it tells them that it has ended,
// and nobody that the lock is lost.
func (e *engine) joinOnly(ch ssa.Value) bool {
	rcvs, all := e.receivesOf(ch)
	if !all || len(rcvs) == 0 {
		return false
	}
	for _, r := range rcvs {
		u, ok := r.(*ssa.UnOp)
		if !ok || !e.stopsBefore(u) {
			return false
		}
	}
	return true
}

// raises reports whether an instruction panics, or sends on a channel that somebody
// may receive from.
func (e *engine) raises(in ssa.Instruction) bool {
	if send, ok := in.(*ssa.Send); ok {
		return !e.unheard(send.Chan)
	}
	p, ok := in.(*ssa.Panic)
	return ok && p.Pos().IsValid() // a select has one that no source has: no case was ready
}

// unheard reports whether nobody ever receives from a channel.
func (e *engine) unheard(ch ssa.Value) bool {
	rcvs, all := e.receivesOf(ch)
	return all && len(rcvs) == 0
}

// madeHere reports whether a channel is one that its function makes: who gave it
// otherwise may receive from it.
func (e *engine) madeHere(ch ssa.Value) bool {
	return !slices.ContainsFunc(e.sources(ch, 0), func(v ssa.Value) bool {
		if ct, ok := v.(*ssa.ChangeType); ok {
			v = ct.X
		}
		_, made := v.(*ssa.MakeChan)
		return !made
	})
}

// receivesOf lists the receives from a channel that stands in a field or a
// local variable, and whether these are all.
func (e *engine) receivesOf(ch ssa.Value) (rcvs []ssa.Instruction, all bool) {
	want := e.eval(ch)
	u, ok := ch.(*ssa.UnOp)
	if !ok {
		return nil, false
	}
	fa, isField := u.X.(*ssa.FieldAddr)
	if isField && exportedField(fa) {
		return nil, false
	}
	all = e.madeHere(ch)
	if isField {
		all = e.keptAlone(fa)
	}
	for _, fn := range e.funcs {
		for _, b := range fn.f.Blocks {
			for _, in := range b.Instrs {
				switch x := in.(type) {
				case *ssa.UnOp:
					if x.Op == token.ARROW && e.sameChannel(x.X, want, fa) {
						rcvs = append(rcvs, x)
					}
				case *ssa.Select:
					for _, st := range x.States {
						if st.Dir == types.RecvOnly && e.sameChannel(st.Chan, want, fa) {
							rcvs = append(rcvs, x)
						}
					}
				case *ssa.Store:
					if e.sameChannel(x.Val, want, fa) && !keepsChannel(x, u.X, fa) {
						all = false
					}
				case *ssa.MakeInterface:
					if e.sameChannel(x.X, want, fa) {
						all = false
					}
				case *ssa.Send:
					if e.sameChannel(x.X, want, fa) {
						all = false
					}
				case *ssa.MapUpdate:
					if e.sameChannel(x.Value, want, fa) {
						all = false
					}
				case *ssa.Return:
					for _, v := range x.Results {
						if _, isChan := v.Type().Underlying().(*types.Chan); isChan && e.sameChannel(v, want, fa) {
							all = false
						}
					}
				case ssa.CallInstruction:
					if _, builtin := x.Common().Value.(*ssa.Builtin); builtin {
						continue
					}
					for _, a := range x.Common().Args {
						if _, isChan := a.Type().Underlying().(*types.Chan); isChan && e.sameChannel(a, want, fa) {
							all = false
						}
					}
				}
			}
		}
	}
	return rcvs, all
}

// keptAlone reports whether the channels of a field are made for it and known to
// nobody else.
func (e *engine) keptAlone(fa *ssa.FieldAddr) bool {
	return !slices.ContainsFunc(e.fieldVals[fieldKey(fa)], func(s storedField) bool {
		made, ok := s.val.(*ssa.MakeChan)
		return !ok || len(*made.Referrers()) != 1
	})
}

// keepsChannel reports whether a store puts a channel where it is known to be: the
// variable at addr, or the field fa.
func keepsChannel(s *ssa.Store, addr ssa.Value, fa *ssa.FieldAddr) bool {
	if fa != nil {
		f2, ok := s.Addr.(*ssa.FieldAddr)
		return ok && fieldKey(f2) == fieldKey(fa)
	}
	_, variable := s.Addr.(*ssa.Alloc)
	return variable || s.Addr == addr
}

func (e *engine) sameChannel(v ssa.Value, want *Term, fa *ssa.FieldAddr) bool {
	if c, ok := v.(*ssa.ChangeType); ok { // to one direction
		v = c.X
	}
	if u, ok := v.(*ssa.UnOp); ok && fa != nil {
		if f2, ok := u.X.(*ssa.FieldAddr); ok {
			return fieldKey(f2) == fieldKey(fa)
		}
	}
	return same(e.eval(v), want)
}

// stopsBefore reports whether a receive stands behind a call that asks somebody
// to stop, in its own block or one before it.
func (e *engine) stopsBefore(u *ssa.UnOp) bool {
	for b := u.Block(); b != nil; b = b.Idom() {
		for _, in := range b.Instrs {
			if in == ssa.Instruction(u) {
				break
			}
			ci, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			if bi, ok := ci.Call.Value.(*ssa.Builtin); ok {
				if bi.Name() == "close" {
					return true
				}
				continue
			}
			if c := e.resolve(ci); c.value != nil && len(c.args) == 0 {
				return true // a cancel function
			}
		}
	}
	return false
}
