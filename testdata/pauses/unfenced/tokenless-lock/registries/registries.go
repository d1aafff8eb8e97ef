// Package registries stores ids under an in-process lock, and a map in etcd by
// compare-and-swap under a Redis lock.
package registries

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// Registry knows names.
type Registry struct {
	mu  sync.Mutex
	db  *sql.DB
	rs  *redsync.Redsync
	cli *clientv3.Client
}

// Name stores a name; the mutex is this process's.
func (r *Registry) Name(ctx context.Context, id int64, name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var old string
	if err := r.db.QueryRowContext(ctx, `SELECT name FROM names WHERE id = $1`, id).Scan(&old); err != nil {
		return err
	}
	_, err := r.db.ExecContext(ctx, `UPDATE names SET name = $1 WHERE id = $2`, old+"/"+name, id)
	return err
}

// Append adds to a value that nobody else changed meanwhile.
func (r *Registry) Append(ctx context.Context, key, s string) error {
	mu := r.rs.NewMutex("registry:"+key, redsync.WithExpiry(5*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := r.cli.Get(ctx, key)
	if err != nil {
		return err
	}
	if len(got.Kvs) == 0 {
		return errors.New("registries: no " + key)
	}
	kv := got.Kvs[0]
	resp, err := r.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.ModRevision(key), "=", kv.ModRevision)).
		Then(clientv3.OpPut(key, string(kv.Value)+s)).
		Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errors.New("registries: changed")
	}
	return nil
}
