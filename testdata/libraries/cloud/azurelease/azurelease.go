// Package azurelease reserves tables with blob leases.
package azurelease

import (
	"context"
	"database/sql"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
)

type Tables struct {
	blob *blockblob.Client
	db   *sql.DB
}

// Reserve drops what a renewal says, and writes elsewhere than to the blob.
func (t *Tables) Reserve(ctx context.Context, table string) error {
	l, err := lease.NewBlobClient(t.blob, nil)
	if err != nil {
		return err
	}
	if _, err := l.AcquireLease(ctx, 30, nil); err != nil {
		return err
	}
	defer l.ReleaseLease(context.WithoutCancel(ctx), nil)
	var seats int
	if err := t.db.QueryRowContext(ctx, "SELECT seats FROM tables WHERE id = $1", table).Scan(&seats); err != nil {
		return err
	}
	l.RenewLease(ctx, nil)                                                                       // want nolost
	_, err = t.db.ExecContext(ctx, "UPDATE tables SET seats = $1 WHERE id = $2", seats-1, table) // want unfenced
	return err
}

// Clear ends with the renewal, and expects a state.
func (t *Tables) Clear(ctx context.Context, table string) error {
	l, err := lease.NewBlobClient(t.blob, nil)
	if err != nil {
		return err
	}
	if _, err := l.AcquireLease(ctx, 30, nil); err != nil { // ok setnxexpire: thirty seconds
		return err
	}
	defer l.ReleaseLease(context.WithoutCancel(ctx), nil) // ok plaindel: its own lease id
	if _, err := l.RenewLease(ctx, nil); err != nil {     // ok nolost: the work ends
		return err
	}
	res, err := t.db.ExecContext(ctx, "UPDATE tables SET state = 'clear' WHERE id = $1 AND state = 'set'", table) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}

// Lay gives every process one lease id, so that all hold the lease.
func (t *Tables) Lay(ctx context.Context, lay func() error) error {
	id := "7f1a0c5e-0000-4000-8000-000000000001"
	l, err := lease.NewBlobClient(t.blob, &lease.BlobClientOptions{LeaseID: &id})
	if err != nil {
		return err
	}
	if _, err := l.AcquireLease(ctx, 60, nil); err != nil {
		return err
	}
	defer l.ReleaseLease(context.WithoutCancel(ctx), nil) // want plaindel
	return lay()
}

// Book holds an infinite lease: when the process dies, nobody gets it again.
func (t *Tables) Book(ctx context.Context, book func() error) error {
	l, err := lease.NewBlobClient(t.blob, nil)
	if err != nil {
		return err
	}
	if _, err := l.AcquireLease(ctx, -1, nil); err != nil { // want setnxexpire
		return err
	}
	defer l.ReleaseLease(context.WithoutCancel(ctx), nil)
	return book()
}
