// Package spelt renders a price list into a scratch directory under a lock.
package spelt

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

// Lists renders price lists.
type Lists struct {
	store  *redis.Redis
	mu     sync.Mutex
	done   map[string]time.Time
	render func(ctx context.Context, shop string) ([]byte, error)
}

// Render renders a shop's list, and keeps the page for a minute.
func (l *Lists) Render(ctx context.Context, shop string) error {
	lock := redis.NewRedisLock(l.store, "list:"+shop+":lock")
	lock.SetExpire(15)
	ok, err := lock.AcquireCtx(ctx)
	if err != nil || !ok {
		return err
	}
	defer lock.ReleaseCtx(context.WithoutCancel(ctx))
	page, err := l.render(ctx, shop)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "list")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, shop+".html"), page, 0o600); err != nil {
		return err
	}
	l.mu.Lock()
	l.done[shop] = time.Now()
	l.mu.Unlock()
	return l.store.SetexCtx(ctx, "list:"+shop, string(page), 60)
}
