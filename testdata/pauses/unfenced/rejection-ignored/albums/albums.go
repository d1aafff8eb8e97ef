// Package albums keeps an index of pictures in an object with an ETag.
package albums

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/go-redsync/redsync/v4"
)

// Album is an index in a bucket.
type Album struct {
	bucket, key string
	s3          *s3.Client
	rs          *redsync.Redsync
}

// ErrRaced says that the index changed under our hands.
var ErrRaced = errors.New("albums: raced")

// Edit changes the index.
func (a *Album) Edit(ctx context.Context, edit func([]byte) []byte) error {
	mu := a.rs.NewMutex("album/"+a.key, redsync.WithExpiry(30*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := a.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: &a.bucket, Key: &a.key})
	if err != nil {
		return err
	}
	defer got.Body.Close()
	old, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	_, err = a.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: &a.bucket, Key: &a.key, Body: bytes.NewReader(edit(old)), IfMatch: got.ETag})
	var api smithy.APIError
	if errors.As(err, &api) && api.ErrorCode() == "PreconditionFailed" {
		return ErrRaced
	}
	return err
}
