// Package databasesql rents boats, with the drivers of Postgres, MySQL and SQL
// Server.
package databasesql

import (
	"context"
	"database/sql"
	"errors"
	"time"

	mssql "github.com/microsoft/go-mssqldb"
)

type Rental struct{ db *sql.DB }

var errRented = errors.New("rented out")

// Rent locks on one connection of the pool, and writes on another.
func (r *Rental) Rent(ctx context.Context, boat int64) error {
	if _, err := r.db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", boat); err != nil { // want nolost
		return err
	}
	defer r.db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", boat)                                     // maybe plaindel
	_, err := r.db.ExecContext(ctx, "UPDATE boats SET state = 'out' WHERE id = $1 AND state = 'in'", boat) // maybe unfenced
	return err
}

// Return locks and writes on one connection, and reads the answer.
func (r *Rental) Return(ctx context.Context, boat int64) error {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", boat).Scan(&ok); err != nil { // ok nolost: pinned, and the answer is read
		return err
	}
	if !ok {
		return errRented
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", boat)
	_, err = conn.ExecContext(ctx, "UPDATE boats SET state = 'in' WHERE id = $1", boat) // ok unfenced: the session that holds the lock
	return err
}

// Row takes a lock row, and frees it by its name.
func (r *Rental) Row(ctx context.Context, boat, me string, row func() error) error {
	res, err := r.db.ExecContext(ctx, "UPDATE boat_locks SET owner = ?, until = ? WHERE boat = ? AND (owner IS NULL OR until < NOW())", me, time.Now().Add(time.Minute), boat)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errRented
	}
	defer r.db.ExecContext(context.WithoutCancel(ctx), "UPDATE boat_locks SET owner = NULL WHERE boat = ?", boat) // want plaindel
	return row()
}

// Sail compares its owner, and lets the fence decide.
func (r *Rental) Sail(ctx context.Context, boat, me string, fence int64) error {
	res, err := r.db.ExecContext(ctx, "UPDATE boat_locks SET owner = ?, until = ? WHERE boat = ? AND (owner IS NULL OR until < NOW())", me, time.Now().Add(time.Minute), boat)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errRented
	}
	defer r.db.ExecContext(context.WithoutCancel(ctx), "UPDATE boat_locks SET owner = NULL WHERE boat = ? AND owner = ?", boat, me) // ok plaindel: compares
	res, err = r.db.ExecContext(ctx, "UPDATE boats SET state = 'at sea', fence = ? WHERE id = ? AND fence < ?", fence, boat, fence)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errRented
	}
	return nil
}

// Paint holds MySQL's named lock on one connection, and writes through the
// pool: another session.
func (r *Rental) Paint(ctx context.Context, boat string) error {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 5)", boat).Scan(&got); err != nil {
		return err
	}
	if got.Int64 != 1 {
		return errRented
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", boat)
	var coats int
	if err := r.db.QueryRowContext(ctx, "SELECT coats FROM boats WHERE id = ?", boat).Scan(&coats); err != nil {
		return err
	}
	_, err = r.db.ExecContext(ctx, "UPDATE boats SET coats = ? WHERE id = ?", coats+1, boat) // want unfenced
	return err
}

// Varnish reads the return code of sp_getapplock: -1 is no error.
func (r *Rental) Varnish(ctx context.Context, boat string, varnish func(*sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var code mssql.ReturnStatus
	if _, err := tx.ExecContext(ctx, "sp_getapplock", sql.Named("Resource", boat), sql.Named("LockMode", "Exclusive"), &code); err != nil { // ok nolost: the code is read
		return err
	}
	if code < 0 {
		return errRented
	}
	if err := varnish(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Launch prepares its statements.
func (r *Rental) Launch(ctx context.Context, boat, me string, launch func() error) error {
	free, err := r.db.PrepareContext(ctx, "DELETE FROM launch_locks WHERE boat = $1")
	if err != nil {
		return err
	}
	defer free.Close()
	res, err := r.db.ExecContext(ctx, "INSERT INTO launch_locks (boat, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute') ON CONFLICT DO NOTHING", boat, me)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errRented
	}
	defer free.ExecContext(context.WithoutCancel(ctx), boat) // want plaindel
	return launch()
}
