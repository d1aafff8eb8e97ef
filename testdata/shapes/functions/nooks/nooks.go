// Package nooks rents nooks; whoever leaves may say so twice.
package nooks

import (
	"errors"
	"sync"
	"time"

	"github.com/go-redis/redis"
	"github.com/google/uuid"
)

var errTaken = errors.New("nook is taken")

// Inn has nooks.
type Inn struct{ c *redis.Client }

func key(nook string) string { return "inn:" + nook + ":guest" }

func (i *Inn) enter(nook string) error {
	ok, err := i.c.SetNX(key(nook), uuid.NewString(), time.Hour).Result()
	if err == nil && !ok {
		err = errTaken
	}
	return err
}

func (i *Inn) leave(nook string) {
	i.c.Del(key(nook)) // want plaindel
}

// Stay returns what leaves once.
func (i *Inn) Stay(nook string) (func(), error) {
	if err := i.enter(nook); err != nil {
		return nil, err
	}
	var once sync.Once
	return func() { once.Do(func() { i.leave(nook) }) }, nil
}

// Nap leaves as soon as it can.
func (i *Inn) Nap(nook string, nap func()) error {
	leave, err := i.Stay(nook)
	if err != nil {
		return err
	}
	defer leave()
	nap()
	return nil
}

// Bed is a guest that compares.
type Bed struct {
	c    *redis.Client
	key  string
	who  string
	once sync.Once
}

// Lie takes a bed.
func (i *Inn) Lie(nook string) (*Bed, error) {
	b := &Bed{c: i.c, key: "inn:" + nook + ":bed", who: uuid.NewString()}
	switch ok, err := i.c.SetNX(b.key, b.who, time.Hour).Result(); {
	case err != nil:
		return nil, err
	case ok:
		return b, nil
	default:
		return nil, errTaken
	}
}

func (b *Bed) rise() {
	b.c.Eval(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`, []string{b.key}, b.who) // ok: compares
}

// Rise leaves the bed, once.
func (b *Bed) Rise() { b.once.Do(b.rise) }

// Snore sleeps in a bed.
func (i *Inn) Snore(nook string, snore func()) error {
	b, err := i.Lie(nook)
	if err != nil {
		return err
	}
	defer b.Rise()
	snore()
	return nil
}

// Clean forgets who slept in a nook.
func (i *Inn) Clean(nook string) error {
	return i.c.Del("inn:" + nook + ":guests").Err() // ok: another key
}
