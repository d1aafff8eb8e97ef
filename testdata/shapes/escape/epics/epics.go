// Package epics lets what was held escape, which does not end that it is held.
package epics

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

// Poet writes.
type Poet struct {
	db    *sql.DB
	locks *redislock.Client
	last  *redislock.Lock
}

// Draft writes under the lock, and then returns it.
func (p *Poet) Draft(ctx context.Context, epic int64) (*redislock.Lock, error) {
	l, err := p.locks.Obtain(ctx, "draft", 20*time.Second, nil)
	if err != nil {
		return nil, err
	}
	var verses int
	if err := p.db.QueryRowContext(ctx, "SELECT verses FROM epics WHERE id = $1", epic).Scan(&verses); err != nil {
		return l, err
	}
	_, err = p.db.ExecContext(ctx, "UPDATE epics SET verses = $1 WHERE id = $2", verses+1, epic) // want unfenced
	return l, err
}

// Sing gives the lock to somebody unknown, and writes.
func (p *Poet) Sing(ctx context.Context, epic int64, sing func(*redislock.Lock) error) error {
	l, err := p.locks.Obtain(ctx, "sing", 20*time.Second, nil)
	if err != nil {
		return err
	}
	if err := sing(l); err != nil {
		return err
	}
	var sung int
	if err := p.db.QueryRowContext(ctx, "SELECT sung FROM epics WHERE id = $1", epic).Scan(&sung); err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, "UPDATE epics SET sung = $1 WHERE id = $2", sung+1, epic) // want unfenced
	return err
}

// Keep stores the lock; what is written carries a version.
func (p *Poet) Keep(ctx context.Context, epic int64) (bool, error) {
	l, err := p.locks.Obtain(ctx, "keep", 20*time.Second, nil)
	if err != nil {
		return false, err
	}
	p.last = l
	var version int
	if err := p.db.QueryRowContext(ctx, "SELECT version FROM epics WHERE id = $1", epic).Scan(&version); err != nil {
		return false, err
	}
	res, err := p.db.ExecContext(ctx, "UPDATE epics SET title = upper(title), version = version + 1 WHERE id = $1 AND version = $2", epic, version) // ok: compares the version
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Done ends what Keep began.
func (p *Poet) Done(ctx context.Context) error { return p.last.Release(ctx) } // ok: the library compares

// Read reads, and returns the lock.
func (p *Poet) Read(ctx context.Context, epic int64) (l *redislock.Lock, verses int, err error) {
	if l, err = p.locks.Obtain(ctx, "read", 20*time.Second, nil); err != nil {
		return nil, 0, err
	}
	err = p.db.QueryRowContext(ctx, "SELECT verses FROM epics WHERE id = $1", epic).Scan(&verses) // ok: reads
	return l, verses, err
}

// Renew returns what the renewal says.
func (p *Poet) Renew(ctx context.Context, l *redislock.Lock) error {
	return l.Refresh(ctx, 20*time.Second, nil) // ok: returned
}

// Beat stores what the renewal says, for whoever asks.
func (p *Poet) Beat(ctx context.Context, l *redislock.Lock, said *error) {
	*said = l.Refresh(ctx, 20*time.Second, nil) // ok: stored for the caller
}

// Nod drops what the renewal says.
func (p *Poet) Nod(ctx context.Context, l *redislock.Lock, nod func()) {
	nod()
	_ = l.Refresh(ctx, 20*time.Second, nil) // want nolost
	nod()
}
