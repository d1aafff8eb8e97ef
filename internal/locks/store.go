package locks

import (
	"slices"
	"strconv"
	"strings"

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

// differentItems reports whether two ops on a table surely work on two of its items: a
// field that both name has different texts, as path and path + "-md5".
func differentItems(a, b *Op) bool {
	if a.Item == nil || b.Item == nil || a.Item.Kind != Object || b.Item.Kind != Object {
		return false
	}
	for i, name := range a.Item.Names {
		if differentTexts(scalar(a.Item.Args[i]), scalar(b.Item.Get(name))) {
			return true
		}
	}
	return false
}

// scalar is what an attribute holds, or nil if that is not known.
func scalar(attribute *Term) *Term {
	if attribute == nil {
		return nil
	}
	for _, kind := range []string{"S", "N", "Value"} {
		if t := attribute.Get(kind); t != nil {
			return t
		}
	}
	return nil
}

// differentTexts reports whether two texts surely differ: by the constants that stand
// around what is not known, or by those that one of them adds to the other.
func differentTexts(a, b *Term) bool {
	if a == nil || b == nil {
		return false
	}
	if a.Kind == Concat && longer(a, b) || b.Kind == Concat && longer(b, a) {
		return true
	}
	x, y := shape(a), shape(b)
	return x != "" && y != "" && x != y
}

// longer reports whether a is t with more text.
func longer(a, t *Term) bool {
	return len(a.Args) == 2 && slices.ContainsFunc(a.Args, func(p *Term) bool { return pattern(p) != "" && pattern(p) == pattern(t) }) &&
		slices.ContainsFunc(a.Args, func(p *Term) bool { return p.Kind == Const && p.Text != "" })
}

// shape is a text with * for what is not known, or "" if nothing is.
func shape(t *Term) string {
	switch t.Kind {
	case Const:
		return t.Text
	case Concat:
		var b strings.Builder
		for _, p := range t.Args {
			if p.Kind == Const {
				b.WriteString(p.Text)
			} else {
				b.WriteByte('*')
			}
		}
		return b.String()
	}
	return ""
}
