package locks

import (
	"strconv"
	"strings"

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
