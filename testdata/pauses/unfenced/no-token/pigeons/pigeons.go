// Package pigeons posts orders to a store that compares the lock's token in the
// body, wherever that comes from.
package pigeons

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/go-zookeeper/zk"
	"github.com/google/uuid"
	"github.com/hashicorp/consul/api"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

func put(ctx context.Context, url string, fence string, body any) error {
	b, err := json.Marshal(map[string]any{"fence": fence, "body": body})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(b))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return nil
}

// Row sends the token of the lock row.
func Row(ctx context.Context, db *sql.DB, name string, v any) error {
	me := uuid.NewString()
	var token int64
	err := db.QueryRowContext(ctx, `UPDATE locks SET owner = $1, token = token + 1, expires_at = now() + interval '30 seconds' WHERE name = $2 AND expires_at < now() RETURNING token`, me, name).Scan(&token)
	if err != nil {
		return err
	}
	defer db.ExecContext(ctx, `UPDATE locks SET expires_at = now() WHERE name = $1 AND owner = $2`, name, me)
	return put(ctx, "http://store/row", strconv.FormatInt(token, 10), v)
}

// Zk sends the zxid of its node.
func Zk(ctx context.Context, c *zk.Conn, v any) error {
	p, err := c.Create("/locks/a", nil, zk.FlagEphemeral, zk.WorldACL(zk.PermAll))
	if err != nil {
		return err
	}
	defer c.Delete(p, -1)
	_, st, err := c.Get(p)
	if err != nil {
		return err
	}
	return put(ctx, "http://store/zk", strconv.FormatInt(st.Czxid, 10), v)
}

// ZkLock sends the version of the parent's children.
func ZkLock(ctx context.Context, c *zk.Conn, v any) error {
	l := zk.NewLock(c, "/locks/b", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	_, st, err := c.Get("/locks/b")
	if err != nil {
		return err
	}
	return put(ctx, "http://store/zk", strconv.Itoa(int(st.Cversion)), v)
}

// Nats sends the revision of its key.
func Nats(ctx context.Context, kv jetstream.KeyValue, v any) error {
	rev, err := kv.Create(ctx, "lock", []byte("me"), jetstream.KeyTTL(time.Minute))
	if err != nil {
		return err
	}
	defer kv.Delete(ctx, "lock", jetstream.LastRevision(rev))
	return put(ctx, "http://store/nats", strconv.FormatUint(rev, 10), v)
}

// EtcdTxn sends the revision of the transaction that took the lock.
func EtcdTxn(ctx context.Context, c *clientv3.Client, lease clientv3.LeaseID, v any) error {
	resp, err := c.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision("/lock"), "=", 0)).Then(clientv3.OpPut("/lock", "me", clientv3.WithLease(lease))).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errors.New("busy")
	}
	defer c.Revoke(ctx, lease)
	return put(ctx, "http://store/etcd", strconv.FormatInt(resp.Header.Revision, 10), v)
}

// EtcdMutex sends the revision that the mutex was taken at.
func EtcdMutex(ctx context.Context, s *concurrency.Session, v any) error {
	mu := concurrency.NewMutex(s, "/m")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(ctx)
	return put(ctx, "http://store/etcd", strconv.FormatInt(mu.Header().Revision, 10), v)
}

// EtcdGet sends the revision that the mutex's own key was created at.
func EtcdGet(ctx context.Context, c *clientv3.Client, s *concurrency.Session, v any) error {
	mu := concurrency.NewMutex(s, "/m2")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(ctx)
	got, err := c.Get(ctx, mu.Key())
	if err != nil || len(got.Kvs) == 0 {
		return err
	}
	return put(ctx, "http://store/etcd", strconv.FormatInt(got.Kvs[0].CreateRevision, 10), v)
}

var take = redis.NewScript(`
if redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then
	return redis.call("INCR", KEYS[2])
end
return 0`)

var free = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Redis counts in the script that takes the lock.
func Redis(ctx context.Context, c *redis.Client, v any) error {
	me := uuid.NewString()
	token, err := take.Run(ctx, c, []string{"lock", "fence"}, me, 30000).Int64()
	if err != nil || token == 0 {
		return errors.New("busy")
	}
	defer free.Run(ctx, c, []string{"lock"}, me)
	return put(ctx, "http://store/redis", strconv.FormatInt(token, 10), v)
}

// Consul sends the lock's index.
func Consul(ctx context.Context, c *api.Client, v any) error {
	l, err := c.LockKey("vault")
	if err != nil {
		return err
	}
	lost, err := l.Lock(nil)
	if err != nil {
		return err
	}
	defer l.Unlock()
	pair, _, err := c.KV().Get("vault", nil)
	if err != nil || pair == nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- put(ctx, "http://store/consul", strconv.FormatUint(pair.LockIndex, 10), v) }()
	select {
	case err := <-done:
		return err
	case <-lost:
		return errors.New("lost")
	}
}

// Encoded streams the order, with the token in it.
func Encoded(ctx context.Context, s *concurrency.Session, v any) error {
	mu := concurrency.NewMutex(s, "/m3")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(ctx)
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(map[string]any{"rev": mu.Header().Revision, "v": v}); err != nil {
		return err
	}
	return send(ctx, &buf)
}

// Forgotten sends the order alone.
func Forgotten(ctx context.Context, s *concurrency.Session, v any) error {
	mu := concurrency.NewMutex(s, "/m4")
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(ctx)
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(map[string]any{"v": v}); err != nil {
		return err
	}
	return send(ctx, &buf) // want unfenced
}

// Kept keeps the row's token in a struct.
func Kept(ctx context.Context, db *sql.DB, name string, v any) error {
	h := &holder{me: uuid.NewString()}
	err := db.QueryRowContext(ctx, `UPDATE locks SET owner = $1, token = token + 1, expires_at = now() + interval '30 seconds' WHERE name = $2 AND expires_at < now() RETURNING token`, h.me, name).Scan(&h.token)
	if err != nil {
		return err
	}
	defer db.ExecContext(ctx, `UPDATE locks SET expires_at = now() WHERE name = $1 AND owner = $2`, name, h.me)
	return put(ctx, "http://store/row", strconv.FormatInt(h.token, 10), v)
}

type holder struct {
	me    string
	token int64
}

func send(ctx context.Context, body *bytes.Buffer) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://store/orders", body)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
