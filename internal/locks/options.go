package locks

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Functional options are functions that set fields of one struct:
//
//	func WithTTL(d time.Duration) Option { return func(o *options) { o.ttl = d } }
//
// A wrapper applies what its callers give. Within it a field is "set by the
// options over the default", a term that each caller's list of options settles;
// an option that a caller leaves out is the default there.

// setByOptions is the text of such a term; Type names the field, Args are the
// default and the options.
const setByOptions = "options"

// optionField makes the value of a field over its default, as far as the
// options are known.
func optionField(name string, def, opts *Term) *Term {
	switch opts.Kind {
	case Nil:
		return def
	case List:
		return appliedOptions(name, def, opts.Args)
	}
	return newTerm(Apply, setByOptions, name, def, opts)
}

// appliedOptions lets one option after the other set the field.
func appliedOptions(name string, def *Term, opts []*Term) *Term {
	val := def
	for _, o := range opts {
		if o.Kind != Func || len(o.Names) == 0 {
			return opaque("option")
		}
		for i, n := range o.Names {
			if n == name && i < len(o.Args) {
				val = o.Args[i]
			}
		}
	}
	return val
}

// setterTerm is the term of a function that only sets fields of the struct
// that it gets: its Names and Args say to what. It is nil for any other.
func (e *engine) setterTerm(fn *ssa.Function) *Term {
	if len(fn.Params) != 1 || fn.Signature.Results().Len() != 0 || len(fn.Blocks) != 1 {
		return nil
	}
	p, ok := fn.Params[0].Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var names []string
	var vals []*Term
	for _, in := range fn.Blocks[0].Instrs {
		switch x := in.(type) {
		case *ssa.Store:
			fa, ok := x.Addr.(*ssa.FieldAddr)
			if !ok || fa.X != ssa.Value(fn.Params[0]) {
				return nil
			}
			names = append(names, st.Field(fa.Field).Name())
			vals = append(vals, e.eval(x.Val))
		case ssa.CallInstruction, *ssa.MapUpdate, *ssa.Send:
			return nil
		}
	}
	if len(names) == 0 {
		return nil
	}
	t := newTerm(Func, funcID(fn), "", vals...)
	if t.Kind == Func {
		t.Names = names
	}
	return t
}

// optionsGiven is the list of functional options that are applied to the struct
// at addr, or nil.
func (e *engine) optionsGiven(addr ssa.Value) *Term {
	for _, a := range e.aliases(addr) {
		if a.Referrers() == nil {
			continue
		}
		for _, r := range *a.Referrers() {
			call, ok := r.(*ssa.Call)
			if !ok || call.Call.StaticCallee() != nil {
				continue
			}
			if list := optionList(call.Call.Value); list != nil {
				return e.eval(list)
			}
		}
	}
	return nil
}

// optionList is the variadic parameter whose element v is.
func optionList(v ssa.Value) *ssa.Parameter {
	if ct, ok := v.(*ssa.ChangeType); ok {
		v = ct.X
	}
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil
	}
	ia, ok := u.X.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	p, _ := ia.X.(*ssa.Parameter)
	return p
}
