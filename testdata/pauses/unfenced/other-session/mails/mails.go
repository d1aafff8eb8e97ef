// Package mails sends queued mails, from one process at a time.
package mails

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// Mail is a row.
type Mail struct {
	ID     uint
	To     string
	SentAt *time.Time
}

// Sender sends mails.
type Sender struct {
	db   *gorm.DB
	send func(context.Context, Mail) error
}

// Drain sends what waits. The lock lives as long as the outer transaction.
func (s *Sender) Drain(ctx context.Context) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_xact_lock(?)", 99).Error; err != nil {
			return err
		}
		var waiting []Mail
		if err := s.db.WithContext(ctx).Where("sent_at IS NULL").Limit(50).Find(&waiting).Error; err != nil {
			return err
		}
		for _, m := range waiting {
			if err := s.send(ctx, m); err != nil {
				return err
			}
			now := time.Now()
			m.SentAt = &now
			if err := s.db.WithContext(ctx).Save(&m).Error; err != nil { // want unfenced
				return err
			}
		}
		return nil
	})
}
