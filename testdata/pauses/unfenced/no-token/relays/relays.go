// Package relays switches relays of a substation over HTTP.
package relays

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Switch switches relays.
type Switch struct {
	locks jetstream.KeyValue // entries live for 30 s
	url   string
	me    string
}

// Set puts a relay into the state.
func (s *Switch) Set(ctx context.Context, relay, state string) error {
	rev, err := s.locks.Create(ctx, relay, []byte(s.me), jetstream.KeyTTL(30*time.Second))
	if errors.Is(err, jetstream.ErrKeyExists) {
		return fmt.Errorf("relay %s is being switched", relay)
	}
	if err != nil {
		return err
	}
	defer s.locks.Delete(context.WithoutCancel(ctx), relay, jetstream.LastRevision(rev))

	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/relays/"+relay, strings.NewReader("state="+state))
	if err != nil {
		return err
	}
	cl := &http.Client{Timeout: 5 * time.Second}
	resp, err := cl.Do(req) // want unfenced
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("relay %s: %s", relay, resp.Status)
	}
	return nil
}
