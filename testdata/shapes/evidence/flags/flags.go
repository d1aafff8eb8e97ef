// Package flags raises flags with go-zero's client.
package flags

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

// Pole raises.
type Pole struct {
	r  *redis.Redis
	db *sql.DB
}

// Daily closes the day once.
func (p *Pole) Daily(ctx context.Context) error {
	ok, err := p.r.SetnxExCtx(ctx, "flags:closed:"+time.Now().Format("20060102"), "1", 2*86400) // ok: a once-a-day flag
	if err != nil || !ok {
		return err
	}
	_, err = p.db.ExecContext(ctx, "UPDATE `flags` SET `days` = `days` + 1") // ok: no lock
	return err
}

// Seen keeps the first address of a visitor.
func (p *Pole) Seen(ctx context.Context, visitor, addr string) (string, error) {
	if _, err := p.r.SetnxCtx(ctx, "visitor:"+visitor, addr); err != nil { // ok: a record
		return "", err
	}
	return p.r.GetCtx(ctx, "visitor:"+visitor)
}

// Forget drops a visitor.
func (p *Pole) Forget(ctx context.Context, visitor string) error {
	_, err := p.r.DelCtx(ctx, "visitor:"+visitor) // ok: a record
	return err
}

// Vote lets somebody vote once; a vote that is not counted does not count.
func (p *Pole) Vote(ctx context.Context, poll, user int64) error {
	key := fmt.Sprintf("vote:%d:%d", poll, user)
	ok, err := p.r.SetnxExCtx(ctx, key, "1", 86400) // ok: a dedupe mark
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("voted already")
	}
	if _, err := p.db.ExecContext(ctx, "INSERT INTO `votes` (`poll`, `user`) VALUES (?, ?)", poll, user); err != nil { // ok: no lock
		_, _ = p.r.DelCtx(ctx, key) // ok: undoes the mark
		return err
	}
	return nil
}

// Wait lets somebody post once in ten seconds.
func (p *Pole) Wait(ctx context.Context, user int64) bool {
	ok, err := p.r.SetnxExCtx(ctx, fmt.Sprintf("post:wait:%d", user), "", 10) // ok: a cool-down
	return err != nil || ok
}

// Raise raises one flag at a time.
func (p *Pole) Raise(ctx context.Context, flag int64, raise func(context.Context) error) error {
	key := fmt.Sprintf("raise:%d", flag)
	ok, err := p.r.SetnxExCtx(ctx, key, "1", 10)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("flag is moving")
	}
	defer p.r.DelCtx(context.WithoutCancel(ctx), key) // want plaindel
	return raise(ctx)
}
