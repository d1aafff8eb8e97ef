package locks

import (
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/luascript"
)

// hole stands for a part of a text that the program does not show.
const hole = luascript.Hole

// render writes a text term out; unknown parts are holes, and known is false
// if nothing of the text is known.
func render(t *Term) (text string, known bool) {
	switch {
	case t == nil:
		return "", false
	case t.Kind == Const:
		return t.Text, true
	case t.Kind == Concat:
		var b strings.Builder
		for _, p := range t.Args {
			if s, ok := render(p); ok {
				b.WriteString(s)
				known = true
			} else {
				b.WriteString(hole)
			}
		}
		return b.String(), known
	case t.Kind == Object && t.Type == "script":
		return render(t.Get("text"))
	}
	return "", false
}

// holesOf lists the terms behind the holes of a text that render writes.
func holesOf(t *Term) []*Term {
	switch {
	case t == nil:
		return nil
	case t.Kind == Object:
		return holesOf(t.Get("text"))
	case t.Kind != Concat:
		return nil
	}
	var out []*Term
	for _, p := range t.Args {
		if _, known := render(p); known {
			out = append(out, holesOf(p)...)
		} else {
			out = append(out, p)
		}
	}
	return out
}

// A source is where ops come from: a call, or a general wrapper's call that a
// caller has filled in.
type source struct {
	proto *Op // what each op begins with
	row   *catalogue.Row
	lib   *catalogue.Library
	name  string
}

func (e *engine) source(c *call) *source {
	return &source{proto: e.newOp(c, 0), row: c.row, lib: c.lib, name: c.obj.Name()}
}

// op makes an op of the source.
func (s *source) op(kind OpKind) *Op {
	o := *s.proto
	o.Kind = kind
	o.Origin = &o
	return &o
}

// A pending op is a command, script or statement whose text is not known yet.
type pending struct {
	src        *source
	words      []*Term // a command's
	text       *Term   // a script's or statement's
	keys, args *Term
	fenced     bool // the user says that its writes carry the token
}

// pend makes the op that callers expand when they know the text.
func (s *source) pend(p pending) []*Op {
	o := s.op(OpPending)
	p.src = s
	o.pending = &p
	return one(o)
}

// depends reports whether a text hangs on a parameter.
func depends(ts ...*Term) bool {
	for _, t := range ts {
		if t.has(func(p *Term) bool { return p.Kind == Param }) {
			return true
		}
	}
	return false
}

// expand lists what a pending op does once its text is known.
func (e *engine) expand(o *Op) []*Op {
	p := o.pending
	src := *p.src
	proto := *o
	proto.pending, proto.Kind = nil, 0
	src.proto = &proto
	var ops []*Op
	switch {
	case len(p.words) > 0:
		ops = e.command(&src, p.words)
	case p.keys != nil:
		ops = e.scriptOps(&src, p.text, elements(p.keys), elements(p.args))
	case p.text != nil:
		if _, known := render(p.text); known {
			ops = e.sqlTextOps(&src, p.text, elements(p.args))
		}
	}
	if p.fenced {
		ops = slices.DeleteFunc(ops, dropFenced)
	}
	for _, x := range ops {
		if x.Kind == OpPending {
			return nil // the text is still a parameter
		}
		if x.Wins == catalogue.ByField && o.Depth > 0 {
			x.Wins, x.Won = catalogue.ByTrue, "" // the wrapper's own result tells
		}
		x.out = nil
	}
	return ops
}

// mapTerms rewrites a pending op.
func (p *pending) mapTerms(f func(*Term) *Term) *pending {
	n := *p
	n.words = make([]*Term, len(p.words))
	for i, w := range p.words {
		if w != nil {
			n.words[i] = f(w)
		}
	}
	for _, t := range []**Term{&n.text, &n.keys, &n.args} {
		if *t != nil {
			*t = f(*t)
		}
	}
	return &n
}

func elements(t *Term) []*Term {
	if t == nil || t.Kind == Nil {
		return nil
	}
	if t.Kind == List {
		return t.Args
	}
	return []*Term{t}
}

func listOf(ts []*Term) *Term {
	if len(ts) == 1 && ts[0] != nil && ts[0].Kind == Param {
		return ts[0]
	}
	return newTerm(List, "", "", append([]*Term{}, ts...)...)
}
