package locks

import (
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/luascript"
)

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
	script := e.text(e.at(c, r.Text))
	args := e.arguments(c)
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
	script = e.text(script)
	if text, known := render(script); known {
		if r := e.reading(text); r.Known {
			return e.readingOps(c, r, scriptInput{keys, args, holesOf(script)})
		}
	}
	if script != nil && depends(script) {
		return c.pend(pending{text: script, keys: listOf(keys), args: listOf(args)})
	}
	return nil
}

// functionOps reads a call of a function that the program itself loads into the
// server.
func (e *engine) functionOps(c *call) []*Op {
	name := e.at(c, c.row.Text)
	if name == nil || name.Kind != Const {
		return nil
	}
	keys, _ := e.list(c, c.row.Key)
	for _, text := range e.functionLibraries() {
		id := text + "\x00" + name.Text
		r, ok := e.scripts[id]
		if !ok {
			r = luascript.ReadFunction(text, name.Text)
			e.scripts[id] = r
		}
		if r.Known {
			return e.readingOps(e.source(c), r, scriptInput{keys: keys, args: e.arguments(c)})
		}
	}
	return nil
}

// functionLibraries are the sources of function libraries that the package
// loads.
func (e *engine) functionLibraries() []string {
	if e.libraries != nil {
		return e.libraries
	}
	e.libraries = []string{}
	for _, fn := range e.funcs {
		for _, b := range fn.f.Blocks {
			for _, in := range b.Instrs {
				ci, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				c := e.resolve(ci)
				if c.row == nil || c.row.Role != catalogue.LoadLibrary {
					continue
				}
				if text, known := render(e.text(e.at(c, c.row.Text))); known {
					e.libraries = append(e.libraries, text)
				}
			}
		}
	}
	return e.libraries
}

// A scriptInput is what a call gives to a script: its keys and arguments, and
// what fills the holes of its text.
type scriptInput struct{ keys, args, holes []*Term }

// readingOps lists what a script that was read does to the keys of the call.
func (e *engine) readingOps(c *source, r *luascript.Reading, in scriptInput) []*Op {
	part := false // of taking or giving back
	for i := range r.Effects {
		switch e.scriptKind(r, i) {
		case OpCreate, OpRelease, OpDelete:
			part = true
		}
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
		for _, k := range in.each(ks) {
			o := c.op(kind)
			o.Script, o.Name, o.Key = true, f.Command, in.term(k)
			o.Wins, o.Won, o.Answers = scriptWins(r), "", answersOf(r, i)
			o.Quiet = r.Quiet(i)
			e.finishScriptOp(o, r, i, in)
			o.Guarded = part && (kind == OpExpire || kind == OpExtend)
			ops = append(ops, o)
			if p := e.prolongs(f, o); p != nil {
				p.Guarded = part
				ops = append(ops, p)
			}
		}
	}
	return dedupOps(ops)
}

// prolongs is the extension that a SET with an expiry is beside what it stores:
// of the holder's own key, or of whoever's it is.
func (e *engine) prolongs(f *luascript.Effect, o *Op) *Op {
	switch {
	case f.Unit == luascript.None || f.Op == luascript.OpExpire:
		return nil
	case f.Op == luascript.OpSetAbsent && f.OwnerChecked():
		p := e.overwriteOp(o)
		p.Kind = OpExtend
		return p
	case (f.Op == luascript.OpSet || f.Op == luascript.OpSetPresent) && o.Kind == OpWrite && f.Present() && !f.Opaque():
		return e.overwriteOp(o)
	}
	return nil
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
func (e *engine) finishScriptOp(o *Op, r *luascript.Reading, i int, in scriptInput) {
	f := &r.Effects[i]
	switch o.Kind {
	case OpCreate:
		if e.countsUp(r) {
			o.Token = catalogue.Grows
		}
		o.Owner = in.term(f.Holder())
		o.Expiry = ExpiryNone
		if x := r.BlindExpiry(i); x != nil {
			o.Prolongs = x.Command
		}
		if v, unit := r.ExpiryOf(i); unit != luascript.None {
			o.Expiry, o.TTL, o.Unit = ExpirySet, in.term(v), scriptUnit(unit)
			if unit == luascript.Unsure {
				o.Expiry, o.TTL = ExpiryUnknown, nil
			}
		}
	case OpExpire, OpExtend:
		o.TTL, o.Unit = in.term(f.TTL), scriptUnit(f.Unit)
	case OpDelete, OpRelease:
		o.Write = &Write{Target: o.Key, What: f.Command, Deletes: true, Cache: true}
	case OpWrite:
		o.Write = &Write{Target: o.Key, What: f.Command, Args: slices.Concat(in.keys, in.args, in.holes)}
		o.Write.Relative = f.Op == luascript.OpIncrement
		o.Write.Cond = f.Fenced() || f.OwnerChecked() || len(f.Guards) > 0
		o.Write.Cache = f.Unit != luascript.None
		o.TTL, o.Unit = in.term(f.TTL), scriptUnit(f.Unit)
	}
	for _, g := range f.Guards {
		switch g.Kind {
		case luascript.TTLMissing:
			o.Repair = true
		case luascript.StoredEqual:
			if o.Owner == nil {
				o.Owner = in.term(g.With)
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
		return guardedKind(f, OpRelease, OpDelete)
	case luascript.OpExpire:
		for _, g := range f.Guards {
			if g.Kind == luascript.Created {
				return 0 // the expiry of what the script created itself
			}
		}
		return guardedKind(f, OpExtend, OpExpire)
	case luascript.OpSet, luascript.OpSetPresent:
		if f.OwnerChecked() && f.Unit != luascript.None && f.Unit != luascript.Unsure {
			return OpExtend
		}
		return OpWrite
	case luascript.OpWrite, luascript.OpIncrement:
		return OpWrite
	case luascript.OpRead:
		return OpGet
	}
	return 0
}

// guardedKind is careful where the effect runs for the holder only, bare where
// it runs for everybody, and 0 where that is not known.
func guardedKind(f *luascript.Effect, careful, bare OpKind) OpKind {
	switch {
	case f.OwnerChecked(), f.Fenced():
		return careful
	case f.Opaque(), f.Stuck():
		return 0
	}
	return bare
}

func scriptUnit(u luascript.Unit) catalogue.Unit {
	if u == luascript.Milliseconds {
		return catalogue.Milliseconds
	}
	return catalogue.Seconds
}

// each puts all keys of the call in the place of those that a loop has in hand.
func (in scriptInput) each(keys []luascript.Value) []luascript.Value {
	var out []luascript.Value
	for _, k := range keys {
		if k.Kind != luascript.Keys || k.Index != 0 || len(in.keys) == 0 {
			out = append(out, k)
			continue
		}
		for i := range in.keys {
			out = append(out, luascript.Value{Kind: luascript.Keys, Index: i + 1})
		}
	}
	return out
}

// term maps a script's value to the Go term behind it.
func (in scriptInput) term(v luascript.Value) *Term {
	from := in.keys
	switch v.Kind {
	case luascript.Const:
		return constTerm(v.Text)
	case luascript.Argv:
		from = in.args
		fallthrough
	case luascript.Keys:
		if v.Index >= 1 && v.Index <= len(from) {
			return from[v.Index-1]
		}
		if v.Index <= 0 && len(from) == 1 {
			return from[0]
		}
	case luascript.Computed:
		if v.Index < len(in.holes) {
			return in.holes[v.Index]
		}
	case luascript.Concat:
		parts := make([]*Term, len(v.Parts))
		for i, p := range v.Parts {
			parts[i] = in.term(p)
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
