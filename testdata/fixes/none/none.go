// Package none has mistakes that are left to people: none of them is surely
// mended by a change of a line or two.
package none

import (
	"context"
	"log"
	"time"

	"github.com/bsm/redislock"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// The TTL is known only behind the create.
func laterTTL(ctx context.Context, rdb *redis.Client, id, owner string) error {
	if !rdb.SetNX(ctx, "later:"+id, owner, 0).Val() {
		return nil
	}
	ttl := time.Minute
	return rdb.Expire(ctx, "later:"+id, ttl).Err()
}

// Another expiry is set, whoever holds the lock.
func otherTTL(ctx context.Context, rdb *redis.Client, id string, work func()) {
	owner := uuid.NewString()
	ok, err := rdb.SetNX(ctx, "ttl:"+id, owner, time.Minute).Result()
	if err != nil {
		return
	}
	rdb.Expire(ctx, "ttl:"+id, time.Hour)
	if !ok {
		return
	}
	defer rdb.Eval(context.WithoutCancel(ctx), "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0", []string{"ttl:" + id}, owner)
	work()
}

// The TTL is another one by then.
func changedTTL(ctx context.Context, rdb *redis.Client, id, owner string, ttl time.Duration) error {
	ok := rdb.SetNX(ctx, "changed:"+id, owner, 0).Val()
	if ttl = 2 * ttl; !ok {
		return nil
	}
	return rdb.Expire(ctx, "changed:"+id, ttl).Err()
}

// Work stands between the two.
func workBetween(ctx context.Context, rdb *redis.Client, id, owner string, work func()) error {
	if !rdb.SetNX(ctx, "between:"+id, owner, 0).Val() {
		return nil
	}
	work()
	return rdb.Expire(ctx, "between:"+id, time.Minute).Err()
}

// Only some keys get an expiry.
func sometimes(ctx context.Context, rdb *redis.Client, id, owner string, short bool) {
	if !rdb.SetNX(ctx, "some:"+id, owner, 0).Val() {
		return
	}
	if short {
		rdb.Expire(ctx, "some:"+id, time.Minute)
	}
}

// A mark whose expiry each call slides.
func sliding(ctx context.Context, rdb *redis.Client, id string) {
	rdb.SetNX(ctx, "seen:"+id, 0, 0)
	rdb.Expire(ctx, "seen:"+id, time.Minute)
}

// The expiry is asked for in a call that may do more.
func computed(ctx context.Context, rdb *redis.Client, id, owner string, lease func() time.Duration) {
	if !rdb.SetNX(ctx, "computed:"+id, owner, 0).Val() {
		return
	}
	rdb.Expire(ctx, "computed:"+id, lease())
}

// Another server may be asked.
func otherClient(ctx context.Context, a, b *redis.Client, id, owner string) {
	if !a.SetNX(ctx, "other:"+id, owner, 0).Val() {
		return
	}
	b.Expire(ctx, "other:"+id, time.Minute)
}

// What comes of it is used.
func used(ctx context.Context, rdb *redis.Client, id, owner string) bool {
	if !rdb.SetNX(ctx, "used:"+id, owner, 0).Val() {
		return false
	}
	set := rdb.Expire(ctx, "used:"+id, time.Minute).Val()
	log.Print(set)
	return set
}

// A pipeline counts its commands.
func pipelined(ctx context.Context, rdb *redis.Client, id, owner string) (int, error) {
	p := rdb.Pipeline()
	p.SetNX(ctx, "pipe:"+id, owner, 0)
	p.Expire(ctx, "pipe:"+id, time.Minute)
	cmds, err := p.Exec(ctx)
	return len(cmds), err
}

// The owner has no name.
func nameless(ctx context.Context, rdb *redis.Client, id string, work func()) {
	if !rdb.SetNX(ctx, "nameless:"+id, uuid.NewString(), time.Minute).Val() {
		return
	}
	defer rdb.Del(ctx, "nameless:"+id)
	work()
}

// Every holder stores the same.
func shared(ctx context.Context, rdb *redis.Client, id string, work func()) {
	owner := "worker"
	if !rdb.SetNX(ctx, "shared:"+id, owner, time.Minute).Val() {
		return
	}
	defer rdb.Del(ctx, "shared:"+id)
	work()
}

// The owner is another one by then.
func changedOwner(ctx context.Context, rdb *redis.Client, id string, work func()) {
	owner := uuid.NewString()
	if !rdb.SetNX(ctx, "co:"+id, owner, time.Minute).Val() {
		return
	}
	work()
	owner = uuid.NewString()
	log.Print(owner)
	rdb.Del(ctx, "co:"+id)
}

// How many were deleted is asked.
func counted(ctx context.Context, rdb *redis.Client, id string, work func()) int64 {
	owner := uuid.NewString()
	if !rdb.SetNX(ctx, "counted:"+id, owner, time.Minute).Val() {
		return 0
	}
	work()
	n, err := rdb.Del(ctx, "counted:"+id).Result()
	if err != nil {
		return -1
	}
	return n
}

// Two keys at once.
func two(ctx context.Context, rdb *redis.Client, id string, work func()) {
	owner := uuid.NewString()
	if !rdb.SetNX(ctx, "two:"+id, owner, time.Minute).Val() {
		return
	}
	defer rdb.Del(ctx, "two:"+id, "cache:"+id)
	work()
}

// The literals run at the end, when the variable holds the last owner.
func lastOwner(ctx context.Context, rdb *redis.Client, ids []string, work func()) {
	var owner string
	for _, id := range ids {
		owner = uuid.NewString()
		if !rdb.SetNX(ctx, "last:"+id, owner, time.Minute).Val() {
			continue
		}
		defer func() { rdb.Del(ctx, "last:"+id) }()
		work()
	}
}

// An attempt that fails takes the holder's token away.
type retaken struct {
	rdb   *redis.Client
	token string
}

func (r *retaken) Lock(ctx context.Context) bool {
	r.token = uuid.NewString()
	return r.rdb.SetNX(ctx, "retaken", r.token, time.Minute).Val()
}

func (r *retaken) Unlock(ctx context.Context) { r.rdb.Del(ctx, "retaken") }

// A third method changes the token meanwhile.
type rotated struct {
	rdb   *redis.Client
	token string
}

func (r *rotated) rotate() { r.token = uuid.NewString() }

func (r *rotated) Run(ctx context.Context, work func()) {
	if !r.rdb.SetNX(ctx, "rotated", r.token, time.Minute).Val() {
		return
	}
	r.rotate()
	work()
	r.rdb.Del(ctx, "rotated")
}

// A variable for no expiry would be left unused.
func zeroVariable(ctx context.Context, rdb *redis.Client, id, owner string) error {
	var never time.Duration
	if !rdb.SetNX(ctx, "zero:"+id, owner, never).Val() {
		return nil
	}
	return rdb.Expire(ctx, "zero:"+id, time.Minute).Err()
}

// The owner's name means something else here.
func shadowed(ctx context.Context, rdb *redis.Client, id string, work func() string) {
	owner := uuid.NewString()
	if !rdb.SetNX(ctx, "shadowed:"+id, owner, time.Minute).Val() {
		return
	}
	{
		owner := work()
		rdb.Del(ctx, "shadowed:"+id)
		log.Print(owner)
	}
}

// Nothing here can be cancelled.
func noCancel(ctx context.Context, lock *redislock.Lock, work func(context.Context) error) error {
	go func() {
		for ctx.Err() == nil {
			time.Sleep(10 * time.Second)
			lock.Refresh(ctx, 30*time.Second, nil)
		}
	}()
	return work(ctx)
}

// The context is the renewal's own: to cancel it stops no work.
func ownContext(parent context.Context, lock *redislock.Lock, work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			time.Sleep(10 * time.Second)
			lock.Refresh(ctx, 30*time.Second, nil)
		}
	}()
	return work(parent)
}
