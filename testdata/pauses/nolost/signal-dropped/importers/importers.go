// Package importers imports files. The lock's context is not the work's.
package importers

import (
	"context"

	"github.com/redis/rueidis/rueidislock"
)

// Importer imports.
type Importer struct {
	locker rueidislock.Locker
	load   func(ctx context.Context, path string) error
}

// Import imports a file; others wait.
func (i *Importer) Import(ctx context.Context, path string) error {
	_, unlock, err := i.locker.WithContext(ctx, "import:"+path) // want nolost
	if err != nil {
		return err
	}
	defer unlock()
	return i.load(ctx, path)
}
