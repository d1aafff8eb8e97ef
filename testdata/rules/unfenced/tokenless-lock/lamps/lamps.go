// Package lamps switches street lamps.
package lamps

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/zeromicro/go-zero/core/stores/redis"
	"golang.org/x/sync/errgroup"
)

type Street struct {
	store *redis.Redis
	db    *sql.DB
}

// Dim reads the level and stores a lower one, from a goroutine that it waits for.
func (s *Street) Dim(ctx context.Context, lamp int64) error {
	l := redis.NewRedisLock(s.store, "lamp:"+strconv.FormatInt(lamp, 10))
	l.SetExpire(10)
	ok, err := l.AcquireCtx(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("lamp is busy")
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	var level int
	if err := s.db.QueryRowContext(ctx, "SELECT level FROM lamps WHERE id = ?", lamp).Scan(&level); err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		_, err := s.db.ExecContext(ctx, "UPDATE lamps SET level = ? WHERE id = ?", level-1, lamp) // want unfenced
		return err
	})
	return g.Wait()
}

// Report counts in a serializable transaction.
func (s *Street) Report(ctx context.Context, lamp int64) error {
	l := redis.NewRedisLock(s.store, "report:"+strconv.FormatInt(lamp, 10))
	l.SetExpire(10)
	if ok, err := l.AcquireCtx(ctx); err != nil || !ok {
		return err
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var faults int
	if err := tx.QueryRowContext(ctx, "SELECT faults FROM lamps WHERE id = ?", lamp).Scan(&faults); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE lamps SET faults = ? WHERE id = ?", faults+1, lamp); err != nil { // ok: serializable
		return err
	}
	return tx.Commit()
}

// Peek writes to a temporary directory.
func (s *Street) Peek(ctx context.Context, lamp int64, photo []byte) (string, error) {
	l := redis.NewRedisLock(s.store, "peek:"+strconv.FormatInt(lamp, 10))
	l.SetExpire(10)
	if ok, err := l.AcquireCtx(ctx); err != nil || !ok {
		return "", err
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	name := filepath.Join(os.TempDir(), "lamp-"+strconv.FormatInt(lamp, 10)+".jpg")
	return name, os.WriteFile(name, photo, 0o600) // ok: a local temporary file
}

// Guard is not distributed at all.
type Guard struct {
	mu sync.Mutex
	db *sql.DB
}

func (g *Guard) Set(ctx context.Context, lamp int64) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	var level int
	if err := g.db.QueryRowContext(ctx, "SELECT level FROM lamps WHERE id = ?", lamp).Scan(&level); err != nil {
		return err
	}
	_, err := g.db.ExecContext(ctx, "UPDATE lamps SET level = ? WHERE id = ?", level+1, lamp) // ok: a mutex of the process
	return err
}
