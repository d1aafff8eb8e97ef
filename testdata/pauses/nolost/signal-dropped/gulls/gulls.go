// Package gulls leads while Kubernetes says so.
package gulls

import (
	"context"
	"log"
	"time"

	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// Flock is led.
type Flock struct {
	lock    resourcelock.Interface
	lead    func()
	leading bool
}

func (f *Flock) stopped() {
	f.leading = false
	log.Print("gulls: lease lost")
}

// Run leads.
func (f *Flock) Run(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: f.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				f.leading = true
				f.lead()
			},
			OnStoppedLeading: f.stopped, // want nolost
		},
	})
}
