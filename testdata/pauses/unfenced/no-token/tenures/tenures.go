// Package tenures runs a job in the process whose name stands in a row of the
// table jobs. Each tenure has a number.
package tenures

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrTaken says that another process has the job.
var ErrTaken = errors.New("tenures: taken")

// Tenure is a job that is ours for some time.
type Tenure struct {
	Job    string
	Holder string
	Token  int64
}

// Begin takes the job for a minute.
func Begin(ctx context.Context, conn *pgx.Conn, job, holder string) (*Tenure, error) {
	t := &Tenure{Job: job, Holder: holder}
	err := conn.QueryRow(ctx, `
		INSERT INTO jobs AS j (name, holder, token, expires_at) VALUES ($1, $2, 1, now() + interval '1 minute')
		ON CONFLICT (name) DO UPDATE SET holder = $2, token = j.token + 1, expires_at = now() + interval '1 minute'
		WHERE j.expires_at < now()
		RETURNING token`, job, holder).Scan(&t.Token)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrTaken
	}
	return t, err
}

// End gives the job back.
func (t *Tenure) End(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `UPDATE jobs SET expires_at = now() WHERE name = $1 AND holder = $2 AND token = $3`, t.Job, t.Holder, t.Token)
	return err
}

// Compact drops what is old and notes how far it got.
func Compact(ctx context.Context, conn *pgx.Conn, db *sql.DB, me string) error {
	t, err := Begin(ctx, conn, "compact", me)
	if err != nil {
		return err
	}
	defer t.End(context.WithoutCancel(ctx), conn)
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()

	var mark int64
	if err := db.QueryRowContext(ctx, `SELECT mark FROM watermarks WHERE job = 'compact'`).Scan(&mark); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `UPDATE watermarks SET mark = $1 WHERE job = 'compact'`, mark+1000) // want unfenced
	return err
}
