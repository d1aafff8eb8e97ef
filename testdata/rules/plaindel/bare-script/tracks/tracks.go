// Package tracks reserves railway tracks.
package tracks

import (
	"github.com/zeromicro/go-zero/core/stores/redis"
)

const (
	free     = `redis.call("DEL", KEYS[1]) return 1`
	freeMine = `
if redis.call("GET", KEYS[1]) == ARGV[1] then
    return redis.call("DEL", KEYS[1])
end
return 0`
)

type Track struct {
	store *redis.Redis
	key   string
	train string
}

func (t *Track) Lock() (bool, error) { return t.store.SetnxEx(t.key, t.train, 60) }

// Unlock frees the track.
func (t *Track) Unlock() error {
	_, err := t.store.Eval(free, []string{t.key}, t.train) // want plaindel
	return err
}

// Release frees the track of this train.
func (t *Track) Release() error {
	_, err := t.store.Eval(freeMine, []string{t.key}, t.train) // ok: compares
	return err
}

// Shared uses the library's lock.
type Shared struct{ l *redis.RedisLock }

func (s *Shared) With(f func() error) error {
	s.l.SetExpire(30)
	ok, err := s.l.Acquire()
	if err != nil || !ok {
		return err
	}
	defer s.l.Release() // ok: the library compares
	return f()
}
