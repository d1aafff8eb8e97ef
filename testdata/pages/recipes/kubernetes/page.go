// Package kubernetes shows leader election in Kubernetes, done carefully.
//
// The election is a lease that the leader renews. A leader that is paused beyond
// the lease is still running its last step when the next one begins: so the work
// uses the context of OnStartedLeading, OnStoppedLeading ends the process, and what
// the leader writes is conditional. An Update of an object that was fetched
// is: it carries the resource version. The election has no fencing token, and the
// transitions that its record counts are none.
package kubernetes

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// ErrDone says that another leader has done the step.
var ErrDone = errors.New("somebody else has done it")

// Lead closes each day's books while this process is the leader.
func Lead(ctx context.Context, lock resourcelock.Interface, db *sql.DB, days <-chan string) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: lock, ReleaseOnCancel: true,
		LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				for {
					select {
					case <-ctx.Done():
						return
					case day := <-days:
						if err := closeBooks(ctx, db, day); err != nil {
							return
						}
					}
				}
			},
			OnStoppedLeading: func() { os.Exit(1) },
		},
	})
}

func closeBooks(ctx context.Context, db *sql.DB, day string) error {
	res, err := db.ExecContext(ctx, "UPDATE books SET state = 'closed' WHERE day = $1 AND state = 'open'", day)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(ErrDone, err)
	}
	return nil
}
