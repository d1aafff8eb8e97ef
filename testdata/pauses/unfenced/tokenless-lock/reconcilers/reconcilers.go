// Package reconcilers keeps a remote registry equal to the local one, from one
// replica at a time.
package reconcilers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// Service is an entry of the registry.
type Service struct {
	Name  string
	Hosts []string
}

// Reconciler writes the registry.
type Reconciler struct {
	base  string
	http  *http.Client
	local func() []Service
}

// Run leads until ctx ends.
func (r *Reconciler) Run(ctx context.Context, lock resourcelock.Interface) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock:            lock,
		ReleaseOnCancel: true,
		LeaseDuration:   15 * time.Second,
		RenewDeadline:   10 * time.Second,
		RetryPeriod:     2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: r.lead,
			OnStoppedLeading: func() {},
		},
	})
}

func (r *Reconciler) lead(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		for _, s := range r.local() {
			if err := r.put(ctx, s); err != nil { // want unfenced
				fmt.Println("registry:", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (r *Reconciler) put(ctx context.Context, s Service) error {
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, r.base+"/services/"+s.Name, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := r.http.Do(req) // maybe unfenced
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("put %s: %s", s.Name, resp.Status)
	}
	return nil
}
