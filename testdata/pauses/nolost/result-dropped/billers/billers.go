// Package billers bills customers in the process whose lease stands in a table.
package billers

import (
	"context"
	"database/sql"
	"log"

	"github.com/robfig/cron/v3"
)

// Biller bills.
type Biller struct {
	db   *sql.DB
	me   string
	bill func(context.Context) error
}

func (b *Biller) acquire(ctx context.Context) (bool, error) {
	res, err := b.db.ExecContext(ctx, `
		UPDATE leases SET holder = $1, expires_at = now() + interval '60 seconds'
		WHERE name = 'biller' AND (expires_at < now() OR holder IS NULL)`, b.me)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (b *Biller) release(ctx context.Context) {
	if _, err := b.db.ExecContext(ctx, `UPDATE leases SET holder = NULL WHERE name = 'biller' AND holder = $1`, b.me); err != nil {
		log.Print("release: ", err)
	}
}

// Run bills all customers, with a heartbeat each fifteen seconds.
func (b *Biller) Run(ctx context.Context) error {
	ok, err := b.acquire(ctx)
	if err != nil || !ok {
		return err
	}
	defer b.release(context.WithoutCancel(ctx))

	beat := cron.New()
	if _, err := beat.AddFunc("@every 15s", func() {
		_, err := b.db.ExecContext(ctx, `UPDATE leases SET expires_at = now() + interval '60 seconds' WHERE name = 'biller' AND holder = $1`, b.me) // want nolost
		if err != nil {
			log.Print("heartbeat: ", err)
		}
	}); err != nil {
		return err
	}
	beat.Start()
	defer beat.Stop()
	return b.bill(ctx)
}
