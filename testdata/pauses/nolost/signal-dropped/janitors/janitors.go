// Package janitors sweeps with the context of its leadership, or exits.
package janitors

import (
	"context"
	"log"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// Janitor sweeps.
type Janitor struct{ sweep func(context.Context) }

// Watch sweeps each minute while it leads.
func (j *Janitor) Watch(ctx context.Context, l resourcelock.Interface) error {
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: l, LeaseDuration: 60 * time.Second, RenewDeadline: 30 * time.Second, RetryPeriod: 10 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) { wait.UntilWithContext(ctx, j.sweep, time.Minute) },
			OnStoppedLeading: func() { log.Print("stopped leading") },
		},
	})
	if err != nil {
		return err
	}
	elector.Run(ctx)
	return nil
}

// Force sweeps without looking at any context, in a process that ends when it no
// longer leads.
func (j *Janitor) Force(ctx context.Context, l resourcelock.Interface) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: l, LeaseDuration: 60 * time.Second, RenewDeadline: 30 * time.Second, RetryPeriod: 10 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				for {
					j.sweep(context.Background())
				}
			},
			OnStoppedLeading: func() {
				log.Print("stopped leading, exiting")
				os.Exit(1)
			},
		},
	})
}
