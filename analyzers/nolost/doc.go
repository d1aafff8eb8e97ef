// Package nolost defines an analyzer that finds work that goes on after its
// lock is lost.
//
// # Analyzer nolost
//
// nolost: find work that goes on after its lock is lost
//
// # What it reports
//
// A holder can lose its lock: the renewal fails, the session ends, the
// connection breaks, or it never had the lock. Every client says so in some way.
// This rule reports programs in which nobody listens, so that two holders work at
// once for as long as the work takes.
//
// # Why it is true
//
//	A: takes the lock for 30 s, renews each 10 s, works for an hour
//	A: cannot reach the store for 40 s; the renewal fails, and is logged
//	   the lock expires
//	                          B: takes the lock, works
//	A: works on for 59 minutes beside B
//
// unfenced is about a pause that nobody can notice in time. This rule is about
// news that has arrived. Listening makes the overlap short; only the store's
// check (see unfenced) makes it harmless.
//
// # Confidence
//
// High in all categories. Of several on one line the first of this page's order is
// reported, and its message names the second. No renewal at all is no finding:
// work that is bounded by the TTL needs none.
//
// # result-dropped
//
// The result of a renewal is dropped, only logged, or ends only the renewal.
// It must reach the work: by a cancelled context, a channel that is received from,
// a flag that the work reads, a callback, a returned error, the end of the
// process. The timeline is the one above.
//
//	// WRONG: the log knows, the work does not
//	go func() {
//		for ctx.Err() == nil {
//			time.Sleep(10 * time.Second)
//			if err := lock.Refresh(ctx, 30*time.Second, nil); err != nil {
//				log.Print(err)
//			}
//		}
//	}()
//	err := work(ctx)
//	stop()
//	return err
//
//	// RIGHT: the first failed renewal ends the work's context
//	ctx, cancel := context.WithCancel(ctx)
//	defer cancel()
//	go func() {
//		defer cancel()
//		for ctx.Err() == nil {
//			time.Sleep(10 * time.Second)
//			if err := lock.Refresh(ctx, 30*time.Second, nil); err != nil {
//				return
//			}
//		}
//	}()
//	return work(ctx)
//
// # signal-dropped
//
// The client renews by itself and has a signal for the loss, and nobody
// receives from it: the Done channel of an etcd session, the channel that Consul's
// Lock returns, the context of a rueidis lock. Also a leader election whose
// OnStoppedLeading stops nothing while the work ignores its context.
//
//	A: takes the mutex; the session keeps its lease alive
//	A: is cut off from etcd for longer than the lease
//	   the lease ends; the session closes Done
//	                          B: takes the mutex, works
//	A: works on, and Unlock at its end is the first to hear of it
//
//	// WRONG
//	session, err := concurrency.NewSession(cli)
//	if err != nil {
//		return err
//	}
//	defer session.Close()
//	mu := concurrency.NewMutex(session, "/jobs/nightly")
//	if err := mu.Lock(ctx); err != nil {
//		return err
//	}
//	defer mu.Unlock(context.WithoutCancel(ctx))
//	return work(ctx)
//
//	// RIGHT: beside the work
//	ctx, cancel := context.WithCancel(ctx)
//	defer cancel()
//	go func() {
//		select {
//		case <-session.Done():
//			cancel()
//		case <-ctx.Done():
//		}
//	}()
//	return work(ctx)
//
// # blind-extend
//
// A renewal prolongs the key without comparing its owner: EXPIRE or SET XX in a
// loop, or after a comparison in the program. A holder that lost its lock keeps
// the next one's alive and believes that it is its own.
//
//	A: takes the key for 30 s, is paused for 40 s
//	                          B: takes the key, works
//	A: EXPIRE key 30: true, so A works on beside B
//	                          B: crashes
//	A: EXPIRE key 30 …        nobody gets the key, and A never had it
//
//	// WRONG
//	ok, err := rdb.Expire(ctx, key, 30*time.Second).Result()
//	if err != nil || !ok {
//		return errors.Join(errLost, err)
//	}
//	if err := step(ctx); err != nil {
//		return err
//	}
//
//	// RIGHT: compare and prolong in one script; 0 means lost
//	var extend = redis.NewScript(`
//	if redis.call("GET", KEYS[1]) == ARGV[1] then
//		return redis.call("PEXPIRE", KEYS[1], ARGV[2])
//	end
//	return 0`)
//
//	// RIGHT
//	n, err := extend.Run(ctx, rdb, []string{key}, owner, 30_000).Int()
//	if err != nil || n == 0 {
//		return errors.Join(errLost, err)
//	}
//	if err := step(ctx); err != nil {
//		return err
//	}
//
// # late-renewal
//
// The renewal's period is more than half the lock's TTL, so that a single slow or
// failed renewal loses the lock. Exactly half is silent.
//
//	 0 s  A: takes the lock for 30 s
//	25 s  A: renews: the answer does not come
//	30 s     the lock expires
//	                          B: takes the lock
//	50 s  A: renews: lost     after 20 s beside B
//
//	// WRONG: the lock lives for 30 s
//	tick := time.NewTicker(25 * time.Second)
//	defer tick.Stop()
//	for {
//		select {
//		case <-ctx.Done():
//			return
//		case <-tick.C:
//			if lock.Refresh(ctx, ttl, nil) != nil {
//				return
//			}
//		}
//	}
//
//	// RIGHT: two renewals may be missed
//	tick := time.NewTicker(ttl / 3)
//	defer tick.Stop()
//	for {
//		select {
//		case <-ctx.Done():
//			return
//		case <-tick.C:
//			if lock.Refresh(ctx, ttl, nil) != nil {
//				return
//			}
//		}
//	}
//
// # endless-renewal
//
// Nothing stops a renewal, or closes a session that renews by itself, when the
// work is done. The lock is held for as long as the process lives.
//
//	A: takes the lock, renews it in a goroutine, works for a minute
//	A: is done, and serves other requests for a week
//	   the goroutine renews for a week
//	                          B: waits for a week
//
//	// WRONG: the work ends, and this goes on
//	go func() {
//		for range time.Tick(10 * time.Second) {
//			if lock.Refresh(context.Background(), 30*time.Second, nil) != nil {
//				cancel()
//				return
//			}
//		}
//	}()
//	return work(ctx)
//
//	// RIGHT: the work's context ends both
//	go func() {
//		tick := time.NewTicker(10 * time.Second)
//		defer tick.Stop()
//		for {
//			select {
//			case <-ctx.Done():
//				return
//			case <-tick.C:
//				if lock.Refresh(ctx, 30*time.Second, nil) != nil {
//					cancel()
//					return
//				}
//			}
//		}
//	}()
//	return work(ctx)
//
//	// WRONG: nothing closes the session
//	session, err := concurrency.NewSession(cli)
//	if err != nil {
//		return err
//	}
//	return campaign(ctx, session, work)
//
//	// RIGHT
//	session, err := concurrency.NewSession(cli)
//	if err != nil {
//		return err
//	}
//	defer session.Close()
//	return campaign(ctx, session, work)
//
// # pooled-session
//
// A database's session lock (pg_advisory_lock, GET_LOCK, sp_getapplock) is
// taken through a pool. The work and the unlock may get other connections:
// then the unlock unlocks nothing, and the lock stays with its connection.
//
//	A: pg_advisory_lock(42)   on connection 1: true
//	A: pg_advisory_unlock(42) on connection 2: false, and a warning in the log
//	   connection 1 is back in the pool and holds the lock
//	                          B: waits until connection 1 is closed
//	A: pg_advisory_lock(42)   on connection 1: true at once, a second time
//
//	// WRONG: lock and unlock may get different connections
//	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(42)"); err != nil {
//		return err
//	}
//	defer db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(42)")
//	return work(ctx)
//
//	// RIGHT: one connection for both
//	conn, err := db.Conn(ctx)
//	if err != nil {
//		return err
//	}
//	defer conn.Close()
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(42)"); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(42)")
//	return work(ctx)
//
// A lock of the transaction (pg_advisory_xact_lock) in that transaction is
// right, too.
//
// # acquire-ignored
//
// Nobody looks whether the lock was acquired, or who was refused goes on to a
// write all the same. An error is not enough where "held by another" is no error:
// a false, a 0, a nil channel.
//
//	                          B: holds the lock, works
//	A: SET key A NX: nil, and a nil error
//	A: works beside B from the start
//
//	// WRONG: held by another is false and a nil error
//	if err := rdb.SetNX(ctx, key, owner, time.Minute).Err(); err != nil {
//		return err
//	}
//	defer release.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
//	return work()
//
//	// RIGHT
//	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
//	if err != nil || !ok {
//		return err
//	}
//	defer release.Run(context.WithoutCancel(ctx), rdb, []string{key}, owner)
//	return work()
//
// # What is silent
//
// A signal that is watched in another function or goroutine, stored in a field
// that somebody reads, or returned to the caller. A session that was given up on
// purpose (Orphan). An EXPIRE that bounds a key which was just created; that is
// setnxexpire's. A lock or session that is a parameter: whoever passed it may watch
// it. A refusal after which only harmless work is done, such as filling a cache, or
// which is taken for success only when the store cannot be reached.
//
// # Fix
//
// For result-dropped, where the renewal stands in a function literal and one
// cancelled context around it is the work's: the failure calls its cancel.
//
// # Known problems
//
// A renewal whose result is returned, stored through a caller's pointer, sent or
// passed to a function whose body is not seen counts as told to whoever gets it,
// and so does a cancel of a context that only the renewal uses.
//
// The work is not told from what is around it. A signal that is received only
// between two units of work counts as received, and a cancelled context counts
// as heeded, although the work may ignore it.
//
// late-renewal compares a period and a TTL only if it finds both, and does not
// know how many failures a renewal tolerates. acquire-ignored does not see a
// refusal that a helper swallows before its caller goes on, nor one that is let
// through by errors.Is, and may miss a dropped answer where the release is behind
// a helper.
//
// A failure that closes a channel counts as told although nobody receives from
// it. A dropped result is missed in a function that is called under the lock, and
// reported where the failure ends the work by an error that the function's caller
// drops.
//
// A session event of ZooKeeper that nobody handles is not reported.
//
// # How to say "this is fine"
//
// On the line, or on the line above it, with a reason:
//
//	//locklint:ignore nolost/signal-dropped the work takes a second, the session an hour
//	if err := mu.Lock(ctx); err != nil {
package nolost
