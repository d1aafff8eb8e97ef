// Package theatres sets programmes. Two at once would only print it twice.
package theatres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jmoiron/sqlx"
)

// Theatre sets its programme.
type Theatre struct {
	db *sqlx.DB
	id int64
}

// Set sets the programme of a day.
func (t *Theatre) Set(ctx context.Context, day, programme string) error {
	conn, err := t.db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var ok bool
	//locklint:efficiency the programme comes from one file; who writes it does not matter
	if err := conn.GetContext(ctx, &ok, `SELECT pg_try_advisory_lock($1)`, t.id); err != nil {
		return err
	}
	if !ok {
		return errors.New("theatres: being set")
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, t.id)
	_, err = t.db.NamedExecContext(ctx, `UPDATE programmes SET programme = :p WHERE day = :d`, map[string]any{"p": programme, "d": day})
	return err
}

// Seats counts seats through the pool; it only reads.
func (t *Theatre) Seats(ctx context.Context) (n int, err error) {
	conn, err := t.db.Connx(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock_shared($1)`, t.id); err != nil {
		return 0, err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock_shared($1)`, t.id)
	err = t.db.GetContext(ctx, &n, `SELECT count(*) FROM seats WHERE theatre = $1`, t.id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, err
}
