package locks

import (
	"go/constant"
	"sort"
	"strconv"
	"strings"
)

// A Kind is the form of a Term.
type Kind uint8

// The forms of terms.
const (
	// Opaque is a value that the engine does not know; Text tells it apart
	// from other unknown values.
	Opaque Kind = iota
	// Const is a constant; Text is its exact value.
	Const
	// Nil is a nil or zero value.
	Nil
	// Param is parameter Index of function Text.
	Param
	// Global is the package variable Text.
	Global
	// Field is field Text of Args[0]; Type is the struct type.
	Field
	// Concat is the concatenation of Args.
	Concat
	// Arith is the operator Text over Args.
	Arith
	// Apply is the pure function Text over Args.
	Apply
	// Fresh is a value that no other process makes; Text tells two apart.
	Fresh
	// Shared is a value that other holders have too (a host name).
	Shared
	// Now is the current time.
	Now
	// Object is a struct or a library object of Type with known fields:
	// Names[i] holds Args[i].
	Object
	// List is a slice with the known elements Args.
	List
	// Func is the function value Text with bindings Args.
	Func
	// Choice is one of Args.
	Choice
	// Token is the fencing token of the lock Args[0].
	Token
)

// A Term is a symbolic value: how a key, an owner or a TTL was made. Terms are
// immutable, compared by their text ([Term.String]), and small: what would
// grow beyond maxTerm nodes becomes Opaque.
type Term struct {
	Kind  Kind
	Text  string
	Type  string
	Index int
	Args  []*Term
	Names []string // of Object

	size int
	str  string
}

// maxTerm bounds the nodes of a term.
const maxTerm = 120

var (
	nilTerm = &Term{Kind: Nil, size: 1}
	nowTerm = &Term{Kind: Now, size: 1}
)

func opaque(id string) *Term      { return &Term{Kind: Opaque, Text: id, size: 1} }
func constTerm(text string) *Term { return &Term{Kind: Const, Text: text, size: 1} }

// newTerm makes a term with arguments, or an opaque one if it grew too large.
func newTerm(kind Kind, text, typ string, args ...*Term) *Term {
	size := 1
	for i, a := range args {
		if a == nil {
			args[i] = opaque("?")
		}
		size += args[i].nodes()
	}
	if size > maxTerm {
		return opaque("large")
	}
	return &Term{Kind: kind, Text: text, Type: typ, Args: args, size: size}
}

func (t *Term) nodes() int {
	if t.size == 0 { // decoded from a fact
		t.size = 1
		for _, a := range t.Args {
			t.size += a.nodes()
		}
	}
	return t.size
}

// concat joins parts, flattening nested concatenations and merging constants.
func concat(parts ...*Term) *Term {
	var out []*Term
	for _, p := range parts {
		switch {
		case p == nil:
			out = append(out, opaque("?"))
		case p.Kind == Concat:
			out = append(out, p.Args...)
		case p.Kind == Const && p.Text == "":
		default:
			out = append(out, p)
		}
	}
	merged := out[:0:0]
	for _, p := range out {
		if n := len(merged); n > 0 && p.Kind == Const && merged[n-1].Kind == Const {
			merged[n-1] = constTerm(merged[n-1].Text + p.Text)
			continue
		}
		merged = append(merged, p)
	}
	switch len(merged) {
	case 0:
		return constTerm("")
	case 1:
		return merged[0]
	}
	return newTerm(Concat, "", "", merged...)
}

// choice is one of the terms, each named once.
func choice(terms []*Term) *Term {
	seen := map[string]bool{}
	var out []*Term
	for _, t := range terms {
		alts := []*Term{t}
		if t.Kind == Choice {
			alts = t.Args
		}
		for _, a := range alts {
			if s := a.String(); !seen[s] {
				seen[s] = true
				out = append(out, a)
			}
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	sort.Slice(out, func(i, j int) bool { return out[i].String() < out[j].String() })
	return newTerm(Choice, "", "", out...)
}

// field selects a field: of a known object its value, else a Field term.
func field(base *Term, typ, name string) *Term {
	if base.Kind == Object {
		for i, n := range base.Names {
			if n == name {
				return base.Args[i]
			}
		}
	}
	if base.Kind == Choice {
		alts := make([]*Term, len(base.Args))
		for i, a := range base.Args {
			if a.Kind == Nil {
				continue
			}
			alts[i] = field(a, typ, name)
		}
		return choice(compact(alts))
	}
	return newTerm(Field, name, typ, base)
}

// Get returns field name of an object, or nil.
func (t *Term) Get(name string) *Term {
	if t == nil || t.Kind != Object {
		return nil
	}
	for i, n := range t.Names {
		if n == name {
			return t.Args[i]
		}
	}
	return nil
}

func compact(terms []*Term) []*Term {
	out := terms[:0]
	for _, t := range terms {
		if t != nil {
			out = append(out, t)
		}
	}
	return out
}

// object makes an Object of typ from parallel names and values.
func object(typ, id string, names []string, values []*Term) *Term {
	t := newTerm(Object, id, typ, values...)
	if t.Kind == Object {
		t.Names = names
	}
	return t
}

// String is the term's text: equal terms have equal texts.
func (t *Term) String() string {
	if t == nil {
		return "-"
	}
	if t.str == "" {
		var b strings.Builder
		t.write(&b)
		t.str = b.String()
	}
	return t.str
}

func (t *Term) write(b *strings.Builder) {
	switch t.Kind {
	case Const:
		b.WriteString(strconv.Quote(t.Text))
	case Nil:
		b.WriteString("nil")
	case Now:
		b.WriteString("now")
	case Param:
		b.WriteString("$" + t.Text + "#" + strconv.Itoa(t.Index))
	case Field:
		t.Args[0].write(b)
		b.WriteString("." + t.Text)
	case Object:
		b.WriteString(t.Type + "@" + t.Text + "{")
		for i, a := range t.Args {
			b.WriteString(t.Names[i] + ":")
			a.write(b)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	default:
		b.WriteString(strconv.Itoa(int(t.Kind)) + ":" + t.Text + "(")
		for _, a := range t.Args {
			a.write(b)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
}

// same reports whether two terms are certainly the same value.
func same(a, b *Term) bool {
	return a != nil && b != nil && a.String() == b.String()
}

// walk calls f for t and its parts until f returns false.
func (t *Term) walk(f func(*Term) bool) bool {
	if t == nil {
		return true
	}
	if !f(t) {
		return false
	}
	for _, a := range t.Args {
		if !a.walk(f) {
			return false
		}
	}
	return true
}

// has reports whether some part of t satisfies f.
func (t *Term) has(f func(*Term) bool) bool {
	return !t.walk(func(p *Term) bool { return !f(p) })
}

// mapTerm rebuilds t with f applied to its leaves; f returns nil to keep one.
func (t *Term) mapTerm(f func(*Term) *Term) *Term {
	if t == nil {
		return nil
	}
	if r := f(t); r != nil {
		return r
	}
	if len(t.Args) == 0 {
		return t
	}
	args := make([]*Term, len(t.Args))
	changed := false
	for i, a := range t.Args {
		args[i] = a.mapTerm(f)
		changed = changed || args[i] != a
	}
	if !changed {
		return t
	}
	switch t.Kind {
	case Concat:
		return concat(args...)
	case Field:
		return field(args[0], t.Type, t.Text)
	case Choice:
		return choice(args)
	case Arith:
		return arith(t.Text, args...)
	case Object:
		return object(t.Type, t.Text, t.Names, args)
	}
	if t.Kind == Apply && t.Text == "elem" && args[0].Kind == List && len(args[0].Args) == 1 {
		return args[0].Args[0] // any element of a list of one
	}
	if t.Kind == Apply && t.Text == setByOptions && len(args) == 2 {
		return optionField(t.Type, args[0], args[1])
	}
	r := newTerm(t.Kind, t.Text, t.Type, args...)
	r.Index = t.Index
	if t.Kind == Func && r.Kind == Func {
		r.Names = t.Names
	}
	return r
}

// number is the value of a constant term.
func (t *Term) number() (float64, bool) {
	if t == nil {
		return 0, false
	}
	if t.Kind == Nil {
		return 0, true
	}
	if t.Kind != Const {
		return 0, false
	}
	f, err := strconv.ParseFloat(t.Text, 64)
	return f, err == nil
}

// isZero reports whether t is certainly zero, nil or empty.
func (t *Term) isZero() bool {
	if t == nil {
		return false
	}
	if t.Kind == Nil || t.Kind == Const && (t.Text == "" || t.Text == "false") {
		return true
	}
	n, ok := t.number()
	return ok && n == 0
}

// arith folds constants and keeps the rest symbolic.
func arith(op string, args ...*Term) *Term {
	if len(args) == 2 {
		a, okA := args[0].number()
		b, okB := args[1].number()
		if okA && okB {
			switch {
			case op == "*":
				return constTerm(formatNumber(a * b))
			case op == "/" && b != 0:
				return constTerm(formatNumber(a / b))
			case op == "+":
				return constTerm(formatNumber(a + b))
			case op == "-":
				return constTerm(formatNumber(a - b))
			}
		}
		if okB && b == 1 && (op == "*" || op == "/") {
			return args[0]
		}
		if okA && a == 1 && op == "*" {
			return args[1]
		}
	}
	return newTerm(Arith, op, "", args...)
}

func formatNumber(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// scaled writes t as factor × base, with a nil base for a plain number.
func (t *Term) scaled() (factor float64, base *Term) {
	if n, ok := t.number(); ok {
		return n, nil
	}
	if t != nil && t.Kind == Arith && len(t.Args) == 2 && (t.Text == "*" || t.Text == "/") {
		fa, ba := t.Args[0].scaled()
		fb, bb := t.Args[1].scaled()
		switch {
		case t.Text == "*" && bb == nil:
			return fa * fb, ba
		case t.Text == "*" && ba == nil:
			return fa * fb, bb
		case t.Text == "/" && bb == nil && fb != 0:
			return fa / fb, ba
		}
	}
	return 1, t
}

// ratio is a/b if both are numbers or multiples of the same term.
func ratio(a, b *Term) (float64, bool) {
	if a == nil || b == nil {
		return 0, false
	}
	fa, ba := a.scaled()
	fb, bb := b.scaled()
	if fb == 0 {
		return 0, false
	}
	if ba == nil && bb == nil || ba != nil && bb != nil && same(ba, bb) {
		return fa / fb, true
	}
	return 0, false
}

func constText(v constant.Value) string {
	if v == nil {
		return ""
	}
	if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}
