// Package s3 shows how to do without a lock in S3, carefully.
//
// An object with If-None-Match is created once, and with If-Match it is written
// only over the version that was read. The second is all that a change of an
// object needs: whoever comes too late gets 412, reads again, and tries again.
// A lock object would need an expiry, which S3 does not have, and a holder that
// was paused could still write.
package s3

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
)

// Change replaces an object by what becomes of it, as often as it takes.
func Change(ctx context.Context, client *s3.Client, bucket, key string, change func([]byte) []byte) error {
	for {
		old, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: &bucket, Key: &key})
		if err != nil {
			return err
		}
		body, err := io.ReadAll(old.Body)
		_ = old.Body.Close()
		if err != nil {
			return err
		}
		_, err = client.PutObject(ctx, &s3.PutObjectInput{
			Bucket: &bucket, Key: &key, IfMatch: old.ETag, Body: bytes.NewReader(change(body)),
		})
		var failed smithy.APIError
		if errors.As(err, &failed) && failed.ErrorCode() == "PreconditionFailed" {
			continue
		}
		return err
	}
}

// Claim is won by one caller: the object is there afterwards.
func Claim(ctx context.Context, client *s3.Client, bucket, key, owner string) error {
	_, err := client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: &bucket, Key: &key, IfNoneMatch: aws.String("*"), Body: bytes.NewReader([]byte(owner)),
	})
	return err
}
