package goredis

import (
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	"github.com/google/uuid"
	v5 "gopkg.in/redis.v5"
)

// Raft is on go-redis v7.
type Raft struct{ rdb v7.Cmdable }

func (r *Raft) Pole(spot string, pole func() error) error {
	won, err := r.rdb.SetNX("raft.lock."+spot, 1, 0).Result() // want setnxexpire
	if err != nil || !won {
		return err
	}
	if err := r.rdb.Expire("raft.lock."+spot, 30*time.Second).Err(); err != nil {
		return err
	}
	defer r.rdb.Del("raft.lock." + spot) // want plaindel
	return pole()
}

// Canoe is on go-redis v6.
type Canoe struct{ rdb *v6.Client }

func (c *Canoe) Paddle(lake string, paddle func() error) error {
	me := uuid.NewString()
	if ok, err := c.rdb.SetNX("canoe.lock."+lake, me, 30*time.Second).Result(); err != nil || !ok { // ok setnxexpire: one command
		return err
	}
	defer c.rdb.Eval(`if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) end return 0`, []string{"canoe.lock." + lake}, me) // ok plaindel: compares
	return paddle()
}

// Punt is on gopkg.in/redis.v5.
type Punt struct{ rdb *v5.Client }

func (p *Punt) Push(river string, push func() error) error {
	if !p.rdb.SetNX("punt.lock."+river, "1", time.Minute).Val() {
		return nil
	}
	defer p.rdb.Del("punt.lock." + river) // want plaindel
	return push()
}
