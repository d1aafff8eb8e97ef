// Package boots shows boots; pages are cached.
package boots

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/go-redis/redis/v8"
	"github.com/google/uuid"
	"gorm.io/gorm"
)

// Boot is a row.
type Boot struct {
	ID    uint
	Size  int
	Price int
}

// Shop sells.
type Shop struct {
	c  redis.UniversalClient
	db *gorm.DB
}

func page(id uint) string { return "boot:" + strconv.FormatUint(uint64(id), 10) }

// Show reads through the cache.
func (s *Shop) Show(ctx context.Context, id uint) (b Boot, err error) {
	raw, err := s.c.Get(ctx, page(id)).Bytes()
	if err == nil {
		return b, json.Unmarshal(raw, &b)
	}
	if !errors.Is(err, redis.Nil) {
		return b, err
	}
	if err = s.db.WithContext(ctx).First(&b, id).Error; err != nil {
		return b, err
	}
	raw, err = json.Marshal(b)
	if err != nil {
		return b, err
	}
	return b, s.c.SetNX(ctx, page(id), raw, 10*time.Minute).Err() // ok: a cache fill
}

// Price writes, and drops the page.
func (s *Shop) Price(ctx context.Context, id uint, price int) error {
	if err := s.db.WithContext(ctx).Model(&Boot{}).Where("id = ?", id).Update("price", price).Error; err != nil { // ok: no lock
		return err
	}
	return s.c.Del(ctx, page(id)).Err() // ok: a cache entry
}

// Missing remembers that there is no such boot.
func (s *Shop) Missing(ctx context.Context, id uint) error {
	return s.c.SetNX(ctx, page(id)+":missing", "", 30*time.Second).Err() // ok: a cache fill
}

// Warm fills many pages and drops what went wrong.
func (s *Shop) Warm(ctx context.Context, boots []Boot) error {
	for _, b := range boots {
		ok, err := s.c.SetNX(ctx, page(b.ID), "", time.Minute).Result() // ok: a cache fill
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		raw, err := json.Marshal(b)
		if err == nil {
			err = s.c.Set(ctx, page(b.ID), raw, time.Minute).Err()
		}
		if err != nil {
			s.c.Del(ctx, page(b.ID)) // ok: a cache entry
		}
	}
	return nil
}

// Stretch changes a boot under a lock.
func (s *Shop) Stretch(ctx context.Context, id uint) error {
	key, me := page(id)+":stretch", uuid.NewString()
	ok, err := s.c.SetNX(ctx, key, me, 20*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("boot is on the last")
	}
	defer s.c.Eval(context.WithoutCancel(ctx), `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`, []string{key}, me) // ok: compares
	var b Boot
	if err := s.db.WithContext(ctx).First(&b, id).Error; err != nil {
		return err
	}
	b.Size++
	return s.db.WithContext(ctx).Save(&b).Error // want unfenced
}
