// Package ledgers books amounts. The lock spares retries; where the transaction
// is serializable, the database itself refuses a booking that is out of date.
package ledgers

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

// Ledger has accounts.
type Ledger struct {
	locks *redislock.Client
	db    *sql.DB
}

var strict = &sql.TxOptions{Isolation: sql.LevelSerializable}

func options(level sql.IsolationLevel) *sql.TxOptions {
	o := new(sql.TxOptions)
	o.Isolation = level
	return o
}

// Set sets the level of isolation afterwards.
func (l *Ledger) Set(ctx context.Context, account string, n int64) error {
	lock, err := l.locks.Obtain(ctx, "book:"+account, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	opts := sql.TxOptions{}
	opts.Isolation = sql.LevelSerializable
	tx, err := l.db.BeginTx(ctx, &opts)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var balance int64
	if err := tx.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = ?", account).Scan(&balance); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = ? WHERE id = ?", balance-n, account); err != nil {
		return err
	}
	return tx.Commit()
}

// Var declares the options first.
func (l *Ledger) Var(ctx context.Context, account string, n int64) error {
	lock, err := l.locks.Obtain(ctx, "book:"+account, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	var opts sql.TxOptions
	opts.Isolation = sql.LevelSerializable
	tx, err := l.db.BeginTx(ctx, &opts)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var balance int64
	if err := tx.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = ?", account).Scan(&balance); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = ? WHERE id = ?", balance-n, account); err != nil {
		return err
	}
	return tx.Commit()
}

// Shared uses options that all share.
func (l *Ledger) Shared(ctx context.Context, account string, n int64) error {
	lock, err := l.locks.Obtain(ctx, "book:"+account, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	tx, err := l.db.BeginTx(ctx, strict)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var balance int64
	if err := tx.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = ?", account).Scan(&balance); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = ? WHERE id = ?", balance-n, account); err != nil {
		return err
	}
	return tx.Commit()
}

// Made gets its options from a function.
func (l *Ledger) Made(ctx context.Context, account string, n int64) error {
	lock, err := l.locks.Obtain(ctx, "book:"+account, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	tx, err := l.db.BeginTx(ctx, options(sql.LevelSerializable))
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var balance int64
	if err := tx.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = ?", account).Scan(&balance); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = ? WHERE id = ?", balance-n, account); err != nil {
		return err
	}
	return tx.Commit()
}

// Loose lets another booking in between.
func (l *Ledger) Loose(ctx context.Context, account string, n int64) error {
	lock, err := l.locks.Obtain(ctx, "book:"+account, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	opts := sql.TxOptions{}
	opts.Isolation = sql.LevelReadCommitted
	tx, err := l.db.BeginTx(ctx, &opts)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var balance int64
	if err := tx.QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = ?", account).Scan(&balance); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = ? WHERE id = ?", balance-n, account); err != nil { // want unfenced
		return err
	}
	return tx.Commit()
}
