// Package umpires leads a game under a row of gorm.
package umpires

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// GameLock is the row of a game.
type GameLock struct {
	Game      string `gorm:"primaryKey"`
	Umpire    string
	ExpiresAt time.Time
}

var errGame = errors.New("umpires: the game has another umpire")

// Umpire leads games.
type Umpire struct {
	db *gorm.DB
	id string
}

func (u *Umpire) renew(ctx context.Context, game string) error {
	res := u.db.WithContext(ctx).Model(&GameLock{}).
		Where("game = ? AND umpire = ?", game, u.id).
		Update("expires_at", time.Now().Add(time.Minute))
	if res.Error == nil && res.RowsAffected == 0 {
		return errGame
	}
	return res.Error
}

// Lead leads a game of some rounds.
func (u *Umpire) Lead(ctx context.Context, game string, rounds int, round func(context.Context, int) error) error {
	db := u.db.WithContext(ctx)
	res := db.Clauses(clause.OnConflict{DoNothing: true}).
		Create(&GameLock{Game: game, Umpire: u.id, ExpiresAt: time.Now().Add(time.Minute)})
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errGame
	}
	defer u.db.WithContext(context.WithoutCancel(ctx)).Where("game = ? AND umpire = ?", game, u.id).Delete(&GameLock{})
	for i := range rounds {
		if err := u.renew(ctx, game); err != nil {
			return err
		}
		if err := round(ctx, i); err != nil {
			return err
		}
	}
	return nil
}
