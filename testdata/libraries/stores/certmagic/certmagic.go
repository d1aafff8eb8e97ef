// Package certmagic renews passports in certmagic's storages.
package certmagic

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/caddyserver/certmagic"
)

type Desk struct {
	s  certmagic.TryLocker
	r  certmagic.LockLeaseRenewer
	l  certmagic.Locker
	db *sql.DB
}

var errDesk = errors.New("at another desk")

// Renew drops the bool and a renewal's failure, and writes what it read.
func (d *Desk) Renew(ctx context.Context, pass string) error {
	if _, err := d.s.TryLock(ctx, pass); err != nil { // want nolost
		return err
	}
	defer d.s.Unlock(context.WithoutCancel(ctx), pass)
	var stamps int
	if err := d.db.QueryRowContext(ctx, "SELECT stamps FROM passports WHERE id = $1", pass).Scan(&stamps); err != nil {
		return err
	}
	_, err := d.db.ExecContext(ctx, "UPDATE passports SET stamps = $1 WHERE id = $2", stamps+1, pass) // want unfenced
	return err
}

// Stamp ends when the lease cannot be renewed, and expects a state.
func (d *Desk) Stamp(ctx context.Context, pass string) error {
	if err := d.l.Lock(ctx, pass); err != nil {
		return err
	}
	defer d.l.Unlock(context.WithoutCancel(ctx), pass)                 // ok plaindel: lives longer than the work
	if err := d.r.RenewLockLease(ctx, pass, time.Minute); err != nil { // ok nolost: the work ends
		return errDesk
	}
	res, err := d.db.ExecContext(ctx, "UPDATE passports SET state = 'stamped' WHERE id = $1 AND state = 'new'", pass) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errDesk
	}
	return nil
}

// Bind unlocks with a dead context.
func (d *Desk) Bind(ctx context.Context, pass string, bind func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	if err := d.l.Lock(ctx, pass); err != nil {
		cancel()
		return err
	}
	defer d.l.Unlock(ctx, pass) // want plaindel
	defer cancel()
	return bind(ctx)
}
