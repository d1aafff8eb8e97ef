// Package joins puts its scripts together from lines.
package joins

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var lines = []string{
	`local v = redis.call("GET", KEYS[1])`,
	`if v ~= ARGV[1] then`,
	`  return 0`,
	`end`,
	`return redis.call("DEL", KEYS[1])`,
}

func lock(ctx context.Context, rdb *redis.Client, key, owner string) bool {
	ok, err := rdb.SetNX(ctx, key, owner, time.Minute).Result()
	return err == nil && ok
}

func Joined(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "joined:"+id, uuid.NewString()
	if !lock(ctx, rdb, key, owner) {
		return
	}
	defer rdb.Eval(ctx, strings.Join([]string{ // want plaindel
		`if redis.call("EXISTS", KEYS[1]) == 1 then`,
		`  return redis.call("DEL", KEYS[1])`,
		`end`,
		`return 0`,
	}, "\n"), []string{key})
	work()
}

func JoinedOwn(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "joined:own:"+id, uuid.NewString()
	if !lock(ctx, rdb, key, owner) {
		return
	}
	defer rdb.Eval(ctx, strings.Join(lines, "\n"), []string{key}, owner) // ok: compares
	work()
}

func Formatted(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "formatted:"+id, uuid.NewString()
	if !lock(ctx, rdb, key, owner) {
		return
	}
	defer rdb.Eval(ctx, fmt.Sprintf(`if redis.call("%s", KEYS[1]) then return redis.call("%s", KEYS[1]) end`, "GET", "DEL"), []string{key}) // want plaindel
	work()
}

func FormattedOwn(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "formatted:own:"+id, uuid.NewString()
	if !lock(ctx, rdb, key, owner) {
		return
	}
	const miss = -1
	script := fmt.Sprintf(`if redis.call(%q, KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return %d`, "GET", miss)
	defer rdb.Eval(ctx, script, []string{key}, owner) // ok: compares
	work()
}

func Written(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "written:"+id, uuid.NewString()
	if !lock(ctx, rdb, key, owner) {
		return
	}
	var b strings.Builder
	b.WriteString("local n = 0\n")
	b.WriteString(`n = redis.call("DEL", KEYS[1])`)
	b.WriteByte('\n')
	b.WriteString("return n")
	defer rdb.Eval(ctx, b.String(), []string{key}) // want plaindel
	work()
}

func WrittenOwn(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "written:own:"+id, uuid.NewString()
	if !lock(ctx, rdb, key, owner) {
		return
	}
	var b strings.Builder
	b.WriteString(`if redis.call("GET", KEYS[1]) == ARGV[1] then `)
	fmt.Fprintf(&b, `return redis.call("%s", KEYS[1])`, "DEL")
	b.WriteString(" end")
	defer rdb.Eval(ctx, b.String(), []string{key}, owner) // ok: compares
	work()
}

// Filled has the key in the text, and what takes it compares nothing.
func Filled(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "filled:"+id, uuid.NewString()
	if !lock(ctx, rdb, key, owner) {
		return
	}
	defer rdb.Eval(ctx, fmt.Sprintf(`return redis.call("DEL", "filled:%s")`, id), nil) // want plaindel
	work()
}

func FilledOwn(ctx context.Context, rdb *redis.Client, id string, work func()) {
	key, owner := "filled:own:"+id, uuid.NewString()
	if !lock(ctx, rdb, key, owner) {
		return
	}
	script := fmt.Sprintf(`if redis.call("GET", KEYS[1]) == '%s' then return redis.call("DEL", KEYS[1]) end return 0`, owner)
	defer rdb.Eval(ctx, script, []string{key}) // ok: compares
	work()
}

// Timed takes a lock whose expiry is written into the text.
func Timed(ctx context.Context, rdb *redis.Client, id string, ttl int, work func()) {
	key, owner := "timed:"+id, uuid.NewString()
	script := fmt.Sprintf(`if redis.call("SETNX", KEYS[1], ARGV[1]) == 1 then redis.call("PEXPIRE", KEYS[1], %d) return 1 end return 0`, ttl)
	n, err := rdb.Eval(ctx, script, []string{key}, owner).Int() // ok: one script
	if err != nil || n != 1 {
		return
	}
	defer rdb.Eval(ctx, strings.Join(lines, "\n"), []string{key}, owner) // ok: compares
	work()
}

// Untimed has a place for more, but no expiry.
func Untimed(ctx context.Context, rdb *redis.Client, id string, code int, work func()) {
	key, owner := "untimed:"+id, uuid.NewString()
	script := fmt.Sprintf(`if redis.call("SETNX", KEYS[1], ARGV[1]) == 1 then return %d end return 0`, code)
	n, err := rdb.Eval(ctx, script, []string{key}, owner).Int() // want setnxexpire
	if err != nil || n != code {
		return
	}
	defer rdb.Eval(ctx, strings.Join(lines, "\n"), []string{key}, owner) // ok: compares
	work()
}
