// Package calls talks to a gateway while it holds a lock.
package calls

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/bsm/redislock"
)

type Gateway struct {
	http  *http.Client
	base  string
	locks *redislock.Client
}

func (g *Gateway) send(req *http.Request) error {
	res, err := g.http.Do(req) // maybe unfenced
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 {
		return fmt.Errorf("gateway: %s", res.Status)
	}
	return nil
}

// Charge posts without a key.
func (g *Gateway) Charge(ctx context.Context, card, body string) error {
	l, err := g.locks.Obtain(ctx, "card:"+card, 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.base+"/charges", strings.NewReader(body))
	if err != nil {
		return err
	}
	return g.send(req) // want unfenced
}

// Refund posts with a key.
func (g *Gateway) Refund(ctx context.Context, charge, body string) error {
	l, err := g.locks.Obtain(ctx, "charge:"+charge, 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.base+"/refunds", strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "refund-"+charge)
	return g.send(req) // ok: an idempotency key
}

// Replace puts with an etag.
func (g *Gateway) Replace(ctx context.Context, card, etag, body string) error {
	l, err := g.locks.Obtain(ctx, "card-data:"+card, 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, g.base+"/cards/"+card, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("If-Match", etag)
	return g.send(req) // ok: If-Match
}

// Show gets.
func (g *Gateway) Show(ctx context.Context, card string) error {
	l, err := g.locks.Obtain(ctx, "card-show:"+card, 20*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+"/cards/"+card, nil)
	if err != nil {
		return err
	}
	return g.send(req) // ok: a read
}
