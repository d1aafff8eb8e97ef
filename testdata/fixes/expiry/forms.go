package expiry

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

// inBranch does all in the branch of the create.
func inBranch(ctx context.Context, rdb *redis.Client, id, owner string) (bool, error) {
	if rdb.SetNX(ctx, "form:"+id, owner, 0).Val() {
		if err := rdb.Expire(ctx, "form:"+id, ttl).Err(); err != nil {
			return false, err
		}
		return true, nil
	}
	return false, nil
}

// inCase takes the lock in a case of a switch.
func inCase(ctx context.Context, rdb *redis.Client, kind, id, owner string) error {
	switch kind {
	case "short":
		ok, err := rdb.SetNX(ctx, "form:"+id, owner, 0).Result()
		if err != nil {
			return err
		}
		if !ok {
			return errBusy
		}
		return rdb.Expire(ctx, "form:"+id, time.Second).Err()
	case "none":
		return nil
	}
	return errBusy
}

// inLoop goes on with the next where one is taken.
func inLoop(ctx context.Context, rdb *redis.Client, ids []string, owner string) []string {
	var taken []string
	for _, id := range ids {
		ok, err := rdb.SetNX(ctx, "form:"+id, owner, 0).Result()
		if err != nil {
			break
		}
		if !ok {
			continue
		}
		rdb.Expire(ctx, "form:"+id, 5*time.Minute)
		taken = append(taken, id)
	}
	return taken
}

// panics leaves by a panic.
func panics(ctx context.Context, rdb *redis.Client, id, owner string) {
	ok, err := rdb.SetNX(ctx, "form:"+id, owner, 0).Result()
	if err != nil {
		log.Print(err)
		panic(err)
	}
	if !ok {
		panic("busy")
	}
	rdb.PExpire(ctx, "form:"+id, ttl)
}

// read asks the command for its result only later.
func read(ctx context.Context, rdb *redis.Client, id, owner string) error {
	cmd := rdb.SetNX(ctx, "form:"+id, owner, 0)
	ok, err := cmd.Result()
	if errors.Is(err, redis.Nil) || err == nil && !ok {
		return errBusy
	}
	if err != nil {
		return fmt.Errorf("taking %s: %w", id, err)
	}
	if _, err := rdb.Expire(ctx, "form:"+id, ttl).Result(); err != nil {
		return err
	}
	return nil
}

// compared compares the answer with true.
func compared(ctx context.Context, rdb *redis.Client, id, owner string) bool {
	ok, err := rdb.SetNX(ctx, "form:"+id, owner, 0).Result()
	if err == redis.Nil {
		return false
	}
	if ok == true {
		rdb.Expire(ctx, "form:"+id, ttl)
	}
	return ok
}

// deferred registers more than one thing between the two.
func deferred(ctx context.Context, rdb *redis.Client, id, owner string, log func(string), work func()) error {
	ok, err := rdb.SetNX(ctx, "form:"+id, owner, 0).Result()
	if err != nil || !ok {
		return errors.Join(err, errBusy)
	}
	defer log("done")
	defer func() {
		rdb.Eval(context.WithoutCancel(ctx), same, []string{"form:" + id}, owner)
	}()
	defer fmt.Println(fmt.Sprint("done: ", id))
	rdb.Expire(ctx, "form:"+id, ttl)
	work()
	return nil
}

// blank drops all that the second command says.
func blank(ctx context.Context, rdb *redis.Client, id, owner string) bool {
	ok, _ := rdb.SetNX(ctx, "form:"+id, owner, 0).Result()
	if !ok {
		return false
	}
	_, _ = rdb.Expire(ctx, "form:"+id, ttl).Result()
	return true
}

// kept stores the answer in a variable that was there before.
func kept(ctx context.Context, rdb *redis.Client, id, owner string) (ok bool, err error) {
	ok, err = rdb.SetNX(ctx, "form:"+id, owner, 0).Result()
	if !ok || err != nil {
		return
	}
	rdb.Expire(ctx, "form:"+id, ttl)
	return
}

// negated asks the error the other way round.
func negated(ctx context.Context, rdb *redis.Client, id, owner string) error {
	if ok, err := rdb.SetNX(ctx, "form:"+id, owner, 0).Result(); err == nil && ok {
		return rdb.Expire(ctx, "form:"+id, ttl).Err()
	}
	return errBusy
}

// milli is a command whose expiry is in milliseconds.
func milli(ctx context.Context, rdb *redis.Client, id, owner string) error {
	if err := rdb.Do(ctx, "SET", "form:"+id, owner, "NX").Err(); err != nil {
		return err
	}
	_ = rdb.Do(ctx, "PEXPIRE", "form:"+id, 60000).Err()
	return nil
}
