// Package row rows.
package row

import (
	"context"
	"time"
)

// Home rows home.
func Home(ctx context.Context, _ string) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return nil
	}
}
