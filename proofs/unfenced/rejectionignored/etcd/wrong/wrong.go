// Package wrong does not ask whether its transaction was refused.
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
	_, err = cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(leader.Key()), "=", leader.Rev())).
		Then(clientv3.OpPut(account, strconv.Itoa(sold+n))).
		Commit() // want unfenced/rejection-ignored
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n), pause.Token(leader.Rev()))
	return nil
}
