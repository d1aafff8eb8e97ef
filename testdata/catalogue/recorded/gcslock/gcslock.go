//path github.com/marcacohen/gcslock

package gcslock

import (
	"context"
	"sync"
)

type ContextLocker interface {
	sync.Locker
	ContextLock(context.Context) error
	ContextUnlock(context.Context) error
}

func New(ctx context.Context, bucket, object string) (ContextLocker, error)
