package locks

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// queueOf tells by its maker whether a handle is a pipeline that sends later.
func (e *engine) queueOf(v ssa.Value) catalogue.Role {
	for range 6 {
		switch x := v.(type) {
		case *ssa.Call:
			c := e.resolve(x)
			if c.row != nil && (c.row.Role == catalogue.Pipeline || c.row.Role == catalogue.TxPipeline) {
				return c.row.Role
			}
			return catalogue.Neutral
		case *ssa.UnOp:
			if fa, ok := x.X.(*ssa.FieldAddr); ok {
				v = fa.X // a client's embedded part
				continue
			}
			vals := e.stored(x)
			if len(vals) != 1 {
				return catalogue.Neutral
			}
			v = vals[0]
		default:
			return catalogue.Neutral
		}
	}
	return catalogue.Neutral
}

// sessionOf is the kind of connection behind a handle that may be a pool or
// not: the transaction or connection that a library's call began or pinned.
func (e *engine) sessionOf(v ssa.Value, on catalogue.Session) catalogue.Session {
	for range 12 {
		if s := sessionType(v.Type()); s != catalogue.NoSession && on == catalogue.EitherSession {
			return s
		}
		switch x := v.(type) {
		case *ssa.Parameter:
			for _, ci := range e.passed[x.Parent()] {
				if s := sessionRole(e.resolve(ci)); s != catalogue.NoSession {
					return s
				}
			}
			return on
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Call:
			c := e.resolve(x)
			if s := sessionRole(c); s != catalogue.NoSession {
				return s
			}
			if c.row == nil || c.recv == nil || c.row.Role != catalogue.Step && c.row.Role != catalogue.Where {
				return on
			}
			v = c.recv
		case *ssa.MakeInterface:
			v = x.X
			if s := sessionType(v.Type()); s != catalogue.NoSession {
				return s
			}
		case *ssa.UnOp:
			if fa, ok := x.X.(*ssa.FieldAddr); ok {
				return e.sessionField(fa, on)
			}
			vals := e.stored(x)
			if len(vals) != 1 {
				return on
			}
			v = vals[0]
		case *ssa.FreeVar:
			b := e.binding(x)
			if b == nil {
				return on
			}
			v = b
		default:
			return on
		}
	}
	return on
}

// sessionField is the kind of connection that the package stores in a field of
// an interface type, if it is one kind only.
func (e *engine) sessionField(fa *ssa.FieldAddr, on catalogue.Session) catalogue.Session {
	kind := catalogue.NoSession
	for _, s := range e.fieldVals[fieldKey(fa)] {
		k := catalogue.NoSession
		if mi, ok := s.val.(*ssa.MakeInterface); ok {
			k = sessionType(mi.X.Type())
		}
		if k == catalogue.NoSession || kind != catalogue.NoSession && kind != k {
			return on
		}
		kind = k
	}
	if kind == catalogue.NoSession {
		return on
	}
	return kind
}

// sessionType tells a pool from a connection by its type.
func sessionType(t types.Type) catalogue.Session {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil || catalogue.Lookup(n.Obj().Pkg().Path()) == nil {
		return catalogue.NoSession
	}
	return sessionNamed(n.Obj().Name())
}

// sessionNamed is what the libraries call a type of that name.
func sessionNamed(name string) catalogue.Session {
	switch name {
	case "DB", "Pool":
		return catalogue.Pool
	case "Conn":
		return catalogue.Conn
	case "Tx":
		return catalogue.Tx
	}
	return catalogue.NoSession
}

// onGivenConn reports whether a statement goes, in whatever transaction, through
// one connection that the function was given: that may be the one that holds.
func onGivenConn(conn *Term) bool {
	return conn.has(func(t *Term) bool {
		return t.Kind == Param && sessionNamed(t.Type[strings.LastIndexByte(t.Type, '.')+1:]) == catalogue.Conn
	})
}

func sessionRole(c *call) catalogue.Session {
	if c.row == nil {
		return catalogue.NoSession
	}
	switch c.row.Role {
	case catalogue.Begin:
		return catalogue.Tx
	case catalogue.Pin:
		return catalogue.Conn
	}
	return catalogue.NoSession
}
