// Package s3 keeps plans of houses.
package s3

import (
	"bytes"
	"context"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/bsm/redislock"
)

type Plans struct {
	s3    *s3.Client
	locks *redislock.Client
}

// Draw overwrites what it read.
func (p *Plans) Draw(ctx context.Context, house string) error {
	l, err := p.locks.Obtain(ctx, "house:"+house, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	got, err := p.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("plans"), Key: aws.String(house)})
	if err != nil {
		return err
	}
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	_, err = p.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("plans"), Key: aws.String(house), Body: bytes.NewReader(append(body, '+'))}) // want unfenced
	return err
}

// Trace writes over its etag only.
func (p *Plans) Trace(ctx context.Context, house string) error {
	l, err := p.locks.Obtain(ctx, "house:"+house, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	got, err := p.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("plans"), Key: aws.String(house)})
	if err != nil {
		return err
	}
	_, err = p.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("plans"), Key: aws.String(house), Body: bytes.NewReader(nil), IfMatch: got.ETag}) // ok unfenced: by etag
	return err
}

// Scan uploads in parts, which keep the condition.
func (p *Plans) Scan(ctx context.Context, up *manager.Uploader, house, etag string, r io.Reader) error {
	l, err := p.locks.Obtain(ctx, "scan:"+house, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = up.Upload(ctx, &s3.PutObjectInput{Bucket: aws.String("scans"), Key: aws.String(house), Body: r, IfMatch: aws.String(etag)}) // ok unfenced: by etag
	return err
}

// Build makes a lock of an object, and deletes whatever is there; Raze compares.
func (p *Plans) Build(ctx context.Context, build func() error) error {
	if _, err := p.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("plans"), Key: aws.String("build.lock"), IfNoneMatch: aws.String("*")}); err != nil {
		return err
	}
	defer p.s3.DeleteObject(context.WithoutCancel(ctx), &s3.DeleteObjectInput{Bucket: aws.String("plans"), Key: aws.String("build.lock")}) // want plaindel
	return build()
}

func (p *Plans) Raze(ctx context.Context, raze func() error) error {
	made, err := p.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("plans"), Key: aws.String("raze.lock"), IfNoneMatch: aws.String("*")})
	if err != nil {
		return err
	}
	defer p.s3.DeleteObject(context.WithoutCancel(ctx), &s3.DeleteObjectInput{Bucket: aws.String("plans"), Key: aws.String("raze.lock"), IfMatch: made.ETag}) // ok plaindel: by etag
	return raze()
}
