// Package features takes locks in each form that the language got of late.
package features

import (
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"
)

type keyed[K comparable, V any] = map[K]V

type holder[T any] struct {
	rdb   *redis.Client
	value T
}

type alias[T any] = holder[T]

func (h *holder[T]) take(ctx context.Context, key string) bool {
	ok, err := h.rdb.SetNX(ctx, "lock:"+key, "x", time.Minute).Result()
	return err == nil && ok
}

func keys(n int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i := range n {
			if !yield(i, "a") {
				return
			}
		}
	}
}

func RangeFunc(ctx context.Context, rdb *redis.Client) {
	for _, key := range keys(3) {
		ok, err := rdb.SetNX(ctx, "lock:"+key, "x", time.Minute).Result()
		if err != nil || !ok {
			continue
		}
		rdb.Del(ctx, "lock:"+key) // want plaindel
	}
}

func RangeFuncDefer(ctx context.Context, rdb *redis.Client) {
	for _, key := range keys(3) {
		ok, err := rdb.SetNX(ctx, "lock:"+key, "x", time.Minute).Result()
		if err != nil || !ok {
			return
		}
		defer rdb.Del(ctx, "lock:"+key) // want plaindel
	}
}

func RangeInt(ctx context.Context, rdb *redis.Client) {
	for range 3 {
		ok, err := rdb.SetNX(ctx, "lock:n", "x", time.Minute).Result()
		if err != nil || !ok {
			continue
		}
		rdb.Del(ctx, "lock:n") // want plaindel
	}
}

func LoopVariable(ctx context.Context, rdb *redis.Client, names []string) {
	var release []func()
	for _, name := range names {
		if ok, err := rdb.SetNX(ctx, "lock:"+name, "x", time.Minute).Result(); err != nil || !ok {
			continue
		}
		release = append(release, func() { rdb.Del(ctx, "lock:"+name) }) // want plaindel
	}
	for _, f := range release {
		f()
	}
}

func GenericAlias(ctx context.Context, h *alias[int]) {
	if h.take(ctx, "alias") {
		defer h.rdb.Del(ctx, "lock:alias") // want plaindel
		h.value = min(h.value, 1, max(2, 3))
	}
}

func Generic[T any, H interface{ *holder[T] }](ctx context.Context, h H) {
	g := (*holder[T])(h)
	if g.take(ctx, "generic") {
		defer g.rdb.Del(ctx, "lock:generic") // want plaindel
	}
}

func MapAlias(ctx context.Context, rdb *redis.Client, m keyed[string, int]) {
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if ok, err := rdb.SetNX(ctx, "lock:"+k, "x", time.Minute).Result(); err == nil && ok {
			rdb.Del(ctx, "lock:"+k) // want plaindel
		}
	}
	clear(m)
}

// Chain is constrained by itself.
type Chain[C Chain[C]] interface{ Next() C }

type link struct{ rdb *redis.Client }

func (l link) Next() link { return l }

func Walk[C Chain[C]](c C, n int) C {
	for range n {
		c = c.Next()
	}
	return c
}

func SelfReferential(ctx context.Context, l link) {
	l = Walk(l, 3)
	if ok, err := l.rdb.SetNX(ctx, "lock:l", "x", time.Minute).Result(); err == nil && ok {
		l.rdb.Del(ctx, "lock:l") // want plaindel
	}
}

func NewExpr(ctx context.Context, rdb *redis.Client) {
	key := new("lock:new")
	if ok, err := rdb.SetNX(ctx, *key, "x", time.Minute).Result(); err == nil && ok {
		rdb.Del(ctx, *key) // want plaindel
	}
}

func Labels(ctx context.Context, rdb *redis.Client) {
again:
	ok, err := rdb.SetNX(ctx, "lock:goto", "x", time.Minute).Result()
	if err != nil || !ok {
		goto again
	}
	rdb.Del(ctx, "lock:goto") // want plaindel
}

func Sequence(ctx context.Context, rdb *redis.Client) iter.Seq[int] {
	return func(yield func(int) bool) {
		ok, err := rdb.SetNX(ctx, "lock:seq", "x", time.Minute).Result()
		if err != nil || !ok {
			return
		}
		defer rdb.Del(ctx, "lock:seq") // want plaindel
		yield(1)
	}
}

func NestedRangeFunc(ctx context.Context, rdb *redis.Client) error {
outer:
	for i, a := range keys(3) {
		for _, b := range keys(3) {
			ok, err := rdb.SetNX(ctx, "lock:"+a+b, "x", time.Minute).Result()
			switch {
			case err != nil:
				return err
			case !ok:
				continue outer
			case i > 1:
				break outer
			}
			rdb.Del(ctx, "lock:"+a+b) // want plaindel
		}
	}
	for range keys(1) {
	}
	return nil
}

func Pulled(ctx context.Context, rdb *redis.Client) {
	next, stop := iter.Pull2(keys(3))
	defer stop()
	for _, key, more := next(); more; _, key, more = next() {
		if ok, err := rdb.SetNX(ctx, "lock:"+key, "x", time.Minute).Result(); err == nil && ok {
			rdb.Del(ctx, "lock:"+key) // want plaindel
		}
	}
}

// pair is an alias with a constraint.
type pair[K comparable, V interface{ ~string }] = struct {
	K K
	V V
}

func ConstrainedAlias(ctx context.Context, rdb *redis.Client, p pair[int, string]) {
	if ok, err := rdb.SetNX(ctx, "lock:"+p.V, "x", time.Minute).Result(); err == nil && ok {
		rdb.Del(ctx, "lock:"+p.V) // want plaindel
	}
}
