// Package vaults opens vaults through a service that compares the lock's index.
package vaults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/consul/api"
)

type order struct {
	Vault string `json:"vault"`
	Open  bool   `json:"open"`
	Index uint64 `json:"lock_index"`
}

// Opener opens vaults.
type Opener struct {
	consul *api.Client
	url    string
}

// Open opens the vault, with the index of this acquisition in the order.
func (o *Opener) Open(ctx context.Context, vault string) error {
	l, err := o.consul.LockOpts(&api.LockOptions{Key: "vaults/" + vault, SessionTTL: "20s", LockWaitTime: time.Second, LockTryOnce: true})
	if err != nil {
		return err
	}
	lost, err := l.Lock(nil)
	if err != nil {
		return err
	}
	if lost == nil {
		return errors.New("vaults: locked by another")
	}
	defer l.Unlock()
	pair, _, err := o.consul.KV().Get("vaults/"+vault, nil)
	if err != nil {
		return err
	}
	if pair == nil {
		return errors.New("vaults: lock is gone")
	}
	done := make(chan error, 1)
	go func() { done <- o.post(ctx, order{Vault: vault, Open: true, Index: pair.LockIndex}) }()
	select {
	case err := <-done:
		return err
	case <-lost:
		return errors.New("vaults: lock lost")
	}
}

func (o *Opener) post(ctx context.Context, ord order) error {
	body, err := json.Marshal(ord)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, "POST", o.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != 200 {
		return fmt.Errorf("vaults: %s", resp.Status)
	}
	return nil
}
