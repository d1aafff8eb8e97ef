// Package googlecloudstorage keeps ledgers in objects.
package googlecloudstorage

import (
	"context"
	"io"
	"time"

	"cloud.google.com/go/storage"
	"github.com/bsm/redislock"
)

type Ledger struct {
	bucket *storage.BucketHandle
	locks  *redislock.Client
}

// Post overwrites what it read.
func (l *Ledger) Post(ctx context.Context, page string) error {
	lock, err := l.locks.Obtain(ctx, "page:"+page, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	r, err := l.bucket.Object(page).NewReader(ctx)
	if err != nil {
		return err
	}
	old, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	w := l.bucket.Object(page).NewWriter(ctx) // want unfenced
	if _, err := w.Write(append(old, '\n')); err != nil {
		return err
	}
	return w.Close()
}

// Audit writes its generation only, and looks at Close, where a rejection shows.
func (l *Ledger) Audit(ctx context.Context, page string, gen int64) error {
	lock, err := l.locks.Obtain(ctx, "page:"+page, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	w := l.bucket.Object(page).If(storage.Conditions{GenerationMatch: gen}).NewWriter(ctx) // ok unfenced: by generation
	if _, err := w.Write([]byte("audited")); err != nil {
		return err
	}
	return w.Close()
}

// Hold makes a lock of an object, and deletes whatever is there.
func (l *Ledger) Hold(ctx context.Context, work func() error) error {
	w := l.bucket.Object("ledger.lock").If(storage.Conditions{DoesNotExist: true}).NewWriter(ctx)
	if err := w.Close(); err != nil {
		return err
	}
	defer l.bucket.Object("ledger.lock").Delete(context.WithoutCancel(ctx)) // want plaindel
	return work()
}

// Keep deletes the generation that it made.
func (l *Ledger) Keep(ctx context.Context, work func() error) error {
	w := l.bucket.Object("keep.lock").If(storage.Conditions{DoesNotExist: true}).NewWriter(ctx)
	if err := w.Close(); err != nil {
		return err
	}
	defer l.bucket.Object("keep.lock").If(storage.Conditions{GenerationMatch: w.Attrs().Generation}).Delete(context.WithoutCancel(ctx)) // ok plaindel: by generation
	return work()
}
