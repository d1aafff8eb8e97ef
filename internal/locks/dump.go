package locks

import (
	"fmt"
	"sort"
	"strings"
)

// Dump writes what the engine found, for its developers.
func (r *Result) Dump() string {
	if r.e == nil {
		return ""
	}
	var b strings.Builder
	for _, fn := range r.e.funcs {
		if len(fn.ops) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s inlined=%v capped=%v\n", funcID(fn.f), fn.inlined, fn.capped)
		for _, o := range fn.ops {
			fmt.Fprintf(&b, "  %d %s depth=%d key=%s class=%s handle=%s owner=%s ttl=%s exp=%d judged=%v general=%v def=%v async=%v loop=%v undo=%v cmp=%v esc=%v out=%v under=%d held=%d w=%+v\n", o.Kind, o.Name, o.Depth, o.Key, r.e.classOf(o.Key), o.Handle, o.Owner, o.TTL, o.Expiry, o.Judged, r.e.general(fn, o), o.Deferred, o.Async, o.Looped, o.Undo, o.Compared, o.Escapes, o.out, len(o.Under), len(fn.flow.heldAt(o.Instr)), o.Write)
		}
	}
	var ks []string
	for k := range r.ev {
		ks = append(ks, k)
	}
	sort.Strings(ks)
	for _, k := range ks {
		fmt.Fprintf(&b, "class %s lock=%v %+v\n", k, r.ev[k].IsLock(), *r.ev[k])
	}
	return b.String()
}
