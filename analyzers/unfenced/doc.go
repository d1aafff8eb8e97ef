// Package unfenced defines an analyzer that finds writes that a paused lock
// holder can still make.
//
// # Analyzer unfenced
//
// unfenced: find writes that a paused lock holder can still make
//
// # What it reports
//
// A lock with an expiry or a session ends without its holder's knowledge. This
// rule reports writes to a shared store that are reached with such a lock held,
// where the store can tell neither that the lock was lost nor that somebody
// else has written since.
//
// # Why it is true
//
//	A: takes the lock for 10 s
//	A: reads sold = 40
//	A: is paused for 15 s (GC, a stopped VM, a slow network)
//	   the lock expires
//	                          B: takes the lock
//	                          B: reads sold = 40, writes sold = 45
//	                          B: releases
//	A: goes on, writes sold = 42        B's five are forgotten
//
// To look at the clock or at the lock before the write does not help: the pause
// may come between the look and the write. Only the store can decide, since the
// write and the decision are one step there. Two ways:
//
//   - the lock numbers its holders (a fencing token), the write carries the
//     number, and the store refuses a smaller one than it has seen;
//   - the write is right by itself, whoever makes it: a version, an expected
//     state, a unique key, compare-and-swap, SELECT … FOR UPDATE in the same
//     transaction.
//
// A lock without either still saves work. It does not protect data.
//
// # Confidence
//
// High: the write depends on what was read or checked under the lock. One finding
// for each acquire and function, at the strongest write; the others are related.
// Medium: a value that was not read under the lock. One finding for each lock in
// the package. Both are reported. Not reported, since it hurts nobody often
// enough: cache entries, local files, relative updates (n = n + 1) of what was not
// read before, calls that only look like writes by their name.
//
// A write in a function that is called under the lock is reported at the call,
// with the write as a related place.
//
// # tokenless-lock
//
// The lock gives no token: Redis and the libraries on it, Kubernetes' leader
// election. Then only a write that is right by itself is right.
//
//	// WRONG
//	lock, err := locks.Obtain(ctx, "account:"+id, 10*time.Second, nil)
//	if err != nil {
//		return err
//	}
//	defer lock.Release(context.WithoutCancel(ctx))
//	var balance int
//	err = db.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = $1", id).Scan(&balance)
//	if err != nil {
//		return err
//	}
//	_, err = db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", balance-n, id)
//	return err
//
//	// RIGHT: read the version, too, and write only over that version
//	res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = version + 1
//		WHERE id = $2 AND version = $3`, balance-n, id, version)
//	if err != nil {
//		return err
//	}
//	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
//		return errors.Join(errStale, err)
//	}
//	return nil
//
// # no-token
//
// The lock gives a token that grows (etcd's revision, ZooKeeper's sequence,
// Consul's index), and the write does not carry it. A write carries it when
// the token's value flows into the statement, the options or the stored object.
//
//	// WRONG
//	mu := concurrency.NewMutex(session, "/accounts/"+id)
//	if err := mu.Lock(ctx); err != nil {
//		return err
//	}
//	defer mu.Unlock(context.WithoutCancel(ctx))
//	_, err := db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", n, id)
//	return err
//
//	// RIGHT
//	res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, fence = $2
//		WHERE id = $3 AND fence <= $2`, n, mu.Header().Revision, id)
//	// … and look at the rows affected, as above
//
// # rejection-ignored
//
// The write is conditional, but nobody asks what the store decided, so a
// refused write looks like success. SQL tells by the rows affected, etcd by
// Succeeded, ZooKeeper and DynamoDB by an error. Confidence: high.
//
//	// WRONG
//	_, err = db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = version + 1
//		WHERE id = $2 AND version = $3`, balance-n, id, version)
//	return err
//
//	// RIGHT
//	res, err := db.ExecContext(ctx, …)
//	if err != nil {
//		return err
//	}
//	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
//		return errors.Join(errStale, err)
//	}
//	return nil
//
// # other-session
//
// A database's session lock (pg_advisory_lock, GET_LOCK) is held on one
// connection, and the write goes through another. The lock's connection may
// break, and the lock with it, while the write's lives. On the connection that
// holds the lock they end together.
//
//	// WRONG
//	conn, err := db.Conn(ctx)
//	…
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
//		return err
//	}
//	_, err = db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", n, id)
//
//	// RIGHT
//	_, err = conn.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", n, id)
//
// # What is silent
//
// Conditional writes whose answer is looked at. Inserts, of which a second one
// fails or does nothing. Writes after a conditional write of the same region was
// won. Transactions that lock their rows or are serializable. Relative updates
// that are bounded by their predicate. The lock's own keys and rows. Locks
// without expiry and session: they cannot lapse (see setnxexpire).
//
// # Known problems
//
// A write in a function that is only reached through a channel, a map of handlers
// or a value of an unknown function is not seen as made under the lock. A lock that
// was handed to somebody else still counts as held here.
//
// What a column is for cannot be seen in the program. A statement counts as
// conditional if it compares a column that it also sets, or has another guard
// such as EXISTS: an odd predicate of that form is taken for a fence.
//
// A trigger or a constraint in the database that makes the write right is not
// seen; use a directive. Files are never reported, shared or not. A service
// behind HTTP that orders requests by itself is reported unless the request
// has a header such as Idempotency-Key or If-Match.
//
// # How to say "this is fine"
//
// If the lock only saves work, so that two holders at once harm nobody, say so
// where it is taken: on the line of the acquire or of the call of its wrapper,
// above it, or in the doc comment of the function or type that holds it. The
// reason is required. Then this rule is silent for that lock; the others are
// not.
//
//	//locklint:efficiency the report is the same whoever computes it
//	lock, err := locks.Obtain(ctx, "report", time.Minute, nil)
//
// For a single write, on its line or on the line above:
//
//	//locklint:ignore unfenced/tokenless-lock a trigger rejects older versions
package unfenced
