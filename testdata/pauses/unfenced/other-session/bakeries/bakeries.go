// Package bakeries locks with sp_getapplock in the transaction that writes.
package bakeries

import (
	"context"
	"database/sql"
	"fmt"
)

// Bakery bakes.
type Bakery struct{ db *sql.DB }

// Bake notes how many loaves were baked.
func (b *Bakery) Bake(ctx context.Context, oven, loaves int) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var rc int
	err = tx.QueryRowContext(ctx, `
		DECLARE @rc int;
		EXEC @rc = sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 5000;
		SELECT @rc`, fmt.Sprintf("oven-%d", oven)).Scan(&rc)
	if err != nil {
		return err
	}
	if rc < 0 {
		return fmt.Errorf("oven %d is locked: %d", oven, rc)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE ovens SET loaves = @p1 WHERE id = @p2`, loaves, oven); err != nil {
		return err
	}
	return tx.Commit()
}
