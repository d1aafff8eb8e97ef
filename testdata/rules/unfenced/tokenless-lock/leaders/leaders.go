// Package leaders numbers invoices on the leader.
package leaders

import (
	"context"
	"database/sql"
	"log"
	"os"
	"time"

	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

type Numberer struct {
	lock resourcelock.Interface
	db   *sql.DB
}

// Run numbers while this process leads, and ends the process with its lead.
func (n *Numberer) Run(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: n.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				var last int64
				if err := n.db.QueryRowContext(ctx, "SELECT last FROM numbers").Scan(&last); err != nil {
					return
				}
				if _, err := n.db.ExecContext(ctx, "UPDATE numbers SET last = $1", last+1); err != nil { // want unfenced
					log.Print(err)
				}
			},
			OnStoppedLeading: func() { os.Exit(1) },
		},
	})
}

// RunOnce lets the statement compare.
func (n *Numberer) RunOnce(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: n.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				var last int64
				if err := n.db.QueryRowContext(ctx, "SELECT last FROM numbers").Scan(&last); err != nil {
					return
				}
				res, err := n.db.ExecContext(ctx, "UPDATE numbers SET last = $1 WHERE last = $2", last+1, last) // ok: compare and set
				if err != nil {
					log.Print(err)
					return
				}
				if rows, err := res.RowsAffected(); err != nil || rows == 0 {
					log.Fatal("somebody else numbers")
				}
			},
			OnStoppedLeading: func() { os.Exit(1) },
		},
	})
}
