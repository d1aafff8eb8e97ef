package locks

import (
	"go/token"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/config"

	"github.com/locklint/locklint/internal/catalogue"
)

// Result answers the rules' questions about one package. The zero Result, of a
// package with no lock near, answers nothing to all of them.
//
// Drivers run the rules side by side, and answering fills the engine's memory:
// one question is answered at a time.
type Result struct {
	e  *engine
	ev map[string]*Evidence

	asked  sync.Mutex
	writes map[*function][]heldWrite // answers of heldWrites
}

// GaveUp counts the functions that were too large for the engine, so that
// nothing is reported in them.
func (r *Result) GaveUp() int {
	if r.e == nil {
		return 0
	}
	return r.e.stats.Capped
}

// judged calls f for each function and those of its ops that are judged there:
// not what a callee that knows its lock answers for, and not what a
// general-purpose wrapper leaves to its callers.
func (r *Result) judged(f func(fn *function, o *Op)) {
	r.each(func(fn *function, o *Op) {
		if !o.Judged && !r.e.leftToCallers(fn, o) {
			f(fn, o)
		}
	})
}

// each calls f for every op of every function, those of closures where they
// run.
func (r *Result) each(f func(fn *function, o *Op)) {
	if r.e == nil {
		return
	}
	for _, fn := range r.e.funcs {
		if fn.inlined || fn.capped || fn.flow == nil {
			continue
		}
		for _, o := range fn.ops {
			f(fn, o)
		}
	}
}

// leftToCallers reports whether fn is a general-purpose wrapper for o.
func (e *engine) leftToCallers(fn *function, o *Op) bool {
	if e.forward(fn.f) != nil {
		return true // its calls are read as the library's
	}
	if o.Kind == OpWrite || o.Kind == OpRead {
		return false
	}
	return e.general(fn, o)
}

// isLock reports whether there is evidence that the op's key is a lock.
func (e *engine) isLock(o *Op, ev map[string]*Evidence) bool {
	if o.known || o.Kind == OpAcquire {
		return true
	}
	if o.Handle != nil && o.Key == nil {
		return true
	}
	for _, i := range e.contexts(o) {
		if v := ev[e.storeClass(i)]; v != nil && v.IsLock() {
			return true
		}
	}
	return false
}

// contexts are the instances of o that its own place brings about: o itself,
// and what the callers of its function see of it. Other calls of the same
// general wrapper are other operations.
func (e *engine) contexts(o *Op) []*Op {
	out := []*Op{o}
	for _, i := range e.instances[o.Origin] {
		if i == o {
			continue
		}
		if i.At.Pos == o.At.Pos {
			out = append(out, i)
			continue
		}
		for _, p := range i.Inner {
			if p.Pos == o.At.Pos && p.Pos.IsValid() {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// classesOf are the classes that an op's key has in all its contexts.
func (e *engine) classesOf(o *Op) map[string]bool {
	out := map[string]bool{}
	for _, i := range e.contexts(o) {
		if c := e.classOf(i.Key); c != "" {
			out[c] = true
		}
	}
	return out
}

// opsOnLock lists the ops of a kind on the key of o, in source order.
func (e *engine) opsOnLock(o *Op, kinds ...OpKind) []*Op {
	ops := e.opsOnClass(e.classesOf(o), kinds...)
	return slices.DeleteFunc(ops, func(x *Op) bool { return differentStores(o, x) || differentItems(o, x) })
}

// opsOnClass lists the ops of a kind on any of the classes, in source order.
func (e *engine) opsOnClass(classes map[string]bool, kinds ...OpKind) []*Op {
	if e.byClass == nil {
		e.byClass = map[string][]*Op{}
		for _, fn := range e.funcs {
			for _, o := range fn.ops {
				if c := e.classOf(o.Key); c != "" {
					e.byClass[c] = append(e.byClass[c], o)
				}
			}
		}
	}
	var out []*Op
	for c := range classes {
		for _, o := range e.byClass[c] {
			if slices.Contains(kinds, o.Kind) {
				out = append(out, o)
			}
		}
	}
	sortOps(out)
	return out
}

// A Fault is one answer: an operation that is wrong, with the places that tell
// how it came to be.
type Fault struct {
	Category string
	At       token.Pos
	Message  string
	Related  []Place
	// Confidence is how sure it is; unset is high.
	Confidence config.Confidence
	// Fixes are changes that mend it, the best first; none where none is sure.
	Fixes []analysis.SuggestedFix
}

// keyName writes a key for a reader: its text with the parts that vary in
// braces.
func keyName(t *Term) string {
	if t == nil {
		return ""
	}
	switch t.Kind {
	case Const:
		return quote(strings.TrimPrefix(t.Text, "advisory:"))
	case Concat:
		var b strings.Builder
		for _, p := range t.Args {
			if p.Kind == Const {
				b.WriteString(p.Text)
			} else {
				b.WriteString("{" + varName(p) + "}")
			}
		}
		if n := strings.TrimPrefix(b.String(), "advisory:"); strings.Trim(n, "{…}") != "" {
			return quote(n)
		}
		return ""
	}
	if n := varName(t); n != "…" {
		return n
	}
	return ""
}

// named names the key of what by its text, or by the variable that holds it.
func named(what string, key *Term) string {
	switch n := keyName(key); {
	case n == "":
		return "the " + what
	case strings.HasPrefix(n, `"`):
		return what + " " + n
	default:
		return "the " + what + " named by " + n
	}
}

func quote(s string) string {
	if r := []rune(s); len(r) > 36 {
		s = string(r[:35]) + "…"
	}
	return "\"" + s + "\""
}

// varName is the short name of a variable part.
func varName(t *Term) string {
	switch t.Kind {
	case Field:
		return t.Text
	case Global:
		return t.Text[strings.LastIndexByte(t.Text, '.')+1:]
	case Param:
		if t.Name() != "" {
			return t.Name()
		}
	case Apply:
		if len(t.Args) > 0 && !strings.HasPrefix(t.Text, "step:") {
			return varName(t.Args[len(t.Args)-1])
		}
	}
	return "…"
}

// Name is the source name of a parameter term, kept in Names.
func (t *Term) Name() string {
	if len(t.Names) > 0 {
		return t.Names[0]
	}
	return ""
}

// lockName names the lock of an op for a message: "lock \"job:{id}\"".
func lockName(o *Op) string {
	if table, ok := rowTable(o.Key); ok {
		return "the lock row of " + table[strings.LastIndexAny(table, "./")+1:]
	}
	if keyName(o.Key) == "" && o.Lib != nil {
		return "the " + o.Lib.Name + " lock"
	}
	return named("lock", o.Key)
}

// remedy is what the store of o's key offers.
func remedy(o *Op) catalogue.Remedy {
	if _, isRow := rowTable(o.Key); isRow {
		return catalogue.RowRemedy()
	}
	return o.Lib.Remedy()
}

// rowTable is the table whose row a key stands for.
func rowTable(key *Term) (table string, ok bool) {
	if key == nil || key.Kind != Const {
		return "", false
	}
	for _, prefix := range []string{"sql:", "row:"} {
		if table, ok := strings.CutPrefix(key.Text, prefix); ok {
			return table, true
		}
	}
	return "", false
}

// place is where o stands, told as what.
func (o *Op) place(what string) Place {
	p := o.At
	p.What = what
	return p
}

// inner lists the places below a call, told as what.
func (o *Op) inner(what string) []Place {
	out := make([]Place, 0, len(o.Inner))
	for _, p := range o.Inner {
		p.What = what
		out = append(out, p)
	}
	return out
}

// callOf is the resolved call behind a direct op, or nil.
func (e *engine) callOf(o *Op) *call {
	if o.Depth > 0 || o.Origin == nil {
		return nil
	}
	return e.calls[o.Origin.Instr]
}

// sameFunctionFamily reports whether a and b are in one function, closures
// included.
func sameFunctionFamily(a, b *ssa.Function) bool { return topFunc(a) == topFunc(b) }

// site is the instance of o where it stands in the source: of an op that an
// inlined closure brought, the one in the closure itself, whose results and
// branches are there.
func (e *engine) site(o *Op) *Op {
	if o.Origin == nil {
		return o
	}
	if o.Depth == 0 && o.Origin.Instr != nil {
		return o.Origin
	}
	for _, i := range e.instances[o.Origin] {
		if i.At.Pos == o.At.Pos && i.Instr != nil && callPos(i.Instr.Common(), i.Instr.Pos()) == o.At.Pos {
			return i
		}
	}
	return o
}
