// Package spans renews lock rows whose lease is told in SQL.
package spans

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errLost = errors.New("spans: the row was lost")

func affected(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = errLost
	}
	return err
}

// PostgresLate renews too late.
func PostgresLate(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE a_locks SET until = now() + interval '30 seconds', owner = $1 WHERE name = $2 AND until < now()`, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM a_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(20 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE a_locks SET until = now() + interval '30 seconds' WHERE name = $1 AND owner = $2`, name, me)); err != nil { // want nolost
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// PostgresEarly renews early enough.
func PostgresEarly(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE a_locks SET until = now() + interval '30 seconds', owner = $1 WHERE name = $2 AND until < now()`, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM a_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE a_locks SET until = now() + interval '30 seconds' WHERE name = $1 AND owner = $2`, name, me)); err != nil { // ok: early enough
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// CountedLate renews too late.
func CountedLate(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE b_locks SET until = now() + $1 * interval '1 second', owner = $2 WHERE name = $3 AND until < now()`, ttl.Seconds(), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM b_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl * 2 / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE b_locks SET until = now() + $1 * interval '1 second' WHERE name = $2 AND owner = $3`, ttl.Seconds(), name, me)); err != nil { // want nolost
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// CountedEarly renews early enough.
func CountedEarly(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE b_locks SET until = now() + $1 * interval '1 second', owner = $2 WHERE name = $3 AND until < now()`, ttl.Seconds(), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM b_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE b_locks SET until = now() + $1 * interval '1 second' WHERE name = $2 AND owner = $3`, ttl.Seconds(), name, me)); err != nil { // ok: early enough
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// MadeLate renews too late.
func MadeLate(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE c_locks SET until = now() + make_interval(secs => $1), owner = $2 WHERE name = $3 AND until < now()`, ttl.Seconds(), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM c_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl * 2 / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE c_locks SET until = now() + make_interval(secs => $1) WHERE name = $2 AND owner = $3`, ttl.Seconds(), name, me)); err != nil { // want nolost
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// MadeEarly renews early enough.
func MadeEarly(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE c_locks SET until = now() + make_interval(secs => $1), owner = $2 WHERE name = $3 AND until < now()`, ttl.Seconds(), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM c_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE c_locks SET until = now() + make_interval(secs => $1) WHERE name = $2 AND owner = $3`, ttl.Seconds(), name, me)); err != nil { // ok: early enough
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// MySQLLate renews too late.
func MySQLLate(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE d_locks SET until = DATE_ADD(NOW(), INTERVAL 30 SECOND), owner = ? WHERE name = ? AND until < NOW()`, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM d_locks WHERE name = ? AND owner = ?`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(20 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE d_locks SET until = DATE_ADD(NOW(), INTERVAL 30 SECOND) WHERE name = ? AND owner = ?`, name, me)); err != nil { // want nolost
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// MySQLEarly renews early enough.
func MySQLEarly(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE d_locks SET until = DATE_ADD(NOW(), INTERVAL 30 SECOND), owner = ? WHERE name = ? AND until < NOW()`, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM d_locks WHERE name = ? AND owner = ?`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE d_locks SET until = DATE_ADD(NOW(), INTERVAL 30 SECOND) WHERE name = ? AND owner = ?`, name, me)); err != nil { // ok: early enough
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// ServerLate renews too late.
func ServerLate(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE e_locks SET until = DATEADD(ms, @p1, SYSUTCDATETIME()), owner = @p2 WHERE name = @p3 AND until < SYSUTCDATETIME()`, ttl.Milliseconds(), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM e_locks WHERE name = @p1 AND owner = @p2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl * 2 / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE e_locks SET until = DATEADD(ms, @p1, SYSUTCDATETIME()) WHERE name = @p2 AND owner = @p3`, ttl.Milliseconds(), name, me)); err != nil { // want nolost
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// ServerEarly renews early enough.
func ServerEarly(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE e_locks SET until = DATEADD(ms, @p1, SYSUTCDATETIME()), owner = @p2 WHERE name = @p3 AND until < SYSUTCDATETIME()`, ttl.Milliseconds(), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM e_locks WHERE name = @p1 AND owner = @p2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE e_locks SET until = DATEADD(ms, @p1, SYSUTCDATETIME()) WHERE name = @p2 AND owner = @p3`, ttl.Milliseconds(), name, me)); err != nil { // ok: early enough
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// SQLiteLate renews too late.
func SQLiteLate(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE f_locks SET until = datetime('now', '+30 seconds'), owner = ? WHERE name = ? AND until < datetime('now')`, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM f_locks WHERE name = ? AND owner = ?`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(20 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE f_locks SET until = datetime('now', '+30 seconds') WHERE name = ? AND owner = ?`, name, me)); err != nil { // want nolost
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// SQLiteEarly renews early enough.
func SQLiteEarly(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE f_locks SET until = datetime('now', '+30 seconds'), owner = ? WHERE name = ? AND until < datetime('now')`, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM f_locks WHERE name = ? AND owner = ?`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE f_locks SET until = datetime('now', '+30 seconds') WHERE name = ? AND owner = ?`, name, me)); err != nil { // ok: early enough
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// EpochLate renews too late.
func EpochLate(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE g_locks SET until = unixepoch() + 30, owner = ? WHERE name = ? AND until < unixepoch()`, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM g_locks WHERE name = ? AND owner = ?`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(20 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE g_locks SET until = unixepoch() + 30 WHERE name = ? AND owner = ?`, name, me)); err != nil { // want nolost
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// EpochEarly renews early enough.
func EpochEarly(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE g_locks SET until = unixepoch() + 30, owner = ? WHERE name = ? AND until < unixepoch()`, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM g_locks WHERE name = ? AND owner = ?`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE g_locks SET until = unixepoch() + 30 WHERE name = ? AND owner = ?`, name, me)); err != nil { // ok: early enough
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// ClientLate renews too late.
func ClientLate(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE h_locks SET until = $1, owner = $2 WHERE name = $3 AND until < now()`, time.Now().Add(ttl), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM h_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl * 2 / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE h_locks SET until = $1 WHERE name = $2 AND owner = $3`, time.Now().Add(ttl), name, me)); err != nil { // want nolost
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// ClientEarly renews early enough.
func ClientEarly(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE h_locks SET until = $1, owner = $2 WHERE name = $3 AND until < now()`, time.Now().Add(ttl), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM h_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE h_locks SET until = $1 WHERE name = $2 AND owner = $3`, time.Now().Add(ttl), name, me)); err != nil { // ok: early enough
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// UTCLate renews too late.
func UTCLate(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE i_locks SET until = $1, owner = $2 WHERE name = $3 AND until < now()`, time.Now().UTC().Add(ttl).Unix(), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM i_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl * 2 / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE i_locks SET until = $1 WHERE name = $2 AND owner = $3`, time.Now().UTC().Add(ttl).Unix(), name, me)); err != nil { // want nolost
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// UTCEarly renews early enough.
func UTCEarly(ctx context.Context, db *sql.DB, name, me string, ttl time.Duration, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE i_locks SET until = $1, owner = $2 WHERE name = $3 AND until < now()`, time.Now().UTC().Add(ttl).Unix(), me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM i_locks WHERE name = $1 AND owner = $2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(ttl / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE i_locks SET until = $1 WHERE name = $2 AND owner = $3`, time.Now().UTC().Add(ttl).Unix(), name, me)); err != nil { // ok: early enough
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}

// Days renews a lease that the text does not tell: a number is days.
func Days(ctx context.Context, db *sql.DB, name, me string, work func(context.Context) error) error {
	if err := affected(db.ExecContext(ctx, `UPDATE j_locks SET until = SYSDATE + 30, owner = :1 WHERE name = :2 AND until < SYSDATE`, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM j_locks WHERE name = :1 AND owner = :2`, name, me)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(20 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := affected(db.ExecContext(ctx, `UPDATE j_locks SET until = SYSDATE + 30 WHERE name = :1 AND owner = :2`, name, me)); err != nil { // ok: days
					cancel(err)
					return
				}
			}
		}
	}()
	return work(ctx)
}
