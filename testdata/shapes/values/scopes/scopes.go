package scopes

import (
	"context"
	"errors"
	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
)

// gorm scopes with version, chained on a var
type A struct {
	ID, V int
	S     string
}

func Versioned(a *A) func(*gorm.DB) *gorm.DB {
	return func(db *gorm.DB) *gorm.DB { return db.Where("v = ?", a.V) }
}
func Up(ctx context.Context, rs *redsync.Redsync, db *gorm.DB, a *A) error {
	m := rs.NewMutex("a")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	r := db.Model(a).Scopes(Versioned(a)).Update("s", "done")
	if r.RowsAffected < 1 {
		return errors.New("stale")
	}
	return r.Error
}
