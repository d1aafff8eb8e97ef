package locks

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// Describe writes down what the engine sees in a package, for whoever works on it:
// each function's operations in their order, with what is known of each and the locks
// that are held there, then what is known of each class of keys, and the inventory.
// Line numbers are of the function's own file, and the package's own names are without
// its path.
func (r *Result) Describe() string {
	if r.e == nil {
		return ""
	}
	inventory := r.Inventory()
	r.asked.Lock()
	defer r.asked.Unlock()
	var b strings.Builder
	for _, fn := range r.e.funcs {
		if len(fn.ops) == 0 {
			continue
		}
		fmt.Fprintf(&b, "func %s%s\n", funcID(fn.f), flags(map[string]bool{" capped": fn.capped, " inlined": fn.inlined, " test": fn.test}))
		for _, o := range fn.ops {
			fmt.Fprintf(&b, "\t%s\n", r.e.describe(fn, o))
		}
	}
	for _, class := range slices.Sorted(maps.Keys(r.ev)) {
		v := r.ev[class]
		fmt.Fprintf(&b, "key %s: %d strong, %d weak: %s\n", class, v.Strong, v.Weak, strings.Join(v.Reasons, ", "))
	}
	for _, l := range inventory {
		r.e.describeLock(&b, l)
	}
	return strings.ReplaceAll(b.String(), r.e.pass.Pkg.Path()+".", "")
}

// describeLock writes what the inventory says of a lock.
func (e *engine) describeLock(b *strings.Builder, l *Lock) {
	fmt.Fprintf(b, "lock %s\n", strings.Join(known(*l), " "))
	for _, list := range []struct {
		name   string
		events []Event
	}{{"acquire", l.Acquires}, {"renewal", l.Renewals}, {"signal", l.Signals}, {"write", l.Writes}, {"release", l.Releases}} {
		for _, ev := range list.events {
			fmt.Fprintf(b, "\t%s %s %s\n", list.name, e.placeName(ev.Place), strings.Join(known(ev), " "))
		}
	}
}

// describe is one operation in a line.
func (e *engine) describe(fn *function, o *Op) string {
	p := e.pass.Fset.Position(o.At.Pos)
	parts := []string{fmt.Sprintf("%d:%d", p.Line, p.Column), opNames[o.Kind], o.Name}
	add := func(name string, t *Term) {
		if t != nil {
			parts = append(parts, name+"="+t.String())
		}
	}
	add("key", o.Key)
	add("item", o.Item)
	add("owner", o.Owner)
	add("ttl", o.TTL)
	add("handle", o.Handle)
	add("session", o.Session)
	add("conn", o.Conn)
	add("func", o.Func)
	parts = append(parts, known(*o)...)
	if w := o.Write; w != nil {
		parts = append(parts, "what="+fmt.Sprintf("%q", w.What))
		add("target", w.Target)
		for _, a := range w.Args {
			add("arg", a)
		}
		parts = append(parts, known(*w)...)
	}
	if o.out != nil {
		parts = append(parts, fmt.Sprintf("out=%+v", *o.out))
	}
	if o.Answers != nil {
		parts = append(parts, fmt.Sprintf("answers=%+v", *o.Answers))
	}
	if o.pending != nil {
		add("text", o.pending.text)
	}
	for _, in := range o.Inner {
		parts = append(parts, "via="+e.placeName(in))
	}
	for _, u := range o.Under {
		add("under", u.Key)
	}
	if fn.flow != nil && o.Instr.Parent() == fn.f {
		parts = append(parts, fn.flow.describe(o)...)
	}
	return strings.Join(parts, " ")
}

// describe are the sites that are held, or were refused, when o runs.
func (fl *flow) describe(o *Op) []string {
	h := fl.at(o.Instr)
	var out []string
	for i, s := range fl.sites {
		bit := uint64(1) << i
		state := flags(map[string]bool{" held": h.held&bit != 0, " open": h.open&bit != 0, " refused": h.refused&bit != 0, " deferred": h.deferred&bit != 0})
		if state != "" {
			out = append(out, fmt.Sprintf("[%s@%d%s]", s.Name, fl.e.pass.Fset.Position(s.At.Pos).Line, state))
		}
	}
	return out
}

func (e *engine) placeName(p Place) string {
	if p.Pos.IsValid() {
		at := e.pass.Fset.Position(p.Pos)
		return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
	}
	return fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line)
}

// known are the fields of a struct that are set and say a word, a number or that
// something is so.
func known(x any) []string {
	var out []string
	v := reflect.ValueOf(x)
	for i := range v.NumField() {
		f, w := v.Type().Field(i), v.Field(i)
		if !f.IsExported() || w.IsZero() {
			continue
		}
		switch w.Kind() {
		case reflect.Bool:
			out = append(out, f.Name)
		case reflect.String, reflect.Uint8, reflect.Int, reflect.Float64:
			if f.Name != "Kind" && f.Name != "Name" && f.Name != "What" {
				out = append(out, fmt.Sprintf("%s=%v", f.Name, w.Interface()))
			}
		}
	}
	return out
}

// flags are the names of what is so, in their order.
func flags(set map[string]bool) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if set[name] {
			b.WriteString(name)
		}
	}
	return b.String()
}

var opNames = [...]string{
	OpAcquire: "acquire", OpCreate: "create", OpWatch: "watch", OpRelease: "release", OpDelete: "delete",
	OpExtend: "extend", OpExpire: "expire", OpGet: "get", OpTTL: "ttl", OpWrite: "write", OpRead: "read",
	OpSession: "session", OpCloseSession: "close-session", OpOrphan: "orphan", OpSignal: "signal",
	OpCallParam: "call-param", OpPending: "pending",
}
