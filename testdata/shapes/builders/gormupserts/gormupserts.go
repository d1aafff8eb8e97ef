// Package gormupserts writes by gorm's upserts and clause objects under a lock that gives
// no token.
package gormupserts

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type Figure struct {
	Region  string `gorm:"primaryKey"`
	Total   int64
	Calls   int64
	Version int64
}

var errLater = errors.New("somebody else wrote later")

type Reports struct {
	db *gorm.DB
	rs *redsync.Redsync
}

func (r *Reports) sum(ctx context.Context, region string) (total int64, err error) {
	err = r.db.WithContext(ctx).Table("orders").Where("region = ?", region).Select("sum(price)").Scan(&total).Error
	return total, err
}

// Last lets the last writer win.
func (r *Reports) Last(ctx context.Context) error {
	mu := r.rs.NewMutex("last")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := r.sum(ctx, "last")
	if err != nil {
		return err
	}
	return r.db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "region"}},
		DoUpdates: clause.AssignmentColumns([]string{"total", "calls"}),
	}).Create(&Figure{Region: "last", Total: total}).Error // want unfenced
}

func (r *Reports) All(ctx context.Context) error {
	mu := r.rs.NewMutex("all")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := r.sum(ctx, "all")
	if err != nil {
		return err
	}
	return r.db.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).
		Create(&Figure{Region: "all", Total: total}).Error // want unfenced
}

func (r *Reports) Assigned(ctx context.Context) error {
	mu := r.rs.NewMutex("assigned")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := r.sum(ctx, "assigned")
	if err != nil {
		return err
	}
	return r.db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "region"}},
		DoUpdates: clause.Assignments(map[string]any{"total": total, "calls": 1}),
	}).Create(&Figure{Region: "assigned", Total: total}).Error // want unfenced
}

// Counted adds: who comes late adds, too.
func (r *Reports) Counted(ctx context.Context) error {
	mu := r.rs.NewMutex("counted")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := r.sum(ctx, "counted")
	if err != nil {
		return err
	}
	return r.db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "region"}},
		DoUpdates: clause.Assignments(map[string]any{"calls": gorm.Expr("figures.calls + 1")}),
	}).Create(&Figure{Region: "counted", Total: total}).Error
}

// Later is kept if its version is the later one, and asks.
func (r *Reports) Later(ctx context.Context, version int64) error {
	mu := r.rs.NewMutex("later")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := r.sum(ctx, "later")
	if err != nil {
		return err
	}
	res := r.db.WithContext(ctx).Clauses(clause.OnConflict{ // ok: the version decides
		Columns:   []clause.Column{{Name: "region"}},
		DoUpdates: clause.AssignmentColumns([]string{"total", "version"}),
		Where:     clause.Where{Exprs: []clause.Expression{clause.Lt{Column: "figures.version", Value: version}}},
	}).Create(&Figure{Region: "later", Total: total, Version: version})
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errLater
	}
	return nil
}

// Unasked does not look whether it was kept.
func (r *Reports) Unasked(ctx context.Context, version int64) error {
	mu := r.rs.NewMutex("unasked")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := r.sum(ctx, "unasked")
	if err != nil {
		return err
	}
	return r.db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "region"}},
		DoUpdates: clause.Assignments(map[string]any{"total": total, "version": version}),
		Where:     clause.Where{Exprs: []clause.Expression{clause.Lt{Column: "figures.version", Value: version}}},
	}).Create(&Figure{Region: "unasked", Total: total, Version: version}).Error
}

// Objects compares by clause objects.
func (r *Reports) Objects(ctx context.Context, version int64) error {
	mu := r.rs.NewMutex("objects")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := r.sum(ctx, "objects")
	if err != nil {
		return err
	}
	res := r.db.WithContext(ctx).Model(&Figure{}).
		Clauses(clause.Where{Exprs: []clause.Expression{
			clause.Eq{Column: "region", Value: "objects"},
			clause.Eq{Column: "version", Value: version},
		}}).
		Updates(map[string]any{"total": total, "version": version + 1}) // ok: the version decides
	if res.Error == nil && res.RowsAffected == 0 {
		return errLater
	}
	return res.Error
}

func (r *Reports) Either(ctx context.Context, version int64) error {
	mu := r.rs.NewMutex("either")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := r.sum(ctx, "either")
	if err != nil {
		return err
	}
	res := r.db.WithContext(ctx).Model(&Figure{}).
		Where(clause.Eq{Column: clause.Column{Name: "region"}, Value: "either"}).
		Where(clause.Or(clause.Eq{Column: "version", Value: nil}, clause.Lt{Column: "version", Value: version})).
		Updates(map[string]any{"total": total, "version": version}) // ok: each alternative is about the version
	if res.Error == nil && res.RowsAffected == 0 {
		return errLater
	}
	return res.Error
}

func (r *Reports) NoVersion(ctx context.Context) error {
	mu := r.rs.NewMutex("noversion")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	total, err := r.sum(ctx, "noversion")
	if err != nil {
		return err
	}
	return r.db.WithContext(ctx).Model(&Figure{}).
		Where(clause.And(clause.Eq{Column: "region", Value: "noversion"}, clause.Neq{Column: "calls", Value: 0})).
		Where(clause.IN{Column: "region", Values: []any{"a", "noversion"}}).
		Not(map[string]any{"calls": 3}).
		Update("total", total).Error // want unfenced
}

// Turn is a lock in a row.
type Turn struct {
	Name      string `gorm:"primaryKey"`
	Holder    string
	ExpiresAt time.Time
}

var errTaken = errors.New("taken")

// Take takes a turn that nobody has or whose time is over, and frees it whoever has it.
func Take(ctx context.Context, db *gorm.DB, name string, work func() error) error {
	me := uuid.NewString()
	until := time.Now().Add(time.Minute)
	res := db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "name"}},
		DoUpdates: clause.Assignments(map[string]any{"holder": me, "expires_at": until}),
		Where:     clause.Where{Exprs: []clause.Expression{clause.Lt{Column: "turns.expires_at", Value: time.Now()}}},
	}).Create(&Turn{Name: name, Holder: me, ExpiresAt: until})
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errTaken
	}
	defer db.Where(clause.Eq{Column: "name", Value: name}).Delete(&Turn{}) // want plaindel
	return work()
}

// TakeOwn frees its own turn alone.
func TakeOwn(ctx context.Context, db *gorm.DB, name string, work func() error) error {
	me := uuid.NewString()
	until := time.Now().Add(time.Minute)
	res := db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "name"}},
		DoUpdates: clause.AssignmentColumns([]string{"holder", "expires_at"}),
		Where:     clause.Where{Exprs: []clause.Expression{clause.Lte{Column: "turns.expires_at", Value: time.Now()}}},
	}).Create(&Turn{Name: name, Holder: me, ExpiresAt: until})
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errTaken
	}
	defer db.Where(clause.Eq{Column: "name", Value: name}, clause.Eq{Column: "holder", Value: me}).Delete(&Turn{}) // ok: its own
	return work()
}
