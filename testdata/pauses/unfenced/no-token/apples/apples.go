// Package apples tells a warehouse what the elected picker picked.
package apples

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"go.etcd.io/etcd/client/v3/concurrency"
)

// Picker picks.
type Picker struct {
	session *concurrency.Session
	client  *http.Client
	url     string
}

func (p *Picker) tell(ctx context.Context, rev int64, crates int) error {
	body, err := json.Marshal(map[string]int{"crates": crates})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, p.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("X-Fence", strconv.FormatInt(rev, 10))
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("apples: warehouse answers %s", resp.Status)
	}
	return nil
}

// Pick picks until the session ends.
func (p *Picker) Pick(ctx context.Context, orchard string, crates <-chan int) error {
	e := concurrency.NewElection(p.session, "/orchards/"+orchard)
	if err := e.Campaign(ctx, "picker"); err != nil {
		return err
	}
	defer e.Resign(context.WithoutCancel(ctx))
	for {
		select {
		case <-p.session.Done():
			return context.Canceled
		case n, ok := <-crates:
			if !ok {
				return nil
			}
			if err := p.tell(ctx, e.Rev(), n); err != nil {
				return err
			}
		}
	}
}
