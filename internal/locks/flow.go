package locks

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/dfa/dense"
)

// maxSites bounds the acquires and extends that are followed in one function;
// a function with more is left alone and counted.
const maxSites = 64

// maxFlow bounds blocks × sites of one function.
const maxFlow = 400_000

// A hold is the state of a function's sites at a point, a bit for each site.
type hold struct {
	held     uint64 // the lock may be held (the extend may have succeeded)
	open     uint64 // nobody has looked yet whether it was acquired
	without  uint64 // the point may be reached without the lock
	deferred uint64 // a release is registered for the function's end
	refused  uint64 // the point may be reached although somebody else holds the lock
}

// holdLattice joins holds: all five are "may".
type holdLattice struct{}

func (holdLattice) Ident() hold { return hold{} }

func (holdLattice) Equals(a, b hold) bool { return a == b }

func (holdLattice) Merge(a, b hold) hold {
	return hold{a.held | b.held, a.open | b.open, a.without | b.without, a.deferred | b.deferred, a.refused | b.refused}
}

// A cfg shows a function's blocks to the solver.
type cfg struct{ fn *ssa.Function }

func (g cfg) NumNodes() int { return len(g.fn.Blocks) }

func (g cfg) Nodes() iter.Seq[*ssa.BasicBlock] {
	return slices.Values(g.fn.Blocks)
}

func (g cfg) Out(b *ssa.BasicBlock) iter.Seq[*ssa.BasicBlock] {
	return slices.Values(b.Succs)
}

// A flow is the solved state of one function.
type flow struct {
	e     *engine
	fn    *function
	sites []*Op
	in    map[*ssa.BasicBlock]hold
}

// solve computes where the locks of fn's sites may be held.
func (e *engine) solve(fn *function) *flow {
	fl := &flow{e: e, fn: fn, in: map[*ssa.BasicBlock]hold{}}
	for _, o := range fn.ops {
		if (o.isAcquire() || o.Kind == OpExtend || o.Kind == OpExpire) && o.Instr.Parent() == fn.f && !o.Closed && o.Under == nil && (o.Depth == 0 || o.Escapes || !o.isAcquire()) && !o.Async {
			fl.sites = append(fl.sites, o)
		}
	}
	if len(fl.sites) == 0 || len(fn.f.Blocks) == 0 {
		return fl
	}
	if len(fl.sites) > maxSites || len(fl.sites)*len(fn.f.Blocks) > maxFlow {
		fl.sites = nil
		e.stats.Capped++
		fn.capped = true
		return fl
	}
	entry := map[*ssa.BasicBlock]hold{fn.f.Blocks[0]: {without: ^uint64(0)}}
	a := dense.Forward[holdLattice](cfg{fn.f}, entry, func(from, to *ssa.BasicBlock, h hold) hold {
		for _, in := range from.Instrs {
			h = fl.step(in, h)
		}
		return fl.refine(from, to, h)
	})
	for _, b := range fn.f.Blocks {
		fl.in[b] = a.In(b)
	}
	return fl
}

// step is the effect of one instruction.
func (fl *flow) step(in ssa.Instruction, h hold) hold {
	if _, ok := in.(*ssa.RunDefers); ok {
		h.held &^= h.deferred
		return h
	}
	ops := fl.fn.byInstr[in]
	h.refused &^= fl.askedAgain(ops)
	for _, o := range ops {
		if !o.endsHold() || o.Undo && o.Kind == OpDelete && o.Depth > 0 {
			continue
		}
		for i, s := range fl.sites {
			bit := uint64(1) << i
			if !s.isAcquire() || s.Instr == o.Instr || !fl.e.sameLock(s, o) {
				continue
			}
			switch {
			case o.Deferred:
				h.deferred |= bit
			case !o.Async:
				h.held &^= bit
				h.open &^= bit
			}
		}
	}
	for i, s := range fl.sites {
		if ssa.Instruction(s.Instr) == in {
			bit := uint64(1) << i
			h.held |= bit
			h.open |= bit
			h.without &^= bit
			h.refused &^= bit
		}
	}
	return h
}

// askedAgain are the sites whose lock the ops deal with once more: after a
// refusal they wait for it, find that it is ours already, or try another way.
func (fl *flow) askedAgain(ops []*Op) uint64 {
	var out uint64
	for _, o := range ops {
		if o.Deferred {
			continue
		}
		switch o.Kind {
		case OpAcquire, OpCreate, OpExtend, OpExpire, OpGet, OpTTL, OpDelete, OpRelease:
			for i, s := range fl.sites {
				if fl.e.sameLock(s, o) {
					out |= 1 << i
				}
			}
		}
	}
	return out
}

// refine is what taking an edge tells about the sites.
func (fl *flow) refine(from, to *ssa.BasicBlock, h hold) hold {
	if len(from.Succs) != 2 {
		return h
	}
	for i, s := range fl.sites {
		bit := uint64(1) << i
		if (h.held|h.refused)&bit == 0 {
			continue
		}
		switch fl.e.edgeImplies(from, to, s, 0) {
		case failed:
			if h.held&bit != 0 && !fl.e.onlyUnreachable(from, s) {
				h.refused |= bit
			}
			h.held &^= bit
			h.open &^= bit
			h.without |= bit
		case succeeded:
			h.open &^= bit
			h.refused &^= bit
		}
	}
	return h
}

// onlyUnreachable reports whether a branch at the end of b asks for an error
// that only tells of an unreachable store: that somebody else holds the lock
// is no error then.
func (e *engine) onlyUnreachable(b *ssa.BasicBlock, o *Op) bool {
	ifs, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	bin, ok := ifs.Cond.(*ssa.BinOp)
	if !ok || e.eval(bin.Y).Kind != Nil {
		return false
	}
	a, unwrapped := e.aspectOf(bin.X, o)
	return a == errAspect && !o.errEnough(unwrapped)
}

// refusedAt reports whether instr may run although site o was refused, and
// nothing asked for the lock again.
func (fl *flow) refusedAt(o *Op, instr ssa.Instruction) bool {
	i := fl.index(o)
	return i >= 0 && fl.at(instr).refused&(1<<i) != 0
}

// at is the state just before instr runs.
func (fl *flow) at(instr ssa.Instruction) hold {
	b := instr.Block()
	h, ok := fl.in[b]
	if !ok {
		return hold{}
	}
	for _, in := range b.Instrs {
		if in == instr {
			break
		}
		h = fl.step(in, h)
	}
	return h
}

// index is the site number of o, or -1.
func (fl *flow) index(o *Op) int {
	for i, s := range fl.sites {
		if s == o {
			return i
		}
	}
	return -1
}

// escapes reports whether site o may still be held when the function returns.
func (fl *flow) escapes(o *Op) bool {
	i := fl.index(o)
	if i < 0 {
		return false
	}
	for _, x := range fl.fn.ops {
		if x.Kind == OpDelete && x.Compared && !x.Async && fl.e.sameLock(o, x) {
			return false // freed unless it was lost
		}
	}
	for _, b := range fl.fn.f.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && b != fl.fn.f.Recover {
			if fl.at(r).held&(1<<i) != 0 {
				return true
			}
		}
	}
	return false
}

// stateAt answers deriveOutcome for site o.
func (fl *flow) stateAt(o *Op) func(*ssa.Return) (may, mayFail bool) {
	i := fl.index(o)
	return func(r *ssa.Return) (bool, bool) {
		if i < 0 {
			return true, true
		}
		h, bit := fl.at(r), uint64(1)<<i
		return h.held&bit != 0, (h.open|h.without)&bit != 0
	}
}

// heldAt lists the acquires that may be held when instr runs.
func (fl *flow) heldAt(instr ssa.Instruction) []*Op {
	if len(fl.sites) == 0 {
		return nil
	}
	h := fl.at(instr)
	var out []*Op
	for i, s := range fl.sites {
		if s.isAcquire() && h.held&(1<<i) != 0 {
			out = append(out, s)
		}
	}
	return out
}

// sameLock reports whether the acquire s and the release o work on one lock.
func (e *engine) sameLock(s, o *Op) bool {
	if o.AnyLock {
		return s.Lib == o.Lib
	}
	if o.Kind == OpCloseSession {
		return s.Session != nil && o.Handle != nil && (same(s.Session, o.Handle) || alike(s.Session, o.Handle))
	}
	if s.Handle != nil && o.Handle != nil && (same(s.Handle, o.Handle) || alike(s.Handle, o.Handle)) {
		return true
	}
	if s.Key != nil && o.Key != nil {
		if differentStores(s, o) || differentItems(s, o) {
			return false
		}
		if same(s.Key, o.Key) {
			return true
		}
		c := e.classOf(s.Key)
		return c != "" && c == e.classOf(o.Key)
	}
	if o.Key == nil && o.Handle == nil {
		return s.Owner != nil && o.Owner != nil && s.Lib == o.Lib && same(s.Owner, o.Owner)
	}
	// A lock object that cannot be told from the one acquired: the careful
	// answer is that it is the same.
	return s.Handle != nil && o.Handle != nil && s.Lib == o.Lib && (vague(s.Handle) || vague(o.Handle))
}

func vague(t *Term) bool { return t.Kind == Opaque || t.Kind == Choice || t.Kind == Apply }

// alike: two objects of one kind whose known key is equal, or a choice that
// has the other among its alternatives.
func alike(a, b *Term) bool {
	if a.Kind == Choice {
		for _, x := range a.Args {
			if x.Kind != Nil && alike(x, b) {
				return true
			}
		}
		return false
	}
	if b.Kind == Choice {
		return alike(b, a)
	}
	if same(a, b) {
		return true
	}
	return a.Kind == Object && b.Kind == Object && a.Type == b.Type && a.Text == b.Text && same(a.Get("key"), b.Get("key"))
}
