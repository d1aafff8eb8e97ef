package luascript

import (
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// cond runs a condition and splits the path into those on which it holds and
// those on which it does not.
func (in *interp) cond(e ast.Expr, p *path) (yes, no []*path) {
	if !in.step(e.Line()) || !in.deeper(e) {
		return nil, nil
	}
	defer func() { in.nest-- }()
	yes, no = in.split(e, p)
	return in.limit(yes, e.Line()), in.limit(no, e.Line())
}

func (in *interp) split(e ast.Expr, p *path) (yes, no []*path) {
	switch e := e.(type) {
	case *ast.UnaryNotOpExpr:
		no, yes = in.cond(e.Expr, p)
		return yes, no
	case *ast.LogicalOpExpr:
		return in.logicalCond(e, p)
	case *ast.RelationalOpExpr:
		return in.relation(e, p)
	case *ast.TrueExpr:
		return []*path{p}, nil
	case *ast.FalseExpr, *ast.NilExpr:
		return nil, []*path{p}
	}
	if vals, paths, ok := in.forkCall(e, p); ok {
		for i, q := range paths {
			y, n := []*path{q}, []*path(nil)
			if !q.ended() {
				y, n = in.test(vals[i], q)
			}
			yes, no = append(yes, y...), append(no, n...)
		}
		return yes, no
	}
	return in.test(in.expr(e, p), p)
}

// test splits on whether a value is true.
func (in *interp) test(v *val, p *path) (yes, no []*path) {
	switch v.kind {
	case kBool:
		if v.truth {
			return []*path{p}, nil
		}
		return nil, []*path{p}
	case kNil:
		return nil, []*path{p}
	case kConst, kTable, kFunc, kCall, kConcat, kKeys, kArgv:
		return []*path{p}, nil
	case kReply:
		return in.truthy(v.reply, p)
	case kCond:
		return in.testCond(v, p)
	case kElem:
		if v.elem.Kind != Computed {
			return oneSided(p)
		}
	}
	return split(p, Guard{Kind: Opaque}, Guard{Kind: Opaque})
}

// testCond tests a condition that the script kept in a variable.
func (in *interp) testCond(v *val, p *path) (yes, no []*path) {
	if v.text == "not" {
		no, yes = in.test(v.parts[0], p)
		return yes, no
	}
	return in.compare(v.parts[0], v.parts[1], v.text, p)
}

func (in *interp) logicalCond(e *ast.LogicalOpExpr, p *path) (yes, no []*path) {
	ly, ln := in.cond(e.Lhs, p)
	first, second := ly, ln
	if e.Operator == "or" {
		first, second = ln, ly
	}
	// first goes on to the right side; second is decided.
	for _, q := range first {
		if q.ended() {
			yes = append(yes, q)
			continue
		}
		ry, rn := in.cond(e.Rhs, q)
		yes, no = append(yes, ry...), append(no, rn...)
	}
	if e.Operator == "or" {
		yes = append(yes, second...)
	} else {
		no = append(no, second...)
	}
	return yes, no
}

// oneSided splits on a condition that tells nothing of who holds a key where it is
// true: that the caller passed an argument, that a key is about to expire. What else
// it may say where it is not true is not known.
func oneSided(p *path) (yes, no []*path) {
	q := p.fork()
	q.learn(Guard{Kind: Opaque})
	return []*path{p}, []*path{q}
}

// split forks a path and adds a guard to each side.
func split(p *path, onYes, onNo Guard) (yes, no []*path) {
	q := p.fork()
	p.learn(onYes)
	q.learn(onNo)
	return []*path{p}, []*path{q}
}

// truthy splits on whether a reply is neither false nor nil. Numbers are true
// in Lua, 0 too.
func (in *interp) truthy(r *reply, p *path) (yes, no []*path) {
	switch {
	case r.old:
		return split(p, Guard{Kind: NotCreated, Key: r.key}, Guard{Kind: Created, Key: r.key})
	case r.op == OpSetAbsent && r.command == "SET":
		return split(p, Guard{Kind: Created, Key: r.key}, Guard{Kind: NotCreated, Key: r.key})
	case r.op == OpRead && isBulk(r.command) && !r.def:
		return split(p, Guard{Kind: Exists, Key: r.key, Field: r.field}, Guard{Kind: Missing, Key: r.key, Field: r.field})
	case isNumber(r.command):
		return []*path{p}, nil
	}
	return split(p, Guard{}, Guard{})
}

func isBulk(command string) bool {
	switch command {
	case "GET", "HGET", "LINDEX", "ZSCORE", "ZRANK", "GETRANGE", "GETEX":
		return true
	}
	return false
}

func isNumber(command string) bool {
	switch command {
	case "SETNX", "HSETNX", "MSETNX", "EXISTS", "HEXISTS", "DEL", "UNLINK", "HDEL", "EXPIRE", "PEXPIRE", "EXPIREAT",
		"PEXPIREAT", "PERSIST", "TTL", "PTTL", "INCR", "INCRBY", "DECR", "DECRBY", "HINCRBY", "SISMEMBER", "LLEN",
		"HLEN", "ZCARD", "ZCOUNT", "SCARD", "STRLEN", "SADD", "SREM", "ZREM", "LPUSH", "RPUSH", "HSET", "PUBLISH":
		return true
	}
	return false
}

// isBit reports whether a command answers 0 or 1, and what 1 means is known.
func isBit(command string) bool {
	switch command {
	case "SETNX", "HSETNX", "MSETNX", "EXISTS", "HEXISTS", "SISMEMBER":
		return true
	}
	return false
}

// relation splits on a comparison.
func (in *interp) relation(e *ast.RelationalOpExpr, p *path) (yes, no []*path) {
	vals, paths := in.fork(e.Lhs, p)
	for i, q := range paths {
		if q.dead {
			continue
		}
		y, n := in.compare(vals[i].first(), in.expr(e.Rhs, q).first(), e.Operator, q)
		yes, no = append(yes, y...), append(no, n...)
	}
	return yes, no
}

// compare splits on a comparison of two values.
func (in *interp) compare(l, r *val, op string, p *path) (yes, no []*path) {
	if l.kind != kReply && r.kind == kReply {
		l, r, op = r, l, mirrored[op]
	}
	if l.kind != kReply {
		return in.plainRelation(l, r, op, p)
	}
	switch op {
	case "==":
		return in.equal(l.reply, r, p)
	case "~=":
		no, yes = in.equal(l.reply, r, p)
		return yes, no
	}
	return in.ordered(l.reply, r, op, p)
}

var mirrored = map[string]string{"==": "==", "~=": "~=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

// plainRelation decides comparisons of constants, and of conditions with true
// and false.
func (in *interp) plainRelation(l, r *val, op string, p *path) (yes, no []*path) {
	if l.kind == kBool {
		l, r = r, l
	}
	if r.kind == kBool && (op == "==" || op == "~=") && (l.kind == kCond || l.kind == kBool) {
		yes, no = in.test(l, p)
		if r.truth != (op == "==") {
			yes, no = no, yes
		}
		return yes, no
	}
	if l.isEmpty() {
		l, r = r, l
	}
	if l.kind == kElem && l.elem.Kind == Argv && r.isEmpty() && (op == "==" || op == "~=") {
		yes, no = oneSided(p)
		if op == "==" {
			yes, no = no, yes
		}
		return yes, no
	}
	if isTruth(l) != isTruth(r) && (isText(l) || isText(r)) {
		// `not v == ARGV[1]` compares a boolean with a text.
		if op == "~=" {
			return []*path{p}, nil
		}
		return nil, []*path{p}
	}
	equal := l.kind == kElem && l.elem.Index > 0 && same(l, r)
	if equal || l.kind == kConst && r.kind == kConst {
		switch op {
		case "==", "~=":
			if (equal || l.text == r.text) == (op == "==") {
				return []*path{p}, nil
			}
			return nil, []*path{p}
		}
	}
	return split(p, Guard{Kind: Opaque}, Guard{Kind: Opaque})
}

// isEmpty reports whether a value is what an argument is that was left out.
func (v *val) isEmpty() bool {
	return v.kind == kNil || v.kind == kConst && v.text == ""
}

func isTruth(v *val) bool { return v.kind == kCond || v.kind == kBool }

func isText(v *val) bool {
	return v.kind == kConst || v.kind == kConcat || v.kind == kElem && v.elem.Kind != Computed
}

// equal splits on reply == v.
func (in *interp) equal(r *reply, v *val, p *path) (yes, no []*path) {
	absent := Guard{Kind: Missing, Key: r.key, Field: r.field}
	present := Guard{Kind: Exists, Key: r.key, Field: r.field}
	if v.kind == kNil {
		// A reply is never nil: only the side that was meant learns something.
		if r.op == OpSetAbsent {
			absent = Guard{Kind: NotCreated, Key: r.key}
		}
		return split(p, absent, Guard{Kind: Opaque})
	}
	if v.kind == kBool && !v.truth {
		if r.old || isNumber(r.command) {
			no, yes = in.truthy(r, p)
			return yes, no
		}
		if r.def || r.op != OpSetAbsent && !isBulk(r.command) {
			return split(p, Guard{Kind: Opaque}, Guard{Kind: Opaque})
		}
		if r.op == OpSetAbsent {
			return split(p, Guard{Kind: NotCreated, Key: r.key}, Guard{Kind: Created, Key: r.key})
		}
		return split(p, absent, present)
	}
	n, isNum := 0, false
	if v.kind == kConst {
		if k, err := strconv.Atoi(v.text); err == nil {
			n, isNum = k, true
		}
	}
	won, lost := Guard{Kind: Created, Key: r.key}, Guard{Kind: NotCreated, Key: r.key}
	if r.command == "HSETNX" {
		won.Field, lost.Field = r.field, r.field
	}
	switch {
	case r.op == OpSetAbsent && v.kind == kConst && v.text == "OK":
		if !r.status {
			lost = Guard{Kind: Opaque} // a status is a table and equals no text
		}
		return split(p, won, lost)
	case r.op == OpSetAbsent && isBit(r.command) && isNum && n == 1:
		return split(p, won, lost)
	case r.op == OpSetAbsent && isBit(r.command) && isNum && n == 0:
		return split(p, lost, won)
	case r.command == "EXISTS" && isNum:
		if n == 0 {
			return split(p, absent, present)
		}
		return split(p, present, absent)
	case r.command == "TYPE" && v.kind == kConst && v.text == "none" && r.status:
		return split(p, absent, present)
	case (r.command == "HEXISTS" || r.command == "SISMEMBER") && isNum:
		owner, other := Guard{Kind: StoredEqual, Key: r.key, With: r.field}, otherOwner(r.key, r.field)
		if n == 0 {
			return split(p, other, owner)
		}
		return split(p, owner, other)
	case (r.command == "TTL" || r.command == "PTTL") && isNum && n < 0:
		if n == -2 {
			return split(p, absent, present)
		}
		return split(p, Guard{Kind: TTLMissing, Key: r.key}, Guard{Kind: Opaque})
	case r.isLeaving() && isNum && n == 0:
		// Who has no entry gets -1: this was the holder's last.
		return split(p, Guard{Kind: StoredEqual, Key: r.key, With: r.field}, Guard{Kind: Opaque})
	case r.decoded && v.kind == kConst:
		// What a record says of itself, beside its owner.
	case r.op == OpRead && isBulk(r.command):
		other := Guard{Kind: Opaque}
		if r.field.Kind == Unknown && !r.def && r.command == "GET" {
			other = otherOwner(r.key, public(v))
		}
		return split(p, Guard{Kind: StoredEqual, Key: r.key, Field: r.field, With: public(v)}, other)
	}
	return split(p, Guard{Kind: Opaque}, Guard{Kind: Opaque})
}

// otherOwner is the guard of a stored value that is not the one which the caller
// passed.
func otherOwner(key, with Value) Guard {
	if g := (Guard{Kind: StoredOther, Key: key, With: with}); with.Kind != Unknown && g.comparesArgument() {
		return g
	}
	return Guard{Kind: Opaque}
}

// isLeaving reports whether a reply is what is left of the caller's own count in a
// reentrant lock's hash.
func (r *reply) isLeaving() bool {
	return r.command == "HINCRBY" && (r.field.Kind == Argv || r.field.Kind == Concat) &&
		len(r.args) > 2 && r.args[2].kind == kConst && r.args[2].text == "-1"
}

// countedDown splits on whether a number is small, where that also holds for those
// who hold nothing: a time to live that is short or over, a count below one.
func countedDown(r *reply, op string, n int, p *path) (yes, no []*path, ok bool) {
	switch {
	case (r.command == "TTL" || r.command == "PTTL") && n > 1:
	case r.isLeaving() && (n == 0 && op != "<" && op != ">=" || n == 1 && op != "<=" && op != ">"):
	default:
		return nil, nil, false
	}
	yes, no = oneSided(p)
	if op == ">" || op == ">=" {
		yes, no = no, yes
	}
	return yes, no, true
}

// ordered splits on an order of the stored number and v: a fence.
func (in *interp) ordered(r *reply, v *val, op string, p *path) (yes, no []*path) {
	if n, err := strconv.Atoi(v.text); v.kind == kConst && err == nil && n >= 0 {
		if yes, no, ok := countedDown(r, op, n, p); ok {
			return yes, no
		}
	}
	if v.kind == kConst && (r.command == "TTL" || r.command == "PTTL") {
		missing, lives := Guard{Kind: TTLMissing, Key: r.key}, Guard{Kind: Exists, Key: r.key}
		switch op + v.text {
		case "<0", "<=0", "<1", "<=-1":
			return split(p, missing, lives)
		case ">=0", ">0", ">=1", ">-1":
			return split(p, lives, missing)
		}
	}
	if v.kind == kConst && isBit(r.command) {
		switch op + v.text {
		case ">0", ">=1":
			return in.equal(r, &val{kind: kConst, text: "1"}, p)
		case "<1", "<=0":
			return in.equal(r, &val{kind: kConst, text: "0"}, p)
		}
	}
	less := Guard{Kind: StoredLess, Key: r.key, Field: r.field, With: public(v)}
	lessEqual := less
	lessEqual.Kind = StoredLessEqual
	none := Guard{Kind: Opaque}
	if r.op != OpRead || !isBulk(r.command) {
		return split(p, none, none)
	}
	switch op {
	case "<":
		return split(p, less, none)
	case "<=":
		return split(p, lessEqual, none)
	case ">":
		return split(p, none, lessEqual)
	case ">=":
		return split(p, none, less)
	}
	return split(p, none, none)
}
