package locks

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// An outcome says which results of a call tell whether an acquire or an extend
// inside it succeeded. The indices are -1 where there is no such result.
type outcome struct {
	OK     int  // a bool that is true on success
	NonNil int  // a handle or channel that is not nil on success
	Err    int  // an error that is nil on success
	ErrOK  bool // a nil error is enough to know of the success
}

// untold is the outcome of a call whose results tell nothing.
func untold() *outcome { return &outcome{OK: -1, NonNil: -1, Err: -1} }

// An aspect is what a value tells about an operation.
type aspect uint8

const (
	noAspect     aspect = iota
	okAspect            // a bool, a number or a text that tells success
	errAspect           // an error
	handleAspect        // not nil on success
)

// A verdict is what a condition implies about an operation.
type verdict int8

const (
	failed    verdict = -1
	unsure    verdict = 0
	succeeded verdict = 1
)

// errEnough reports whether a nil error proves that o succeeded; unwrapped says
// that the reply went through a converter that turns an empty reply into an
// error.
func (o *Op) errEnough(unwrapped bool) bool {
	if o.out != nil {
		return o.out.ErrOK
	}
	switch o.Wins {
	case catalogue.ByNilError, catalogue.Always:
		return true
	case catalogue.ByNonNil:
		return unwrapped
	}
	return false
}

// aspectOf says what v tells about o, which instr carries out.
func (e *engine) aspectOf(v ssa.Value, o *Op) (aspect, bool) {
	return e.aspectDepth(v, o, 0)
}

func (e *engine) aspectDepth(v ssa.Value, o *Op, depth int) (aspect, bool) {
	if depth > 12 || v == nil {
		return noAspect, false
	}
	call, _ := o.Instr.(*ssa.Call)
	if call != nil && v == ssa.Value(call) {
		return e.resultAspect(o, 0, v.Type()), false
	}
	switch x := v.(type) {
	case *ssa.Extract:
		if call != nil && x.Tuple == ssa.Value(call) {
			return e.resultAspect(o, x.Index, x.Type()), false
		}
		if inner, ok := x.Tuple.(*ssa.Call); ok {
			return e.unwrapAspect(inner, x.Type(), o, depth)
		}
		if ta, ok := x.Tuple.(*ssa.TypeAssert); ok && x.Index == 0 {
			return e.aspectDepth(ta.X, o, depth+1)
		}
	case *ssa.Call:
		return e.unwrapAspect(x, x.Type(), o, depth)
	case *ssa.Phi:
		for _, edge := range x.Edges {
			if edge == ssa.Value(x) {
				continue
			}
			if a, u := e.aspectDepth(edge, o, depth+3); a != noAspect {
				return a, u
			}
		}
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			return e.fieldAspect(fa.X, fa.Field, x.Type(), o, depth)
		}
		return e.loadAspect(x, o, depth)
	case *ssa.Field:
		return e.fieldAspect(x.X, x.Field, x.Type(), o, depth)
	case *ssa.MakeInterface:
		return e.aspectDepth(x.X, o, depth+1)
	case *ssa.ChangeInterface:
		return e.aspectDepth(x.X, o, depth+1)
	case *ssa.ChangeType:
		return e.aspectDepth(x.X, o, depth+1)
	case *ssa.Convert:
		return e.aspectDepth(x.X, o, depth+1)
	case *ssa.TypeAssert:
		return e.aspectDepth(x.X, o, depth+1)
	}
	return noAspect, false
}

// resultAspect is what result i of the op's own call tells.
func (e *engine) resultAspect(o *Op, i int, t types.Type) aspect {
	if o.out != nil {
		switch i {
		case o.out.OK:
			return okAspect
		case o.out.Err:
			return errAspect
		case o.out.NonNil:
			return handleAspect
		}
		return noAspect
	}
	switch {
	case isError(t):
		return errAspect
	case o.Wins == catalogue.ByField:
		return noAspect // only the field tells
	}
	if k := resultIndex(o.Won); k >= 0 && k != i {
		return noAspect
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) != 0 {
		return okAspect
	}
	if isContext(t) {
		return noAspect
	}
	return handleAspect
}

// unwrapAspect sees through .Result(), .Err(), redis.Bool(reply, err), Scan.
func (e *engine) unwrapAspect(call *ssa.Call, t types.Type, o *Op, depth int) (aspect, bool) {
	c := e.resolve(call)
	if c.row != nil && c.row.Role == catalogue.RowsAffected && o.Wins == catalogue.ByField {
		if e.derives(c.recv, o, depth) {
			if isError(t) {
				return errAspect, false
			}
			return okAspect, false
		}
	}
	if c.row == nil || c.row.Role != catalogue.Unwrap && c.row.Role != catalogue.Scan {
		return noAspect, false
	}
	var from ssa.Value
	switch h := c.row.Handle; {
	case h == "" || h == catalogue.Recv:
		from = c.recv
	default:
		from = c.place(string(h))
	}
	if from == nil || !e.derives(from, o, depth) {
		return noAspect, false
	}
	switch b, ok := t.Underlying().(*types.Basic); {
	case isError(t):
		return errAspect, c.row.Role == catalogue.Unwrap
	case ok && b.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) != 0:
		return okAspect, true
	}
	return handleAspect, true
}

// judgedElsewhere reports whether a result of o other than its error is handed to
// a function that no row knows: it may be what looks whether o succeeded.
func (e *engine) judgedElsewhere(o *Op) bool { return len(e.judges(o)) > 0 }

// judges are the calls of functions that no row knows which get a result of o other
// than its error.
func (e *engine) judges(o *Op) []*call {
	v, ok := o.Instr.(*ssa.Call)
	if !ok || o.Depth > 0 || v.Referrers() == nil {
		return nil
	}
	vals := []ssa.Value{v}
	for _, in := range *v.Referrers() {
		if x, isPart := in.(*ssa.Extract); isPart && !isError(x.Type()) {
			vals = append(vals, x)
		}
	}
	var out []*call
	for _, val := range vals {
		for _, c := range e.callsWith(val) {
			if c.row == nil && slices.Contains(c.args, val) {
				out = append(out, c)
			}
		}
	}
	return out
}

// derives reports whether v comes from the op's call.
func (e *engine) derives(v ssa.Value, o *Op, depth int) bool {
	if depth > 12 || v == nil {
		return false
	}
	call, _ := o.Instr.(*ssa.Call)
	if call != nil && v == ssa.Value(call) {
		return true
	}
	switch x := v.(type) {
	case *ssa.Extract:
		return e.derives(x.Tuple, o, depth+1)
	case *ssa.Call:
		c := e.resolve(x)
		if c.row == nil {
			return false
		}
		switch c.row.Role {
		case catalogue.Unwrap, catalogue.Step:
			if c.row.Handle != "" && c.row.Handle != catalogue.Recv {
				return e.derives(c.place(string(c.row.Handle)), o, depth+1)
			}
			return e.derives(c.recv, o, depth+1)
		}
	case *ssa.Phi:
		for _, edge := range x.Edges {
			if edge != ssa.Value(x) && e.derives(edge, o, depth+3) {
				return true
			}
		}
	case *ssa.UnOp:
		for _, s := range e.stored(x) {
			if e.derives(s, o, depth+1) {
				return true
			}
		}
	case *ssa.MakeInterface:
		return e.derives(x.X, o, depth+1)
	case *ssa.ChangeInterface:
		return e.derives(x.X, o, depth+1)
	case *ssa.TypeAssert:
		return e.derives(x.X, o, depth+1)
	}
	return false
}

// fieldAspect is what a field of a result tells (resp.Succeeded,
// tx.RowsAffected, got.Int64).
func (e *engine) fieldAspect(x ssa.Value, i int, t types.Type, o *Op, depth int) (aspect, bool) {
	st := structOf(x.Type())
	if st == nil || i >= st.NumFields() {
		return noAspect, false
	}
	name := st.Field(i).Name()
	if !e.derives(x, o, depth) {
		if a, ok := x.(*ssa.Alloc); ok && e.scannedFrom(a, o) {
			return okAspect, true
		}
		return noAspect, false
	}
	switch _, won, _ := strings.Cut(string(o.Won), "."); {
	case isError(t):
		return errAspect, false
	case won == name:
		return okAspect, false
	case o.Wins == catalogue.ByTrue && (name == "Valid" || isBool(t)):
		return okAspect, false
	}
	return noAspect, false
}

// loadAspect is what a local variable tells that o's result was stored to, or
// that o's row was scanned into.
func (e *engine) loadAspect(x *ssa.UnOp, o *Op, depth int) (aspect, bool) {
	vals := e.stored(x)
	for _, s := range vals {
		if a, u := e.aspectDepth(s, o, depth+1); a != noAspect {
			return a, u
		}
	}
	addr := x.X
	if fv, ok := addr.(*ssa.FreeVar); ok {
		addr = e.binding(fv)
	}
	if a, ok := addr.(*ssa.Alloc); ok && e.scannedFrom(a, o) {
		return okAspect, true
	}
	return noAspect, false
}

// scannedFrom reports whether the address of a is given to a Scan of o's rows,
// or to o's own call as a destination.
func (e *engine) scannedFrom(a *ssa.Alloc, o *Op) bool {
	for _, alias := range e.aliases(a) {
		refs := alias.Referrers()
		if refs == nil {
			continue
		}
		for _, r := range *refs {
			mi, ok := r.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			for _, user := range e.passedTo(mi) {
				c := e.resolve(user)
				if user == o.Instr || c.row != nil && e.runsAt(c) == o.Instr {
					return true
				}
				if c.row != nil && (c.row.Role == catalogue.Scan || c.row.Role == catalogue.Unwrap) && e.derives(c.recv, o, 0) {
					return true
				}
			}
		}
	}
	return false
}

// passedTo lists the calls that get v as an argument, also within a variadic
// slice.
func (e *engine) passedTo(v ssa.Value) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case ssa.CallInstruction:
			out = append(out, r)
		case *ssa.Store:
			if ia, ok := r.Addr.(*ssa.IndexAddr); ok && r.Val == v {
				calls, _ := passedIn(ia)
				out = append(out, calls...)
			}
		}
	}
	return out
}

// passedIn lists the calls that get the slice literal in which place stands,
// and whether these are all uses of the slice.
func passedIn(place *ssa.IndexAddr) (calls []ssa.CallInstruction, all bool) {
	all = true
	refs := place.X.Referrers()
	if refs == nil {
		return nil, true // a global
	}
	for _, r := range *refs {
		slice, ok := r.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range *slice.Referrers() {
			ci, ok := use.(ssa.CallInstruction)
			if !ok {
				all = false
				continue
			}
			calls = append(calls, ci)
		}
	}
	return calls, all
}

// implies says what the condition's being branch means for o.
func (e *engine) implies(cond ssa.Value, branch bool, o *Op) verdict {
	return e.impliesDepth(cond, branch, o, 0)
}

func (e *engine) impliesDepth(cond ssa.Value, branch bool, o *Op, depth int) verdict {
	if depth > 10 {
		return unsure
	}
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return e.impliesDepth(x.X, !branch, o, depth+1)
		}
		if x.Op == token.MUL {
			if vals := e.stored(x); len(vals) == 1 {
				if _, isOp := vals[0].(*ssa.BinOp); isOp {
					return e.impliesDepth(vals[0], branch, o, depth+1)
				}
			}
		}
	case *ssa.BinOp:
		return e.comparison(x, branch, o)
	case *ssa.Phi:
		if v := e.phiImplies(x, branch, o, depth); v != unsure {
			return v
		}
	case *ssa.Call:
		if v := e.predicateImplies(x, branch, o); v != unsure {
			return v
		}
	}
	if a, _ := e.aspectOf(cond, o); a == okAspect && isBool(cond.Type()) {
		if o.Answers != nil && o.out == nil {
			return o.Answers.truth(branch)
		}
		return truth(branch)
	}
	return unsure
}

func truth(ok bool) verdict {
	if ok {
		return succeeded
	}
	return failed
}

// phiImplies reads the phi that && and || produce: the condition has the value
// branch only along edges that allow it.
func (e *engine) phiImplies(p *ssa.Phi, branch bool, o *Op, depth int) verdict {
	all := verdict(2)
	for i, edge := range p.Edges {
		var v verdict
		if k, ok := edge.(*ssa.Const); ok && k.Value != nil {
			if (k.Value.ExactString() == "true") != branch {
				continue
			}
			v = e.edgeImplies(p.Block().Preds[i], p.Block(), o, depth+1)
			if v == unsure {
				v = e.blockImplies(p.Block().Preds[i], o, depth+4)
			}
		} else {
			v = e.impliesDepth(edge, branch, o, depth+1)
			if v == unsure {
				v = e.edgeImplies(p.Block().Preds[i], p.Block(), o, depth+1)
			}
		}
		if all == 2 {
			all = v
		} else if all != v {
			return unsure
		}
	}
	if all == 2 {
		return unsure
	}
	return all
}

// blockImplies says what is known of o where b runs: a flag that is set on one
// branch tells as much as the branch.
func (e *engine) blockImplies(b *ssa.BasicBlock, o *Op, depth int) verdict {
	for _, c := range conditions(b) {
		if v := e.impliesDepth(c.cond, c.branch, o, depth); v != unsure {
			return v
		}
	}
	return unsure
}

// edgeImplies says what taking the edge from → to means for o. Where a phi of
// to decides, only the edge's own condition counts.
func (e *engine) edgeImplies(from, to *ssa.BasicBlock, o *Op, depth int) verdict {
	if len(from.Instrs) == 0 || len(from.Succs) != 2 || from.Succs[0] == from.Succs[1] {
		return unsure
	}
	cond, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok {
		return unsure
	}
	return e.impliesDepth(cond.Cond, from.Succs[0] == to, o, depth+1)
}

// predicateImplies reads errors.Is(err, X), errors.As and a library's IsNil.
func (e *engine) predicateImplies(call *ssa.Call, branch bool, o *Op) verdict {
	c := e.resolve(call)
	if c.obj == nil || !isBool(call.Type()) || len(c.args) == 0 {
		return unsure
	}
	a, _ := e.aspectOf(c.args[0], o)
	if a == errAspect && o.Answers != nil && o.out == nil && (len(c.args) == 1 || isNilReply(c.args[1])) {
		return o.Answers.empty(branch)
	}
	if a == errAspect && branch {
		if len(c.args) == 1 || isNamed(c.obj, "errors", "Is") || isNamed(c.obj, "errors", "As") {
			return failed
		}
	}
	return unsure
}

func isNamed(f *types.Func, pkg, name string) bool {
	return f != nil && f.Pkg() != nil && f.Pkg().Path() == pkg && f.Name() == name
}

// comparison reads err != nil, n == 0, reply != "OK" and their kind.
func (e *engine) comparison(x *ssa.BinOp, branch bool, o *Op) verdict {
	if !isComparison(x.Op) {
		return unsure
	}
	l, r, op := x.X, x.Y, x.Op
	a, unwrapped := e.aspectOf(l, o)
	if a == noAspect {
		l, r, op = r, l, mirror(op)
		if a, unwrapped = e.aspectOf(l, o); a == noAspect {
			return e.phiErrComparison(x, branch, o)
		}
	}
	if !branch {
		op = negate(op)
	}
	other := e.eval(r)
	if o.Answers != nil && (o.out == nil || a == okAspect) {
		return o.answers(a, op, other, isNilReply(r), unwrapped)
	}
	switch a {
	case errAspect:
		return errComparison(op, other, o.errEnough(unwrapped))
	case handleAspect:
		if other.Kind != Nil {
			return unsure
		}
		if op == token.EQL {
			return failed
		}
		return handleWins(o)
	}
	return okComparison(op, other)
}

// answers compares the answer of a script that has answers of its own.
func (o *Op) answers(a aspect, op token.Token, other *Term, nilReply, unwrapped bool) verdict {
	equality := op == token.EQL || op == token.NEQ
	switch {
	case a == okAspect:
		return o.Answers.compared(op, other)
	case !equality:
		return unsure
	case a == handleAspect && other.Kind == Nil, a == errAspect && nilReply:
		return o.Answers.empty(op == token.EQL)
	case a == errAspect && other.Kind == Nil && unwrapped:
		return o.Answers.failing(op == token.NEQ)
	case a == errAspect && other.Kind == Nil && op == token.EQL:
		return unsure // of the raw reply a nil is no error
	case a == errAspect:
		return errComparison(op, other, false)
	}
	return unsure
}

// isNilReply reports whether v is the error by which a client says that a reply
// is nil.
func isNilReply(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		k, ok := x.X.(*ssa.Const)
		return ok && k.Value != nil && strings.Contains(k.Value.ExactString(), "nil")
	case *ssa.UnOp:
		g, ok := x.X.(*ssa.Global)
		return ok && x.Op == token.MUL && strings.HasSuffix(g.Name(), "Nil")
	}
	return false
}

// phiErrComparison reads `if err == nil && !ok { err = ErrBusy }; if err != nil`:
// a variable that is nil only on the way of success.
func (e *engine) phiErrComparison(x *ssa.BinOp, branch bool, o *Op) verdict {
	p, ok := x.X.(*ssa.Phi)
	if !ok || e.eval(x.Y).Kind != Nil || x.Op != token.EQL && x.Op != token.NEQ {
		return unsure
	}
	isNil := (x.Op == token.EQL) == branch
	if !isNil {
		return unsure
	}
	v := verdict(2)
	for i, edge := range p.Edges {
		if neverNil(edge) {
			continue
		}
		ev := e.edgeImplies(p.Block().Preds[i], p.Block(), o, 4)
		if v != 2 && v != ev {
			return unsure
		}
		v = ev
	}
	if v == 2 {
		return unsure
	}
	return v
}

// neverNil reports whether an error value is certainly not nil.
func neverNil(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.UnOp:
		g, ok := x.X.(*ssa.Global)
		return ok && x.Op == token.MUL && isError(g.Type().Underlying().(*types.Pointer).Elem())
	case *ssa.Call:
		f := x.Call.StaticCallee()
		if f == nil || f.Pkg == nil {
			return false
		}
		p := f.Pkg.Pkg.Path()
		return p == "errors" && f.Name() == "New" || p == "fmt" && f.Name() == "Errorf"
	}
	return false
}

func handleWins(o *Op) verdict {
	if o.out != nil || o.Wins == catalogue.ByNonNil {
		return succeeded
	}
	return unsure
}

func errComparison(op token.Token, other *Term, enough bool) verdict {
	if other.Kind == Nil {
		if op == token.NEQ {
			return failed
		}
		if op == token.EQL && enough {
			return succeeded
		}
		return unsure
	}
	if op == token.EQL {
		return failed // compared with a particular error
	}
	return unsure
}

// okComparison compares a reply with a constant: 0, "" and nil mean failure.
func okComparison(op token.Token, other *Term) verdict {
	if n, ok := other.number(); ok {
		switch {
		case op == token.EQL:
			return truth(n > 0)
		case op == token.NEQ:
			return -truth(n > 0)
		case op == token.GTR && n >= 0, op == token.GEQ && n >= 1:
			return succeeded
		case op == token.LSS && n <= 1, op == token.LEQ && n <= 0:
			return failed
		}
		return unsure
	}
	if other.Kind == Const {
		good := other.Text != "" && other.Text != "false"
		switch op {
		case token.EQL:
			return truth(good)
		case token.NEQ:
			return -truth(good)
		}
	}
	return unsure
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

func mirror(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

func negate(op token.Token) token.Token {
	switch op {
	case token.EQL:
		return token.NEQ
	case token.NEQ:
		return token.EQL
	case token.LSS:
		return token.GEQ
	case token.GEQ:
		return token.LSS
	case token.GTR:
		return token.LEQ
	case token.LEQ:
		return token.GTR
	}
	return op
}

// deriveOutcome finds out which results of fn tell that o, which may still be
// held or done when fn returns, succeeded. state says for a return whether o
// may have succeeded and whether it may have failed there.
func (e *engine) deriveOutcome(fn *ssa.Function, o *Op, state func(*ssa.Return) (may, mayFail bool)) *outcome {
	out := untold()
	res := fn.Signature.Results()
	marks := make([]resultMark, res.Len())
	returns := 0
	for _, b := range fn.Blocks {
		r, isRet := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !isRet || b == fn.Recover {
			continue
		}
		returns++
		may, mayFail := state(r)
		for i := range r.Results {
			e.markResult(r.Results[i], o, may, mayFail, &marks[i], 0)
		}
	}
	for i, m := range marks {
		t := res.At(i).Type()
		switch {
		case isError(t) && (m.pass || m.ok || m.bad):
			out.Err = i
			out.ErrOK = !m.mixed
			if m.pass && !o.errEnough(true) {
				out.ErrOK = false
			}
		case isBool(t) && !m.mixed && (m.pass || m.ok || m.bad):
			out.OK = i
		case !isBool(t) && !isError(t) && out.NonNil < 0 && !m.mixed && m.ok && (m.bad || m.pass):
			out.NonNil = i
		case m.pass && out.OK < 0 && !isError(t):
			out.OK = i
		}
	}
	if out.OK >= 0 && out.Err >= 0 {
		out.ErrOK = out.ErrOK && !marks[out.OK].bad && !marks[out.OK].pass
	}
	return out
}

// A resultMark says how the values of one result go with success: good values
// with it, bad ones without it, the op's own result passed on, or no rule.
type resultMark struct{ ok, bad, pass, mixed bool }

// markResult notes how one returned value goes with success.
func (e *engine) markResult(v ssa.Value, o *Op, may, mayFail bool, m *resultMark, depth int) {
	if depth > 6 {
		m.mixed = true
		return
	}
	if u, isLoad := v.(*ssa.UnOp); isLoad && u.Op == token.MUL {
		if vals := e.stored(u); len(vals) > 0 {
			for _, s := range vals {
				if s != v {
					e.markResult(s, o, may, mayFail, m, depth+1)
				}
			}
			return
		}
	}
	if p, isPhi := v.(*ssa.Phi); isPhi && len(p.Edges) <= 6 {
		for i, s := range p.Edges {
			if _, nested := s.(*ssa.Phi); nested {
				continue
			}
			held, failing := may, mayFail
			if a, _ := e.aspectOf(s, o); a == errAspect {
				switch e.edgeImplies(p.Block().Preds[i], p.Block(), o, 3) {
				case succeeded:
					m.ok = true
					continue
				case failed:
					m.bad = true
					continue
				}
			}
			switch e.edgeImplies(p.Block().Preds[i], p.Block(), o, 3) {
			case failed:
				held = false
			case succeeded:
				failing = false
			}
			e.markResult(s, o, held, failing, m, depth+1)
		}
		return
	}
	if a, _ := e.aspectOf(v, o); a == errAspect && !may {
		m.bad = true // an error that was looked at before it is returned
		return
	} else if a != noAspect {
		m.pass = true
		return
	}
	if isBool(v.Type()) && e.implies(v, true, o) == succeeded {
		m.pass = true
		return
	}
	k, isConst := v.(*ssa.Const)
	positive := isConst && k.Value != nil && k.Value.ExactString() == "true" ||
		!isConst && !isError(v.Type()) ||
		isConst && k.Value == nil && isError(v.Type())
	negative := isConst && !positive || neverNil(v) && isError(v.Type())
	switch {
	case positive && may:
		m.ok = true
		if mayFail {
			m.mixed = true
		}
	case positive && !may && mayFail:
		if isError(v.Type()) {
			m.mixed = true // nil error without the lock: another result tells
		}
	case negative && !may:
		m.bad = true
	}
}
