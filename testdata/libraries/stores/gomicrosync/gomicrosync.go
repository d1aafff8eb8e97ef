// Package gomicrosync lights lamps.
package gomicrosync

import (
	"database/sql"
	"time"

	"go-micro.dev/v4/sync"
)

type Lamps struct {
	s  sync.Sync
	db *sql.DB
}

// Light has a TTL without a unit.
func (l *Lamps) Light(lamp string, light func() error) error {
	if err := l.s.Lock(lamp, sync.LockTTL(30)); err != nil { // want setnxexpire
		return err
	}
	defer l.s.Unlock(lamp)
	return light()
}

// Dim does not look, and writes what it read.
func (l *Lamps) Dim(lamp string) error {
	l.s.Lock(lamp, sync.LockTTL(time.Minute)) // want nolost
	defer l.s.Unlock(lamp)
	var lumens int
	if err := l.db.QueryRow("SELECT lumens FROM lamps WHERE id = $1", lamp).Scan(&lumens); err != nil {
		return err
	}
	_, err := l.db.Exec("UPDATE lamps SET lumens = $1 WHERE id = $2", lumens-1, lamp) // want unfenced
	return err
}

// Snuff looks, and expects a state.
func (l *Lamps) Snuff(lamp string) error {
	if err := l.s.Lock(lamp, sync.LockTTL(time.Minute)); err != nil { // ok setnxexpire: a duration. ok nolost: the error is looked at
		return err
	}
	defer l.s.Unlock(lamp)
	res, err := l.db.Exec("UPDATE lamps SET state = 'off' WHERE id = $1 AND state = 'on'", lamp) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}
