// Package shifts takes shifts from a table with a number for each take.
package shifts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Lease is a row of the table leases.
type Lease struct {
	Name    string `gorm:"primaryKey"`
	Holder  string
	Token   int64
	Expires time.Time
}

// Machine is a row of the table machines.
type Machine struct {
	ID     string `gorm:"primaryKey"`
	Target int
	Token  int64
}

// Foreman sets machines.
type Foreman struct {
	db *gorm.DB
	me string
}

var errTaken = errors.New("shifts: taken")

// take takes the lease if it has run out, and returns its number.
func (f *Foreman) take(ctx context.Context, name string) (int64, error) {
	now := time.Now()
	var l Lease
	res := f.db.WithContext(ctx).Model(&l).Clauses(clause.Returning{}).
		Where("name = ? AND (expires < ? OR holder = ?)", name, now, f.me).
		Updates(map[string]any{"holder": f.me, "token": gorm.Expr("token + 1"), "expires": now.Add(time.Minute)})
	if res.Error != nil {
		return 0, res.Error
	}
	if res.RowsAffected == 0 {
		return 0, errTaken
	}
	return l.Token, nil
}

func (f *Foreman) drop(ctx context.Context, name string, token int64) {
	f.db.WithContext(ctx).Model(&Lease{}).Where("name = ? AND token = ?", name, token).Update("expires", time.Now())
}

// Set sets a machine's target, if no later foreman has.
func (f *Foreman) Set(ctx context.Context, machine string, target int) error {
	token, err := f.take(ctx, "machine/"+machine)
	if err != nil {
		return err
	}
	defer f.drop(context.WithoutCancel(ctx), "machine/"+machine, token)
	res := f.db.WithContext(ctx).Model(&Machine{}).
		Where("id = ? AND token <= ?", machine, token).
		Updates(Machine{Target: target, Token: token})
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errors.New("shifts: overtaken")
	}
	return nil
}
