// Package bailiffs seals houses, on SQL Server.
package bailiffs

import (
	"context"
	"database/sql"
	"fmt"
)

// Court seals.
type Court struct {
	db   *sql.DB
	seal func(ctx context.Context, house string) error
}

// Seal seals a house.
func (c *Court) Seal(ctx context.Context, house string) error {
	var status int
	err := c.db.QueryRowContext(ctx, `DECLARE @r int; EXEC @r = sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 5000; SELECT @r`, "house:"+house).Scan(&status) // want nolost
	if err != nil {
		return err
	}
	if status < 0 {
		return fmt.Errorf("bailiffs: house %s is locked: %d", house, status)
	}
	defer c.db.ExecContext(context.WithoutCancel(ctx), `EXEC sp_releaseapplock @Resource = @p1, @LockOwner = 'Session'`, "house:"+house) // maybe nolost plaindel
	return c.seal(ctx, house)
}
