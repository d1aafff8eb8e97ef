package ext

import (
	"context"
	"testing"
)

// Hook exists in the variant under test only.
func (s *Service) Hook(ctx context.Context) bool {
	return s.Locks.Lock(ctx, "hook") // want probe
}

func TestDo(t *testing.T) {
	_ = new(Service).Do(context.Background()) // want probe
}
