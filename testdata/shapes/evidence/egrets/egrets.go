// Package egrets watches egrets; some things are done by the first node ever.
package egrets

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Watch watches.
type Watch struct {
	c    *redis.Client
	etcd *clientv3.Client
	db   *sql.DB
}

// Init seeds the tables in the first run ever.
func (w *Watch) Init(ctx context.Context) error {
	first, err := w.c.SetNX(ctx, "egrets:initialized", time.Now().Format(time.RFC3339), 0).Result() // ok: a first-run flag
	if err != nil || !first {
		return err
	}
	_, err = w.db.ExecContext(ctx, "INSERT INTO places (name) VALUES ('north'), ('south')") // ok: no lock
	return err
}

// Boot puts the cluster's name for ever.
func (w *Watch) Boot(ctx context.Context, name string) (bool, error) {
	rsp, err := w.etcd.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision("/egrets/cluster"), "=", 0)).
		Then(clientv3.OpPut("/egrets/cluster", name)). // ok: a record
		Commit()
	if err != nil {
		return false, err
	}
	return rsp.Succeeded, nil
}

// Rename puts it anew.
func (w *Watch) Rename(ctx context.Context, name string) error {
	_, err := w.etcd.Put(ctx, "/egrets/cluster", name) // ok: no lock
	return err
}

// Unboot deletes the cluster's name.
func (w *Watch) Unboot(ctx context.Context) error {
	_, err := w.etcd.Delete(ctx, "/egrets/cluster") // ok: a record
	return err
}

// SignIn makes a session.
func (w *Watch) SignIn(ctx context.Context, user string) (string, error) {
	for range 3 {
		sid := uuid.NewString()
		ok, err := w.c.SetNX(ctx, "sid:"+sid, user, 8*time.Hour).Result() // ok: a session of a user
		if err != nil {
			return "", err
		}
		if ok {
			return sid, nil
		}
	}
	return "", errors.New("no session id")
}

// Stay prolongs a session.
func (w *Watch) Stay(ctx context.Context, sid string) error {
	return w.c.Expire(ctx, "sid:"+sid, 8*time.Hour).Err() // ok: a session of a user
}

// SignOut ends a session.
func (w *Watch) SignOut(ctx context.Context, sid string) error {
	return w.c.Del(ctx, "sid:"+sid).Err() // ok: a session of a user
}

// Census counts on one node at a time.
func (w *Watch) Census(ctx context.Context, place string) error {
	s, err := concurrency.NewSession(w.etcd, concurrency.WithTTL(15))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/egrets/census/"+place)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	ctx = s.Ctx()
	var n int
	if err := w.db.QueryRowContext(ctx, "SELECT egrets FROM places WHERE name = $1", place).Scan(&n); err != nil {
		return err
	}
	_, err = w.db.ExecContext(ctx, "UPDATE places SET egrets = $1 WHERE name = $2", n+1, place) // want unfenced
	return err
}
