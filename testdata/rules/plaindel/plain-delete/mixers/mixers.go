// Package mixers mixes paint.
package mixers

import (
	"context"
	"time"

	"github.com/google/uuid"

	"example.test/rules/plaindel/plain-delete/mixers/keys"
	"example.test/rules/plaindel/plain-delete/mixers/store"
)

type Shop struct{ st *store.Store }

// Mix runs one mixer. The unlock is a function that the caller gets.
func (s *Shop) lock(ctx context.Context, mixer string) (func(), bool, error) {
	ok, err := s.st.Add(ctx, keys.Lock(mixer), uuid.NewString(), time.Minute)
	if err != nil || !ok {
		return nil, false, err
	}
	return func() {
		_ = s.st.Remove(context.WithoutCancel(ctx), keys.Lock(mixer)) // want plaindel
	}, true, nil
}

func (s *Shop) Mix(ctx context.Context, mixer string, mix func(context.Context) error) error {
	unlock, ok, err := s.lock(ctx, mixer)
	if err != nil || !ok {
		return err
	}
	defer unlock()
	return mix(ctx)
}

// Rinse rinses one mixer.
func (s *Shop) Rinse(ctx context.Context, mixer string, rinse func(context.Context) error) error {
	k, me := keys.Lock(mixer)+":rinse", uuid.NewString()
	ok, err := s.st.Add(ctx, k, me, time.Minute)
	if err != nil || !ok {
		return err
	}
	defer s.st.RemoveIf(context.WithoutCancel(ctx), k, me) // ok: DELEX IFEQ
	return rinse(ctx)
}

// Forget drops what is cached about a mixer.
func (s *Shop) Forget(ctx context.Context, mixer string) error {
	return s.st.Remove(ctx, "mixers:"+mixer+":color", "mixers:"+mixer+":level") // ok: data
}
