package locks

import (
	"strconv"

	"github.com/locklint/locklint/internal/catalogue"
)

// A key names a lock only together with its store: "account" in the bucket of
// locks and "account" in the bucket of marks are two keys. Which client a store
// is, the package does not always show (a script gets it as an argument), so an
// op without a known store goes with any.

// inStore parts the class of a key from its store.
const inStore = "@store:"

// A store is what holds the client of an op, and which one of its kind: a field
// of a type, a parameter of a function, or a variable. It is empty if that is not
// known.
type store struct{ of, name string }

func storeOf(o *Op) store {
	if o.Conn == nil || o.Script { // a script object is no client
		return store{}
	}
	switch t := stepRoot(o.Conn); t.Kind {
	case Field:
		return store{"field of " + t.Type, t.Text}
	case Param:
		return store{"parameter of " + t.Text, strconv.Itoa(t.Index)}
	case Global:
		return store{"variable", t.Text}
	}
	return store{}
}

// differentStores reports whether two ops surely go to two clients: two fields of
// one type, two parameters of one function, or two variables.
func differentStores(a, b *Op) bool {
	s, t := storeOf(a), storeOf(b)
	return a.Lib == b.Lib && s.of != "" && s.of == t.of && s.name != t.name
}

// classStore is a store as one of those of a class of keys.
type classStore struct {
	class string
	store store
}

// rivals are what the package's ops on a class of keys show of their stores:
// those of which there are several of a kind.
func (e *engine) rivals() map[classStore]bool {
	if e.stores != nil {
		return e.stores
	}
	// Only stores of one kind can be told apart, see differentStores.
	type kind struct {
		class, of string
		lib       *catalogue.Library
	}
	seen := map[classStore]bool{}
	kinds := map[kind][]store{}
	for _, fn := range e.funcs {
		for _, o := range fn.ops {
			m := classStore{e.classOf(o.Key), storeOf(o)}
			if m.class == "" || m.store.of == "" || seen[m] {
				continue
			}
			seen[m] = true
			k := kind{m.class, m.store.of, o.Lib}
			kinds[k] = append(kinds[k], m.store)
		}
	}
	e.stores = map[classStore]bool{}
	for k, stores := range kinds {
		for _, s := range stores {
			e.stores[classStore{k.class, s}] = len(stores) > 1
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
	if s := storeOf(o); e.rivals()[classStore{c, s}] {
		return c + inStore + s.of + "." + s.name
	}
	return c
}
