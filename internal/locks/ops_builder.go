package locks

import (
	"strings"

	"github.com/locklint/locklint/internal/sqltext"
)

// locksRows reports whether a builder's read has a FOR UPDATE clause.
func (e *engine) locksRows(c *call) bool {
	if c.recv == nil {
		return false
	}
	for _, s := range e.chain(e.eval(c.recv)).steps {
		for _, a := range s.args {
			if a.has(func(t *Term) bool {
				return t.Kind == Object && strings.HasSuffix(t.Type, "clause.Locking") || t.Kind == Const && strings.Contains(strings.ToUpper(t.Text), "FOR UPDATE")
			}) {
				return true
			}
		}
	}
	return false
}

// A chain is a builder chain: the calls from its root to its end.
type chain struct {
	root  *Term
	steps []step
}

type step struct {
	name string
	args []*Term
}

// chain reads a term of builder steps.
func (e *engine) chain(t *Term) chain {
	var ch chain
	for t != nil && t.Kind == Apply && strings.HasPrefix(t.Text, "step:") && len(t.Args) > 0 {
		ch.steps = append(ch.steps, step{strings.TrimPrefix(t.Text, "step:"), t.Args[1:]})
		t = t.Args[0]
	}
	ch.root = t
	for i, j := 0, len(ch.steps)-1; i < j; i, j = i+1, j-1 {
		ch.steps[i], ch.steps[j] = ch.steps[j], ch.steps[i]
	}
	return ch
}

func (c chain) find(name string) *step {
	for i := range c.steps {
		if c.steps[i].name == name {
			return &c.steps[i]
		}
	}
	return nil
}

// readBuilder reads the conditions of an ORM's or builder's chain. If the chain
// claims or renews a lease, it returns that operation, too.
func (e *engine) readBuilder(c *call, o *Op) *Op {
	ch := e.chain(e.eval(c.recv))
	if len(ch.steps) == 0 {
		return nil
	}
	w := o.Write
	set := map[string]bool{}
	for _, a := range c.args {
		columnsOf(e.eval(a), set)
	}
	for _, s := range ch.steps {
		switch s.name {
		case "Model", "Table", "NewUpdate":
			if len(s.args) > 0 {
				w.Target = s.args[0]
			}
		case "Scopes":
			w.Low = true // a function adds conditions that are not seen
		case "Set", "SetMap":
			for _, a := range s.args {
				columnsOf(a, set)
			}
		case "Clauses":
			for _, a := range s.args {
				if a.has(func(t *Term) bool {
					return t.Kind == Object && strings.HasSuffix(t.Type, "clause.OnConflict") && t.Get("DoNothing") != nil
				}) {
					w.Creates = true
				}
			}
		}
	}
	for _, s := range ch.steps {
		if s.name == "Where" || s.name == "Not" {
			e.readWhere(s.args, set, w)
		}
	}
	for _, a := range c.args {
		if e.eval(a).has(func(t *Term) bool { return t.Kind == Apply && strings.HasSuffix(t.Text, ".Expr") }) {
			w.Relative = true
		}
	}
	w.Args = append(w.Args, e.eval(c.recv))
	return e.leaseOp(c, o, ch, set)
}

// leaseOp reads a chain's update as an operation on a lease row, by its shape:
// a claim sets an instant and something else where a set column has expired or
// is free; a renewal sets nothing but an instant, and compares a column beside
// the row's identity.
func (e *engine) leaseOp(c *call, o *Op, ch chain, set map[string]bool) *Op {
	times, others := 0, 0
	count := func(t *Term) {
		if t.has(func(p *Term) bool { return p.Kind == Now }) {
			times++
		} else {
			others++
		}
	}
	for i, a := range c.args {
		t := e.eval(a)
		switch {
		case t.Kind == Object:
			for _, v := range t.Args {
				count(v)
			}
		case i > 0:
			count(t)
		}
	}
	if times == 0 || o.Write.Target == nil {
		return nil
	}
	equals, free := 0, false
	for _, s := range ch.steps {
		if s.name != "Where" || len(s.args) == 0 {
			continue
		}
		text, ok := render(s.args[0])
		if !ok {
			return nil
		}
		for _, t := range sqltext.ReadPredicate(text).Terms {
			if t.Op == "=" {
				equals++
			}
			for _, alt := range t.Or {
				for _, tt := range alt.Terms {
					free = free || set[strings.ToLower(tt.Column)] && (tt.Op == "<" || tt.Op == "<=")
				}
			}
			free = free || set[strings.ToLower(t.Column)] && (t.Op == "<" || t.Op == "<=")
		}
	}
	p := *o
	p.Origin, p.Write = &p, nil
	p.Key = constTerm("row:" + o.Write.Target.Type)
	switch {
	case free && others > 0:
		p.Kind, p.Expiry = OpCreate, ExpirySet
	case others == 0 && equals >= 2:
		p.Kind = OpExtend
	default:
		return nil
	}
	return &p
}

// columnsOf collects the columns that an update's argument names.
func columnsOf(t *Term, set map[string]bool) {
	switch t.Kind {
	case Const:
		set[strings.ToLower(t.Text)] = true
	case Object:
		for _, n := range t.Names {
			set[strings.ToLower(n)] = true
			set[snake(n)] = true
		}
	case List:
		for _, a := range t.Args {
			columnsOf(a, set)
		}
	}
}

// snake writes a Go field's name as ORMs name its column.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// readWhere reads a Where step: the write is conditional if it constrains a
// column that the write also sets.
func (e *engine) readWhere(args []*Term, set map[string]bool, w *Write) {
	if len(args) == 0 {
		return
	}
	if text, ok := render(args[0]); ok {
		p := sqltext.ReadPredicate(text)
		for _, t := range p.Terms {
			if set[strings.ToLower(t.Column)] {
				w.Cond = true
			}
			for _, alt := range t.Or {
				for _, tt := range alt.Terms {
					if set[strings.ToLower(tt.Column)] {
						w.Cond = true
					}
				}
			}
		}
		return
	}
	args[0].walk(func(t *Term) bool {
		if t.Kind == Object {
			for _, n := range t.Names {
				if set[strings.ToLower(n)] {
					w.Cond = true
				}
			}
		}
		return true
	})
}
