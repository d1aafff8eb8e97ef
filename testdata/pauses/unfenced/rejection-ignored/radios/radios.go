// Package radios tunes radios through a REST service with entity tags.
package radios

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/bsm/redislock"
)

// Tuner tunes radios.
type Tuner struct {
	locks *redislock.Client
	http  *http.Client
	base  string
}

// Tune sets a frequency over the one that was seen with the tag.
func (t *Tuner) Tune(ctx context.Context, radio, mhz, etag string) error {
	l, err := t.locks.Obtain(ctx, "radio:"+radio, 15*time.Second, &redislock.Options{Metadata: "tuner"})
	if err != nil {
		return err
	}
	defer l.Release(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodPatch, t.base+"/radios/"+radio, strings.NewReader(`{"mhz":`+mhz+`}`))
	if err != nil {
		return err
	}
	req.Header.Set("If-Match", etag)
	resp, err := t.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK, http.StatusNoContent:
		return nil
	case http.StatusPreconditionFailed:
		return fmt.Errorf("radio %s was tuned by somebody else", radio)
	default:
		return fmt.Errorf("radio %s: %s", radio, resp.Status)
	}
}
