// Package dsync fills shelves under MinIO's lock.
package dsync

import (
	"database/sql"
	"errors"
	"time"

	"github.com/minio/dsync/v3"
)

type Shelf struct {
	mu *dsync.DRWMutex
	db *sql.DB
}

var errShelf = errors.New("another one fills it")

// Fill drops the bool, and writes what it read.
func (s *Shelf) Fill(id string) error {
	s.mu.GetLock(id, "fill", time.Second) // want nolost
	defer s.mu.Unlock()
	var boxes int
	if err := s.db.QueryRow("SELECT boxes FROM shelves WHERE id = $1", id).Scan(&boxes); err != nil {
		return err
	}
	_, err := s.db.Exec("UPDATE shelves SET boxes = $1 WHERE id = $2", boxes+1, id) // want unfenced
	return err
}

// Clear looks, and expects a state.
func (s *Shelf) Clear(id string) error {
	if !s.mu.GetLock(id, "clear", time.Second) { // ok nolost: the bool is looked at
		return errShelf
	}
	defer s.mu.Unlock()
	res, err := s.db.Exec("UPDATE shelves SET state = 'clear' WHERE id = $1 AND state = 'full'", id) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errShelf
	}
	return nil
}
