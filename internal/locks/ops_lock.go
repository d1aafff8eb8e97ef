package locks

import (
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// handleOp is an op on the lock or session object of c.
func (e *engine) handleOp(c *call, kind OpKind) *Op {
	o := e.newOp(c, kind)
	o.Handle = e.handleOf(c)
	if o.Handle != nil {
		o.Key = o.Handle.Get("key")
		o.Session = o.Handle.Get("session")
	}
	if c.row.Key != "" {
		o.Key = e.at(c, c.row.Key)
	}
	if c.row.Owner != "" {
		o.Owner = e.at(c, c.row.Owner)
	}
	if c.row.Session != "" {
		o.Session = e.at(c, c.row.Session)
	}
	return o
}

func (e *engine) resultHandle(c *call) *Term {
	if v, ok := c.instr.(*ssa.Call); ok {
		return e.handleTerm(c, v)
	}
	return nil
}

// acquireOps is the acquire of a lock library.
func (e *engine) acquireOps(c *call) []*Op {
	r := c.row
	o := e.newOp(c, OpAcquire)
	o.Key, o.Owner, o.TTL, o.Unit = e.at(c, r.Key), e.at(c, r.Owner), e.at(c, r.TTL), r.Unit
	o.Session = e.at(c, r.Session)
	if resultIndex(r.Handle) >= 0 {
		o.Handle = e.resultHandle(c)
	} else {
		o.Handle = e.handleOf(c)
	}
	e.fromHandle(o)
	if o.TTL == nil && r.DefaultTTL != "" {
		o.Default = true
	}
	if r.Stop != "" && e.neverFires(c.place(string(r.Stop))) && !e.triesOnce(o.Handle) {
		o.Wins, o.Won = catalogue.ByNilError, "" // nothing makes it give up without an error
	}
	o.Expiry = ExpirySet
	if neverEnds(o.TTL, r) {
		o.Expiry = ExpiryNone
	}
	return one(o)
}

// triesOnce reports whether a lock was made to give up by itself.
func (e *engine) triesOnce(h *Term) bool {
	h = e.stored1(h)
	if h == nil {
		return false
	}
	once := h.Get("once")
	return once != nil && !once.isZero()
}

// neverEnds reports whether a library's lock has no expiry with this TTL.
func neverEnds(ttl *Term, r *catalogue.Row) bool {
	if ttl == nil {
		return r.DefaultTTL == "never"
	}
	n, ok := ttl.number()
	return r.ZeroTTL == "never" && ttl.isZero() || r.NegativeTTL == "never" && ok && n < 0
}

// fromHandle fills in what the lock object was made with.
func (e *engine) fromHandle(o *Op) {
	h := e.stored1(o.Handle)
	if h == nil {
		return
	}
	if o.TTL == nil && h.Get("ttl") != nil {
		o.Unit = catalogue.Duration
	}
	for _, f := range []struct {
		name string
		to   **Term
	}{{"key", &o.Key}, {"owner", &o.Owner}, {"session", &o.Session}, {"ttl", &o.TTL}} {
		if *f.to == nil {
			*f.to = h.Get(f.name)
		}
	}
}

// stored1 is the object that a field was set to, if the package sets it to one
// kind of object only.
func (e *engine) stored1(h *Term) *Term {
	if h == nil || h.Kind != Field {
		return h
	}
	if one := e.storedOnce(h); one != nil && one.Kind == Object {
		return one
	}
	return h
}
