// Package minio keeps songs.
package minio

import (
	"context"
	"io"
	"time"

	"github.com/bsm/redislock"
	"github.com/minio/minio-go/v7"
)

type Songs struct {
	c     *minio.Client
	locks *redislock.Client
}

// Record overwrites whatever is there.
func (s *Songs) Record(ctx context.Context, song string, r io.Reader, n int64) error {
	l, err := s.locks.Obtain(ctx, "song:"+song, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = s.c.PutObject(ctx, "songs", song, r, n, minio.PutObjectOptions{}) // want unfenced
	return err
}

// Mix writes over its etag only.
func (s *Songs) Mix(ctx context.Context, song, etag string, r io.Reader, n int64) error {
	l, err := s.locks.Obtain(ctx, "song:"+song, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	opts := minio.PutObjectOptions{ContentType: "audio/flac"}
	opts.SetMatchETag(etag)
	_, err = s.c.PutObject(ctx, "songs", song, r, n, opts) // ok unfenced: by etag
	return err
}
