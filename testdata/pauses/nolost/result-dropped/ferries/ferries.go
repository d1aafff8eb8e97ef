// Package ferries lets its user say what to do when the lock is lost.
package ferries

import (
	"context"
	"database/sql"
	"time"
)

// Lease is a row of ours.
type Lease struct {
	db     *sql.DB
	name   string
	holder string
	onLost func(error)
	done   chan struct{}
}

// Take takes a lease of a minute. onLost is called when it cannot be renewed.
func Take(ctx context.Context, db *sql.DB, name, holder string, onLost func(error)) (*Lease, bool, error) {
	res, err := db.ExecContext(ctx, `INSERT INTO leases (name, holder, expires) VALUES (?, ?, NOW() + INTERVAL 60 SECOND)
		ON DUPLICATE KEY UPDATE holder = IF(expires < NOW(), VALUES(holder), holder), expires = IF(holder = VALUES(holder), VALUES(expires), expires)`, name, holder)
	if err != nil {
		return nil, false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return nil, false, err
	}
	l := &Lease{db: db, name: name, holder: holder, onLost: onLost, done: make(chan struct{})}
	go l.loop(20 * time.Second)
	return l, true, nil
}

func (l *Lease) loop(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-l.done:
			return
		case <-tick.C:
			res, err := l.db.Exec(`UPDATE leases SET expires = NOW() + INTERVAL 60 SECOND WHERE name = ? AND holder = ?`, l.name, l.holder)
			if err != nil {
				l.onLost(err)
				return
			}
			if n, err := res.RowsAffected(); err != nil || n == 0 {
				l.onLost(err)
				return
			}
		}
	}
}

// Close gives the lease back.
func (l *Lease) Close() error {
	close(l.done)
	_, err := l.db.Exec(`DELETE FROM leases WHERE name = ? AND holder = ?`, l.name, l.holder)
	return err
}
