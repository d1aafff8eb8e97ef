// Package nethttp books tables with another service.
package nethttp

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/bsm/redislock"
)

type Waiter struct {
	locks *redislock.Client
	base  string
}

func answered(res *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("booking: %s", res.Status)
	}
	return nil
}

// Book posts, and the other side cannot tell a late or second one.
func (w *Waiter) Book(ctx context.Context, table, guests string) error {
	l, err := w.locks.Obtain(ctx, "table:"+table, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.base+"/tables/"+table, strings.NewReader(guests))
	if err != nil {
		return err
	}
	return answered(http.DefaultClient.Do(req)) // want unfenced
}

// Move puts what it expects to be there still.
func (w *Waiter) Move(ctx context.Context, table, guests, etag string) error {
	l, err := w.locks.Obtain(ctx, "table:"+table, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, w.base+"/tables/"+table, strings.NewReader(guests))
	if err != nil {
		return err
	}
	req.Header.Set("If-Match", etag)
	return answered(http.DefaultClient.Do(req)) // ok unfenced: If-Match
}
