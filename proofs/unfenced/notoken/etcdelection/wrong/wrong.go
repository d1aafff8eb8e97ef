// Package wrong leads, and writes without saying since when.
package wrong

import (
	"context"
	"strconv"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	election = "/elections/account/7"
	account  = "/accounts/7"
	ttl      = 1 // seconds
)

// Run notes that n more were sold.
func Run(ctx context.Context, cli *clientv3.Client, n int) error {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(ttl))
	if err != nil {
		return err
	}
	defer session.Close()
	leader := concurrency.NewElection(session, election)
	if err := leader.Campaign(ctx, "me"); err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired, pause.Token(leader.Rev()))
	defer leader.Resign(context.WithoutCancel(ctx))
	select {
	case <-session.Done():
		return refusal.ErrHeld
	default:
	}
	resp, err := cli.Get(ctx, account)
	if err != nil {
		return err
	}
	sold, err := strconv.Atoi(string(resp.Kvs[0].Value))
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	if _, err := cli.Put(ctx, account, strconv.Itoa(sold+n)); err != nil { // want unfenced/no-token
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n), pause.Token(leader.Rev()))
	return nil
}
