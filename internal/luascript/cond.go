package luascript

import (
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// cond runs a condition and splits the path into those on which it holds and
// those on which it does not.
func (in *interp) cond(e ast.Expr, p *path) (yes, no []*path) {
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
	v := in.expr(e, p)
	switch v.kind {
	case kBool:
		if v.truth {
			return []*path{p}, nil
		}
		return nil, []*path{p}
	case kNil:
		return nil, []*path{p}
	case kReply:
		return in.truthy(v.reply, p)
	}
	return split(p, Guard{Kind: Opaque}, Guard{Kind: Opaque})
}

func (in *interp) logicalCond(e *ast.LogicalOpExpr, p *path) (yes, no []*path) {
	ly, ln := in.cond(e.Lhs, p)
	first, second := ly, ln
	if e.Operator == "or" {
		first, second = ln, ly
	}
	// first goes on to the right side; second is decided.
	for _, q := range first {
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

// split forks a path and adds a guard to each side; a zero guard adds nothing.
func split(p *path, onYes, onNo Guard) (yes, no []*path) {
	q := p.fork()
	p.guards = append(p.guards, onYes)
	q.guards = append(q.guards, onNo)
	return []*path{p}, []*path{q}
}

// truthy splits on whether a reply is neither false nor nil. Numbers are true
// in Lua, 0 too.
func (in *interp) truthy(r *reply, p *path) (yes, no []*path) {
	switch {
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
	case "GET", "HGET", "LINDEX", "ZSCORE", "GETRANGE":
		return true
	}
	return false
}

func isNumber(command string) bool {
	switch command {
	case "SETNX", "HSETNX", "EXISTS", "HEXISTS", "DEL", "EXPIRE", "PEXPIRE", "TTL", "PTTL", "INCR", "SISMEMBER", "LLEN", "ZCARD", "SCARD":
		return true
	}
	return false
}

// relation splits on a comparison.
func (in *interp) relation(e *ast.RelationalOpExpr, p *path) (yes, no []*path) {
	l, r, op := in.expr(e.Lhs, p), in.expr(e.Rhs, p), e.Operator
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

// plainRelation decides comparisons of constants.
func (in *interp) plainRelation(l, r *val, op string, p *path) (yes, no []*path) {
	if l.kind == kConst && r.kind == kConst && (op == "==" || op == "~=") {
		if (l.text == r.text) == (op == "==") {
			return []*path{p}, nil
		}
		return nil, []*path{p}
	}
	return split(p, Guard{Kind: Opaque}, Guard{Kind: Opaque})
}

// equal splits on reply == v.
func (in *interp) equal(r *reply, v *val, p *path) (yes, no []*path) {
	absent := Guard{Kind: Missing, Key: r.key, Field: r.field}
	present := Guard{Kind: Exists, Key: r.key, Field: r.field}
	if v.kind == kNil || v.kind == kBool && !v.truth {
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
	switch {
	case r.op == OpSetAbsent && (isNum || v.kind == kConst):
		won := isNum && n == 1 || v.text == "OK"
		a, b := Guard{Kind: Created, Key: r.key}, Guard{Kind: NotCreated, Key: r.key}
		if !won {
			a, b = b, a
		}
		return split(p, a, b)
	case r.command == "EXISTS" && isNum:
		if n == 0 {
			return split(p, absent, present)
		}
		return split(p, present, absent)
	case (r.command == "HEXISTS" || r.command == "SISMEMBER") && isNum:
		owner := Guard{Kind: StoredEqual, Key: r.key, With: r.field}
		if n == 0 {
			return split(p, Guard{Kind: Opaque}, owner)
		}
		return split(p, owner, Guard{Kind: Opaque})
	case (r.command == "TTL" || r.command == "PTTL") && isNum && n < 0:
		if n == -2 {
			return split(p, absent, present)
		}
		return split(p, Guard{Kind: TTLMissing, Key: r.key}, Guard{Kind: Opaque})
	case r.op == OpRead && isBulk(r.command):
		return split(p, Guard{Kind: StoredEqual, Key: r.key, Field: r.field, With: public(v)}, Guard{Kind: Opaque})
	}
	return split(p, Guard{Kind: Opaque}, Guard{Kind: Opaque})
}

// ordered splits on an order of the stored number and v: a fence.
func (in *interp) ordered(r *reply, v *val, op string, p *path) (yes, no []*path) {
	if r.command == "TTL" || r.command == "PTTL" {
		if v.kind == kConst && (v.text == "0" || v.text == "-1" || v.text == "1") {
			missing := Guard{Kind: TTLMissing, Key: r.key}
			if op == "<" || op == "<=" {
				return split(p, missing, Guard{Kind: Opaque})
			}
			return split(p, Guard{Kind: Opaque}, missing)
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
