// Package golangmigrate moves schemas with golang-migrate's drivers.
package golangmigrate

import (
	"database/sql"

	"github.com/golang-migrate/migrate/v4/database"
)

// Force does not look whether it got the lock, and writes what it read.
func Force(d database.Driver, db *sql.DB) error {
	d.Lock() // want nolost
	defer d.Unlock()
	var v int
	if err := db.QueryRow("SELECT version FROM schema_migrations").Scan(&v); err != nil {
		return err
	}
	_, err := db.Exec("UPDATE schema_migrations SET version = $1 WHERE id = 1", v+1) // want unfenced
	return err
}

// Step looks, and its write expects what it read.
func Step(d database.Driver, db *sql.DB) error {
	if err := d.Lock(); err != nil { // ok nolost: the error is looked at
		return err
	}
	defer d.Unlock()
	res, err := db.Exec("UPDATE schema_migrations SET dirty = true WHERE id = 1 AND dirty = false") // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return database.ErrLocked
	}
	return nil
}
