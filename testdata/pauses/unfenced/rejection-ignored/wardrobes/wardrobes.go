// Package wardrobes hands out hooks; a lost transaction is tried again.
package wardrobes

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Wardrobe hands out hooks.
type Wardrobe struct {
	kv clientv3.KV
	s  *concurrency.Session
}

// Hang takes a hook for a coat.
func (w *Wardrobe) Hang(ctx context.Context, hook, coat string) error {
	m := concurrency.NewMutex(w.s, "/wardrobe/lock")
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.Background())
	select {
	case <-w.s.Done():
		return errors.New("wardrobes: session is over")
	default:
	}
	resp, err := w.kv.Txn(ctx).
		If(m.IsOwner(), clientv3.Compare(clientv3.CreateRevision("/hooks/"+hook), "=", 0)).
		Then(clientv3.OpPut("/hooks/"+hook, coat)).
		Else(clientv3.OpGet("/hooks/" + hook)).
		Commit()
	switch {
	case err != nil:
		return err
	case resp.Succeeded:
		return nil
	case len(resp.Responses) == 1 && len(resp.Responses[0].GetResponseRange().Kvs) == 1:
		return errors.New("wardrobes: hook is taken")
	}
	return errors.New("wardrobes: lock lost")
}
