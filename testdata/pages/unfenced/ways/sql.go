// Package ways holds the ways out of the page of unfenced. Each function runs
// under a lock that a pause may outlive.
package ways

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

var errStale = errors.New("somebody else has written since")

// Worker has a lock that numbers nobody.
type Worker struct {
	locks *redislock.Client
	db    *sql.DB
	pool  *pgxpool.Pool
	orm   *gorm.DB
	http  *http.Client
}

func (w *Worker) locked(ctx context.Context, id string, work func(context.Context) error) error {
	lock, err := w.locks.Obtain(ctx, "account:"+id, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return work(ctx)
}

// An Account is a row.
type Account struct {
	ID      string
	Balance int
	Version int
}

func (w *Worker) sql(ctx context.Context, id string, balance int, token int64) error {
	return w.locked(ctx, id, func(ctx context.Context) error {
		// SQL: a column holds the greatest token that the row has seen
		res, err := w.db.ExecContext(ctx, `UPDATE accounts SET balance = $1, fence = $2
			WHERE id = $3 AND fence <= $2`, balance, token, id)
		if err != nil {
			return err
		}
		if rows, err := res.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(errStale, err)
		}
		return nil
	})
}

func (w *Worker) gorm(ctx context.Context, a Account, balance int) error {
	return w.locked(ctx, a.ID, func(ctx context.Context) error {
		// gorm: the version that was read is in the condition
		res := w.orm.WithContext(ctx).Model(&Account{}).
			Where("id = ? AND version = ?", a.ID, a.Version).
			Updates(map[string]any{"balance": balance, "version": a.Version + 1})
		if res.Error != nil {
			return res.Error
		}
		if res.RowsAffected == 0 {
			return errStale
		}
		return nil
	})
}

func (w *Worker) pgx(ctx context.Context, id string) error {
	return w.locked(ctx, id, func(ctx context.Context) error {
		// pgx: the state from which this write may start
		tag, err := w.pool.Exec(ctx, `UPDATE orders SET status = 'paid'
			WHERE id = $1 AND status = 'open'`, id)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errStale
		}
		return nil
	})
}

func (w *Worker) unique(ctx context.Context, id, request string, amount int) error {
	return w.locked(ctx, id, func(ctx context.Context) error {
		// A unique key: the second row of one request is none
		_, err := w.db.ExecContext(ctx, `INSERT INTO payments (request, account, amount)
			VALUES ($1, $2, $3) ON CONFLICT (request) DO NOTHING`, request, id, amount)
		return err
	})
}

func (w *Worker) idempotent(ctx context.Context, id, request, payment string) error {
	return w.locked(ctx, id, func(ctx context.Context) error {
		// HTTP: the service answers a repeated key with the first answer
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://pay.example/charges", strings.NewReader(payment))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", request)
		resp, err := w.http.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func (w *Worker) queue(ctx context.Context) error {
	// A queue: no lock at all. The row is locked until the work is committed
	// with it, and a lost connection rolls both back.
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var job, account string
	var amount int
	err = tx.QueryRowContext(ctx, `SELECT id, account, amount FROM jobs
		ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`).Scan(&job, &account, &amount)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = balance + $1 WHERE id = $2", amount, account); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM jobs WHERE id = $1", job); err != nil {
		return err
	}
	return tx.Commit()
}
