// Package deployments scales workloads from the replica that leads.
package deployments

import (
	"context"
	"log/slog"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// Scaler sets the size of a deployment to what is wanted.
type Scaler struct {
	kube   kubernetes.Interface
	ns     string
	wanted func(context.Context, string) (int32, error)
}

// Run scales name while this replica leads.
func (s *Scaler) Run(ctx context.Context, lock resourcelock.Interface, name string) error {
	le, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: 30 * time.Second, RenewDeadline: 20 * time.Second, RetryPeriod: 5 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				for ctx.Err() == nil {
					if err := s.scale(ctx, name); err != nil {
						slog.Error("scale", "name", name, "err", err)
					}
					time.Sleep(10 * time.Second)
				}
			},
			OnStoppedLeading: func() { slog.Info("no longer leading") },
		},
	})
	if err != nil {
		return err
	}
	le.Run(ctx)
	return ctx.Err()
}

func (s *Scaler) scale(ctx context.Context, name string) error {
	d, err := s.kube.AppsV1().Deployments(s.ns).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	n, err := s.wanted(ctx, name)
	if err != nil || d.Spec.Replicas != nil && *d.Spec.Replicas == n {
		return err
	}
	d.Spec.Replicas = &n
	_, err = s.kube.AppsV1().Deployments(s.ns).Update(ctx, d, metav1.UpdateOptions{})
	return err
}
