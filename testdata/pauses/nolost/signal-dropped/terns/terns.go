// Package terns leads while Kubernetes says so, and ends with it.
package terns

import (
	"context"
	"log"
	"os"
	"time"

	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// Flock is led.
type Flock struct {
	lock resourcelock.Interface
	lead func()
}

// Run leads. The process ends with the lease.
func (f *Flock) Run(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: f.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { f.lead() },
			OnStoppedLeading: func() {
				log.Print("terns: lease lost")
				os.Exit(1)
			},
		},
	})
}
