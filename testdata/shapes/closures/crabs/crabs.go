// Package crabs catches crabs; closures get locks, and a worker reads from a channel.
package crabs

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Pot is a row.
type Pot struct {
	ID    uint
	Crabs int
	Seen  time.Time
}

// Boat catches.
type Boat struct {
	db   *gorm.DB
	rs   *redsync.Redsync
	jobs chan func()
}

// Work runs what is sent.
func (b *Boat) Work() {
	for j := range b.jobs {
		j()
	}
}

func (b *Boat) under(ctx context.Context, name string, f func(*gorm.DB) error) (err error) {
	m := b.rs.NewMutex("boat/"+name, redsync.WithTries(3))
	if err = m.LockContext(ctx); err != nil {
		return err
	}
	defer func() {
		if _, uerr := m.UnlockContext(context.WithoutCancel(ctx)); err == nil {
			err = uerr
		}
	}()
	return f(b.db.WithContext(ctx))
}

// Haul writes what it read, in a closure.
func (b *Boat) Haul(ctx context.Context, id uint, n int) error {
	return b.under(ctx, "haul", func(db *gorm.DB) error {
		var p Pot
		if err := db.First(&p, id).Error; err != nil {
			return err
		}
		p.Crabs += n
		return db.Save(&p).Error // want unfenced
	})
}

// Drop lets the database keep the row while it counts.
func (b *Boat) Drop(ctx context.Context, id uint) error {
	return b.under(ctx, "drop", func(db *gorm.DB) error {
		return db.Transaction(func(tx *gorm.DB) error {
			var p Pot
			if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&p, id).Error; err != nil {
				return err
			}
			p.Crabs--
			return tx.Save(&p).Error // ok: SELECT … FOR UPDATE in the transaction
		})
	})
}

// Sort lets a worker write what was read under the lock.
func (b *Boat) Sort(ctx context.Context, id uint) error {
	m := b.rs.NewMutex("boat/sort")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	res := make(chan error, 1)
	b.jobs <- func() {
		var p Pot
		if err := b.db.First(&p, id).Error; err != nil {
			res <- err
			return
		}
		res <- b.db.Model(&p).Update("crabs", p.Crabs-1).Error // maybe unfenced
	}
	return <-res
}

// Look calls a closure at once, under the lock; it only reads.
func (b *Boat) Look(ctx context.Context, id uint) (p Pot, err error) {
	err = b.under(ctx, "look", func(db *gorm.DB) error {
		return func() error { return db.First(&p, id).Error }() // ok: reads
	})
	return p, err
}

// Move compares.
func (b *Boat) Move(ctx context.Context, id uint) error {
	return b.under(ctx, "move", func(db *gorm.DB) error {
		var p Pot
		if err := db.First(&p, id).Error; err != nil {
			return err
		}
		res := db.Model(&Pot{}).Where("id = ?", id).Where("crabs = ?", p.Crabs).Update("crabs", p.Crabs+1) // ok: compared by the statement
		if res.Error == nil && res.RowsAffected == 0 {
			return errors.New("pot was hauled")
		}
		return res.Error
	})
}
