// Package kubernetesleaderelection lets one pod mow the lawn.
package kubernetesleaderelection

import (
	"context"
	"database/sql"
	"log"
	"os"
	"time"

	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

type Mower struct {
	lease resourcelock.Interface
	db    *sql.DB
}

// Mow ignores the context of OnStartedLeading, and goes on after the loss.
func (m *Mower) Mow(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: m.lease, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				for {
					var strips int
					if err := m.db.QueryRow("SELECT strips FROM lawn WHERE id = 1").Scan(&strips); err != nil {
						return
					}
					if _, err := m.db.Exec("UPDATE lawn SET strips = $1 WHERE id = 1", strips+1); err != nil { // want unfenced
						return
					}
				}
			},
			OnStoppedLeading: func() { log.Print("lost the lead") }, // want nolost
		},
	})
}

// Rake ends with its context, and the store decides.
func (m *Mower) Rake(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: m.lease, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				for ctx.Err() == nil {
					res, err := m.db.ExecContext(ctx, "UPDATE lawn SET state = 'raked' WHERE id = 1 AND state = 'mown'") // ok unfenced: expected state
					if err != nil {
						return
					}
					if n, err := res.RowsAffected(); err != nil || n == 0 {
						return
					}
				}
			},
			OnStoppedLeading: func() { os.Exit(1) }, // ok nolost: the process ends
		},
	})
}
