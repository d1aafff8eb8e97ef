// Package bosses passes the context of its leadership about, or loses it on the way.
package bosses

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// Boss has work for one at a time.
type Boss struct {
	lock resourcelock.Interface
	turn func()
	lead context.Context
	leds chan context.Context
	over atomic.Bool
}

func (b *Boss) config(started func(context.Context), stopped func()) leaderelection.LeaderElectionConfig {
	return leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: started, OnStoppedLeading: stopped},
	}
}

func (b *Boss) forever() {
	for {
		b.turn()
		time.Sleep(time.Second)
	}
}

func (b *Boss) until(ctx context.Context) {
	for ctx.Err() == nil {
		b.turn()
	}
}

// logged only writes down whose turn it is.
func logged(ctx context.Context, what string) {
	slog.InfoContext(ctx, what)
}

// Log shows the context to the log alone.
func (b *Boss) Log(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				logged(ctx, "leading")
				b.forever()
			},
			OnStoppedLeading: func() { slog.Info("led") }, // want nolost
		},
	})
}

// Detach works with a context that no loss ends.
func (b *Boss) Detach(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) { b.until(context.WithoutCancel(ctx)) },
			OnStoppedLeading: func() { slog.Info("led") }, // want nolost
		},
	})
}

// Loop asks in a literal that is called where it stands.
func (b *Boss) Loop(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				led := func() bool { return ctx.Err() == nil }
				for led() {
					b.turn()
				}
			},
			OnStoppedLeading: func() { slog.Info("led") }, // ok: the loop asks
		},
	})
}

// Renamed gives the context another name, and takes it up again in a literal.
func (b *Boss) Renamed(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(lead context.Context) {
				work := ctx
				work = lead
				func() { b.until(work) }()
			},
			OnStoppedLeading: func() { slog.Info("led") }, // ok: the work has the context
		},
	})
}

// Forgotten captures the context for a line of the log.
func (b *Boss) Forgotten(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(lead context.Context) {
				say := func(what string) { slog.InfoContext(lead, what) }
				say("leading")
				b.forever()
			},
			OnStoppedLeading: func() { slog.Info("led") }, // want nolost
		},
	})
}

// Kept puts the context where others find it.
func (b *Boss) Kept(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(lead context.Context) { b.lead = lead },
			OnStoppedLeading: func() { slog.Info("led") }, // ok: whoever reads the field has the context
		},
	})
}

// Sent hands the context to whoever works.
func (b *Boss) Sent(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(lead context.Context) { b.leds <- lead },
			OnStoppedLeading: func() { slog.Info("led") }, // ok: the receiver has the context
		},
	})
}

// Turns works until it is told, at each of its turns.
func (b *Boss) Turns(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				for !b.over.Load() {
					b.turn()
				}
			},
			OnStoppedLeading: func() { b.over.Store(true) }, // ok: the loop reads it
		},
	})
}

// Fields fills the configuration field by field.
func (b *Boss) Fields(ctx context.Context) error {
	var config leaderelection.LeaderElectionConfig
	config.Lock = b.lock
	config.LeaseDuration, config.RenewDeadline, config.RetryPeriod = 15*time.Second, 10*time.Second, 2*time.Second
	config.Callbacks.OnStartedLeading = func(context.Context) { b.forever() }
	config.Callbacks.OnStoppedLeading = func() { slog.Info("led") } // want nolost
	elector, err := leaderelection.NewLeaderElector(config)
	if err != nil {
		return err
	}
	elector.Run(ctx)
	return nil
}

// FieldsWell gives the work its context.
func (b *Boss) FieldsWell(ctx context.Context) error {
	var config leaderelection.LeaderElectionConfig
	config.Lock = b.lock
	config.LeaseDuration, config.RenewDeadline, config.RetryPeriod = 15*time.Second, 10*time.Second, 2*time.Second
	config.Callbacks.OnStoppedLeading = func() { slog.Info("led") } // ok: the work has the context
	config.Callbacks.OnStartedLeading = b.until
	elector, err := leaderelection.NewLeaderElector(config)
	if err != nil {
		return err
	}
	elector.Run(ctx)
	return nil
}

// Given has callbacks that come from elsewhere.
func (b *Boss) Given(ctx context.Context, started func(context.Context), stopped func()) {
	leaderelection.RunOrDie(ctx, b.config(started, stopped))
}

// Twice passes the context through two functions, the second of which drops it.
func (b *Boss) Twice(ctx context.Context) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: b.first,
			OnStoppedLeading: func() { slog.Info("led") }, // want nolost
		},
	})
}

func (b *Boss) first(ctx context.Context) { b.second(ctx) }

func (b *Boss) second(ctx context.Context) {
	_ = ctx
	b.forever()
}

// Chosen starts a literal beside the one that leads.
func (b *Boss) Chosen(ctx context.Context, wanted bool) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: b.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(lead context.Context) {
				work := context.Background()
				if wanted {
					work = lead
				}
				b.until(work)
			},
			OnStoppedLeading: func() { slog.Info("led") }, // ok: the work may have the context
		},
	})
}
