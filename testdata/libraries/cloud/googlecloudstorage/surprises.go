package googlecloudstorage

import (
	"context"
	"time"

	"cloud.google.com/go/storage"
)

// Blot drops what Close says, where a rejection shows.
func (l *Ledger) Blot(ctx context.Context, page string, gen int64) error {
	lock, err := l.locks.Obtain(ctx, "page:"+page, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	w := l.bucket.Object(page).If(storage.Conditions{GenerationMatch: gen}).NewWriter(ctx) // want unfenced
	if _, err := w.Write([]byte("blot")); err != nil {
		return err
	}
	w.Close()
	return nil
}
