// Package stamps holds locks the old way: the value is the time when they end.
package stamps

import (
	"strconv"
	"time"

	"github.com/go-redis/redis"
	"github.com/google/uuid"
)

type Stamps struct{ c *redis.Client }

// Lock takes name until d from now.
func (s *Stamps) Lock(name string, d time.Duration) (bool, error) {
	key := "stamp-lock:" + name
	end := time.Now().Add(d).UnixNano()
	ok, err := s.c.SetNX(key, end, 0).Result() // ok: the value says when it ends, GETSET takes it over
	if err != nil || ok {
		return ok, err
	}
	old, err := s.c.Get(key).Int64()
	if err != nil || old > time.Now().UnixNano() {
		return false, err
	}
	was, err := s.c.GetSet(key, end).Result()
	if err != nil {
		return false, err
	}
	return was == strconv.FormatInt(old, 10), nil
}

const unlock = `if redis.call("get",KEYS[1])==ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end`

// Mutex has no end.
type Mutex struct {
	C     redis.Cmdable
	Name  string
	owner string
}

func (m *Mutex) Lock() (bool, error) {
	m.owner = uuid.NewString()
	return m.C.SetNX("mutex:"+m.Name, m.owner, 0).Result() // want setnxexpire
}

func (m *Mutex) Unlock() error {
	return m.C.Eval(unlock, []string{"mutex:" + m.Name}, m.owner).Err()
}

// Lease ends.
type Lease struct {
	C     redis.Cmdable
	Name  string
	For   time.Duration
	owner string
}

func (l *Lease) Lock() (bool, error) {
	l.owner = uuid.NewString()
	return l.C.SetNX("lease:"+l.Name, l.owner, l.For).Result() // ok: a TTL from the field
}

func (l *Lease) Unlock() error {
	return l.C.Eval(unlock, []string{"lease:" + l.Name}, l.owner).Err()
}
