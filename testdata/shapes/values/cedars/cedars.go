// Package cedars has keys in slices.
package cedars

import (
	"errors"
	"slices"
	"time"

	"github.com/go-redis/redis"
	"github.com/google/uuid"
)

var errBusy = errors.New("cedar is busy")

// Yard has cedars.
type Yard struct{ c *redis.Client }

// Chop deletes its lock among other keys.
func (y *Yard) Chop(cedar string, chop func() error) error {
	lock := "cedar+" + cedar
	ok, err := y.c.SetNX(lock, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer func() {
		y.c.Del("cedar+"+cedar+"+chips", lock, "cedar+"+cedar+"+dust") // want plaindel
	}()
	return chop()
}

// Sand deletes a slice that the lock was appended to.
func (y *Yard) Sand(cedar string, sand func() error) error {
	lock := "sand+" + cedar
	ok, err := y.c.SetNX(lock, uuid.NewString(), time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	gone := []string{"sand+" + cedar + "+dust"}
	gone = append(gone, lock)
	defer func() {
		y.c.Del(gone...) // want plaindel
	}()
	return sand()
}

var cad = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Oil deletes a slice without the lock.
func (y *Yard) Oil(cedar string, parts []string, oil func() error) error {
	lock, me := "oil+"+cedar, uuid.NewString()
	ok, err := y.c.SetNX(lock, me, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	keys := []string{lock}
	defer cad.Run(y.c, keys, me) // ok: compares
	if err := oil(); err != nil {
		return err
	}
	stale := make([]string, len(parts))
	for i, p := range parts {
		stale[i] = "oiled+" + cedar + "+" + p
	}
	return y.c.Del(stale...).Err() // ok: cache entries
}

// Stack locks several keys, and frees them by comparing.
func (y *Yard) Stack(cedars []string, stack func() error) error {
	me := uuid.NewString()
	slices.Sort(cedars)
	for _, c := range cedars {
		ok, err := y.c.SetNX("stack+"+c, me, time.Minute).Result()
		if err != nil {
			return err
		}
		if !ok {
			return errBusy
		}
		defer cad.Run(y.c, []string{"stack+" + c}, me) // ok: compares
	}
	return stack()
}

// Tar has a key in a map.
func (y *Yard) Tar(cedar string, tar func() error) error {
	names := map[string]string{"lock": "tar+" + cedar, "log": "tar+log+" + cedar}
	me := uuid.NewString()
	if !y.c.SetNX(names["lock"], me, time.Minute).Val() {
		return errBusy
	}
	defer cad.Run(y.c, []string{names["lock"]}, me) // ok: compares
	return tar()
}

// Note sets notes in a loop, and ends them in another one.
func (y *Yard) Note(notes map[string]string) error {
	for k, v := range notes {
		if err := y.c.SetNX("note+"+k, v, 0).Err(); err != nil { // maybe setnxexpire
			return err
		}
	}
	for k := range notes {
		if err := y.c.Expire("note+"+k, time.Hour).Err(); err != nil {
			return err
		}
	}
	return nil
}
