// Package locks is the engine: it finds the operations on distributed locks and
// shared stores in a package and answers the rules' questions about them.
//
// # How one acquire goes through it
//
// Take
//
//	func (s *Shop) lock(ctx context.Context, id int) (bool, error) {
//		return s.rdb.SetNX(ctx, fmt.Sprintf("shop:%d:lock", id), s.owner, ttl).Result()
//	}
//
//	func (s *Shop) Sell(ctx context.Context, id, n int) error {
//		ok, err := s.lock(ctx, id)
//		if err != nil || !ok {
//			return err
//		}
//		defer s.rdb.Del(ctx, fmt.Sprintf("shop:%d:lock", id))
//		_, err = s.db.ExecContext(ctx, "UPDATE shops SET sold = $1 WHERE id = $2", n, id)
//		return err
//	}
//
// The call of SetNX becomes a finding in eight steps:
//
//  1. Resolve (call.go). The call of SetNX is resolved to its declared method,
//     and by the method's package and name to its row in the catalogue. The
//     engine knows no library by name; what it knows stands in the row.
//     A call of a function that only hands its parameters to one call of a
//     library is read as that call (forward.go), in this package or another; so
//     is a call of a function literal, where it stands, that returns what one
//     call of a library gave it.
//  2. Evaluate (eval.go, term.go). The values at the row's places become terms:
//     the key is the concatenation "shop:", id, ":lock"; the owner is the field
//     owner of Shop; the TTL is a number. Terms see through variables that are
//     stored once, struct and slice literals, closures, formats, and functions
//     whose result is a term of their parameters. What is not known is opaque,
//     and opaque terms are equal only to themselves.
//  3. Ops (op.go, ops*.go). The call becomes an [Op]: a create of that key, with
//     an expiry, won if its result is true. Commands as text, builder chains,
//     Lua and SQL become ops in the same way; a script or a statement may
//     become several.
//  4. Outcomes (outcome.go). What a branch says of an op is read from its
//     condition: which result it looks at, and whether that result's value
//     means that the op succeeded.
//  5. Flow (flow.go). For each acquire of a function one forward analysis keeps
//     where the lock may be held, where nobody has looked yet whether it was
//     acquired, and where a release is registered for the end. A registered
//     release discharges what is owed; what is held ends when it runs.
//  6. Summaries (engine.go, facts.go). The lock may be held when lock returns,
//     and lock's first result tells: so the call of lock in Sell is an acquire
//     of the same key, in Sell's terms. Every op of a callee appears at its
//     call, callees first, with the places below it; for other packages the
//     ops are written to the package's [Fact]. A callback that a callee calls
//     while it holds a lock brings its ops to the caller that passed it, under
//     that lock.
//  7. Evidence (evidence.go). Keys with the same constant parts, and fields
//     with what the package stores in them, are one class. A class of created
//     keys is a lock if one strong sign (released after work, an owner token,
//     an owner comparison, a renewal) and anything else speak for it; names
//     alone never do. Other signs take that back: a key that is each holder's
//     own, a result that is put there, a value that is read as data.
//  8. Questions (expiry.go, release.go, writes.go, loss.go). A rule asks one
//     and gets [Fault]s. A finding stands where the function that knows it
//     serves a lock is; a general-purpose wrapper leaves it to its callers.
//
// # What ends in silence
//
// A lock that is returned, stored or passed to a function without a body or a
// fact is somebody else's to release; it still counts as held here. A function
// with more ops, sites or flow than the caps is left alone and counted
// ([Result.GaveUp]). A term that grows beyond its cap is opaque. A recursive function
// sees nothing of itself.
package locks
