// Package right writes only over the version that it has read.
package right

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/bsm/redislock"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key     = "account:7:lock"
	account = "accounts/7"
	ttl     = 2 * time.Second
)

var bucket = aws.String("proof")

// Run notes that n more were sold.
func Run(ctx context.Context, locks *redislock.Client, client *s3.Client, n int) error {
	lock, err := locks.Obtain(ctx, key, ttl, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired)
	defer lock.Release(context.WithoutCancel(ctx))
	old, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: bucket, Key: aws.String(account)})
	if err != nil {
		return err
	}
	defer old.Body.Close()
	body, err := io.ReadAll(old.Body)
	if err != nil {
		return err
	}
	sold, err := strconv.Atoi(string(body))
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	body = []byte(strconv.Itoa(sold + n))
	_, err = client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: bucket, Key: aws.String(account), Body: bytes.NewReader(body),
		IfMatch: old.ETag,
	})
	var failed smithy.APIError
	if errors.As(err, &failed) && failed.ErrorCode() == "PreconditionFailed" {
		pause.At(ctx, pause.Rejected)
		return errors.Join(refusal.ErrStale, err)
	}
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
