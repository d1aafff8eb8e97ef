// Package pines names its keys with the standard library.
package pines

import (
	"context"
	"errors"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
	clientv3 "go.etcd.io/etcd/client/v3"
)

var errCut = errors.New("pine is being cut")

// Stand has pines.
type Stand struct {
	rc   rueidis.Client
	etcd *clientv3.Client
	root string
}

func (s *Stand) nodeOf(pine string) string { return path.Join("/", s.root, "locks", pine) }

// Take puts a node with a lease.
func (s *Stand) Take(ctx context.Context, pine string) (clientv3.LeaseID, error) {
	g, err := s.etcd.Grant(ctx, 20)
	if err != nil {
		return 0, err
	}
	at := s.nodeOf(pine)
	rsp, err := s.etcd.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(at), "=", 0)).Then(clientv3.OpPut(at, uuid.NewString(), clientv3.WithLease(g.ID))).Commit()
	if err != nil {
		return 0, err
	}
	if !rsp.Succeeded {
		_, err = s.etcd.Revoke(ctx, g.ID)
		return 0, errors.Join(errCut, err)
	}
	return g.ID, nil
}

// Drop deletes the node.
func (s *Stand) Drop(ctx context.Context, pine string) error {
	_, err := s.etcd.Delete(ctx, path.Join("/", s.root, "locks", pine)) // want plaindel
	return err
}

// Leave ends the lease.
func (s *Stand) Leave(ctx context.Context, id clientv3.LeaseID) error {
	_, err := s.etcd.Revoke(ctx, id) // ok: its own lease
	return err
}

// Bare deletes what a pine is.
func (s *Stand) Bare(ctx context.Context, pine string) error {
	_, err := s.etcd.Delete(ctx, path.Join("/", s.root, "pines", pine)) // ok: data
	return err
}

func slot(pine string) string {
	return strings.Join([]string{"stand", url.PathEscape(pine), "slot"}, "~")
}

// Limb joins and escapes.
func (s *Stand) Limb(ctx context.Context, pine string, limb func(context.Context) error) error {
	err := s.rc.Do(ctx, s.rc.B().Set().Key(slot(pine)).Value(uuid.NewString()).Nx().ExSeconds(40).Build()).Error()
	if err != nil {
		return err
	}
	defer s.rc.Do(context.WithoutCancel(ctx), s.rc.B().Del().Key(slot(pine)).Build()) // want plaindel
	return limb(ctx)
}

var cad = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Top builds its key.
func (s *Stand) Top(ctx context.Context, pine string, top func(context.Context) error) error {
	var b strings.Builder
	b.WriteString("stand~top~")
	b.WriteString(strings.ToLower(pine))
	key, me := b.String(), uuid.NewString()
	err := s.rc.Do(ctx, s.rc.B().Set().Key(key).Value(me).Nx().ExSeconds(40).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return errCut
	}
	if err != nil {
		return err
	}
	defer cad.Exec(context.WithoutCancel(ctx), s.rc, []string{key}, []string{me}) // ok: compares
	return top(ctx)
}

// Cone replaces a part of the key; what it deletes is another one.
func (s *Stand) Cone(ctx context.Context, pine string, cone func(context.Context) error) error {
	key, me := slot(pine)+"~cone", uuid.NewString()
	err := s.rc.Do(ctx, s.rc.B().Set().Key(key).Value(me).Nx().Px(time.Minute).Build()).Error()
	if err != nil {
		return err
	}
	defer cad.Exec(context.WithoutCancel(ctx), s.rc, []string{key}, []string{me}) // ok: compares
	if err := cone(ctx); err != nil {
		return err
	}
	return s.rc.Do(ctx, s.rc.B().Del().Key(strings.Replace(key, "~slot~cone", "~cones", 1)).Build()).Error() // ok: a cache entry
}
