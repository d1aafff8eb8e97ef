// Package coats sends mails about coats, but not too many.
package coats

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

var (
	errSoon   = errors.New("too soon")
	errSewing = errors.New("coat is being sewn")
)

// Tailor mails.
type Tailor struct {
	c    rueidis.Client
	mail func(context.Context, string) error
}

func (t *Tailor) once(ctx context.Context, key string, every time.Duration) (bool, error) {
	err := t.c.Do(ctx, t.c.B().Set().Key(key).Value("1").Nx().Px(every).Build()).Error() // ok: a cool-down
	if rueidis.IsRedisNil(err) {
		return false, nil
	}
	return err == nil, err
}

// Remind mails once in an hour.
func (t *Tailor) Remind(ctx context.Context, user string) error {
	ok, err := t.once(ctx, "remind:"+user, time.Hour)
	if err != nil {
		return err
	}
	if !ok {
		return errSoon
	}
	return t.mail(ctx, user)
}

// Forgive lets a user be reminded at once.
func (t *Tailor) Forgive(ctx context.Context, user string) error {
	return t.c.Do(ctx, t.c.B().Del().Key("remind:"+user).Build()).Error() // ok: a cool-down
}

// Code sends a code, unless one was sent within a minute; a mail that fails does not count.
func (t *Tailor) Code(ctx context.Context, user string) error {
	key := fmt.Sprintf("code:%s:wait", user)
	ok, err := t.once(ctx, key, time.Minute)
	if err != nil || !ok {
		return err
	}
	if err := t.mail(ctx, user); err != nil {
		t.c.Do(ctx, t.c.B().Del().Key(key).Build()) // ok: undoes the mark
		return err
	}
	return nil
}

// Call allows so many calls in a minute.
func (t *Tailor) Call(ctx context.Context, user string, most int64) (bool, error) {
	key := fmt.Sprintf("calls:%s:%d", user, time.Now().Unix()/60)
	if err := t.c.Do(ctx, t.c.B().Set().Key(key).Value("0").Nx().ExSeconds(60).Build()).Error(); err != nil && !rueidis.IsRedisNil(err) { // ok: a rate limit
		return false, err
	}
	n, err := t.c.Do(ctx, t.c.B().Incr().Key(key).Build()).AsInt64()
	return n <= most, err
}

// Noon mails once a day, whichever node gets there first.
func (t *Tailor) Noon(ctx context.Context, users []string) error {
	day := time.Now().Format(time.DateOnly)
	err := t.c.Do(ctx, t.c.B().Set().Key("noon:"+day).Value(day).Nx().Ex(36*time.Hour).Build()).Error() // ok: a once-a-day flag
	if rueidis.IsRedisNil(err) {
		return nil
	}
	for _, u := range users {
		err = errors.Join(err, t.mail(ctx, u))
	}
	return err
}

// Sew sews one coat at a time.
func (t *Tailor) Sew(ctx context.Context, coat string, sew func(context.Context) error) error {
	key := "coat:" + coat + ":sewing"
	err := t.c.Do(ctx, t.c.B().Set().Key(key).Value(uuid.NewString()).Nx().Px(time.Minute).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return errSewing
	}
	if err != nil {
		return err
	}
	defer func() { t.c.Do(context.WithoutCancel(ctx), t.c.B().Unlink().Key(key).Build()) }() // want plaindel
	return sew(ctx)
}
