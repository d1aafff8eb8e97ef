// Package dapr opens gates.
package dapr

import (
	"context"
	"errors"

	"github.com/dapr/go-sdk/client"
	"github.com/google/uuid"
)

type Gate struct{ c client.Client }

var errOpen = errors.New("another keeper opens it")

// Open takes no error for success: held by another is told in Success only.
func (g *Gate) Open(ctx context.Context, gate string) error {
	me := uuid.NewString()
	if _, err := g.c.TryLockAlpha1(ctx, "store", &client.LockRequest{ResourceID: gate, LockOwner: me, ExpiryInSeconds: 30}); err != nil { // want nolost
		return err
	}
	defer g.c.UnlockAlpha1(context.WithoutCancel(ctx), "store", &client.UnlockRequest{ResourceID: gate, LockOwner: me})
	item, err := g.c.GetState(ctx, "state", "open:"+gate, nil)
	if err != nil {
		return err
	}
	return g.c.SaveState(ctx, "state", "open:"+gate, append(item.Value, '!'), nil) // want unfenced
}

// Shut looks at Success, and saves over its etag only.
func (g *Gate) Shut(ctx context.Context, gate string) error {
	me := uuid.NewString()
	got, err := g.c.TryLockAlpha1(ctx, "store", &client.LockRequest{ResourceID: gate, LockOwner: me, ExpiryInSeconds: 30}) // ok nolost: Success is looked at
	if err != nil {
		return err
	}
	if !got.Success {
		return errOpen
	}
	defer g.c.UnlockAlpha1(context.WithoutCancel(ctx), "store", &client.UnlockRequest{ResourceID: gate, LockOwner: me}) // ok plaindel: its own owner
	item, err := g.c.GetState(ctx, "state", "shut:"+gate, nil)
	if err != nil {
		return err
	}
	return g.c.SaveStateWithETag(ctx, "state", "shut:"+gate, []byte("shut"), item.Etag, nil) // ok unfenced: by etag
}

// Guard gives every process one owner.
func (g *Gate) Guard(ctx context.Context, gate string, guard func() error) error {
	got, err := g.c.TryLockAlpha1(ctx, "store", &client.LockRequest{ResourceID: gate, LockOwner: "guard", ExpiryInSeconds: 30})
	if err != nil {
		return err
	}
	if !got.Success {
		return errOpen
	}
	defer g.c.UnlockAlpha1(context.WithoutCancel(ctx), "store", &client.UnlockRequest{ResourceID: gate, LockOwner: "guard"}) // want plaindel
	return guard()
}
