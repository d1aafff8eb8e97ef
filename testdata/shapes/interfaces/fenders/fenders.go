// Package fenders hammers fenders under the standard library's Locker.
package fenders

import (
	"context"
	"sync"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
	"gorm.io/gorm"
)

// Fender is a row.
type Fender struct {
	ID    uint
	Dents int
}

// Shop hammers.
type Shop struct {
	db *gorm.DB
	mu sync.Locker
}

// Local has a mutex of the process.
func Local(db *gorm.DB) *Shop { return &Shop{db: db, mu: new(sync.Mutex)} }

// Hammer is under whatever Locker the shop has.
func (s *Shop) Hammer(id uint) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var f Fender
	if err := s.db.First(&f, id).Error; err != nil {
		return err
	}
	f.Dents--
	return s.db.Save(&f).Error // ok: a mutex of the process
}

// Press is under a Locker of etcd.
func Press(ctx context.Context, db *gorm.DB, cli *clientv3.Client, id uint) error {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(10), concurrency.WithContext(ctx))
	if err != nil {
		return err
	}
	defer s.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	var mu sync.Locker = concurrency.NewLocker(s, "/fenders/press")
	mu.Lock() // ok: the session's end cancels
	defer mu.Unlock()
	var f Fender
	if err := db.WithContext(ctx).Take(&f, id).Error; err != nil {
		return err
	}
	return db.WithContext(ctx).Model(&f).Update("dents", f.Dents-1).Error // want unfenced
}

// Buff compares what it read.
func Buff(ctx context.Context, db *gorm.DB, cli *clientv3.Client, id uint) (bool, error) {
	s, err := concurrency.NewSession(cli, concurrency.WithTTL(10))
	if err != nil {
		return false, err
	}
	defer s.Close()
	mu := concurrency.NewLocker(s, "/fenders/buff")
	mu.Lock() // ok: the work has the session's context
	defer mu.Unlock()
	db = db.WithContext(s.Ctx())
	var f Fender
	if err := db.Take(&f, id).Error; err != nil {
		return false, err
	}
	res := db.Model(&Fender{}).Where("id = ? AND dents = ?", id, f.Dents).Update("dents", f.Dents-1) // ok: compared by the statement
	return res.RowsAffected == 1, res.Error
}

// Chrome has no eye on its session.
func Chrome(cli *clientv3.Client, fender string, chrome func() error) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	mu := concurrency.NewLocker(s, "/fenders/chrome/"+fender)
	mu.Lock() // want nolost
	defer mu.Unlock()
	return chrome()
}

// Paint is under a read-write lock of the process.
func Paint(rw *sync.RWMutex, db *gorm.DB, id uint, dents int) error {
	l := rw.RLocker()
	l.Lock()
	defer l.Unlock()
	return db.Model(&Fender{ID: id}).Update("dents", dents).Error // ok: a lock of the process
}
