// Package scores keeps the table of a league in Redis and S3.
package scores

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

type League struct {
	rdb    *redis.Client
	rs     *redsync.Redsync
	s3     *s3.Client
	bucket string
}

// WithLock runs f while the lock of a name is held.
func (l *League) WithLock(ctx context.Context, name string, f func(context.Context) error) error {
	mu := l.rs.NewMutex("league:"+name, redsync.WithExpiry(12*time.Second), redsync.WithTries(3))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return f(ctx)
}

// Goal adds a goal to a match that is stored as one value.
func (l *League) Goal(ctx context.Context, match string, add func(string) string) error {
	return l.WithLock(ctx, match, func(ctx context.Context) error {
		cur, err := l.rdb.Get(ctx, "match:"+match).Result()
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
		return l.rdb.Set(ctx, "match:"+match, add(cur), 0).Err() // want unfenced
	})
}

// Publish reads an object and replaces it.
func (l *League) Publish(ctx context.Context, season string, edit func([]byte) []byte) error {
	mu := l.rs.NewMutex("season:" + season)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	old, err := l.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: &l.bucket, Key: &season})
	if err != nil {
		return err
	}
	defer old.Body.Close()
	body, err := io.ReadAll(old.Body)
	if err != nil {
		return err
	}
	_, err = l.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: &l.bucket, Key: &season, Body: bytes.NewReader(edit(body))}) // want unfenced
	return err
}

// Archive creates an object that must not be there.
func (l *League) Archive(ctx context.Context, season string, body []byte) error {
	mu := l.rs.NewMutex("archive:" + season)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	_, err := l.s3.PutObject(ctx, &s3.PutObjectInput{ // ok: create if absent
		Bucket: &l.bucket, Key: aws.String("archive/" + season),
		Body: bytes.NewReader(body), IfNoneMatch: aws.String("*"),
	})
	return err
}

// Table fills a cache.
func (l *League) Table(ctx context.Context, season string, build func(context.Context) (string, error)) (string, error) {
	mu := l.rs.NewMutex("table:" + season)
	if err := mu.LockContext(ctx); err != nil {
		return "", err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	if v, err := l.rdb.Get(ctx, "cache:table:"+season).Result(); err == nil {
		return v, nil
	}
	v, err := build(ctx)
	if err != nil {
		return "", err
	}
	return v, l.rdb.Set(ctx, "cache:table:"+season, v, time.Minute).Err() // ok: a cache entry with a TTL
}

var setIfSame = redis.NewScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1`)

// Correct compares in the script.
func (l *League) Correct(ctx context.Context, match string, fix func(string) string) error {
	mu := l.rs.NewMutex("fix:" + match)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	cur, err := l.rdb.Get(ctx, "match:"+match).Result()
	if err != nil {
		return err
	}
	n, err := setIfSame.Run(ctx, l.rdb, []string{"match:" + match}, cur, fix(cur)).Int() // ok: the script compares
	if err == nil && n == 0 {
		err = errors.New("match changed meanwhile")
	}
	return err
}
