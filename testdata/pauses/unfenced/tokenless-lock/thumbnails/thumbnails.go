// Package thumbnails renders pictures. Two renderers at once waste work and
// nothing else.
package thumbnails

import (
	"bytes"
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/bsm/redislock"
)

// Renderer renders thumbnails into a bucket.
type Renderer struct {
	locks  *redislock.Client
	bucket string
	s3     *s3.Client
	render func(ctx context.Context, picture string, width int) ([]byte, error)
}

// Render renders and stores one thumbnail.
func (r *Renderer) Render(ctx context.Context, picture string, width int) error {
	//locklint:efficiency the same picture gives the same bytes, whoever renders it
	lock, err := r.locks.Obtain(ctx, "thumb:"+picture, 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))

	data, err := r.render(ctx, picture, width)
	if err != nil {
		return err
	}
	_, err = r.s3.PutObject(ctx, &s3.PutObjectInput{
		Bucket: aws.String(r.bucket),
		Key:    aws.String("thumbs/" + picture + ".webp"),
		Body:   bytes.NewReader(data),
	})
	return err
}
