// Package exports writes the daily export to the share that the accountants mount.
package exports

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"time"

	"github.com/valkey-io/valkey-go/valkeylock"
)

const share = "/mnt/nfs/accounting"

// Exporter writes one file a day.
type Exporter struct {
	locker valkeylock.Locker
	rows   func(context.Context, time.Time) ([][]string, error)
}

// Export writes the file of the day.
func (e *Exporter) Export(ctx context.Context, day time.Time) error {
	ctx, unlock, err := e.locker.TryWithContext(ctx, "export:"+day.Format(time.DateOnly))
	if err != nil {
		return err
	}
	defer unlock()

	rows, err := e.rows(ctx, day)
	if err != nil {
		return err
	}
	name := filepath.Join(share, day.Format("2006-01-02")+".csv")
	f, err := os.Create(name) // want unfenced
	if err != nil {
		return err
	}
	defer f.Close()
	w := csv.NewWriter(f)
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	return ctx.Err()
}
