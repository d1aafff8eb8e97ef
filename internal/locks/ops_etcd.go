package locks

import "strings"

// etcdTxn reads a transaction's Commit, or a plain write to etcd.
func (e *engine) etcdTxn(c *call, o *Op) []*Op {
	ch := e.chain(e.eval(c.recv))
	if len(ch.steps) == 0 {
		return one(o)
	}
	cmps, then := ch.find("If"), ch.find("Then")
	o.Write.Cond = cmps != nil && len(cmps.args) > 0 && !emptyList(cmps.args[0])
	if then == nil {
		return nil
	}
	o.Write.Args = append(o.Write.Args, then.args...)
	if other := ch.find("Else"); other != nil && putsSame(then.args, other.args) {
		o.Write.Cond = false // written whatever the comparison says
		return one(o)
	}
	var ops []*Op
	absent := ""
	if cmps != nil {
		for _, a := range cmps.args {
			a.walk(func(t *Term) bool {
				if t.Kind == Apply && strings.HasSuffix(t.Text, ".Compare") && len(t.Args) == 3 && t.Args[1].Text == "=" && t.Args[2].isZero() {
					if k := t.Args[0]; k.Kind == Apply && len(k.Args) == 1 && (strings.HasSuffix(k.Text, ".CreateRevision") || strings.HasSuffix(k.Text, ".Version") || strings.HasSuffix(k.Text, ".ModRevision")) {
						absent = k.Args[0].String()
					}
				}
				return true
			})
		}
	}
	for _, a := range then.args {
		a.walk(func(t *Term) bool {
			if t.Kind != Apply || len(t.Args) == 0 {
				return true
			}
			switch {
			case strings.HasSuffix(t.Text, ".OpPut") && t.Args[0].String() == absent:
				p := *o
				p.Kind, p.Key, p.Write, p.Origin = OpCreate, t.Args[0], nil, &p
				if len(t.Args) > 1 {
					p.Owner = t.Args[1]
				}
				p.Expiry = ExpiryNone
				if t.has(func(q *Term) bool {
					bound := q.Kind == Apply && strings.HasSuffix(q.Text, ".WithLease") && len(q.Args) == 1
					if bound {
						p.Session = q.Args[0]
					}
					return bound
				}) {
					p.Expiry = ExpirySet
				} else if len(t.Args) > 2 && t.Args[2].Kind != List && t.Args[2].Kind != Nil {
					p.Expiry = ExpiryUnknown
				}
				ops = append(ops, &p)
			case strings.HasSuffix(t.Text, ".OpDelete") && o.Write.Cond:
				p := *o
				p.Kind, p.Key, p.Write, p.Origin = OpRelease, t.Args[0], nil, &p
				ops = append(ops, &p)
			}
			return true
		})
	}
	if len(ops) == 0 {
		ops = one(o)
	}
	return ops
}

// putsSame reports whether both branches of a transaction put one key.
func putsSame(then, other []*Term) bool {
	keys := putKeys(then)
	for k := range putKeys(other) {
		if keys[k] {
			return true
		}
	}
	return false
}

func putKeys(ts []*Term) map[string]bool {
	out := map[string]bool{}
	for _, t := range ts {
		t.walk(func(p *Term) bool {
			if p.Kind == Apply && strings.HasSuffix(p.Text, ".OpPut") && len(p.Args) > 0 && p.Args[0].Kind != Opaque {
				out[p.Args[0].String()] = true
			}
			return true
		})
	}
	return out
}

func emptyList(t *Term) bool { return t.Kind == Nil || t.Kind == List && len(t.Args) == 0 }
