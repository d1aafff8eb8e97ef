package luascript

import (
	"strconv"
	"strings"

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
	kTable
	kFunc
	kCall // redis.call itself
	kSpread
)

// val is an abstract value.
type val struct {
	kind   kind
	text   string // of kConst
	truth  bool   // of kBool
	elem   Value  // of kElem
	parts  []*val // of kConcat, the elements of kTable
	fields map[string]*val
	reply  *reply
	fn     *ast.FunctionExpr
	scope  *scope
}

// reply remembers which command answered, so that a condition on the answer is
// a condition on the store.
type reply struct {
	command string
	effect  int
	key     Value
	field   Value
	op      Op
	def     bool // `reply or default`
}

var unknown = &val{}

// scope holds the locals of a block.
type scope struct {
	up   *scope
	vars map[string]*val
}

func (s *scope) get(name string) *val {
	for ; s != nil; s = s.up {
		if v, ok := s.vars[name]; ok {
			return v
		}
	}
	return nil
}

func (s *scope) set(name string, v *val) {
	for t := s; t != nil; t = t.up {
		if _, ok := t.vars[name]; ok || t.up == nil {
			t.vars[name] = v
			return
		}
	}
}

// clone copies the chain of scopes: paths do not share locals.
func (s *scope) clone() *scope {
	if s == nil {
		return nil
	}
	n := &scope{up: s.up.clone(), vars: make(map[string]*val, len(s.vars))}
	for k, v := range s.vars {
		n.vars[k] = v
	}
	return n
}

// path is one way through the script.
type path struct {
	scope  *scope
	guards []Guard
	done   map[int]bool
	ret    *val // set when a function returned
	dead   bool
}

func (p *path) fork() *path {
	n := &path{scope: p.scope.clone(), guards: append([]Guard{}, p.guards...), done: map[int]bool{}}
	for k := range p.done {
		n.done[k] = true
	}
	return n
}

type interp struct {
	effects  []Effect
	index    map[*ast.FuncCallExpr]int
	returns  []Return
	computed bool
	over     bool
	steps    int
	depth    int
	inFunc   int
}

func newInterp() *interp { return &interp{index: map[*ast.FuncCallExpr]int{}} }

func (in *interp) run(chunk []ast.Stmt) {
	root := &scope{vars: map[string]*val{"KEYS": {kind: kKeys}, "ARGV": {kind: kArgv}}}
	paths := in.block(chunk, []*path{{scope: root, done: map[int]bool{}}})
	for _, p := range paths {
		if !p.dead {
			in.addReturn(p, nil, 0)
		}
	}
}

// finish computes the guards that all paths to an effect share.
func (in *interp) finish() []Effect {
	for i := range in.effects {
		e := &in.effects[i]
		if len(e.paths) == 0 {
			continue
		}
		for _, g := range e.paths[0] {
			all := true
			for _, p := range e.paths[1:] {
				all = all && hasGuard(p, g)
			}
			if all && !hasGuard(e.Guards, g) {
				e.Guards = append(e.Guards, g)
			}
		}
		in.asCreate(e)
	}
	return in.effects
}

// asCreate: a write to a key that is known to be missing creates it (a
// reentrant lock's HSET).
func (in *interp) asCreate(e *Effect) {
	if e.Op != OpWrite && e.Op != OpIncrement && e.Op != OpSet || len(e.Keys) == 0 {
		return
	}
	if e.Command != "SET" && e.Command != "HSET" && e.Command != "HMSET" && e.Command != "HINCRBY" && e.Command != "SETEX" && e.Command != "PSETEX" {
		return
	}
	for _, g := range e.Guards {
		if g.Kind == Missing && g.Key.String() == e.Keys[0].String() {
			e.Op = OpSetAbsent
		}
	}
}

func hasGuard(gs []Guard, g Guard) bool {
	for _, x := range gs {
		if x.Kind == g.Kind && x.Key.String() == g.Key.String() && x.With.String() == g.With.String() && x.Field.String() == g.Field.String() {
			return true
		}
	}
	return false
}

// block runs statements on all live paths.
func (in *interp) block(stmts []ast.Stmt, paths []*path) []*path {
	for _, s := range stmts {
		var next []*path
		for _, p := range paths {
			if p.dead || p.ret != nil {
				next = append(next, p)
				continue
			}
			next = append(next, in.stmt(s, p)...)
		}
		if len(next) > maxPaths {
			in.over = true
			return nil
		}
		paths = next
	}
	return paths
}

// inner runs a block in a scope of its own.
func (in *interp) inner(stmts []ast.Stmt, p *path) []*path {
	p.scope = &scope{up: p.scope, vars: map[string]*val{}}
	out := in.block(stmts, []*path{p})
	for _, q := range out {
		if q.scope != nil && q.scope.up != nil {
			q.scope = q.scope.up
		}
	}
	return out
}

func (in *interp) stmt(s ast.Stmt, p *path) []*path {
	if in.steps++; in.steps > maxSteps {
		in.over = true
		return nil
	}
	switch s := s.(type) {
	case *ast.LocalAssignStmt:
		vals := in.exprs(s.Exprs, p, len(s.Names))
		for i, n := range s.Names {
			p.scope.vars[n] = vals[i]
		}
	case *ast.AssignStmt:
		vals := in.exprs(s.Rhs, p, len(s.Lhs))
		for i, l := range s.Lhs {
			in.assign(l, vals[i], p)
		}
	case *ast.FuncDefStmt:
		if id, ok := s.Name.Func.(*ast.IdentExpr); ok {
			p.scope.set(id.Value, &val{kind: kFunc, fn: s.Func, scope: p.scope})
		}
	case *ast.FuncCallStmt:
		in.expr(s.Expr, p)
	case *ast.DoBlockStmt:
		return in.inner(s.Stmts, p)
	case *ast.IfStmt:
		return in.ifStmt(s, p)
	case *ast.ReturnStmt:
		in.returnStmt(s, p)
	case *ast.NumberForStmt:
		in.expr(s.Init, p)
		in.expr(s.Limit, p)
		return in.loop(s.Stmts, p, func(q *path) { q.scope.vars[s.Name] = unknown })
	case *ast.GenericForStmt:
		return in.genericFor(s, p)
	case *ast.WhileStmt:
		return in.loop(s.Stmts, p, func(q *path) { in.expr(s.Condition, q) })
	case *ast.RepeatStmt:
		return in.inner(s.Stmts, p)
	}
	return []*path{p}
}

// loop walks a body once, and not at all.
func (in *interp) loop(body []ast.Stmt, p *path, bind func(*path)) []*path {
	q := p.fork()
	q.scope = &scope{up: q.scope, vars: map[string]*val{}}
	q.guards = append(q.guards, Guard{Kind: Opaque})
	bind(q)
	out := in.block(body, []*path{q})
	for _, r := range out {
		if r.scope != nil && r.scope.up != nil {
			r.scope = r.scope.up
		}
	}
	return append(out, p)
}

func (in *interp) genericFor(s *ast.GenericForStmt, p *path) []*path {
	elem := unknown
	if len(s.Exprs) > 0 {
		if c, ok := s.Exprs[0].(*ast.FuncCallExpr); ok && len(c.Args) > 0 {
			switch t := in.expr(c.Args[0], p); t.kind {
			case kKeys:
				elem = &val{kind: kElem, elem: Value{Kind: Keys}}
			case kArgv:
				elem = &val{kind: kElem, elem: Value{Kind: Argv}}
			}
		}
	}
	return in.loop(s.Stmts, p, func(q *path) {
		for i, n := range s.Names {
			q.scope.vars[n] = unknown
			if i == 1 {
				q.scope.vars[n] = elem
			}
		}
	})
}

func (in *interp) ifStmt(s *ast.IfStmt, p *path) []*path {
	yes, no := in.cond(s.Condition, p)
	var out []*path
	for _, q := range yes {
		out = append(out, in.inner(s.Then, q)...)
	}
	for _, q := range no {
		out = append(out, in.inner(s.Else, q)...)
	}
	return in.merge(out)
}

// merge joins paths that go on alike, so that a long script does not multiply
// them: same guards and effects.
func (in *interp) merge(paths []*path) []*path {
	if len(paths) <= maxPaths/2 {
		return paths
	}
	seen := map[string]bool{}
	var out []*path
	for _, p := range paths {
		var b strings.Builder
		for _, g := range p.guards {
			b.WriteString(strconv.Itoa(int(g.Kind)) + g.Key.String() + g.With.String() + ";")
		}
		b.WriteString(strconv.FormatBool(p.dead) + strconv.FormatBool(p.ret != nil))
		if k := b.String(); !seen[k] {
			seen[k] = true
			out = append(out, p)
		}
	}
	return out
}

func (in *interp) returnStmt(s *ast.ReturnStmt, p *path) {
	v := &val{kind: kNil}
	if len(s.Exprs) > 0 {
		v = in.expr(s.Exprs[0], p)
	}
	if in.inFunc > 0 {
		p.ret = v
		return
	}
	in.addReturn(p, v, s.Line())
	p.dead = true
}

func (in *interp) addReturn(p *path, v *val, line int) {
	r := Return{Value: returnText(v), Line: line}
	if v != nil && v.kind == kReply {
		r.Command = v.reply.command
	}
	for i := range in.effects {
		if p.done[i] {
			r.After = append(r.After, i)
		}
	}
	if len(in.returns) < maxEffects {
		in.returns = append(in.returns, r)
	}
}

func returnText(v *val) string {
	switch {
	case v == nil || v.kind == kNil:
		return "nil"
	case v.kind == kBool:
		return strconv.FormatBool(v.truth)
	case v.kind == kConst:
		return v.text
	case v.kind == kReply:
		return "reply"
	}
	return "?"
}

// exprs evaluates a list to n values.
func (in *interp) exprs(es []ast.Expr, p *path, n int) []*val {
	out := make([]*val, max(n, len(es)))
	for i := range out {
		out[i] = &val{kind: kNil}
		if i < len(es) {
			out[i] = in.expr(es[i], p)
		} else if len(es) > 0 && isCall(es[len(es)-1]) {
			out[i] = unknown
		}
	}
	return out
}

func isCall(e ast.Expr) bool { _, ok := e.(*ast.FuncCallExpr); return ok }

func (in *interp) assign(l ast.Expr, v *val, p *path) {
	switch l := l.(type) {
	case *ast.IdentExpr:
		p.scope.set(l.Value, v)
	case *ast.AttrGetExpr:
		t := in.expr(l.Object, p)
		k := in.expr(l.Key, p)
		if t.kind == kTable && t.fields != nil && k.kind == kConst {
			t.fields[k.text] = v
		}
	}
}

func (in *interp) expr(e ast.Expr, p *path) *val {
	if in.steps++; in.steps > maxSteps {
		in.over = true
		return unknown
	}
	switch e := e.(type) {
	case *ast.NilExpr:
		return &val{kind: kNil}
	case *ast.TrueExpr:
		return &val{kind: kBool, truth: true}
	case *ast.FalseExpr:
		return &val{kind: kBool}
	case *ast.NumberExpr:
		return &val{kind: kConst, text: e.Value}
	case *ast.StringExpr:
		return &val{kind: kConst, text: e.Value}
	case *ast.IdentExpr:
		if v := p.scope.get(e.Value); v != nil {
			return v
		}
	case *ast.AttrGetExpr:
		return in.index1(e, p)
	case *ast.TableExpr:
		return in.table(e, p)
	case *ast.FunctionExpr:
		return &val{kind: kFunc, fn: e, scope: p.scope}
	case *ast.FuncCallExpr:
		return in.call(e, p)
	case *ast.StringConcatOpExpr:
		return concat(in.expr(e.Lhs, p), in.expr(e.Rhs, p))
	case *ast.LogicalOpExpr:
		return in.logical(e, p)
	case *ast.RelationalOpExpr:
		in.expr(e.Lhs, p)
		in.expr(e.Rhs, p)
	case *ast.ArithmeticOpExpr:
		in.expr(e.Lhs, p)
		in.expr(e.Rhs, p)
	case *ast.UnaryMinusOpExpr:
		if v := in.expr(e.Expr, p); v.kind == kConst {
			return &val{kind: kConst, text: "-" + v.text}
		}
	case *ast.UnaryNotOpExpr:
		in.expr(e.Expr, p)
	case *ast.UnaryLenOpExpr:
		in.expr(e.Expr, p)
	}
	return unknown
}

// logical evaluates `a or b` and `a and b` as values: a reply with a default
// stays the reply.
func (in *interp) logical(e *ast.LogicalOpExpr, p *path) *val {
	switch e.Lhs.(type) {
	case *ast.RelationalOpExpr, *ast.LogicalOpExpr, *ast.UnaryNotOpExpr:
		return in.guarded(e, p)
	}
	l, r := in.expr(e.Lhs, p), in.expr(e.Rhs, p)
	if e.Operator != "or" {
		return unknown
	}
	switch l.kind {
	case kReply:
		n := *l
		rep := *l.reply
		rep.def = true
		n.reply = &rep
		return &n
	case kElem, kConst:
		return l
	case kNil:
		return r
	}
	return unknown
}

// guarded evaluates the right side of `cond and x` and `cond or x` where the
// condition lets it run, so that its commands carry the condition.
func (in *interp) guarded(e *ast.LogicalOpExpr, p *path) *val {
	yes, no := in.cond(e.Lhs, p.fork())
	runs, skips := yes, no
	if e.Operator == "or" {
		runs, skips = no, yes
	}
	v := unknown
	for _, q := range runs {
		v = in.expr(e.Rhs, q)
	}
	for _, q := range append(runs, skips...) {
		for k := range q.done {
			p.done[k] = true
		}
	}
	if len(runs) == 1 && e.Operator == "and" {
		return v
	}
	return unknown
}

func concat(a, b *val) *val {
	var parts []*val
	for _, v := range []*val{a, b} {
		if v.kind == kConcat {
			parts = append(parts, v.parts...)
		} else {
			parts = append(parts, v)
		}
	}
	if len(parts) == 2 && parts[0].kind == kConst && parts[1].kind == kConst {
		return &val{kind: kConst, text: parts[0].text + parts[1].text}
	}
	if len(parts) > 32 {
		return unknown
	}
	return &val{kind: kConcat, parts: parts}
}

func (in *interp) index1(e *ast.AttrGetExpr, p *path) *val {
	if id, ok := e.Object.(*ast.IdentExpr); ok && p.scope.get(id.Value) == nil && (id.Value == "redis" || id.Value == "server") {
		if k, ok := e.Key.(*ast.StringExpr); ok && (k.Value == "call" || k.Value == "pcall") {
			return &val{kind: kCall}
		}
		return unknown
	}
	t, k := in.expr(e.Object, p), in.expr(e.Key, p)
	n, err := strconv.Atoi(k.text)
	numeric := k.kind == kConst && err == nil
	switch t.kind {
	case kKeys, kArgv:
		v := Value{Kind: Keys}
		if t.kind == kArgv {
			v.Kind = Argv
		}
		if numeric {
			v.Index = n
		}
		return &val{kind: kElem, elem: v}
	case kTable:
		if numeric && n >= 1 && n <= len(t.parts) {
			return t.parts[n-1]
		}
		if k.kind == kConst {
			if f := t.fields[k.text]; f != nil {
				return f
			}
		}
	case kReply:
		if k.kind == kConst && k.text == "ok" {
			return t
		}
	}
	return unknown
}

func (in *interp) table(e *ast.TableExpr, p *path) *val {
	t := &val{kind: kTable, fields: map[string]*val{}}
	for _, f := range e.Fields {
		v := in.expr(f.Value, p)
		if f.Key == nil {
			t.parts = append(t.parts, v)
		} else if k := in.expr(f.Key, p); k.kind == kConst {
			t.fields[k.text] = v
		}
	}
	return t
}

// call evaluates a function call: a command, a transparent conversion, a local
// function, or something unknown.
func (in *interp) call(e *ast.FuncCallExpr, p *path) *val {
	var args []*val
	for _, a := range e.Args {
		args = append(args, in.expr(a, p))
	}
	if e.Receiver != nil {
		in.expr(e.Receiver, p)
		return unknown
	}
	f := in.expr(e.Func, p)
	switch f.kind {
	case kCall:
		return in.command(e, args, p)
	case kFunc:
		return in.inline(f, args, p)
	}
	name := ""
	switch fn := e.Func.(type) {
	case *ast.IdentExpr:
		name = fn.Value
	case *ast.AttrGetExpr:
		if k, ok := fn.Key.(*ast.StringExpr); ok {
			name = k.Value
		}
	}
	switch name {
	case "tonumber", "tostring":
		if len(args) > 0 {
			return args[0]
		}
	case "unpack":
		if len(args) > 0 {
			return &val{kind: kSpread, parts: args[:1]}
		}
	case "pcall":
		if len(args) > 0 && args[0].kind == kCall {
			return in.command(e, args[1:], p)
		}
	case "register_function":
		in.register(args, p)
	case "error_reply":
		return &val{kind: kConst, text: "error"}
	case "status_reply":
		if len(args) > 0 {
			return args[0]
		}
	}
	return unknown
}

// register interprets the callback of a function library.
func (in *interp) register(args []*val, p *path) {
	for _, a := range args {
		f := a
		if a.kind == kTable && a.fields["callback"] != nil {
			f = a.fields["callback"]
		}
		if f.kind == kFunc {
			in.inline(f, []*val{{kind: kKeys}, {kind: kArgv}}, p)
		}
	}
}

// inline runs a local function on the path. Where its paths return different
// values the value is unknown, and only what all of them share is kept.
func (in *interp) inline(f *val, args []*val, p *path) *val {
	if in.depth >= 5 {
		return unknown
	}
	in.depth++
	in.inFunc++
	q := p.fork()
	q.scope = &scope{up: f.scope, vars: map[string]*val{}}
	if f.fn.ParList != nil {
		for i, n := range f.fn.ParList.Names {
			q.scope.vars[n] = unknown
			if i < len(args) {
				q.scope.vars[n] = args[i]
			}
		}
	}
	out := in.block(f.fn.Stmts, []*path{q})
	in.inFunc--
	in.depth--
	if len(out) == 1 && out[0].ret != nil {
		p.guards = append(p.guards[:0:0], out[0].guards...)
		for k := range out[0].done {
			p.done[k] = true
		}
		return out[0].ret
	}
	for _, o := range out {
		for k := range o.done {
			p.done[k] = true
		}
	}
	return unknown
}

// public turns an abstract value into one that callers see.
func public(v *val) Value {
	switch v.kind {
	case kElem:
		return v.elem
	case kConst:
		return Value{Kind: Const, Text: v.text}
	case kBool:
		return Value{Kind: Const, Text: strconv.FormatBool(v.truth)}
	case kReply:
		return Value{Kind: Reply, Text: v.reply.command + " " + v.reply.key.String()}
	case kConcat:
		out := Value{Kind: Concat}
		for _, p := range v.parts {
			out.Parts = append(out.Parts, public(p))
		}
		return out
	}
	return Value{}
}
