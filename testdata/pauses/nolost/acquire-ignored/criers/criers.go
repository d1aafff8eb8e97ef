// Package criers lets one crier call the news.
package criers

import (
	"context"

	consul "github.com/hashicorp/consul/api"
)

// Square is where news is called.
type Square struct {
	client *consul.Client
	call   func(ctx context.Context) error
}

// Forever waits for the lock as long as it takes: nothing stops it, so it
// answers a channel or an error.
func (s *Square) Forever(parent context.Context) error {
	l, err := s.client.LockKey("square/crier")
	if err != nil {
		return err
	}
	lost, err := l.Lock(nil)
	if err != nil {
		return err
	}
	defer l.Unlock()
	return s.until(parent, lost)
}

// Gives waits until the caller gives up, which is no error: nil, nil.
func (s *Square) Gives(parent context.Context) error {
	l, err := s.client.LockKey("square/crier")
	if err != nil {
		return err
	}
	lost, err := l.Lock(parent.Done()) // want nolost
	if err != nil {
		return err
	}
	defer l.Unlock()
	return s.until(parent, lost)
}

func (s *Square) until(parent context.Context, lost <-chan struct{}) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	go func() {
		select {
		case <-lost:
			cancel()
		case <-ctx.Done():
		}
	}()
	return s.call(ctx)
}

// Once tries once: that another crier has the square is no error.
func (s *Square) Once(parent context.Context) error {
	l, err := s.client.LockOpts(&consul.LockOptions{Key: "square/crier", LockTryOnce: true})
	if err != nil {
		return err
	}
	lost, err := l.Lock(nil) // want nolost
	if err != nil {
		return err
	}
	defer l.Unlock()
	return s.until(parent, lost)
}

// Named is told who calls.
func (s *Square) Named(parent context.Context, who string) error {
	l, err := s.client.LockOpts(&consul.LockOptions{Key: "square/crier", Value: []byte(who)})
	if err != nil {
		return err
	}
	lost, err := l.Lock(nil)
	if err != nil {
		return err
	}
	defer l.Unlock()
	return s.until(parent, lost)
}
