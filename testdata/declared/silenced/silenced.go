// Package silenced says of findings that they are fine.
package silenced

import (
	"context"

	"github.com/redis/go-redis/v9"
)

type Tool struct{ rdb *redis.Client }

func (t *Tool) Said(ctx context.Context, seat string) {
	t.rdb.Del(ctx, "lock:seat:"+seat) // want plaindel
}

func (t *Tool) take(ctx context.Context, seat, owner string) (bool, error) {
	return t.rdb.SetNX(ctx, "lock:seat:"+seat, owner, 30e9).Result()
}

func (t *Tool) EndOfLine(ctx context.Context, seat string) {
	t.rdb.Del(ctx, "lock:seat:"+seat) //locklint:ignore plaindel the operator clears it by hand
	t.rdb.Del(ctx, "lock:seat:"+seat) // want plaindel
}

func (t *Tool) LineAbove(ctx context.Context, seat string) {
	//locklint:ignore plaindel/plain-delete the operator clears it by hand
	t.rdb.Del(ctx, "lock:seat:"+seat)
}

func (t *Tool) Nolint(ctx context.Context, seat string) {
	t.rdb.Del(ctx, "lock:seat:"+seat) //nolint:locklint // the operator clears it by hand
}

// Function is silenced as a whole.
//
//locklint:ignore plaindel the operator clears them by hand
func (t *Tool) Function(ctx context.Context, seats []string) {
	for _, s := range seats {
		t.rdb.Del(ctx, "lock:seat:"+s)
	}
}

func (t *Tool) Unreasoned(ctx context.Context, seat string) {
	//locklint:ignore plaindel // want locklint
	t.rdb.Del(ctx, "lock:seat:"+seat) // want plaindel
}

func (t *Tool) OtherCategory(ctx context.Context, seat string) {
	//locklint:ignore plaindel/bare-script it is no script // want locklint
	t.rdb.Del(ctx, "lock:seat:"+seat) // want plaindel
}

func (t *Tool) Misspelt(ctx context.Context, seat string) {
	//locklint:ignore plaindell the operator clears it by hand // want locklint
	t.rdb.Del(ctx, "lock:seat:"+seat) // want plaindel
	//locklint:ignores plaindel the operator clears it by hand // want locklint
	t.rdb.Del(ctx, "lock:seat:"+seat) // want plaindel
}

//locklint:ignore unfenced nothing is written here // want locklint
func (t *Tool) Stale(ctx context.Context, seat string) (string, error) {
	return t.rdb.Get(ctx, "seat:"+seat).Result()
}
