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
// election. Then only a write that is right by itself is right. The timeline is
// the one above. Confidence: high for what was read under the lock, else medium.
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
//	var balance, version int
//	err = db.QueryRowContext(ctx, "SELECT balance, version FROM accounts WHERE id = $1", id).Scan(&balance, &version)
//	if err != nil {
//		return err
//	}
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
// The ways for other stores stand under "Ways out".
//
// # no-token
//
// The lock gives a token that grows (etcd's revision, ZooKeeper's sequence,
// Consul's index, a lock row's version), and the write does not carry it. A write
// carries it when the token's value flows into the statement, the options or the
// stored object. Confidence: high for what was read under the lock, else medium.
//
//	A: takes the mutex, its revision is 70
//	A: is cut off for 20 s, the session's lease ends
//	                          B: takes the mutex, its revision is 85
//	                          B: writes 500
//	A: writes 300             the row could know that 70 is older than 85
//
//	// WRONG: the mutex has a revision that grows, and the write does not carry it
//	mu := concurrency.NewMutex(session, "/accounts/"+id)
//	if err := mu.Lock(ctx); err != nil {
//		return err
//	}
//	defer mu.Unlock(context.WithoutCancel(ctx))
//	_, err := db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", n, id)
//	return err
//
//	// RIGHT: the row keeps the revision of who wrote last, and refuses a smaller one
//	mu := concurrency.NewMutex(session, "/accounts/"+id)
//	if err := mu.Lock(ctx); err != nil {
//		return err
//	}
//	defer mu.Unlock(context.WithoutCancel(ctx))
//	res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, fence = $2
//		WHERE id = $3 AND fence <= $2`, n, mu.Header().Revision, id)
//	if err != nil {
//		return err
//	}
//	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
//		return errors.Join(errStale, err)
//	}
//	return nil
//
// # rejection-ignored
//
// The write is conditional, but nobody asks what the store decided, so a
// refused write looks like success. SQL tells by the rows affected, etcd by
// Succeeded, ZooKeeper, DynamoDB and S3 by an error. Confidence: high.
//
//	A: reads balance = 40, version = 7; is paused, the lock expires
//	                          B: takes the lock, writes 45, version = 8
//	A: UPDATE … AND version = 7: no error, 0 rows
//	A: says that it is done             and it is not
//
//	// WRONG
//	_, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3`, balance, id, version)
//	return err
//
//	// RIGHT
//	res, err := db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3`, balance, id, version)
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
// holds the lock they end together. Confidence: high for what was read under the
// lock, else medium.
//
//	A: takes the lock on connection 1, works for a minute
//	   connection 1 breaks; the database frees the lock
//	                          B: takes the lock, writes
//	A: writes through connection 2      over B's
//
//	// WRONG
//	conn, err := db.Conn(ctx)
//	if err != nil {
//		return err
//	}
//	defer conn.Close()
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id)
//	_, err = db.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", n, id)
//	return err
//
//	// RIGHT: on the connection that holds the lock
//	_, err = conn.ExecContext(ctx, "UPDATE accounts SET balance = $1 WHERE id = $2", n, id)
//	return err
//
// # Ways out
//
// What to do about a lock without a token, a store at a time. A database that
// numbers its rows is enough: the lock needs not know of it.
//
//	// SQL: a column holds the greatest token that the row has seen
//	res, err := w.db.ExecContext(ctx, `UPDATE accounts SET balance = $1, fence = $2
//		WHERE id = $3 AND fence <= $2`, balance, token, id)
//	if err != nil {
//		return err
//	}
//	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
//		return errors.Join(errStale, err)
//	}
//	return nil
//
//	// gorm: the version that was read is in the condition
//	res := w.orm.WithContext(ctx).Model(&Account{}).
//		Where("id = ? AND version = ?", a.ID, a.Version).
//		Updates(map[string]any{"balance": balance, "version": a.Version + 1})
//	if res.Error != nil {
//		return res.Error
//	}
//	if res.RowsAffected == 0 {
//		return errStale
//	}
//	return nil
//
//	// pgx: the state from which this write may start
//	tag, err := w.pool.Exec(ctx, `UPDATE orders SET status = 'paid'
//		WHERE id = $1 AND status = 'open'`, id)
//	if err != nil {
//		return err
//	}
//	if tag.RowsAffected() == 0 {
//		return errStale
//	}
//	return nil
//
//	// DynamoDB: a refused write is a ConditionalCheckFailedException
//	_, err := s.ddb.UpdateItem(ctx, &dynamodb.UpdateItemInput{
//		TableName:           aws.String("accounts"),
//		Key:                 map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
//		UpdateExpression:    aws.String("SET balance = :b, version = :next"),
//		ConditionExpression: aws.String("version = :v"),
//		ExpressionAttributeValues: map[string]types.AttributeValue{
//			":b": number(balance), ":v": number(version), ":next": number(version + 1),
//		},
//	})
//	return err
//
//	// S3: only over the object that was read
//	old, err := s.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("reports"), Key: &id})
//	if err != nil {
//		return err
//	}
//	defer old.Body.Close()
//	var body bytes.Buffer
//	if _, err := body.ReadFrom(old.Body); err != nil {
//		return err
//	}
//	_, err = s.s3.PutObject(ctx, &s3.PutObjectInput{
//		Bucket: aws.String("reports"), Key: &id, IfMatch: old.ETag,
//		Body: bytes.NewReader(change(body.Bytes())),
//	})
//	return err
//
//	// etcd: only over the revision that was read (or under mu.IsOwner())
//	key := "/items/" + id
//	resp, err := s.etcd.Txn(ctx).
//		If(clientv3.Compare(clientv3.ModRevision(key), "=", seen)).
//		Then(clientv3.OpPut(key, value)).
//		Commit()
//	if err != nil {
//		return err
//	}
//	if !resp.Succeeded {
//		return errStale
//	}
//	return nil
//
//	// ZooKeeper: another version is ErrBadVersion; -1 would be any
//	path := "/items/" + id
//	data, stat, err := s.zk.Get(path)
//	if err != nil {
//		return err
//	}
//	_, err = s.zk.Set(path, change(data), stat.Version)
//	return err
//
//	var setFenced = redis.NewScript(`
//	if tonumber(redis.call("HGET", KEYS[1], "fence") or 0) > tonumber(ARGV[2]) then
//		return 0
//	end
//	redis.call("HSET", KEYS[1], "value", ARGV[1], "fence", ARGV[2])
//	return 1`)
//
//	// Redis: a script that compares the fence and writes in one step
//	n, err := setFenced.Run(ctx, s.rdb, []string{"item:" + id + ":data"}, value, token).Int()
//	if err != nil {
//		return err
//	}
//	if n == 0 {
//		return errStale
//	}
//	return nil
//
//	// A unique key: the second row of one request is none
//	_, err := w.db.ExecContext(ctx, `INSERT INTO payments (request, account, amount)
//		VALUES ($1, $2, $3) ON CONFLICT (request) DO NOTHING`, request, id, amount)
//	return err
//
//	// HTTP: the service answers a repeated key with the first answer
//	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://pay.example/charges", strings.NewReader(payment))
//	if err != nil {
//		return err
//	}
//	req.Header.Set("Idempotency-Key", request)
//	resp, err := w.http.Do(req)
//	if err != nil {
//		return err
//	}
//	return resp.Body.Close()
//
// Or without a lock. Both give each piece of work to one worker at a time, and
// neither stops a paused one from writing: the transaction and the offset do.
//
//	// A queue: no lock at all. The row is locked until the work is committed
//	// with it, and a lost connection rolls both back.
//	tx, err := w.db.BeginTx(ctx, nil)
//	if err != nil {
//		return err
//	}
//	defer tx.Rollback()
//	var job, account string
//	var amount int
//	err = tx.QueryRowContext(ctx, `SELECT id, account, amount FROM jobs
//		ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`).Scan(&job, &account, &amount)
//	if err != nil {
//		return err
//	}
//	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = balance + $1 WHERE id = $2", amount, account); err != nil {
//		return err
//	}
//	if _, err := tx.ExecContext(ctx, "DELETE FROM jobs WHERE id = $1", job); err != nil {
//		return err
//	}
//	return tx.Commit()
//
//	// A single writer: all that concerns one account is in one partition, which
//	// one consumer of the group reads. The offset is the token: a consumer
//	// that was replaced while it was paused writes with an old one.
//	reader := kafka.NewReader(kafka.ReaderConfig{Brokers: brokers, GroupID: "accounts", Topic: "payments"})
//	defer reader.Close()
//	for {
//		m, err := reader.FetchMessage(ctx)
//		if err != nil {
//			return err
//		}
//		amount, err := strconv.Atoi(string(m.Value))
//		if err != nil {
//			return err
//		}
//		_, err = s.db.ExecContext(ctx, `UPDATE accounts SET balance = balance + $1, applied = $2
//			WHERE id = $3 AND applied < $2`, amount, m.Offset, string(m.Key))
//		if err != nil {
//			return err
//		}
//		if err := reader.CommitMessages(ctx, m); err != nil {
//			return err
//		}
//	}
//
// A token can be had without a lock that gives one: a column that each holder
// increments with RETURNING when it takes the lock, or etcd beside Redis. A
// counter in the same Redis (INCR) goes back when a replica takes over that has not
// seen the last of it: it is no token for data that lives elsewhere.
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
// was handed to somebody else still counts as held here. Where a function literal
// takes the lock, a write in a further function is missed. A deferred write
// counts as made under a lock that the end of the function has released. Nor is a lock
// known that a program makes of ZooKeeper's sequence nodes itself; those of the
// client's Lock are.
//
// After a conditional write was won, writes to other rows count as fenced, too.
// rejection-ignored is not reported for a statement in a function that is called
// under the lock. A relative update counts as one of what was read wherever the
// function reads the row, also later.
//
// What a column is for cannot be seen in the program. A statement counts as
// conditional if it compares a column that it also sets, or has another guard
// such as EXISTS: an odd predicate of that form is taken for a fence.
//
// A trigger or a constraint in the database that makes the write right is not
// seen; use a directive. A file counts as shared only where its path or the name
// of a variable in it says mount, mnt, nfs, efs, smb, cifs, share or bucket. A service
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
// The configuration can say it for all locks whose key has a pattern (purpose), and
// report the locks of which nobody says what they are for (require-purpose).
//
// For a single write, on its line or on the line above:
//
//	//locklint:ignore unfenced/tokenless-lock a trigger rejects older versions
//	_, err = db.ExecContext(ctx, "UPDATE users SET name = $1 WHERE id = $2", name, id)
package unfenced
