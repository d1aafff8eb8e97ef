package kubernetesleaderelection

import (
	"context"
	"os"
	"time"

	"k8s.io/client-go/tools/leaderelection"
)

// Hoe takes the record's transitions for a fencing token, which they are not.
func (m *Mower) Hoe(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: m.lease, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				rec, _, err := m.lease.Get(ctx)
				if err != nil {
					return
				}
				var beds int
				if err := m.db.QueryRowContext(ctx, "SELECT beds FROM lawn WHERE id = 1").Scan(&beds); err != nil {
					return
				}
				_, _ = m.db.ExecContext(ctx, "UPDATE lawn SET beds = $1, term = $2 WHERE id = 1", beds+1, rec.LeaderTransitions) // want unfenced
			},
			OnStoppedLeading: func() { os.Exit(1) },
		},
	})
}
