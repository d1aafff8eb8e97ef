package locks

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// dataArgs are the terms that flow into a call.
func (e *engine) dataArgs(c *call) []*Term {
	ts := e.evalEach(c.args)
	if c.recv != nil {
		ts = append(ts, e.eval(c.recv))
	}
	return ts
}

// target is what a write or read works on.
func (e *engine) target(c *call) *Term {
	if t := e.at(c, c.row.Key); t != nil {
		return t
	}
	return nil
}

// writeOps is a write to a store that is no SQL text and no Redis command.
func (e *engine) writeOps(c *call) []*Op {
	r := c.row
	o := e.newOp(c, OpWrite)
	w := &Write{Target: e.target(c), What: c.obj.Name(), Args: e.dataArgs(c), Low: r.Low, Cache: r.Cache}
	o.Write, o.Key = w, w.Target
	switch r.Role {
	case catalogue.CondWrite:
		w.Cond = r.Cond == "" || e.holds(c, r.Cond)
		if r.DefaultTTL == "never" {
			o.Expiry = ExpiryNone
		}
	case catalogue.Create:
		w.Creates = true
	case catalogue.FileWrite:
		w.Low = true
	default:
		w.Cond = r.Cond != "" && e.holds(c, r.Cond)
	}
	if r.Absent != "" && e.holds(c, r.Absent) {
		w.Cond = true
		return []*Op{e.createOf(c, o), o}
	}
	if c.lib.Kind == "etcd" && c.recv != nil {
		return e.etcdTxn(c, o)
	}
	if c.lib.Kind == "MongoDB" && r.Key != "" {
		return e.documentOps(c, o)
	}
	if c.recv != nil {
		if rows := e.readBuilder(c, o); len(rows) > 0 {
			return append(rows, o)
		}
	}
	if r.Role == catalogue.Send && !e.mutates(c, o) {
		return nil
	}
	return one(o)
}

// createOf is the set-if-absent that a conditional write of a lock's item is.
// Where the store has no TTL, the item may hold an instant.
func (e *engine) createOf(c *call, o *Op) *Op {
	r, p := c.row, *o
	p.Kind, p.Write, p.Origin, p.Expiry = OpCreate, nil, &p, ExpirySet
	p.Owner, p.TTL, p.Unit = e.at(c, r.Owner), e.at(c, r.TTL), r.Unit
	if r.TTL != "" {
		p.Expiry = expiryOf(e.atZero(c, r.TTL), r)
	}
	return &p
}

// mutates reports whether a request changes something: not a GET, and without
// a header or field that makes it idempotent.
func (e *engine) mutates(c *call, o *Op) bool {
	if c.row.Handle == "" {
		return true
	}
	o.Handle = e.at(c, c.row.Handle)
	return o.Handle != nil
}

// mutatingMethods are the HTTP methods that change something.
var mutatingMethods = map[string]bool{"POST": true, "PUT": true, "PATCH": true, "DELETE": true}

// requestMutates reports whether the request object of a Send changes
// something and may not be repeated: told when the request is known, which may
// be at a caller.
func requestMutates(o *Op) bool {
	if o.Role != catalogue.Send || o.Handle == nil {
		return true
	}
	for _, r := range alternatives(o.Handle) {
		m := r.Get("method")
		if r.Type == "request" && r.Get("once") == nil && m != nil && m.Kind == Const && mutatingMethods[strings.ToUpper(m.Text)] {
			o.Write.What = strings.ToUpper(m.Text)
			return true
		}
	}
	return false
}

// requestTerm is a request object: its method, URL, body and headers, and
// whether a header makes it safe to repeat.
func (e *engine) requestTerm(c *call, v *ssa.Call) *Term {
	headers, once := e.headersOf(v)
	names := []string{"method", "url", "body", "headers"}
	vals := []*Term{e.at(c, c.row.Text), e.at(c, c.row.Key), e.at(c, c.row.Args), headers}
	if once {
		names, vals = append(names, "once"), append(vals, constTerm("true"))
	}
	return object("request", e.id(v), names, vals)
}

// poured are the parts of a buffer that is filled by an encoder, which a later
// reader of the buffer gets all.
func (e *engine) poured(buf *ssa.Alloc) []*Term {
	if t := typeName(buf.Type()); t != "bytes.Buffer" && t != "strings.Builder" {
		return nil
	}
	var parts []*Term
	for _, c := range e.callsWith(buf) {
		enc, ok := c.instr.(*ssa.Call)
		if !ok || c.row == nil || c.row.Role != catalogue.Encoder {
			continue
		}
		for _, into := range e.callsWith(enc) {
			if into.row != nil && into.row.Role == catalogue.Append {
				parts = append(parts, e.evalEach(into.args)...)
			}
		}
	}
	return parts
}

// idempotencyHeaders make a request safe to repeat or conditional.
var idempotencyHeaders = []string{"idempotency-key", "if-match", "if-none-match", "if-unmodified-since", "x-fence", "x-fencing-token", "x-idempotency-key", "x-request-id"}

// headersOf is made of the values of the headers that are set in the function
// that makes the request; once says whether one makes it safe to repeat.
func (e *engine) headersOf(made *ssa.Call) (values *Term, once bool) {
	var vals []*Term
	for _, c := range e.callsOf(made.Parent()) {
		if c.row.Role != catalogue.Header {
			continue
		}
		name := e.at(c, c.row.Key)
		once = once || name != nil && name.Kind == Const && slices.Contains(idempotencyHeaders, strings.ToLower(name.Text))
		vals = append(vals, e.at(c, c.row.Owner))
	}
	if len(vals) == 0 {
		return opaque("headers"), false
	}
	return newTerm(Apply, "headers", "", vals...), once
}
