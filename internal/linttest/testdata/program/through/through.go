// Package through calls a helper of a helper.
package through

import (
	"context"

	"example.test/program/holder"
	"example.test/program/work"
)

func Through(ctx context.Context, h *holder.Context) bool {
	return work.Work(ctx, h) // want probe
}
