package ext

import (
	"context"

	"example.test/program/lock"
)

type Service struct{ Locks *lock.Locker }

func (s *Service) Do(ctx context.Context) bool {
	return s.Locks.Lock(ctx, "do") // want probe
}
