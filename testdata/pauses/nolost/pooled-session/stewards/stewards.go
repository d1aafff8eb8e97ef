// Package stewards opens houses, on SQL Server.
package stewards

import (
	"context"
	"database/sql"
	"fmt"
)

// Court opens.
type Court struct {
	db   *sql.DB
	open func(ctx context.Context, tx *sql.Tx, house string) error
}

// Open opens a house. The lock is the transaction's.
func (c *Court) Open(ctx context.Context, house string) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var status int
	err = tx.QueryRowContext(ctx, `DECLARE @r int; EXEC @r = sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 5000; SELECT @r`, "house:"+house).Scan(&status)
	if err != nil {
		return err
	}
	if status < 0 {
		return fmt.Errorf("stewards: house %s is locked: %d", house, status)
	}
	if err := c.open(ctx, tx, house); err != nil {
		return err
	}
	return tx.Commit()
}
