package locks

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
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
	case catalogue.CallFunction:
		return e.functionOps(c)
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

func one(o *Op) []*Op { return []*Op{o} }

// newOp is an op of the call c with what its row says in general.
func (e *engine) newOp(c *call, kind OpKind) *Op {
	r, instr := c.row, e.runsAt(c)
	o := &Op{
		Kind: kind, Instr: instr, Fn: instr.Parent(), Lib: c.lib, Role: r.Role, Name: c.obj.Name(),
		Wins: r.Wins, Won: r.Won, Lost: r.Lost, Renews: r.Renews, Token: r.Token, On: r.On, Bound: r.Bound,
		At: Place{Pos: e.resolve(instr).pos()}, Deferred: isDefer(instr), Async: isGo(instr), Efficiency: c.saves,
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
	if r.Item != "" {
		o.Item = e.at(c, r.Item)
	}
	if r.Dest != "" {
		o.dest = c.place(string(r.Dest))
	}
	o.Origin = o
	return o
}

// runsAt is the call that carries out what c says: of an action the call that
// gets it, if the function shows that, else c itself.
func (e *engine) runsAt(c *call) ssa.CallInstruction {
	v, ok := c.instr.(*ssa.Call)
	if !ok || !c.row.Lazy {
		return c.instr
	}
	for _, run := range e.callsWith(v) {
		if run.row != nil && run.row.Role == catalogue.Flush {
			return run.instr
		}
	}
	return c.instr
}

// callsWith are the calls that get v as receiver or argument, also as an
// interface.
func (e *engine) callsWith(v ssa.Value) []*call {
	var out []*call
	uses := slices.Clone(*v.Referrers())
	for i := 0; i < len(uses) && i < 16; i++ {
		switch u := uses[i].(type) {
		case *ssa.ChangeInterface:
			uses = append(uses, *u.Referrers()...)
		case *ssa.MakeInterface:
			uses = append(uses, *u.Referrers()...)
		case ssa.CallInstruction:
			out = append(out, e.resolve(u))
		}
	}
	return out
}

// holds evaluates a row's Cond: whether the call carries what makes it
// conditional. Forms: "path", "path=value", "path!=value", "path~part",
// "path!~function", "path/Field", "path/Field=value", "path/Field!=value",
// "option:F", "step:F", "argN:F", parted by "|".
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
	if path, field, ok := strings.Cut(p, "/"); ok {
		return somePart(e.at(c, catalogue.Path(path)), field)
	}
	if path, function, ok := strings.Cut(p, "!~"); ok {
		t := e.at(c, catalogue.Path(path))
		text, known := e.conditionText(t)
		return t != nil && !t.isZero() && !(known && callsOnly(text, function))
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
		text, known := e.conditionText(e.at(c, catalogue.Path(path)))
		return known && strings.Contains(strings.ToLower(text), want)
	}
	t := e.at(c, catalogue.Path(p))
	return t != nil && !t.isZero()
}

// conditionText is the text of a condition, also of one that a builder of
// expressions makes of functions.
func (e *engine) conditionText(t *Term) (text string, known bool) {
	if text, known = render(t); known {
		return text, true
	}
	for t != nil && t.Kind == Apply && len(t.Args) == 1 && !strings.HasPrefix(t.Text, "step:") {
		t = t.Args[0] // aws.String
	}
	with := e.chain(t).find("WithCondition")
	if with == nil || len(with.args) != 1 {
		return "", false
	}
	return spellCalls(with.args[0], 0), true
}

// spellCalls writes functions that make a condition as the language of the store
// has them: AttributeNotExists(Name("id")) is attribute_not_exists(id).
func spellCalls(t *Term, depth int) string {
	switch {
	case depth > 8:
		return "?"
	case t.Kind == Const:
		return t.Text
	case t.Kind != Apply:
		return "?"
	}
	name := snake(t.Text[strings.LastIndexByte(t.Text, '.')+1:])
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = spellCalls(a, depth+1)
	}
	if name == "name" {
		return strings.Join(args, "")
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// somePart reports whether some part of a list has a field: "F" set, "F=value"
// set to it, "F!=value" set to another or left out. Where a part is not known it
// may.
func somePart(list *Term, field string) bool {
	if list == nil || list.Kind != List {
		return true
	}
	name, not, without := strings.Cut(field, "!=")
	name, want, equals := strings.Cut(name, "=")
	meets := func(t *Term) bool {
		v := t.Get(name)
		switch {
		case t.Kind != Object:
			return false
		case without:
			return v == nil || v.Kind != Const || v.Text != not
		case equals:
			return v != nil && v.Kind == Const && v.Text == want
		}
		return v != nil && !v.isZero()
	}
	return slices.ContainsFunc(list.Args, func(t *Term) bool {
		return t.Kind != Object || meets(t) || slices.ContainsFunc(t.Args, func(v *Term) bool {
			return v.Kind == Opaque || v.Kind == Param || v.Kind == Choice || !without && meets(v)
		})
	})
}

// callsOnly reports whether a condition says nothing but function(x).
func callsOnly(text, function string) bool {
	inside, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(text)), function)
	inside = strings.TrimSpace(inside)
	return ok && strings.HasPrefix(inside, "(") && strings.Index(inside, ")") == len(inside)-1
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
