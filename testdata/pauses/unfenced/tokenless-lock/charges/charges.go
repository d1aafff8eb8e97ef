// Package charges charges cards through a gateway that knows request ids.
package charges

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Charge is one payment.
type Charge struct {
	ID    string `json:"id"`
	Cents int64  `json:"cents"`
}

// Gateway talks to the payment provider.
type Gateway struct {
	URL string
	rs  *redsync.Redsync
	cl  http.Client
}

// Capture captures a charge, once per id.
func (g *Gateway) Capture(ctx context.Context, c Charge) error {
	mu := g.rs.NewMutex("charge:"+c.ID, redsync.WithExpiry(20*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))

	if known, err := g.captured(ctx, c.ID); err != nil || known {
		return err
	}
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, "POST", g.URL+"/captures", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", c.ID)
	resp, err := g.cl.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("capture %s: %s", c.ID, resp.Status)
	}
	return nil
}

func (g *Gateway) captured(ctx context.Context, id string) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.URL+"/captures/"+id, nil)
	if err != nil {
		return false, err
	}
	resp, err := g.cl.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	return resp.StatusCode == http.StatusOK, nil
}
