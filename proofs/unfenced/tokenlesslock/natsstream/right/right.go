// Package right publishes only right after the message that it has read.
package right

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/bsm/redislock"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	key     = "account:7:lock"
	subject = "accounts.7"
	ttl     = 2 * time.Second
)

// Run notes that n more were sold.
func Run(ctx context.Context, locks *redislock.Client, js jetstream.JetStream, n int) error {
	lock, err := locks.Obtain(ctx, key, ttl, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired)
	defer lock.Release(context.WithoutCancel(ctx))
	stream, err := js.Stream(ctx, "accounts")
	if err != nil {
		return err
	}
	last, err := stream.GetLastMsgForSubject(ctx, subject)
	if err != nil {
		return err
	}
	sold, err := strconv.Atoi(string(last.Data))
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err = js.Publish(ctx, subject, []byte(strconv.Itoa(sold+n)), jetstream.WithExpectLastSequencePerSubject(last.Sequence))
	var refused *jetstream.APIError
	if errors.As(err, &refused) && refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		pause.At(ctx, pause.Rejected)
		return errors.Join(refusal.ErrStale, err)
	}
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
