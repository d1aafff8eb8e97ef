package proofs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/consul/api"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
)

type consulOnly = func(context.Context, *api.Client, int) error

// consulFake is as much of Consul as its client's Lock needs: sessions, keys that
// belong to one, writes by index, and reads that wait for a change. A session ends
// when the test says so. There is no lock-delay: the next holder need not wait.
type consulFake struct {
	mu       sync.Mutex
	changed  chan struct{} // closed at the next change
	index    uint64
	sessions map[string]bool
	pairs    map[string]*api.KVPair
}

// startConsul returns a fake and a client of it.
func startConsul(t *testing.T) (*consulFake, *api.Client) {
	f := &consulFake{changed: make(chan struct{}), index: 1, sessions: map[string]bool{}, pairs: map[string]*api.KVPair{}}
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /v1/session/create", f.create)
	mux.HandleFunc("PUT /v1/session/renew/{id}", f.renew)
	mux.HandleFunc("PUT /v1/session/destroy/{id}", func(w http.ResponseWriter, r *http.Request) {
		f.end(r.PathValue("id"))
		_, _ = io.WriteString(w, "true")
	})
	mux.HandleFunc("GET /v1/kv/{key...}", f.get)
	mux.HandleFunc("PUT /v1/kv/{key...}", f.put)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	config := api.DefaultNonPooledConfig()
	config.Address = strings.TrimPrefix(s.URL, "http://")
	client, err := api.NewClient(config)
	require.NoError(t, err)
	return f, client
}

// next wakes the readers that wait, and returns the index of a change. The caller
// has the mutex.
func (f *consulFake) next() uint64 {
	close(f.changed)
	f.changed = make(chan struct{})
	f.index++
	return f.index
}

func (f *consulFake) create(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := fmt.Sprintf("session-%d", f.next())
	f.sessions[id] = true
	answer(w, map[string]string{"ID": id})
}

func (f *consulFake) renew(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.sessions[r.PathValue("id")] {
		http.NotFound(w, r)
		return
	}
	answer(w, []map[string]string{{"ID": r.PathValue("id"), "TTL": "15s"}})
}

// end ends a session, which frees its keys.
func (f *consulFake) end(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.sessions, id)
	for _, pair := range f.pairs {
		if pair.Session == id {
			pair.Session, pair.ModifyIndex = "", f.next()
		}
	}
}

// holder is the session that has the key.
func (f *consulFake) holder(key string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pairs[key].Session
}

func (f *consulFake) get(w http.ResponseWriter, r *http.Request) {
	f.await(r)
	f.mu.Lock()
	defer f.mu.Unlock()
	w.Header().Set("X-Consul-Index", strconv.FormatUint(f.index, 10))
	pair := f.pairs[r.PathValue("key")]
	if pair == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	answer(w, []*api.KVPair{pair})
}

// await waits until there is something newer than what the reader has.
func (f *consulFake) await(r *http.Request) {
	known, err := strconv.ParseUint(r.URL.Query().Get("index"), 10, 64)
	if err != nil {
		return
	}
	over := time.NewTimer(pause.Patience)
	defer over.Stop()
	for {
		f.mu.Lock()
		index, changed := f.index, f.changed
		f.mu.Unlock()
		if index > known {
			return
		}
		select {
		case <-changed:
		case <-over.C:
			return
		case <-r.Context().Done():
			return
		}
	}
}

func (f *consulFake) put(w http.ResponseWriter, r *http.Request) {
	value, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	key, query := r.PathValue("key"), r.URL.Query()
	old := f.pairs[key]
	if old == nil {
		old = &api.KVPair{Key: key}
	}
	if !f.allowed(old, query) {
		_, _ = io.WriteString(w, "false")
		return
	}
	pair := *old
	pair.Value, pair.ModifyIndex = value, f.next()
	pair.Flags, _ = strconv.ParseUint(query.Get("flags"), 10, 64)
	if query.Has("acquire") {
		pair.Session, pair.LockIndex = query.Get("acquire"), pair.LockIndex+1
	}
	if query.Has("release") {
		pair.Session = ""
	}
	f.pairs[key] = &pair
	_, _ = io.WriteString(w, "true")
}

// allowed tells whether the conditions of a write hold.
func (f *consulFake) allowed(old *api.KVPair, query url.Values) bool {
	switch {
	case query.Has("acquire"):
		return f.sessions[query.Get("acquire")] && (old.Session == "" || old.Session == query.Get("acquire"))
	case query.Has("release"):
		return old.Session == query.Get("release")
	case query.Has("cas"):
		return strconv.FormatUint(old.ModifyIndex, 10) == query.Get("cas")
	}
	return true
}

func answer(w http.ResponseWriter, v any) { _ = json.NewEncoder(w).Encode(v) }

// saleInConsul ends A's session.
func saleInConsul(t *testing.T, run consulOnly) (string, pause.History) {
	fake, client := startConsul(t)
	_, err := client.KV().Put(&api.KVPair{Key: "accounts/7", Value: []byte("40")}, nil)
	require.NoError(t, err)
	s := pause.New(t)
	sell := func(ctx context.Context, n int) error { return run(ctx, client, n) }
	return staleSale(t, s, sell, sell, func() {
		fake.end(fake.holder("locks/account/7"))
		s.Note("store", "the session ends")
	}, nothing, func() int {
		pair, _, err := client.KV().Get("accounts/7", nil)
		require.NoError(t, err)
		n, err := strconv.Atoi(string(pair.Value))
		require.NoError(t, err)
		return n
	})
}
