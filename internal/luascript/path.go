package luascript

import (
	"maps"
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// kind is the form of an abstract value.
type kind uint8

const (
	kUnknown kind = iota
	kNil
	kBool
	kConst // a string or number
	kKeys  // the table KEYS
	kArgv
	kElem // KEYS[i] or ARGV[i]
	kConcat
	kReply
	kCond  // a condition kept for later: text is its operator, parts its operands
	kTable // cell is where its content stands in the path
	kFunc
	kRedis  // the table redis
	kCall   // redis.call itself
	kCodec  // the table cjson, cmsgpack or struct
	kDecode // its function that decodes
	kEncode // its function that encodes
	kSpread // the elements of parts[0]
	kIndex  // the variable of a loop that counts from 1
)

// val is an abstract value. It is never changed once it is made.
type val struct {
	kind   kind
	text   string // of kConst
	truth  bool   // of kBool
	elem   Value  // of kElem
	parts  []*val // of kConcat, the elements of a table's content
	fields map[string]*val
	rest   *val // of a table's content: further elements, if there are any
	cell   int
	reply  *reply
	fn     *ast.FunctionExpr
	scope  *scope
}

// reply remembers which command answered, so that a condition on the answer is
// a condition on the store.
type reply struct {
	command string
	key     Value
	field   Value
	op      Op
	args    []*val
	def     bool // `reply or default`
	old     bool // SET NX GET: false when it created the key
	status  bool // the field ok of the reply
	decoded bool // the value was decoded: its fields are the stored value's
}

var (
	unknown = &val{}
	null    = &val{kind: kNil}
	isFalse = &val{kind: kBool}
	isTrue  = &val{kind: kBool, truth: true}
)

// scope is a list of the names in sight. Paths share it: what a name holds
// stands in the path.
type scope struct {
	up   *scope
	name string
	cell int
	size int
}

// path is one way through the script.
type path struct {
	scope  *scope
	vars   map[int]*val
	guards []Guard
	done   map[int]bool // the effects that happened
	ret    []*val       // not nil when a function returned
	dead   bool         // the script ended
	broke  bool         // out of the loop
}

func (p *path) ended() bool { return p.dead || p.broke || p.ret != nil }

func (p *path) fork() *path {
	n := *p
	n.vars, n.done, n.guards = maps.Clone(p.vars), maps.Clone(p.done), slices.Clone(p.guards)
	return &n
}

// define adds a local.
func (in *interp) define(p *path, name string, v *val) {
	if in.holes.in(name) {
		in.fail(0, "the name is computed")
		return
	}
	size := 1
	if p.scope != nil {
		size += p.scope.size
	}
	if size > maxLocals {
		in.fail(0, "too many locals")
		return
	}
	in.cells++
	p.scope = &scope{up: p.scope, name: name, cell: in.cells, size: size}
	p.vars[in.cells] = v
}

// cell finds the place of a variable, 0 if there is none.
func (in *interp) cell(p *path, name string) int {
	for s := p.scope; s != nil; s = s.up {
		if s.name == name {
			return s.cell
		}
	}
	return in.globals[name]
}

func (in *interp) lookup(p *path, name string) *val {
	if v := p.vars[in.cell(p, name)]; v != nil {
		return v
	}
	switch name {
	case "redis", "server":
		return &val{kind: kRedis}
	case "cjson", "cmsgpack", "struct":
		return &val{kind: kCodec}
	}
	return unknown
}

func (in *interp) set(p *path, name string, v *val) {
	if in.holes.in(name) {
		in.fail(0, "the name is computed")
		return
	}
	c := in.cell(p, name)
	if c == 0 {
		in.cells++
		c = in.cells
		in.globals[name] = c
	}
	p.vars[c] = v
}

// newTable makes a table of its content.
func (in *interp) newTable(p *path, content *val) *val {
	in.cells++
	p.vars[in.cells] = content
	return &val{kind: kTable, cell: in.cells}
}

// content is what a table holds now.
func (p *path) content(t *val) *val {
	if c := p.vars[t.cell]; t.kind == kTable && c != nil && c.kind == kTable {
		return c
	}
	return &val{kind: kTable, rest: unknown}
}

// addRest adds an element at a place that is not known.
func (p *path) addRest(t, v *val) {
	c := *p.content(t)
	if c.rest == nil || same(c.rest, v) {
		c.rest = v
	} else {
		c.rest = unknown
	}
	p.vars[t.cell] = &c
}

// Elements of KEYS and ARGV whose place is no number.
const (
	eachOne = 0
	someOne = -1
)

// element is element n of a list, from 1.
func (v *val) element(n int) *val {
	switch {
	case v.kind == kKeys:
		return &val{kind: kElem, elem: Value{Kind: Keys, Index: max(n, someOne)}}
	case v.kind == kArgv:
		return &val{kind: kElem, elem: Value{Kind: Argv, Index: max(n, someOne)}}
	case v.kind == kTable && n >= 1 && n <= len(v.parts):
		return v.parts[n-1]
	case v.kind == kTable && n > len(v.parts) && v.rest == nil:
		return null
	}
	return unknown
}

// same reports whether two values are surely the same.
func same(a, b *val) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.kind != b.kind {
		return false
	}
	switch a.kind {
	case kNil, kKeys, kArgv, kCall, kRedis:
		return true
	case kBool:
		return a.truth == b.truth
	case kConst:
		return a.text == b.text
	case kElem:
		return a.elem.Index == b.elem.Index && a.elem.Kind == b.elem.Kind
	}
	return false
}

// join merges q into p: what both know.
func (p *path) join(q *path) {
	p.guards = slices.DeleteFunc(p.guards, func(g Guard) bool { return !hasGuard(q.guards, g) })
	for c, v := range p.vars {
		if w := q.vars[c]; !same(v, w) {
			p.vars[c] = unknown
		}
	}
	maps.Copy(p.done, q.done)
}

func hasGuard(gs []Guard, g Guard) bool {
	return slices.ContainsFunc(gs, g.equal)
}

// learn adds a guard that is not known yet.
func (p *path) learn(g Guard) {
	if !hasGuard(p.guards, g) {
		p.guards = append(p.guards, g)
	}
}

func (g Guard) equal(o Guard) bool {
	return g.Kind == o.Kind && g.Key.equal(o.Key) && g.With.equal(o.With) && g.Field.equal(o.Field)
}

func (v Value) equal(o Value) bool {
	return v.Kind == o.Kind && v.Index == o.Index && v.Text == o.Text && slices.EqualFunc(v.Parts, o.Parts, Value.equal)
}

// anyKey reports whether the guard is about whichever key a loop had in hand.
func (g Guard) anyKey() bool {
	return g.Key.anyOf() || g.Field.anyOf() || g.With.anyOf()
}

func (v Value) anyOf() bool {
	if v.Kind == Keys || v.Kind == Argv {
		return v.Index <= eachOne
	}
	return slices.ContainsFunc(v.Parts, Value.anyOf)
}
