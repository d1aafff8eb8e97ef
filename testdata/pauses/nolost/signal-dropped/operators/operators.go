// Package operators runs controllers in the replica that leads, and goes on when
// it no longer does.
package operators

import (
	"context"
	"time"

	"github.com/sirupsen/logrus"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// Operator has controllers.
type Operator struct {
	controllers []func(context.Context)
	root        context.Context
}

// Run waits to lead and starts the controllers.
func (o *Operator) Run(ctx context.Context, lock resourcelock.Interface) {
	o.root = ctx
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock:          lock,
		LeaseDuration: 15 * time.Second,
		RenewDeadline: 10 * time.Second,
		RetryPeriod:   2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				for _, c := range o.controllers {
					go c(o.root)
				}
			},
			OnStoppedLeading: func() { // want nolost
				logrus.Warn("no longer leading")
			},
		},
	})
}
