// Package right writes only over the index that it has read.
package right

import (
	"context"
	"strconv"

	"github.com/hashicorp/consul/api"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key     = "locks/account/7"
	account = "accounts/7"
)

// Run notes that n more were sold.
func Run(ctx context.Context, client *api.Client, n int) error {
	lock, err := client.LockKey(key)
	if err != nil {
		return err
	}
	lost, err := lock.Lock(ctx.Done())
	if err != nil {
		return err
	}
	if lost == nil {
		return ctx.Err()
	}
	pause.At(ctx, pause.Acquired)
	defer lock.Unlock()
	select {
	case <-lost:
		return refusal.ErrHeld
	default:
	}
	pair, _, err := client.KV().Get(account, nil)
	if err != nil {
		return err
	}
	sold, err := strconv.Atoi(string(pair.Value))
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	pair.Value = []byte(strconv.Itoa(sold + n))
	ok, _, err := client.KV().CAS(pair, nil)
	if err != nil {
		return err
	}
	if !ok {
		pause.At(ctx, pause.Rejected)
		return refusal.ErrStale
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
