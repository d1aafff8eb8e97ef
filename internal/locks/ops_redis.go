package locks

import (
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalogue"
)

// keyOps is a function that works on one key of a store.
func (e *engine) keyOps(c *call, role catalogue.Role) []*Op {
	r := c.row
	kind := keyKind(role)
	if kind == 0 {
		return nil
	}
	if r.Cond != "" && (role == catalogue.SetAbsent || role == catalogue.CompareDelete) && !e.holds(c, r.Cond) {
		if role == catalogue.SetAbsent {
			kind, role = OpWrite, catalogue.Put
		} else {
			kind, role = OpDelete, catalogue.Delete
		}
	}
	keys, _ := e.list(c, r.Key)
	if len(keys) == 0 {
		keys = []*Term{opaque("key")}
	}
	var ops []*Op
	for _, k := range keys {
		o := e.newOp(c, kind)
		o.Role, o.Key, o.Owner, o.TTL, o.Unit = role, k, e.at(c, r.Owner), e.at(c, r.TTL), r.Unit
		o.Expiry = expiryOf(e.atZero(c, r.TTL), r)
		if role == catalogue.Expire && endsNow(e.atZero(c, r.TTL)) {
			o.Kind, o.Role = OpDelete, catalogue.Delete
		}
		e.finishKeyOp(o, o.Role)
		ops = append(ops, o)
		if role == catalogue.PutPresent {
			ops = append(ops, e.overwriteOp(o))
		}
	}
	return ops
}

// endsNow reports whether a TTL takes the key away at once.
func endsNow(ttl *Term) bool {
	n, ok := ttl.number()
	return ok && n <= 0
}

// overwriteOp: SET XX prolongs the key whoever owns it.
func (e *engine) overwriteOp(o *Op) *Op {
	p := *o
	p.Kind, p.Write, p.Origin = OpExpire, nil, &p
	return &p
}

// keyKind maps a store role to an op.
func keyKind(role catalogue.Role) OpKind {
	switch role {
	case catalogue.SetAbsent:
		return OpCreate
	case catalogue.Put, catalogue.PutPresent, catalogue.Adjust:
		return OpWrite
	case catalogue.Delete:
		return OpDelete
	case catalogue.CompareDelete:
		return OpRelease
	case catalogue.Expire:
		return OpExpire
	case catalogue.CompareExpire:
		return OpExtend
	case catalogue.Get:
		return OpGet
	case catalogue.TimeToLive:
		return OpTTL
	}
	return 0
}

// finishKeyOp says of a key op what kind of write it is.
func (e *engine) finishKeyOp(o *Op, role catalogue.Role) {
	switch role {
	case catalogue.Put, catalogue.PutPresent:
		o.Write = &Write{Target: o.Key, What: o.Name, Cache: o.Expiry == ExpirySet, Args: []*Term{o.Key, o.Owner}}
	case catalogue.Adjust:
		o.Write = &Write{Target: o.Key, What: o.Name, Relative: true, Args: []*Term{o.Key}}
	case catalogue.Delete:
		o.Write = &Write{Target: o.Key, What: o.Name, Deletes: true, Cache: true, Args: []*Term{o.Key}}
	}
}

// atZero evaluates path and keeps an explicit nil.
func (e *engine) atZero(c *call, path catalogue.Path) *Term {
	var last *Term
	for p := range strings.SplitSeq(string(path), "|") {
		if t := e.atOne(c, p); t != nil {
			if !t.isZero() {
				return t
			}
			last = t
		}
	}
	return last
}

// expiryOf says what a TTL argument means.
func expiryOf(ttl *Term, r *catalogue.Row) Expiry {
	switch {
	case ttl == nil && (r.TTL == "" || strings.Contains(string(r.TTL), ".")):
		return ExpiryNone // no parameter, or a field that was left out
	case ttl == nil:
		return ExpiryUnknown
	case ttl.isZero() && (r.ZeroTTL == "" || r.ZeroTTL == "never"):
		return ExpiryNone
	case ttl.isZero():
		return ExpiryUnknown
	}
	if n, ok := ttl.number(); ok && n < 0 {
		return ExpiryNone // KeepTTL
	}
	return ExpirySet
}

// commandOps reads a Redis command that is sent as text or spelled by a
// builder.
func (e *engine) commandOps(c *call) []*Op {
	var words []*Term
	if c.row.Text != "" {
		words = append(words, e.at(c, c.row.Text))
	}
	if c.row.Key != "" {
		words = append(words, e.at(c, c.row.Key))
	}
	if c.lib.Builder != "" {
		var ops []*Op
		elems, _ := e.list(c, c.row.Args)
		for _, el := range elems {
			ch := e.chain(el)
			built := e.command(e.source(c), builtCommand(ch))
			for _, o := range built {
				if o.TTL != nil && ch.hasDuration() {
					o.Unit = catalogue.Duration
				}
			}
			ops = append(ops, built...)
		}
		return ops
	}
	return e.command(e.source(c), append(words, e.arguments(c)...))
}

// arguments are the arguments of a command or script, also those that a chain
// collected: redis.Args{}.Add(…).
func (e *engine) arguments(c *call) []*Term {
	args, _ := e.list(c, c.row.Args)
	t := e.at(c, c.row.Args)
	if t == nil || t.Kind != Apply {
		return args
	}
	args = nil
	for _, s := range e.chain(t).steps {
		for _, a := range s.args {
			args = append(args, elements(a)...)
		}
	}
	return args
}

// hasDuration reports whether the chain takes its expiry as a time.Duration,
// which EX and PX count in their own units.
func (ch chain) hasDuration() bool {
	return slices.ContainsFunc(ch.steps, func(s step) bool { return s.name == "Ex" || s.name == "Px" })
}

// builtCommand spells a builder chain as the words of a command.
func builtCommand(ch chain) []*Term {
	var words []*Term
	for i, s := range ch.steps {
		switch {
		case i == 0 && s.name == "Arbitrary":
		case i == 0:
			words = append(words, constTerm(strings.ToUpper(s.name)))
		case s.name == "Nx" || s.name == "Xx" || s.name == "Keepttl":
			words = append(words, constTerm(strings.ToUpper(s.name)))
		case s.name == "Ex" || s.name == "ExSeconds":
			words = append(words, constTerm("EX"))
		case s.name == "Px" || s.name == "PxMilliseconds":
			words = append(words, constTerm("PX"))
		case s.name == "Exat" || s.name == "ExatTimestamp":
			words = append(words, constTerm("EXAT"))
		case s.name == "Ifeq":
			words = append(words, constTerm("IFEQ"))
		}
		if s.name == "Build" || s.name == "Cache" {
			continue
		}
		words = append(words, flatten(s.args)...)
	}
	return words
}

// command reads the words of a Redis command.
func (e *engine) command(c *source, words []*Term) []*Op {
	if len(words) > 0 && words[0] != nil && words[0].Kind == List {
		words = append(append([]*Term{}, words[0].Args...), words[1:]...)
	}
	if len(words) == 0 || words[0] == nil {
		return nil
	}
	if words[0].Kind != Const {
		if depends(words[0]) {
			return c.pend(pending{words: words})
		}
		return nil
	}
	name, args := strings.ToUpper(words[0].Text), flatten(words[1:])
	switch name {
	case "SET":
		return e.setCommand(c, args)
	case "EVAL", "EVALSHA":
		return e.evalCommand(c, args)
	case "WATCH":
		return e.oneKey(c, name, OpWatch, args, nil)
	case "DELEX":
		kind := OpDelete
		if hasWord(args, "IFEQ") >= 0 {
			kind = OpRelease
		}
		return e.oneKey(c, name, kind, args, nil)
	}
	row := catalogue.FindRedisCommand(name)
	if row == nil || len(args) == 0 {
		return nil
	}
	kind := keyKind(row.Role)
	keys := args[row.Key:min(row.Key+1, len(args))]
	if row.AllKeys {
		keys = args
	}
	var ops []*Op
	for _, k := range keys {
		o := c.op(kind)
		o.Role, o.Name, o.Key, o.Unit, o.Wins, o.Won = row.Role, name, k, row.Unit, commandWins(row.Role), ""
		if row.Value >= 0 && row.Value < len(args) {
			if kind == OpExpire {
				o.TTL, o.Expiry = args[row.Value], ExpirySet
				if endsNow(o.TTL) {
					o.Kind, o.Role = OpDelete, catalogue.Delete
				}
			} else {
				o.Owner = args[row.Value]
			}
		}
		if kind == OpCreate {
			o.Expiry = ExpiryNone
		}
		if name == "SETEX" || name == "PSETEX" {
			o.Expiry = ExpirySet
		}
		e.finishKeyOp(o, o.Role)
		ops = append(ops, o)
	}
	return ops
}

// flatten puts the elements of lists in the lists' places.
func flatten(ts []*Term) []*Term {
	var flat []*Term
	for _, t := range ts {
		if t.Kind == List {
			flat = append(flat, t.Args...)
		} else {
			flat = append(flat, t)
		}
	}
	return flat
}

func commandWins(role catalogue.Role) catalogue.Wins {
	switch role {
	case catalogue.SetAbsent, catalogue.Delete, catalogue.CompareDelete, catalogue.Expire:
		return catalogue.ByTrue
	}
	return catalogue.ByNilError
}

func (e *engine) oneKey(c *source, name string, kind OpKind, args []*Term, owner *Term) []*Op {
	if len(args) == 0 {
		return nil
	}
	o := c.op(kind)
	o.Name, o.Key, o.Owner, o.Wins = name, args[0], owner, catalogue.ByTrue
	return one(o)
}

// setCommand reads SET key value with its options in any order.
func (e *engine) setCommand(c *source, args []*Term) []*Op {
	if len(args) < 2 {
		return nil
	}
	o := c.op(OpWrite)
	o.Name, o.Role, o.Key, o.Owner, o.Expiry = "SET", catalogue.Put, args[0], args[1], ExpiryNone
	o.Wins, o.Won = catalogue.ByNilError, ""
	for i := 2; i < len(args); i++ {
		if args[i].Kind != Const {
			if args[i].Kind == Opaque {
				o.Expiry = ExpiryUnknown
			}
			continue
		}
		switch w := strings.ToUpper(args[i].Text); w {
		case "EX", "PX", "EXAT", "PXAT":
			o.Expiry = ExpirySet
			o.Unit = catalogue.Seconds
			if w == "PX" {
				o.Unit = catalogue.Milliseconds
			}
			if i+1 < len(args) {
				o.TTL = args[i+1]
			}
			i++
		case "KEEPTTL":
			o.Expiry = ExpiryUnknown
		case "NX":
			o.Kind, o.Role = OpCreate, catalogue.SetAbsent
			if c.row.Wins != catalogue.WinsUnknown {
				o.Wins = c.row.Wins
			}
		case "XX":
			o.Role = catalogue.PutPresent
		}
	}
	e.finishKeyOp(o, o.Role)
	if o.Role == catalogue.PutPresent {
		return []*Op{o, e.overwriteOp(o)}
	}
	return one(o)
}

func hasWord(args []*Term, word string) int {
	for i, a := range args {
		if a.Kind == Const && strings.EqualFold(a.Text, word) {
			return i
		}
	}
	return -1
}
