// Package beacons sets beacons from the elected controller, over HTTP. The
// beacons refuse an epoch that is smaller than their own.
package beacons

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"go.etcd.io/etcd/client/v3/concurrency"
)

// Controller sets beacons.
type Controller struct {
	base string
	http *http.Client
}

// Lead campaigns and sets the beacons until the session ends.
func (c *Controller) Lead(ctx context.Context, session *concurrency.Session, id string, orders <-chan string) error {
	e := concurrency.NewElection(session, "/beacons/controller")
	if err := e.Campaign(ctx, id); err != nil {
		return err
	}
	defer e.Resign(context.WithoutCancel(ctx))
	epoch := strconv.FormatInt(e.Rev(), 10)
	for {
		select {
		case o := <-orders:
			if err := c.send(ctx, epoch, o); err != nil {
				return err
			}
		case <-session.Done():
			return fmt.Errorf("beacons: controller %s lost its session", id)
		case <-ctx.Done():
			return nil
		}
	}
}

func (c *Controller) send(ctx context.Context, epoch, order string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base+"/beacon", strings.NewReader(order))
	if err != nil {
		return err
	}
	req.Header.Set("X-Fence", epoch)
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode == http.StatusPreconditionFailed {
		return fmt.Errorf("beacons: epoch %s is over", epoch)
	}
	return nil
}
