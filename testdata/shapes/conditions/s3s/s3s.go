// Package s3s writes to S3 under a lock that gives no token.
package s3s

import (
	"bytes"
	"context"
	"io"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/go-redsync/redsync/v4"
)

func MatchRight(ctx context.Context, d *s3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("matchright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id))})
	if err != nil {
		return err
	}
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	body = append(body, byte(n))
	_, err = d.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id)), Body: bytes.NewReader(body), IfMatch: got.ETag}) // ok: the store decides
	return err
}

func MatchWrong(ctx context.Context, d *s3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("matchwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id))})
	if err != nil {
		return err
	}
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	body = append(body, byte(n))
	_, err = d.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id)), Body: bytes.NewReader(body), ContentMD5: got.ETag}) // want unfenced
	return err
}

func NilWrong(ctx context.Context, d *s3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("nilwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id))})
	if err != nil {
		return err
	}
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	body = append(body, byte(n))
	_, err = d.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id)), Body: bytes.NewReader(body), IfMatch: nil}) // want unfenced
	return err
}

func NewRight(ctx context.Context, d *s3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("newright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id))})
	if err != nil {
		return err
	}
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	body = append(body, byte(n))
	_, err = d.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id) + "/" + strconv.Itoa(n)), Body: bytes.NewReader(body), IfNoneMatch: aws.String("*")}) // ok: the store decides
	return err
}

func SwallowWrong(ctx context.Context, d *s3.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("swallowwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id))})
	if err != nil {
		return err
	}
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	body = append(body, byte(n))
	_, _ = d.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("maps"), Key: aws.String(strconv.Itoa(id)), Body: bytes.NewReader(body), IfMatch: got.ETag}) // want unfenced
	return nil
}
