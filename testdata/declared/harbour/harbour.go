// Package harbour uses functions that another package declares by directives.
package harbour

import (
	"context"
	"database/sql"

	"example.test/declared/warden"
)

type House struct {
	keeper warden.Keeper
	exec   func(string) error
	db     *sql.DB
}

// Paint changes a room under a lock behind an interface.
func (h *House) Paint(ctx context.Context, room, colour string) error {
	if err := h.keeper.Hold(ctx, room); err != nil {
		return err
	}
	defer h.keeper.Leave(context.WithoutCancel(ctx), room)
	_, err := h.db.ExecContext(ctx, "UPDATE rooms SET colour = $1 WHERE id = $2", colour, room) // want unfenced
	return err
}

// Note has the server compare the token.
func (h *House) Note(ctx context.Context, room, text string) error {
	if err := h.keeper.Hold(ctx, room); err != nil {
		return err
	}
	defer h.keeper.Leave(context.WithoutCancel(ctx), room)
	return h.keeper.Store(ctx, room, text)
}

// Rent takes a lock that tells by a bool.
func (h *House) Rent(ctx context.Context, room, guest string) error {
	p, ok := warden.Enter(ctx, h.exec, room)
	if !ok {
		return nil
	}
	defer warden.Exit(p)
	_, err := h.db.ExecContext(ctx, "UPDATE rooms SET guest = $1 WHERE id = $2", guest, room) // want unfenced
	return err
}

// After gave the lock back before it writes.
func (h *House) After(ctx context.Context, room, guest string) error {
	p, ok := warden.Enter(ctx, h.exec, room)
	if !ok {
		return nil
	}
	if err := warden.Exit(p); err != nil {
		return err
	}
	_, err := h.db.ExecContext(ctx, "UPDATE rooms SET guest = $1 WHERE id = $2", guest, room)
	return err
}

// Dust is declared to save work only.
func (h *House) Dust(ctx context.Context, room string) error {
	p, err := warden.Dust(ctx, h.exec, room)
	if err != nil {
		return err
	}
	defer warden.Exit(p)
	_, err = h.db.ExecContext(ctx, "UPDATE rooms SET dusted = now() WHERE id = $1", room)
	return err
}
