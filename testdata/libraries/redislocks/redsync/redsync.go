// Package redsync waters fields.
package redsync

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

type Farm struct {
	rs *redsync.Redsync
	db *sql.DB
}

var errWatered = errors.New("it was watered meanwhile")

// Sprinkle reads and writes without a condition, and unlocks with a dead context.
func (f *Farm) Sprinkle(ctx context.Context, field string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	mu := f.rs.NewMutex("field:" + field)
	if err := mu.LockContext(ctx); err != nil {
		cancel()
		return err
	}
	defer mu.UnlockContext(ctx) // want plaindel
	defer cancel()
	var litres int
	if err := f.db.QueryRowContext(ctx, "SELECT litres FROM fields WHERE name = $1", field).Scan(&litres); err != nil {
		return err
	}
	_, err := f.db.ExecContext(ctx, "UPDATE fields SET litres = $1 WHERE name = $2", litres+10, field) // want unfenced
	return err
}

// Drip is right.
func (f *Farm) Drip(ctx context.Context, field string) error {
	mu := f.rs.NewMutex("field:"+field, redsync.WithExpiry(30*time.Second)) // ok setnxexpire: a duration
	if err := mu.TryLockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx)) // ok plaindel: lives longer than the work
	var litres, version int
	if err := f.db.QueryRowContext(ctx, "SELECT litres, version FROM fields WHERE name = $1", field).Scan(&litres, &version); err != nil {
		return err
	}
	if ok, err := mu.ExtendContext(ctx); err != nil || !ok { // ok nolost: the work ends
		return errors.Join(err, errWatered)
	}
	res, err := f.db.ExecContext(ctx, "UPDATE fields SET litres = $1, version = version + 1 WHERE name = $2 AND version = $3", litres+1, field, version) // ok unfenced: conditional
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, errWatered)
	}
	return nil
}

// Flood lives eight nanoseconds.
func (f *Farm) Flood(field string, flood func() error) error {
	mu := f.rs.NewMutex("flood:"+field, redsync.WithExpiry(8))
	if err := mu.Lock(); err != nil { // want setnxexpire
		return err
	}
	defer mu.Unlock()
	return flood()
}

// Mist does not look at what Extend says: the bool is the result.
func (f *Farm) Mist(ctx context.Context, field string, spray func(context.Context) error) error {
	mu := f.rs.NewMutex("mist:" + field)
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock()
	for range 10 {
		if err := spray(ctx); err != nil {
			return err
		}
		mu.Extend() // want nolost
	}
	return nil
}

// Rain gives every holder the same value: a Lock that fails then deletes the
// holder's key.
func (f *Farm) Rain(field string, rain func() error) error {
	mu := f.rs.NewMutex("rain:"+field, redsync.WithGenValueFunc(func() (string, error) { return "farm", nil }))
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock() // want plaindel
	return rain()
}

// Hose presets a value with WithValue, which Lock does not write: silent.
func (f *Farm) Hose(field string, rinse func() error) error {
	mu := f.rs.NewMutex("hose:"+field, redsync.WithValue("hose"))
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock() // ok plaindel: Lock writes a random value
	return rinse()
}

// Dew asks Until before it writes: a check, and then the pause.
func (f *Farm) Dew(ctx context.Context, field string) error {
	mu := f.rs.NewMutex("dew:" + field)
	if err := mu.Lock(); err != nil {
		return err
	}
	defer mu.Unlock()
	var litres int
	if err := f.db.QueryRowContext(ctx, "SELECT litres FROM dew WHERE name = $1", field).Scan(&litres); err != nil {
		return err
	}
	if time.Now().After(mu.Until()) {
		return errWatered
	}
	_, err := f.db.ExecContext(ctx, "UPDATE dew SET litres = $1 WHERE name = $2", litres+1, field) // want unfenced
	return err
}
