package locks

import (
	"go/types"
	"strings"

	"github.com/locklint/locklint/internal/catalogue"
)

// shapeLibraries are the clients whose methods users most often copy into an
// interface of their own.
var shapeLibraries = []string{"go-redis"}

// shaped judges a call through the user's own interface, of which the program
// shows no implementation, by name and shape: the interface has at least two
// methods of one client's names, and the call's arguments fit the client's row.
// It returns the call as if it were the client's, or nil.
func (e *engine) shaped(c *call) *call {
	if c.obj == nil || c.recv == nil || !c.instr.Common().IsInvoke() {
		return nil
	}
	iface, ok := c.recv.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for _, name := range shapeLibraries {
		l := libNamed(name)
		if l == nil {
			continue
		}
		r := likeRow(l, c.obj.Name())
		if r == nil || family(l, iface) < 2 || !fits(c, r) {
			continue
		}
		row := *r
		row.Wins = shapeWins(c.obj, r.Wins)
		sc := *c
		sc.lib, sc.row = l, &row
		return &sc
	}
	return nil
}

// likeRow finds a row by name in any letter case.
func likeRow(l *catalogue.Library, name string) *catalogue.Row {
	for i := range l.Rows {
		r := &l.Rows[i]
		if r.Type != "" || r.Role == catalogue.Neutral || r.Role == catalogue.Unwrap {
			continue
		}
		for n := range strings.SplitSeq(r.Names, "|") {
			if strings.EqualFold(n, name) {
				return r
			}
		}
	}
	return nil
}

// family counts the methods of an interface that have a client's names.
func family(l *catalogue.Library, iface *types.Interface) int {
	n := 0
	for m := range iface.Methods() {
		if r := likeRow(l, m.Name()); r != nil {
			switch r.Role {
			case catalogue.SetAbsent, catalogue.Delete, catalogue.Expire, catalogue.Eval, catalogue.CompareDelete:
				n++
			}
		}
	}
	return n
}

// fits reports whether the arguments that the row names are there: a key that
// is a text or texts, and a TTL that is a duration or a number.
func fits(c *call, r *catalogue.Row) bool {
	sig := c.obj.Type().(*types.Signature)
	var params []types.Type
	for v := range sig.Params().Variables() {
		if !isContext(v.Type()) {
			params = append(params, v.Type())
		}
	}
	at := func(p catalogue.Path) types.Type {
		head := strings.TrimSuffix(string(p), "...")
		for i, t := range params {
			if head == "arg"+itoa(i) {
				return t
			}
		}
		return nil
	}
	if key := at(r.Key); r.Key != "" && (key == nil || !isTextual(key)) {
		return false
	}
	if r.TTL != "" && !strings.Contains(string(r.TTL), ".") {
		t := at(r.TTL)
		return t != nil && typeName(t) == "time.Duration"
	}
	return true
}

func isTextual(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// shapeWins: a bool or number tells; with an error alone, the error does.
func shapeWins(f *types.Func, w catalogue.Wins) catalogue.Wins {
	res := f.Type().(*types.Signature).Results()
	if res.Len() == 1 && isError(res.At(0).Type()) {
		return catalogue.ByNilError
	}
	return w
}
