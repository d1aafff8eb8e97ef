// Package yards moves wagons.
package yards

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jmoiron/sqlx"
)

var errMoving = errors.New("wagon is moving")

type Yard struct {
	db *sql.DB
	x  *sqlx.DB
}

// Shunt does not read the answer of the try.
func (y *Yard) Shunt(ctx context.Context, wagon int64, shunt func(context.Context) error) error {
	conn, err := y.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_try_advisory_lock($1)", wagon); err != nil { // want nolost
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", wagon) // maybe plaindel
	return shunt(ctx)
}

// Couple reads the answer.
func (y *Yard) Couple(ctx context.Context, wagon int64, couple func(context.Context) error) error {
	conn, err := y.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", wagon).Scan(&ok); err != nil { // ok: read and looked at
		return err
	}
	if !ok {
		return errMoving
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", wagon)
	return couple(ctx)
}

// Weigh waits, so that there is no answer.
func (y *Yard) Weigh(ctx context.Context, wagon int64, weigh func(context.Context) error) error {
	conn, err := y.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", wagon); err != nil { // ok: waits
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", wagon)
	return weigh(ctx)
}

// Load reads the answer of GET_LOCK, and does not look at it.
func (y *Yard) Load(ctx context.Context, wagon string, load func(context.Context) error) error {
	conn, err := y.x.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.GetContext(ctx, &got, "SELECT GET_LOCK(?, 2)", wagon); err != nil { // want nolost
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK(?)", wagon) // maybe plaindel
	return load(ctx)
}
