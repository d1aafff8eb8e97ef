// Package grapes presses grapes; objects and items are stored through wrappers.
package grapes

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/go-redsync/redsync/v4"
)

var errChanged = errors.New("book has changed")

// Press presses.
type Press struct {
	s3     *s3.Client
	bucket *string
	rs     *redsync.Redsync
}

func (p *Press) get(ctx context.Context, name string) (body []byte, etag *string, err error) {
	out, err := p.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: p.bucket, Key: &name})
	if err != nil {
		return nil, nil, err
	}
	defer out.Body.Close()
	body, err = io.ReadAll(out.Body)
	return body, out.ETag, err
}

func (p *Press) put(ctx context.Context, name string, body []byte) error {
	_, err := p.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: p.bucket, Key: &name, Body: bytes.NewReader(body)}) // maybe unfenced
	return err
}

func (p *Press) putIf(ctx context.Context, name string, body []byte, etag *string) error {
	_, err := p.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: p.bucket, Key: &name, Body: bytes.NewReader(body), IfMatch: etag}) // ok: conditional
	return err
}

// Enter appends a line to the book.
func (p *Press) Enter(ctx context.Context, line string) error {
	m := p.rs.NewMutex("grapes/book", redsync.WithExpiry(8*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	b, _, err := p.get(ctx, "book.txt")
	if err != nil {
		return err
	}
	return p.put(ctx, "book.txt", append(b, line...)) // want unfenced
}

// Strike removes the book's lines if nobody else has written.
func (p *Press) Strike(ctx context.Context) error {
	m := p.rs.NewMutex("grapes/strike", redsync.WithExpiry(8*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	b, etag, err := p.get(ctx, "book.txt")
	if err != nil {
		return err
	}
	if err := p.putIf(ctx, "book.txt", b[:0], etag); err != nil { // ok: the store compares
		return errors.Join(errChanged, err)
	}
	return nil
}

// Photo stores a photo, without a lock.
func (p *Press) Photo(ctx context.Context, name string, jpg []byte) error {
	return p.put(ctx, "photos/"+name, jpg) // ok: no lock
}

// Read reads under the lock.
func (p *Press) Read(ctx context.Context) ([]byte, error) {
	m := p.rs.NewMutex("grapes/read", redsync.WithExpiry(8*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return nil, err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	b, _, err := p.get(ctx, "book.txt") // ok: reads
	return b, err
}
