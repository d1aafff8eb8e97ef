package squirrel

import (
	"context"
	"database/sql"
	"errors"
	"time"

	sq "github.com/Masterminds/squirrel"
)

var errRow = errors.New("held by another")

func counted(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errRow
	}
	return nil
}

// Right compares its owner.
func Right(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(sq.Insert("right_locks").Columns("name", "owner", "expires_at").Values(name, me, time.Now().Add(time.Minute)).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)); err != nil { // ok setnxexpire: has an expiry // ok nolost: the rows are counted
		return err
	}
	defer sq.Delete("right_locks").Where(sq.Eq{"name": name, "owner": me}).RunWith(db).ExecContext(context.WithoutCancel(ctx)) // ok plaindel: compares
	return work()
}

// Forever makes a row that outlives a crash.
func Forever(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(sq.Insert("forever_locks").Columns("name", "owner").Values(name, me).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)); err != nil { // want setnxexpire
		return err
	}
	defer sq.Delete("forever_locks").Where(sq.Eq{"name": name, "owner": me}).RunWith(db).ExecContext(context.WithoutCancel(ctx))
	return work()
}

// Free deletes whoever's row it is.
func Free(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if err := counted(sq.Insert("free_locks").Columns("name", "owner", "expires_at").Values(name, me, time.Now().Add(time.Minute)).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)); err != nil {
		return err
	}
	defer sq.Delete("free_locks").Where(sq.Eq{"name": name}).RunWith(db).ExecContext(context.WithoutCancel(ctx)) // want plaindel
	return work()
}

// Blind does not look who got the row.
func Blind(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	if _, err := sq.Insert("blind_locks").Columns("name", "owner", "expires_at").Values(name, me, time.Now().Add(time.Minute)).Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx); err != nil { // want nolost
		return err
	}
	defer sq.Delete("blind_locks").Where(sq.Eq{"name": name, "owner": me}).RunWith(db).ExecContext(context.WithoutCancel(ctx))
	return work()
}
