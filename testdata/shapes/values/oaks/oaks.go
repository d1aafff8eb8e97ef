// Package oaks fells oaks; owners come from helpers.
package oaks

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	mrand "math/rand"
	"os"
	"strings"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
)

var errFelled = errors.New("oak is being felled")

const drop = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Forester fells.
type Forester struct {
	c    *redis.Client
	team string
}

func host() string {
	h, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return strings.ToLower(h)
}

func (f *Forester) role() string { return "forester" }

func fresh() string {
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err)
	}
	return hex.EncodeToString(b[:])
}

func lucky() string { return fmt.Sprintf("%x-%x", time.Now().UnixNano(), mrand.Int63()) }

func short() string { return strings.SplitN(uuid.NewString(), "-", 2)[0] }

func number() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return binary.BigEndian.Uint64(b[:])
}

func (f *Forester) take(ctx context.Context, key string, me any) error {
	ok, err := f.c.SetNX(ctx, key, me, 50*time.Second).Result()
	if err == nil && !ok {
		err = errFelled
	}
	return err
}

// Fell is every forester of a host.
func (f *Forester) Fell(ctx context.Context, oak string, fell func(context.Context) error) error {
	key, me := "fell/"+oak, host()
	if err := f.take(ctx, key, me); err != nil {
		return err
	}
	defer f.c.Eval(context.WithoutCancel(ctx), drop, []string{key}, me) // want plaindel
	return fell(ctx)
}

// Saw is every forester.
func (f *Forester) Saw(ctx context.Context, oak string, saw func(context.Context) error) error {
	key, me := "saw/"+oak, f.role()
	if err := f.take(ctx, key, me); err != nil {
		return err
	}
	defer f.c.Eval(context.WithoutCancel(ctx), drop, []string{key}, me) // want plaindel
	return saw(ctx)
}

// Split is nobody in particular.
func (f *Forester) Split(ctx context.Context, oak string, split func(context.Context) error) error {
	if err := f.take(ctx, "split/"+oak, ""); err != nil {
		return err
	}
	defer f.c.Eval(context.WithoutCancel(ctx), drop, []string{"split/" + oak}, "") // want plaindel
	return split(ctx)
}

// Bark has fresh bytes.
func (f *Forester) Bark(ctx context.Context, oak string, bark func(context.Context) error) error {
	key, me := "bark/"+oak, fresh()
	if err := f.take(ctx, key, me); err != nil {
		return err
	}
	defer f.c.Eval(context.WithoutCancel(ctx), drop, []string{key}, me) // ok: random
	return bark(ctx)
}

// Leaf has the time and a number.
func (f *Forester) Leaf(ctx context.Context, oak string, leaf func(context.Context) error) error {
	key, me := "leaf/"+oak, host()+"#"+lucky()
	if err := f.take(ctx, key, me); err != nil {
		return err
	}
	defer f.c.Eval(context.WithoutCancel(ctx), drop, []string{key}, me) // ok: random
	return leaf(ctx)
}

// Acorn has a part of a uuid.
func (f *Forester) Acorn(ctx context.Context, oak string, acorn func(context.Context) error) error {
	key, me := "acorn/"+oak, short()
	if err := f.take(ctx, key, me); err != nil {
		return err
	}
	defer f.c.Eval(context.WithoutCancel(ctx), drop, []string{key}, me) // ok: random
	return acorn(ctx)
}

// Root has a random number.
func (f *Forester) Root(ctx context.Context, oak string, root func(context.Context) error) error {
	key, me := "root/"+oak, number()
	if err := f.take(ctx, key, me); err != nil {
		return err
	}
	defer f.c.Eval(context.WithoutCancel(ctx), drop, []string{key}, me) // ok: random
	return root(ctx)
}

// Trunk has whatever team the caller set.
func (f *Forester) Trunk(ctx context.Context, oak string, trunk func(context.Context) error) error {
	key := "trunk/" + oak
	if err := f.take(ctx, key, f.team); err != nil {
		return err
	}
	defer f.c.Eval(context.WithoutCancel(ctx), drop, []string{key}, f.team) // maybe plaindel
	return trunk(ctx)
}
