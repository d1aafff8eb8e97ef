package locks

import (
	"maps"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// classes groups key terms that name one lock, by union-find over their
// patterns.
type classes struct{ parent map[string]string }

func (c *classes) find(k string) string {
	for range 1000 {
		p, ok := c.parent[k]
		if !ok || p == k {
			return k
		}
		k = p
	}
	return k
}

func (c *classes) union(a, b string) {
	if a == "" || b == "" {
		return
	}
	a, b = c.find(a), c.find(b)
	if a == b {
		return
	}
	if b < a {
		a, b = b, a
	}
	c.parent[b] = a
}

// pattern is the class of a key before any unification: its constant parts
// with holes between them, or the field, parameter or variable that it is.
func pattern(t *Term) string {
	if t == nil {
		return ""
	}
	switch t.Kind {
	case Const:
		if t.Text == "" {
			return ""
		}
		return "k:" + t.Text
	case Concat:
		var b strings.Builder
		letters := 0
		for _, p := range t.Args {
			if p.Kind == Const {
				b.WriteString(p.Text)
				letters += countLetters(p.Text)
			} else if !strings.HasSuffix(b.String(), "*") {
				b.WriteByte('*')
			}
		}
		if letters == 0 {
			return "t:" + t.String()
		}
		return "k:" + b.String()
	case Field:
		return "f:" + t.Type + "." + t.Text
	case Param, Global:
		return "t:" + t.String()
	case Apply:
		return "t:" + t.String()
	case Choice:
		for _, a := range t.Args {
			if p := pattern(a); strings.HasPrefix(p, "k:") {
				return p
			}
		}
	}
	return ""
}

func countLetters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// classOf is the class of a key.
func (e *engine) classOf(t *Term) string {
	p := pattern(t)
	if p == "" {
		return ""
	}
	return e.classes.find(p)
}

// unifyClasses joins the classes that a store into a field, a call of a
// function that knows its lock, or equal parameter names of a lock's functions
// tie together.
func (e *engine) unifyClasses() {
	names := make([]string, 0, len(e.fieldVals))
	for n := range e.fieldVals {
		names = append(names, n)
	}
	sort.Strings(names)
	used := map[string]bool{}
	for _, fn := range e.funcs {
		for _, o := range fn.ops {
			if o.Key != nil {
				used[pattern(o.Key)] = true
			}
		}
	}
	for _, n := range names {
		if !used["f:"+n] {
			continue
		}
		for _, s := range e.fieldVals[n] {
			t := e.eval(s.val)
			for _, a := range alternatives(t) {
				e.classes.union("f:"+n, pattern(a))
			}
		}
	}
	for _, fn := range e.funcs {
		for _, o := range fn.ops {
			if o.Origin != o && o.Key != nil && o.Origin.Key != nil && o.Judged {
				e.classes.union(pattern(o.Origin.Key), pattern(o.Key))
			}
			if o.Depth == 0 && o.Key != nil && o.Key.Kind == Param && lockNamed(fn.f) {
				e.classes.union(pattern(o.Key), e.nameClass(fn.f, o.Key))
			}
		}
	}
}

// nameClass ties Lock(key) and Unlock(key) of one type or package.
func (e *engine) nameClass(f *ssa.Function, key *Term) string {
	top := topFunc(f)
	if key.Index >= len(top.Params) {
		return ""
	}
	scope := ""
	if r := top.Signature.Recv(); r != nil {
		scope = typeName(r.Type())
	}
	return "n:" + scope + "." + top.Params[key.Index].Name()
}

func topFunc(f *ssa.Function) *ssa.Function {
	for f.Parent() != nil {
		f = f.Parent()
	}
	return f
}

// lockWords name a lock in keys, functions and types.
var lockWords = wordSet("lock locked locks locker locking unlock trylock mutex mu lease leases leased leader leadership lead elect election " +
	"semaphore sem acquire acquired obtain release hold holder guard guardian claim exclusive exclusively busy latch seize own singleflight redlock dlock distlock setnxlock " +
	"lk running inprogress processing gate master")

// ownerWords name what tells one holder from another.
var ownerWords = wordSet("owner token holder node worker instance uuid nonce secret requestid clientid identity ident pid hostname val value editor agent replica pod machine")

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

// lockNamed reports whether a function, its type or its package is named for a
// lock.
func lockNamed(f *ssa.Function) bool {
	top := topFunc(f)
	if hasWordIn(top.Name(), lockWords) {
		return true
	}
	if r := top.Signature.Recv(); r != nil {
		if n := namedOf(r.Type()); n != nil && hasWordIn(n.Obj().Name(), lockWords) {
			return true
		}
	}
	return false
}

func packageLockNamed(f *ssa.Function) bool {
	top := topFunc(f)
	return top.Pkg != nil && containsLockWord(top.Pkg.Pkg.Name())
}

// containsLockWord: package names run words together (distlock, redislock).
func containsLockWord(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"lock", "mutex", "lease", "leader", "elect"} {
		if strings.Contains(name, w) && !strings.Contains(name, "block") && !strings.Contains(name, "clock") {
			return true
		}
	}
	return false
}

// keyNamesLock reports whether a key's constant part or field says lock.
func keyNamesLock(t *Term) bool {
	return t.has(func(p *Term) bool {
		switch p.Kind {
		case Const:
			return hasWordIn(p.Text, lockWords)
		case Field:
			return hasWordIn(p.Text, lockWords)
		case Global:
			return hasWordIn(p.Text[strings.LastIndexByte(p.Text, '.')+1:], lockWords)
		}
		return false
	})
}

// general reports whether fn is a general-purpose wrapper as far as o goes: it
// does not know that it serves a lock, so its callers are judged.
func (e *engine) general(fn *function, o *Op) bool {
	if o.Key == nil && o.Handle != nil {
		return false // a lock object is a lock wherever it comes from
	}
	if o.Key == nil && o.Owner != nil && (o.Role == catalogue.Release || o.Role == catalogue.Extend) {
		return bare(o.Owner) // a lock that is told by its owner alone
	}
	if o.Key == nil || o.Kind == OpWrite || o.Kind == OpRead {
		return true
	}
	if !bare(o.Key) || fn.looped[o.Instr.Block()] || o.Async {
		return false
	}
	if lockNamed(fn.f) || takesAndFrees(fn, o.Key) {
		return false
	}
	return !packageLockNamed(fn.f) || e.calledHere(fn.f)
}

// takesAndFrees reports whether one function both creates and frees a key: it
// knows that it serves a lock, whatever it is called.
func takesAndFrees(fn *function, key *Term) bool {
	takes, frees := false, false
	for _, o := range fn.ops {
		if o.Key == nil || o.Undo || !same(o.Key, key) {
			continue
		}
		takes = takes || o.isAcquire()
		frees = frees || o.endsHold()
	}
	return takes && frees
}

// calledHere reports whether the package itself calls f, directly or through an
// interface.
func (e *engine) calledHere(f *ssa.Function) bool {
	return len(e.callers[f]) > 0 || f.Signature.Recv() != nil && e.invoked[f.Name()]
}

// answersFor reports whether fn itself is judged for o: it knows that it serves
// a lock, and does not hand on what tells of the renewal's failure.
func (e *engine) answersFor(fn *function, o *Op) bool {
	if e.general(fn, o) {
		return false
	}
	if o.Kind == OpExtend && !o.Async {
		out := e.outcomeOf(fn, o)
		return out.OK < 0 && out.Err < 0 && out.NonNil < 0
	}
	return true
}

// bare reports whether a key is made of the function's parameters alone.
func bare(t *Term) bool {
	letters := 0
	params := 0
	ok := t.walk(func(p *Term) bool {
		switch p.Kind {
		case Const:
			letters += countLetters(p.Text)
		case Param:
			params++
		case Fresh, Now, Shared, Global:
			return false
		case Apply:
			return !strings.Contains(p.Text, ".") // a key function names its key
		case Field:
			return p.Args[0].Kind == Param
		}
		return true
	})
	if t.Kind == Field { // l.key: the type knows its key
		return false
	}
	return ok && letters == 0 && params > 0
}

// Evidence is what speaks for a key being a lock (design: one strong and
// anything else make a lock, names alone never do).
type Evidence struct {
	Strong, Weak int
	Reasons      []string
}

// IsLock reports whether the evidence is enough.
func (v *Evidence) IsLock() bool { return v.Strong > 0 && v.Strong+v.Weak > 1 }

// evidence weighs what the package does with each class of keys.
func (e *engine) evidence() map[string]*Evidence {
	ev := map[string]*Evidence{}
	facts := map[string]map[string]bool{}
	note := func(class, fact string) {
		if class == "" {
			return
		}
		if facts[class] == nil {
			facts[class] = map[string]bool{}
		}
		facts[class][fact] = true
	}
	for _, fn := range e.funcs {
		if !fn.test {
			e.weighFunction(fn, note)
		}
	}
	for class, fs := range e.acrossStores(facts) {
		if fs["create"] || fs["renewed"] {
			ev[class] = weigh(fs)
		}
	}
	return ev
}

// acrossStores gives the key in one store what is known of the key in no known
// store, and the latter what is known of any.
func (e *engine) acrossStores(facts map[string]map[string]bool) map[string]map[string]bool {
	out := maps.Clone(facts)
	for class, fs := range facts {
		if plain, _, stored := strings.Cut(class, inStore); stored {
			out[class] = union(fs, facts[plain])
			out[plain] = union(fs, out[plain])
		}
	}
	return out
}

func union(a, b map[string]bool) map[string]bool {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// weigh turns the facts of a class into evidence.
func weigh(fs map[string]bool) *Evidence {
	v := &Evidence{}
	if fs["fresh key"] {
		return v // each holder has a key of its own: nobody contends
	}
	for _, s := range []string{"by contract", "owner compared", "owner token", "released after work", "renewed"} {
		if fs[s] {
			v.Strong++
			v.Reasons = append(v.Reasons, s)
		}
	}
	if fs["deleted elsewhere"] && fs["named"] && fs["guards"] && !fs["kept"] {
		v.Strong++
		v.Reasons = append(v.Reasons, "released elsewhere")
	}
	for _, s := range []string{"named", "guards", "waits", "deleted elsewhere"} {
		if fs[s] {
			v.Weak++
			v.Reasons = append(v.Reasons, s)
		}
	}
	if fs["unsure"] && !fs["sure"] && !surelyRow(fs) {
		v.Strong = 0 // rows are created, claimed and deleted for many reasons
	}
	if !fs["guards"] && !fs["named"] && !fs["owner token"] && !fs["owner compared"] {
		v.Strong = 0 // nobody asks who got it, and nothing calls it a lock: a record
	}
	if !fs["ends"] && !fs["named"] && !fs["by contract"] {
		v.Strong = 0 // nobody ever takes it away, and nothing calls it a lock: a record
	}
	if fs["overwritten"] && !fs["owner compared"] && !fs["renewed"] {
		v.Strong = 0 // its holder puts a result there: a mark
	}
	if fs["read as data"] && !fs["owner compared"] && !fs["released after work"] && !fs["renewed"] {
		v.Strong = 0
	}
	return v
}

// boundToClosed reports whether the key is bound to a session that the function
// ends when it returns, which frees it.
func boundToClosed(fn *function, o *Op) bool {
	for _, x := range fn.ops {
		if x.Kind == OpCloseSession && x.Deferred && o.Session != nil && x.Handle != nil && same(o.Session, x.Handle) {
			return true
		}
	}
	return false
}

// surelyRow reports whether a row that may as well hold data is a lock's: its
// table is named for one and it tells its owner, or it lives for as long as the
// work of a function that is named for a lock or that goes on only if no row was
// there, and takes away none but its own.
func surelyRow(fs map[string]bool) bool {
	if fs["first wins"] && fs["guards"] && fs["owner compared"] && fs["released after work"] {
		return true
	}
	return fs["key named"] && (fs["owner token"] || fs["owner compared"]) || fs["named"] && fs["released after work"]
}

// weighFunction notes what one function shows about its keys.
func (e *engine) weighFunction(fn *function, note func(class, fact string)) {
	for _, o := range fn.ops {
		class := e.storeClass(o)
		if class == "" {
			continue
		}
		if o.Kind == OpCreate && o.Expiry != ExpiryNone || o.Kind == OpExpire || o.Kind == OpExtend || o.endsHold() {
			note(class, "ends")
		}
		switch o.Kind {
		case OpCreate:
			note(class, "create")
			if o.Unsure {
				note(class, "unsure")
				if o.Role == catalogue.SQLExec && o.Wins == catalogue.ByField {
					note(class, "first wins")
				}
			} else {
				note(class, "sure")
			}
			if keyNamesLock(o.Key) {
				note(class, "key named")
			}
			if o.Key.has(func(t *Term) bool { return t.Kind == Fresh }) {
				note(class, "fresh key")
			}
			if e.isOwnerToken(o.Owner) {
				note(class, "owner token")
			}
			if e.guards(fn, o) || e.judgeGuards(o) {
				note(class, "guards")
			}
			if o.Looped && e.waits(o) {
				note(class, "waits")
			}
			if keyNamesLock(o.Key) || lockNamed(fn.f) && o.Depth == 0 || packageLockNamed(fn.f) {
				note(class, "named")
			}
			if boundToClosed(fn, o) {
				note(class, "released after work")
			}
		case OpAcquire:
			if o.Handle == nil { // the key itself is locked
				note(class, "create")
				note(class, "by contract")
				note(class, "guards")
			}
		case OpExtend:
			note(class, "owner compared")
		case OpRelease:
			if o.Undo || e.undoneByCallers(fn, o) {
				break
			}
			note(class, "owner compared")
			if e.afterWork(fn, o) {
				note(class, "released after work")
			}
		case OpExpire:
			if o.Looped && !o.Repair && e.periodic(o) {
				note(class, "renewed")
			}
		case OpDelete:
			if o.Compared {
				note(class, "owner compared")
			}
			if o.Undo || e.undoneByCallers(fn, o) {
				break
			}
			if lockNamed(fn.f) && o.Depth == 0 || keyNamesLock(o.Key) {
				note(class, "named")
			}
			if e.afterWork(fn, o) {
				note(class, "released after work")
			} else {
				note(class, "deleted elsewhere")
			}
		case OpWrite:
			if o.Role == catalogue.Put && !o.Script {
				note(class, "overwritten")
			}
		case OpGet:
			if e.readAsData(fn, o) {
				note(class, "read as data")
			}
		}
	}
}

// undoneByCallers reports whether a helper's delete is an undo wherever the
// package, which has all of its callers, calls it.
func (e *engine) undoneByCallers(fn *function, o *Op) bool {
	if o.Depth > 0 || !e.ownCallersOnly(topFunc(fn.f)) {
		return false
	}
	called := false
	for _, at := range e.instances[o.Origin] {
		if at.Depth == 0 {
			continue
		}
		if !at.Undo {
			return false
		}
		called = true
	}
	return called
}

// waits reports whether the function that creates a key in a loop also sleeps:
// a contender that waits, rather than a batch.
func (e *engine) waits(o *Op) bool {
	for _, b := range o.Instr.Parent().Blocks {
		for _, in := range b.Instrs {
			if ci, ok := in.(ssa.CallInstruction); ok {
				if c := e.resolve(ci); c.row != nil && c.row.Role == catalogue.Tick {
					return true
				}
			}
		}
	}
	return false
}

// periodic reports whether a loop's op runs beside the work or by a clock.
func (e *engine) periodic(o *Op) bool {
	if o.Async {
		return true
	}
	period, _ := e.periodOf(o)
	return period != nil
}

// guards reports whether somebody looks at the result of a create, or gets it.
func (e *engine) guards(fn *function, o *Op) bool {
	for _, b := range fn.f.Blocks {
		for i := range b.Succs {
			if len(b.Succs) == 2 && e.edgeImplies(b, b.Succs[i], o, 0) != unsure {
				return true
			}
		}
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			for _, v := range r.Results {
				if a, _ := e.aspectOf(v, o); a == okAspect {
					return true
				}
			}
		}
	}
	return false
}

// judgeGuards reports whether a helper that gets the result of o answers
// something that is tested.
func (e *engine) judgeGuards(o *Op) bool {
	for _, judge := range e.judges(o) {
		v, ok := judge.instr.(*ssa.Call)
		if !ok {
			continue
		}
		vals := []ssa.Value{v}
		for i := 0; i < len(vals) && i < 16; i++ {
			for _, in := range *vals[i].Referrers() {
				switch x := in.(type) {
				case *ssa.If:
					return true
				case *ssa.Extract:
					vals = append(vals, x)
				case *ssa.BinOp:
					vals = append(vals, x)
				}
			}
		}
	}
	return false
}

// afterWork reports whether a delete runs in a function that created the key
// before, with work in between.
func (e *engine) afterWork(fn *function, o *Op) bool {
	class := e.classOf(o.Key)
	for _, c := range fn.ops {
		if c.Kind != OpCreate || e.classOf(c.Key) != class || differentStores(c, o) || differentItems(c, o) || c.Instr == o.Instr && !o.Async || inOneTransaction(c, o) {
			continue
		}
		if !same(c.Key, o.Key) && !hazy(c.Key) && !hazy(o.Key) {
			continue // another key of the same pattern
		}
		if c.Instr == o.Instr {
			return true
		}
		if o.Deferred || reaches(c.Instr, o.Instr) {
			return true
		}
	}
	return false
}

// inOneTransaction reports whether a row comes and goes in one transaction: nobody
// else ever sees it, and what is written beside it is undone with it.
func inOneTransaction(a, b *Op) bool {
	return a.InTx && b.InTx && a.Conn != nil && b.Conn != nil && sameRoot(a.Conn, b.Conn)
}

// hazy reports whether a part of a key is unknown, so that two different terms
// may be one key.
func hazy(t *Term) bool {
	return t.has(func(p *Term) bool { return p.Kind == Opaque || p.Kind == Choice || p.Kind == Field || p.Kind == Global })
}

// reaches reports whether b may run after a.
func reaches(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() {
		return false
	}
	if a.Block() == b.Block() {
		for _, in := range a.Block().Instrs {
			if in == a {
				return true
			}
			if in == b {
				break
			}
		}
	}
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock{}, a.Block().Succs...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b.Block() {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = append(work, x.Succs...)
		}
	}
	return false
}

// isOwnerToken reports whether a value tells one holder from the others.
func (e *engine) isOwnerToken(t *Term) bool {
	if t == nil {
		return false
	}
	if t.has(func(p *Term) bool { return p.Kind == Fresh }) {
		return true
	}
	switch t.Kind {
	case Field:
		w := splitWords(t.Text)
		if hasWordIn(t.Text, ownerWords) {
			return true
		}
		// An id is an owner's only where it is the holder's own: a worker's
		// field, and not the field of what it works on.
		return (t.Text == "id" || t.Text == "ID" || len(w) > 0 && w[len(w)-1] == "uid") && e.isReceiver(t.Args[0])
	case Param:
		return false
	case Concat:
		for _, a := range t.Args {
			if e.isOwnerToken(a) {
				return true
			}
		}
	case Shared:
		return true
	}
	return false
}

// isReceiver reports whether a term is the receiver of the method it stands in.
func (e *engine) isReceiver(t *Term) bool {
	if t.Kind != Param || t.Index != 0 {
		return false
	}
	f := e.byID[t.Text]
	return f != nil && f.Signature.Recv() != nil
}

// readAsData reports whether a value read from the key is handed on, rather
// than compared or looked at for presence.
func (e *engine) readAsData(fn *function, o *Op) bool {
	for _, b := range fn.f.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range r.Results {
			if isError(v.Type()) || isBool(v.Type()) {
				continue
			}
			for _, s := range e.sources(v, 0) {
				if e.fromOp(s, o) && o.Depth == 0 {
					return true
				}
			}
		}
	}
	return false
}
