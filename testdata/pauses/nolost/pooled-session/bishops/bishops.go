// Package bishops appoints priests, one parish at a time.
package bishops

import (
	"context"
	"database/sql"
	"fmt"
	"hash/crc32"
)

// Diocese has parishes.
type Diocese struct {
	db      *sql.DB
	appoint func(ctx context.Context, parish string) error
}

func number(parish string) int64 { return int64(crc32.ChecksumIEEE([]byte(parish))) }

func (d *Diocese) lock(ctx context.Context, parish string) error {
	if _, err := d.db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", number(parish)); err != nil { // want nolost
		return fmt.Errorf("bishops: lock %s: %w", parish, err)
	}
	return nil
}

func (d *Diocese) unlock(ctx context.Context, parish string) error {
	_, err := d.db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", number(parish)) // maybe nolost plaindel
	return err
}

// Appoint appoints a priest.
func (d *Diocese) Appoint(ctx context.Context, parish string) (err error) {
	if err := d.lock(ctx, parish); err != nil {
		return err
	}
	defer func() {
		if uerr := d.unlock(context.WithoutCancel(ctx), parish); err == nil {
			err = uerr
		}
	}()
	return d.appoint(ctx, parish)
}
