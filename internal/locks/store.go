package locks

import (
	"slices"
	"strconv"
)

// A key names a lock only together with its store: "account" in the bucket of
// locks and "account" in the bucket of marks are two keys. Which client a store
// is, the package does not always show (a script gets it as an argument), so an
// op without a known store goes with any.

// inStore parts the class of a key from its store.
const inStore = "@store:"

// storeOf names the field, parameter or variable that holds the client of an op,
// or is empty.
func storeOf(o *Op) string {
	if o.Conn == nil || o.Script { // a script object is no client
		return ""
	}
	switch t := stepRoot(o.Conn); t.Kind {
	case Field:
		return t.Type + "." + t.Text
	case Param:
		return t.Text + "#" + strconv.Itoa(t.Index)
	case Global:
		return t.Text
	}
	return ""
}

// differentStores reports whether two ops surely go to two clients: two fields of
// one type, two parameters of one function, or two variables.
func differentStores(a, b *Op) bool {
	if a.Conn == nil || b.Conn == nil || a.Lib != b.Lib || a.Script || b.Script {
		return false
	}
	s, t := stepRoot(a.Conn), stepRoot(b.Conn)
	if s.Kind != t.Kind {
		return false
	}
	switch s.Kind {
	case Field:
		return s.Text != t.Text && s.Type == t.Type
	case Param:
		return s.Text == t.Text && s.Index != t.Index
	case Global:
		return s.Text != t.Text
	}
	return false
}

// rivals lists what the package's ops on a class of keys show of their stores:
// the names, if they are of different stores, else nothing.
func (e *engine) rivals() map[string][]string {
	if e.stores != nil {
		return e.stores
	}
	first := map[string][]*Op{}
	e.stores = map[string][]string{}
	for _, fn := range e.funcs {
		for _, o := range fn.ops {
			c, s := e.classOf(o.Key), storeOf(o)
			if c == "" || s == "" || slices.ContainsFunc(first[c], func(x *Op) bool { return storeOf(x) == s }) {
				continue
			}
			first[c] = append(first[c], o)
		}
	}
	for c, ops := range first {
		for _, o := range ops {
			if slices.ContainsFunc(ops, func(x *Op) bool { return differentStores(x, o) }) {
				e.stores[c] = append(e.stores[c], storeOf(o))
			}
		}
	}
	return e.stores
}

// storeClass is the class of an op's key in its store, where the package uses
// such keys in several; else the class of the key.
func (e *engine) storeClass(o *Op) string {
	c := e.classOf(o.Key)
	if c == "" {
		return ""
	}
	if s := storeOf(o); s != "" && slices.Contains(e.rivals()[c], s) {
		return c + inStore + s
	}
	return c
}
