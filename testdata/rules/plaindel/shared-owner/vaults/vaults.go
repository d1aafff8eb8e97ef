// Package vaults opens vaults.
package vaults

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/google/uuid"
)

type Bank struct {
	locks *redislock.Client
	rs    *redsync.Redsync
}

func nonce() (string, error) {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		return "", err
	}
	return hex.EncodeToString(b), nil
}

// Open gives the lock a token that every node shares.
func (b *Bank) Open(ctx context.Context, vault string, open func(context.Context) error) error {
	opt := &redislock.Options{Token: "vault-service"}               // maybe plaindel
	l, err := b.locks.Obtain(ctx, "vault:"+vault, time.Minute, opt) // maybe plaindel
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx)) // want plaindel
	return open(ctx)
}

// Audit makes redsync store the same value on every node.
func (b *Bank) Audit(ctx context.Context, vault string, audit func(context.Context) error) error {
	gen := func() (string, error) { return "auditor", nil }
	mu := b.rs.NewMutex("audit:"+vault, redsync.WithGenValueFunc(gen)) // maybe plaindel
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer func() { _, _ = mu.UnlockContext(context.WithoutCancel(ctx)) }() // want plaindel
	return audit(ctx)
}

// Count has a token of its own.
func (b *Bank) Count(ctx context.Context, vault string, count func(context.Context) error) error {
	l, err := b.locks.Obtain(ctx, "count:"+vault, time.Minute, &redislock.Options{Token: uuid.NewString()})
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx)) // ok: a fresh token
	return count(ctx)
}

// Refill leaves the token to the library.
func (b *Bank) Refill(ctx context.Context, vault string, refill func(context.Context) error) error {
	l, err := b.locks.Obtain(ctx, "refill:"+vault, time.Minute, &redislock.Options{Metadata: "vault-service"})
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx)) // ok: the library's token, the constant is metadata
	return refill(ctx)
}

// Seal makes the value itself.
func (b *Bank) Seal(ctx context.Context, vault string, seal func(context.Context) error) error {
	mu := b.rs.NewMutex("seal:"+vault, redsync.WithGenValueFunc(nonce))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx)) // ok: random
	return seal(ctx)
}
