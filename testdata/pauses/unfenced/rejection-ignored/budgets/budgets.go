// Package budgets spends budgets; a helper of another package looks at the rows.
package budgets

import (
	"context"
	"database/sql"
	"time"

	"example.test/pauses/unfenced/rejection-ignored/budgets/must"
	"github.com/go-redsync/redsync/v4"
)

// Budgets is a table.
type Budgets struct {
	DB *sql.DB
	RS *redsync.Redsync
}

// Spend spends cents of a department.
func (b *Budgets) Spend(ctx context.Context, dep string, cents int64) error {
	mu := b.RS.NewMutex("budget/"+dep, redsync.WithExpiry(10*time.Second), redsync.WithTries(3))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var left, rev int64
	if err := b.DB.QueryRowContext(ctx, `SELECT left_cents, rev FROM budgets WHERE dep = $1`, dep).Scan(&left, &rev); err != nil {
		return err
	}
	return must.One(b.DB.ExecContext(ctx, `UPDATE budgets SET left_cents = $1, rev = rev + 1 WHERE dep = $2 AND rev = $3`, left-cents, dep, rev))
}
