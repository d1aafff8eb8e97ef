package none

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

// A condition stands between that has nothing to do with the lock, and in one
// case the lock stays for ever on purpose.
func another(ctx context.Context, rdb *redis.Client, id, owner string, forever bool) error {
	if !rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		return errBusy
	}
	if forever {
		return nil
	}
	return rdb.Expire(ctx, "form:"+id, time.Minute).Err()
}

// The expiry is set where the lock is not taken: it ends what another one holds.
func inverted(ctx context.Context, rdb *redis.Client, id, owner string) error {
	if rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		return nil
	}
	return rdb.Expire(ctx, "form:"+id, time.Minute).Err()
}

// One of them stands in a loop.
func again(ctx context.Context, rdb *redis.Client, id, owner string) {
	if !rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		return
	}
	for rdb.Expire(ctx, "form:"+id, time.Minute).Err() != nil {
		time.Sleep(time.Second)
	}
}

// The expiry follows in another goroutine.
func elsewhere(ctx context.Context, rdb *redis.Client, id, owner string) {
	if !rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		return
	}
	go rdb.Expire(ctx, "form:"+id, time.Minute)
}

// The expiry follows when all is done.
func atTheEnd(ctx context.Context, rdb *redis.Client, id, owner string, work func()) {
	if !rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		return
	}
	defer rdb.Expire(ctx, "form:"+id, time.Minute)
	work()
}

// The guard does work before it leaves.
func guarded(ctx context.Context, rdb *redis.Client, id, owner string, refused func() bool) error {
	ok := rdb.SetNX(ctx, "form:"+id, owner, 0).Val()
	if !ok {
		if refused() {
			return errBusy
		}
	}
	return rdb.Expire(ctx, "form:"+id, time.Minute).Err()
}

// What is deferred asks for something before.
func asks(ctx context.Context, rdb *redis.Client, id, owner string, open func() func(), ready chan int, done func(int)) error {
	if !rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		return errBusy
	}
	defer open()()
	defer done(<-ready)
	return rdb.Expire(ctx, "form:"+id, time.Minute).Err()
}

// The branch has an else that works.
func withElse(ctx context.Context, rdb *redis.Client, id, owner string, work func()) {
	if rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		if err := rdb.Expire(ctx, "form:"+id, time.Minute).Err(); err != nil {
			return
		} else {
			work()
		}
	}
}

// The TTL comes out of the answer.
func answered(ctx context.Context, rdb *redis.Client, id, owner string) error {
	cmd := rdb.SetNX(ctx, "form:"+id, owner, 0)
	if !cmd.Val() {
		return errBusy
	}
	return rdb.Expire(ctx, "form:"+id, time.Duration(len(cmd.Name()))*time.Second).Err()
}

// Another assignment stands between.
func assigns(ctx context.Context, rdb *redis.Client, id, owner string, next func() string) (string, error) {
	if !rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		return "", errBusy
	}
	n := next()
	return n, rdb.Expire(ctx, "form:"+id, time.Minute).Err()
}

// The key is spelled alike and is another one by then.
func rekeyed(ctx context.Context, rdb *redis.Client, id, owner string) error {
	key := "form:" + id
	if !rdb.SetNX(ctx, key, owner, 0).Val() {
		return errBusy
	}
	if key = "forms:" + id; id == "" {
		return nil
	}
	return rdb.Expire(ctx, key, time.Minute).Err()
}

// The client is another one by then.
func reconnected(ctx context.Context, rdb *redis.Client, id, owner string, other *redis.Client) error {
	ok := rdb.SetNX(ctx, "form:"+id, owner, 0).Val()
	if rdb = other; !ok {
		return errBusy
	}
	return rdb.Expire(ctx, "form:"+id, time.Minute).Err()
}

// The answer of the expiry is asked for with the message.
func reports(ctx context.Context, rdb *redis.Client, id, owner string, log func(error)) {
	if !rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		return
	}
	if err := rdb.Expire(ctx, "form:"+id, time.Minute).Err(); err == nil {
		log(errBusy)
	}
}

// The branch would be left empty, with a condition that does something.
func emptied(ctx context.Context, rdb *redis.Client, id, owner string, allowed func() bool) bool {
	ok := rdb.SetNX(ctx, "form:"+id, owner, 0).Val()
	if ok && allowed() {
		rdb.Expire(ctx, "form:"+id, time.Minute)
	}
	return ok
}

// The refusal is asked for first, and what is done otherwise stands in the else.
func inElse(ctx context.Context, rdb *redis.Client, id, owner string) string {
	if ok := rdb.SetNX(ctx, "form:"+id, owner, 0).Val(); !ok {
		return "busy"
	} else {
		rdb.Expire(ctx, "form:"+id, time.Hour)
	}
	return "taken"
}

// The command names the end, and SET would name it otherwise.
func until(ctx context.Context, rdb *redis.Client, id, owner string, end int64) error {
	if err := rdb.Do(ctx, "set", "form:"+id, owner, "nx").Err(); err != nil {
		return err
	}
	if err := rdb.Do(ctx, "expireat", "form:"+id, end).Err(); err != nil {
		return err
	}
	return nil
}
