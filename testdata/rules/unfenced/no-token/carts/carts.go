// Package carts carries the token of a lock in a context and in a struct.
package carts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errStale = errors.New("a later holder was here")

type tokenKey struct{}

// Held is a lock that is held, with its token.
type Held struct {
	mu    *concurrency.Mutex
	Token int64
}

type Carts struct {
	s  *concurrency.Session
	db *sqlx.DB
	cl *clientv3.Client
}

func (c *Carts) lock(ctx context.Context, cart string) (context.Context, *Held, error) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		select {
		case <-c.s.Done():
		case <-ctx.Done():
		}
	}()
	mu := concurrency.NewMutex(c.s, "/carts/"+cart)
	if err := mu.Lock(ctx); err != nil {
		cancel()
		return nil, nil, err
	}
	h := &Held{mu: mu, Token: mu.Header().GetRevision()}
	return context.WithValue(ctx, tokenKey{}, h.Token), h, nil
}

func (h *Held) unlock(ctx context.Context) { _ = h.mu.Unlock(context.WithoutCancel(ctx)) }

func looked(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = errStale
	}
	return err
}

// Fill carries the token in the struct.
func (c *Carts) Fill(ctx context.Context, cart, goods string) error {
	ctx, h, err := c.lock(ctx, cart)
	if err != nil {
		return err
	}
	defer h.unlock(ctx)
	return looked(c.db.ExecContext(ctx, "UPDATE carts SET goods = ?, token = ? WHERE id = ? AND token <= ?", goods, h.Token, cart, h.Token)) // ok: carries the token
}

// Price carries the token in the context.
func (c *Carts) Price(ctx context.Context, cart string, cents int) error {
	ctx, h, err := c.lock(ctx, cart)
	if err != nil {
		return err
	}
	defer h.unlock(ctx)
	tok := ctx.Value(tokenKey{}).(int64)
	return looked(c.db.ExecContext(ctx, "UPDATE carts SET cents = ?, token = ? WHERE id = ? AND token <= ?", cents, tok, cart, tok)) // ok: carries the token
}

// Empty has the token at hand and does not send it.
func (c *Carts) Empty(ctx context.Context, cart string) error {
	ctx, h, err := c.lock(ctx, cart)
	if err != nil {
		return err
	}
	defer h.unlock(ctx)
	var goods string
	if err := c.db.GetContext(ctx, &goods, "SELECT goods FROM carts WHERE id = ?", cart); err != nil {
		return fmt.Errorf("cart %s at %d: %w", cart, h.Token, err)
	}
	if goods == "" {
		return nil
	}
	_, err = c.db.ExecContext(ctx, "UPDATE carts SET goods = '' WHERE id = ?", cart) // want unfenced
	return err
}
