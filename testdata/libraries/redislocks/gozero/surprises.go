package gozero

import (
	"context"

	"github.com/zeromicro/go-zero/core/stores/redis"
)

// Tape leaves SetExpire out: the lock lives 500 ms, and the write goes on.
func (p *Packer) Tape(ctx context.Context, parcel string) error {
	lock := redis.NewRedisLock(p.rds, "tape:"+parcel)
	ok, err := lock.AcquireCtx(ctx) // ok setnxexpire: 500 ms
	if err != nil || !ok {
		return err
	}
	defer lock.ReleaseCtx(context.WithoutCancel(ctx))
	var metres int
	if err := p.db.QueryRowContext(ctx, "SELECT metres FROM parcels WHERE id = ?", parcel).Scan(&metres); err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, "UPDATE parcels SET metres = ? WHERE id = ?", metres+1, parcel) // want unfenced
	return err
}
