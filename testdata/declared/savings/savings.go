// Package savings declares the purpose of locks in each place where that is
// possible.
package savings

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Bank struct {
	locks *redislock.Client
	db    *sql.DB
}

func (b *Bank) save(ctx context.Context, id string, sum int) error {
	_, err := b.db.ExecContext(ctx, "UPDATE accounts SET sum = $1 WHERE id = $2", sum, id)
	return err
}

// Undeclared guards data as far as anybody knows.
func (b *Bank) Undeclared(ctx context.Context, id string, sum int) error {
	l, err := b.locks.Obtain(ctx, "account:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.save(ctx, id, sum) // want unfenced
}

// Line is declared at the acquire.
func (b *Bank) Line(ctx context.Context, id string, sum int) error {
	//locklint:efficiency the report is made again each hour
	l, err := b.locks.Obtain(ctx, "report:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.save(ctx, id, sum)
}

// Function is declared as a whole.
//
//locklint:efficiency the summary is made again each hour
func (b *Bank) Function(ctx context.Context, id string, sum int) error {
	l, err := b.locks.Obtain(ctx, "summary:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.save(ctx, id, sum)
}

// A Printer is declared as a type.
//
//locklint:efficiency a page that is printed twice is thrown away
type Printer struct {
	locks *redislock.Client
	db    *sql.DB
}

func (p *Printer) Print(ctx context.Context, id string) error {
	l, err := p.locks.Obtain(ctx, "page:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = p.db.ExecContext(ctx, "UPDATE pages SET printed = true WHERE id = $1", id)
	return err
}

// Key is declared in the configuration.
func (b *Bank) Key(ctx context.Context, id string, sum int) error {
	l, err := b.locks.Obtain(ctx, "digest:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.save(ctx, id, sum)
}

// Ledger is declared to guard data, which silences nothing.
func (b *Bank) Ledger(ctx context.Context, id string, sum int) error {
	//locklint:correctness money
	l, err := b.locks.Obtain(ctx, "ledger:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.save(ctx, id, sum) // want unfenced
}

// Stale takes no lock any more.
//
//locklint:efficiency the sum is made again each hour // want locklint
func (b *Bank) Stale(ctx context.Context, id string, sum int) error {
	return b.save(ctx, id, sum)
}

// Unreasoned gives no reason, so it declares nothing.
func (b *Bank) Unreasoned(ctx context.Context, id string, sum int) error {
	//locklint:efficiency // want locklint
	l, err := b.locks.Obtain(ctx, "balance:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.save(ctx, id, sum) // want unfenced
}
