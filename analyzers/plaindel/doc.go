// Package plaindel defines an analyzer that finds releases that may free
// another holder's lock.
//
// # Analyzer plaindel
//
// plaindel: find releases that may free another holder's lock
//
// # What it reports
//
// A lock with an expiry may be another process's by the time its first holder
// releases it. This rule reports releases that do not ask whose lock it is,
// that ask in a way that does not help, and releases that never reach the store.
//
// # Why it is true
//
//	A: SET job:7 a NX PX 60000 → OK
//	A: works, is paused for 61 s (GC, swap, slow disk, a stopped VM)
//	   the key expires
//	                          B: SET job:7 b NX PX 60000 → OK
//	A: DEL job:7 → 1          B's lock is gone
//	                                    C: SET job:7 c NX PX 60000 → OK
//	                          B and C both work
//
// From here on each release frees the lock of the next: one pause, and the lock
// may be open for as long as there is load. So a release must delete only what
// it took: each acquire stores a random value, and the release compares and
// deletes in one step on the server.
//
// # plain-delete
//
// A lock is deleted without comparing its owner: DEL and UNLINK in Redis,
// Delete in etcd, DeleteItem in DynamoDB, DELETE or UPDATE of a lock's row in SQL
// with no owner in the WHERE. The acquire may stand in another function or
// method, if the key is the same. Confidence: high.
//
//	// WRONG
//	ok, err := rdb.SetNX(ctx, "job:"+id, uuid.NewString(), time.Minute).Result()
//	if err != nil || !ok {
//		return err
//	}
//	defer rdb.Del(ctx, "job:"+id)
//	return work()
//
//	// RIGHT
//	var unlock = redis.NewScript(`
//	if redis.call("GET", KEYS[1]) == ARGV[1] then
//		return redis.call("DEL", KEYS[1])
//	end
//	return 0`)
//
//	key, owner := "job:"+id, uuid.NewString()
//	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
//	if err != nil || !ok {
//		return err
//	}
//	defer unlock.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
//	return work()
//
// In SQL the owner belongs in the predicate: DELETE FROM locks WHERE name = $1
// AND owner = $2.
//
// # get-then-delete
//
// The owner is compared in the program, and the lock is deleted by a second
// command. It may expire and be taken between the two. Confidence: high.
//
//	// WRONG
//	if rdb.Get(ctx, key).Val() == owner {
//		rdb.Del(ctx, key)
//	}
//
//	// RIGHT: the script above, or WATCH, which notices the change
//	return rdb.Watch(ctx, func(tx *redis.Tx) error {
//		if tx.Get(ctx, key).Val() != owner {
//			return nil
//		}
//		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
//			p.Del(ctx, key)
//			return nil
//		})
//		return err
//	}, key)
//
// # bare-script
//
// A script deletes the lock and compares nothing. That it is a script does not
// help: it is a DEL. Scripts are parsed, so that the spelling of the
// comparison does not matter. Confidence: high.
//
//	// WRONG
//	rdb.Eval(ctx, `return redis.call("DEL", KEYS[1])`, []string{key})
//
//	// RIGHT
//	unlock.Run(ctx, rdb, []string{key}, owner)
//
// # shared-owner
//
// The release compares, but every holder stores the same value: a constant, the
// name of the service or of the host. So it is equal for the next holder's lock,
// too. Tokens that are given to a lock library count. Confidence: high.
//
//	// WRONG
//	lock, err := locks.Obtain(ctx, key, time.Minute, &redislock.Options{Token: "billing"})
//
//	// RIGHT: the library makes a random one
//	lock, err := locks.Obtain(ctx, key, time.Minute, nil)
//
// # dead-context
//
// The release gets a context that is surely cancelled before it runs: its
// command is not sent, and the lock stays held until it expires. Confidence:
// high.
//
//	// WRONG: deferred calls run last first, so cancel comes before Release
//	ctx, cancel := context.WithTimeout(parent, 5*time.Second)
//	lock, err := locks.Obtain(ctx, key, time.Minute, nil)
//	if err != nil {
//		cancel()
//		return err
//	}
//	defer lock.Release(ctx)
//	defer cancel()
//
//	// RIGHT
//	defer lock.Release(context.WithoutCancel(parent))
//
// # What is silent
//
// Compare-and-delete in any correct form: a script, DELEX with IFEQ, WATCH, a
// transaction or statement with the owner in its condition, a library's own
// release. Deletes of data that is no lock. A delete that runs only when the
// work failed, which takes back a mark.
//
// # Fix
//
// For plain-delete and get-then-delete of a Redis key, where the owner's value is
// in scope: the delete becomes a script that compares. The value must be a name or
// a field that nobody assigns in between, and that other holders do not share.
//
// # Known problems
//
// A lock that is returned, stored outside a lock type, sent on a channel or passed
// to a function whose body is not seen is somebody else's to release: its releases
// are judged where they stand, and a missing one is not reported.
//
// unheld-release (a release that runs although the acquire failed, for example
// deferred before the check) is no category of its own yet. Where such a release
// is also a plain delete it is reported as that; otherwise it is missed.
//
// dead-context knows cancel functions, the Wait of an error group, and a receive
// from the context's Done. It does not compare timeouts with the length of the
// work.
//
// A host and process id, or a value that is made once for each process, is taken
// for an owner: goroutines of one process that share it are not reported.
//
// A plain delete after a comparing renewal that succeeded counts as one that
// compared, and one at the end of a function literal that takes the lock itself
// may be missed. A key without an expiry does not lapse; its plain delete is
// reported all the same, since setnxexpire asks for the expiry.
//
// # How to say "this is fine"
//
// On the line, or on the line above it, with a reason:
//
//	//locklint:ignore plaindel/plain-delete the operator's command to break a lock
package plaindel
