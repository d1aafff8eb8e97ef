// Package counters counts views and likes; each write adds to what is there.
package counters

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Flusher moves counts from memory to the stores.
type Flusher struct {
	locks *redislock.Client
	rdb   *redis.Client
	db    *sql.DB
	posts *mongo.Collection
}

// Flush adds what was counted since the last time.
func (f *Flusher) Flush(ctx context.Context, post string, views, likes int64) error {
	lock, err := f.locks.Obtain(ctx, "flush:"+post, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))

	if _, err := f.db.ExecContext(ctx, "UPDATE stats SET views = views + ? WHERE post = ?", views, post); err != nil {
		return err
	}
	if _, err := f.posts.UpdateByID(ctx, post, bson.M{"$inc": bson.M{"likes": likes}}); err != nil {
		return err
	}
	if err := f.rdb.HIncrBy(ctx, "views", post, views).Err(); err != nil {
		return err
	}
	return f.rdb.IncrBy(ctx, "views:all", views).Err()
}
