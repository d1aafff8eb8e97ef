// Package posts sorts mail on the leader.
package posts

import (
	"context"
	"errors"
	"log"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

type Sorter struct {
	lock resourcelock.Interface
	cli  *clientv3.Client
}

func (s *Sorter) sort(ctx context.Context, round func()) {
	for ctx.Err() == nil {
		round()
		time.Sleep(time.Second)
	}
}

// Lead works with the outer context, and a lost lead only writes a line.
func (s *Sorter) Lead(ctx context.Context, round func()) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: s.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { s.sort(ctx, round) },
			OnStoppedLeading: func() { log.Print("no longer the sorter") }, // want nolost
		},
	})
}

// LeadWell works with the context of the lead.
func (s *Sorter) LeadWell(ctx context.Context, round func()) {
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: s.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(lead context.Context) { s.sort(lead, round) },
			OnStoppedLeading: func() { log.Print("no longer the sorter") }, // ok: the work honours its context
		},
	})
}

// LeadCancel works with a context that the callback ends.
func (s *Sorter) LeadCancel(ctx context.Context, round func()) {
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: s.lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { s.sort(work, round) },
			OnStoppedLeading: cancel, // ok: ends the work
		},
	})
}

func acquire(ctx context.Context, cli *clientv3.Client, key string) (clientv3.LeaseID, error) {
	g, err := cli.Grant(ctx, 10)
	if err != nil {
		return 0, err
	}
	resp, err := cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "", clientv3.WithLease(g.ID))).Commit()
	if err == nil && !resp.Succeeded {
		err = errors.New("held")
	}
	return g.ID, err
}

// Bag drops the channel of the renewal.
func (s *Sorter) Bag(ctx context.Context, bag string, work func(context.Context) error) error {
	id, err := acquire(ctx, s.cli, "/bags/"+bag)
	if err != nil {
		return err
	}
	defer s.cli.Revoke(context.WithoutCancel(ctx), id)
	alive, stop := context.WithCancel(ctx)
	defer stop()
	if _, err := s.cli.KeepAlive(alive, id); err != nil { // want nolost
		return err
	}
	return work(ctx)
}

// Sack ends with the channel of the renewal.
func (s *Sorter) Sack(ctx context.Context, sack string, work func(context.Context) error) error {
	id, err := acquire(ctx, s.cli, "/sacks/"+sack)
	if err != nil {
		return err
	}
	defer s.cli.Revoke(context.WithoutCancel(ctx), id)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	beats, err := s.cli.KeepAlive(ctx, id) // ok: its end cancels
	if err != nil {
		return err
	}
	go func() {
		defer cancel()
		for range beats {
		}
	}()
	return work(ctx)
}
