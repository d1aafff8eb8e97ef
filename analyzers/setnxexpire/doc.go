// Package setnxexpire defines an analyzer that finds distributed locks that
// may never expire.
//
// # Analyzer setnxexpire
//
// setnxexpire: find distributed locks that may never expire
//
// # What it reports
//
// A lock in a store lives longer than the process that took it. Its expiry is
// the only thing that frees it when that process dies. This rule reports keys
// that are created so that they may stay for ever, and leases so short that
// they end before the work has begun.
//
// # Why it is true
//
// SETNX and EXPIRE are two commands, and a process may die between any two:
//
//	A: SETNX job:7 → 1
//	A: killed (deploy, OOM, lost node)
//	                             B: SETNX job:7 → 0
//	                             C: SETNX job:7 → 0     … until somebody
//	                                                    deletes it by hand
//
// A timeout between the two has the same effect, and so has an EXPIRE that is
// rejected and whose error nobody reads. A set-if-absent with an expiry is one
// command: either both happened or neither.
//
// # separate-expire
//
// A key is created without expiry, and a second command sets one: EXPIRE,
// PEXPIRE, EXPIREAT, also in another function, or in the same plain pipeline,
// which is sent at once but not executed as one. The key need not be a lock: an
// idempotency mark or a cache entry stays for ever, too. Confidence: high.
//
//	// WRONG
//	ok, err := rdb.SetNX(ctx, "job:"+id, owner, 0).Result()
//	if err != nil || !ok {
//		return err
//	}
//	return rdb.Expire(ctx, "job:"+id, time.Minute).Err()
//
//	// RIGHT
//	ok, err := rdb.SetNX(ctx, "job:"+id, owner, time.Minute).Result()
//
// # blind-expire
//
// The expiry is set although the key may have been there already: nobody looked
// whether the set-if-absent succeeded, or both stand in one MULTI/EXEC, where
// nobody can. So each contender prolongs the lease of the holder, and when the
// holder dies the contenders keep its lock alive. Confidence: high.
//
//	// WRONG
//	ok, err := rdb.SetNX(ctx, "job:"+id, owner, time.Minute).Result()
//	if err != nil {
//		return false, err
//	}
//	rdb.Expire(ctx, "job:"+id, time.Minute)
//	return ok, nil
//
//	// RIGHT
//	return rdb.SetNX(ctx, "job:"+id, owner, time.Minute).Result()
//
// # no-expiry
//
// A lock is created without expiry and never given one: by a command or a
// script, or in etcd by a transaction that puts a key without a lease. Only locks
// are reported, not marks and cache entries that may stay. What counts as a lock
// is decided by evidence, such as a release after work or an owner's token;
// the names in the code alone never suffice. Confidence: high.
//
//	// WRONG
//	ok, err := rdb.SetNX(ctx, key, owner, 0).Result()
//	if err != nil || !ok {
//		return err
//	}
//	defer release(ctx, rdb, key, owner)
//	return work()
//
//	// RIGHT
//	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
//
// # tiny-ttl
//
// A plain number is used where a time.Duration is due, so that it counts
// nanoseconds: the lock is gone before the answer arrives. A number that reaches
// the call through a parameter, a field or a conversion is seen if it is known.
// Confidence: high.
//
//	// WRONG: 30 ns
//	ok, err := rdb.SetNX(ctx, key, owner, 30).Result()
//
//	// RIGHT
//	ok, err := rdb.SetNX(ctx, key, owner, 30*time.Second).Result()
//
// # What is silent
//
// One atomic command or script. An EXPIRE that runs only if the key has no
// expiry: it repairs. An EXPIRE again and again in a goroutine beside the work: it
// renews, see nolost. The old algorithm that stores a timestamp and takes over
// with GETSET. Data that is no lock and is never given an expiry.
//
// # Known problems
//
// A key that both lacks an expiry and gets one blindly is reported once, as
// separate-expire.
//
// Keys are compared by what is known of their text. Two keys that are built in
// ways the engine cannot read are never taken for the same, so the EXPIRE that
// follows is not connected with its SETNX.
//
// A key without an expiry to which a comparing renewal gives one later is not
// reported. blind-expire is missed where a helper creates the key, or where both
// commands stand in a function literal.
//
// # Fix
//
// For separate-expire, where the EXPIRE surely follows the set-if-absent and
// nothing but the question for its result stands between: the create gets the
// expiry, and the second command goes. The TTL must mean the same in both places.
// For blind-expire of a lock, where both set the same expiry: the second command
// goes. By hand otherwise.
//
// # How to say "this is fine"
//
// On the line, or on the line above it, with a reason:
//
//	//locklint:ignore setnxexpire/no-expiry an operator frees it, on purpose
package setnxexpire
