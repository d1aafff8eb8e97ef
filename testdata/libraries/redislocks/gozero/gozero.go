// Package gozero packs parcels.
package gozero

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/zeromicro/go-zero/core/stores/redis"
)

type Packer struct {
	rds *redis.Redis
	db  *sql.DB
}

var errPacked = errors.New("another one packs it")

// Pack does everything wrong.
func (p *Packer) Pack(ctx context.Context, parcel string) error {
	key := "parcel:lock:" + parcel
	ok, err := p.rds.SetnxCtx(ctx, key, "1") // want setnxexpire
	if err != nil || !ok {
		return err
	}
	defer p.rds.Del(key) // want plaindel
	return nil
}

// Pad prolongs whatever is there.
func (p *Packer) Pad(ctx context.Context, parcel string, pad func() error) error {
	key, me := "pad:lock:"+parcel, uuid.NewString()
	ok, err := p.rds.SetnxEx(key, me, 30)
	if err != nil || !ok {
		return err
	}
	defer p.rds.Eval(unpack, []string{key}, me)
	quit := make(chan struct{})
	defer close(quit)
	go func() {
		for {
			select {
			case <-quit:
				return
			case <-time.After(10 * time.Second):
				p.rds.Expire(key, 30) // want nolost
			}
		}
	}()
	return pad()
}

const unpack = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

// Label is right but for its write.
func (p *Packer) Label(ctx context.Context, parcel string) error {
	key, me := "label:lock:"+parcel, uuid.NewString()
	ok, err := p.rds.SetnxExCtx(ctx, key, me, 30) // ok setnxexpire: one command
	if err != nil || !ok {
		return err
	}
	defer p.rds.Eval(unpack, []string{key}, me) // ok plaindel: compares
	var weight int
	if err := p.db.QueryRowContext(ctx, "SELECT weight FROM parcels WHERE id = ?", parcel).Scan(&weight); err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, "UPDATE parcels SET weight = ? WHERE id = ?", weight+1, parcel) // want unfenced
	return err
}

// Seal uses the library's lock, and sets how long it lives: without SetExpire
// it would live 500 ms.
func (p *Packer) Seal(ctx context.Context, parcel string) error {
	lock := redis.NewRedisLock(p.rds, "seal:"+parcel)
	lock.SetExpire(30)
	ok, err := lock.AcquireCtx(ctx) // ok nolost: false is looked at
	if err != nil {
		return err
	}
	if !ok {
		return errPacked
	}
	defer lock.ReleaseCtx(context.WithoutCancel(ctx))
	res, err := p.db.ExecContext(ctx, "UPDATE parcels SET state = 'sealed' WHERE id = ? AND state = 'open'", parcel) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errPacked
	}
	return nil
}

// Weigh takes "no error" for success.
func (p *Packer) Weigh(ctx context.Context, parcel string, weigh func() error) error {
	lock := redis.NewRedisLock(p.rds, "weigh:"+parcel)
	lock.SetExpire(5)
	if _, err := lock.Acquire(); err != nil { // want nolost
		return err
	}
	defer lock.Release() // maybe plaindel
	return weigh()
}
