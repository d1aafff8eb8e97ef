// Package gozerosqlx weighs fish.
package gozerosqlx

import (
	"context"
	"errors"
	"time"

	"github.com/zeromicro/go-zero/core/stores/redis"
	"github.com/zeromicro/go-zero/core/stores/sqlx"
)

type Market struct {
	rds  *redis.Redis
	conn sqlx.SqlConn
}

var errSold = errors.New("sold meanwhile")

// Sell writes what it read.
func (m *Market) Sell(ctx context.Context, stall string) error {
	lock := redis.NewRedisLock(m.rds, "stall:"+stall)
	lock.SetExpire(10)
	if ok, err := lock.AcquireCtx(ctx); err != nil || !ok {
		return err
	}
	defer lock.Release()
	var kilos int
	if err := m.conn.QueryRowCtx(ctx, &kilos, "select kilos from stalls where id = ?", stall); err != nil {
		return err
	}
	_, err := m.conn.ExecCtx(ctx, "update stalls set kilos = ? where id = ?", kilos-1, stall) // want unfenced
	return err
}

// Buy compares what it read.
func (m *Market) Buy(ctx context.Context, stall string) error {
	lock := redis.NewRedisLock(m.rds, "stall:"+stall)
	lock.SetExpire(10)
	if ok, err := lock.AcquireCtx(ctx); err != nil || !ok {
		return err
	}
	defer lock.Release()
	var kilos int
	if err := m.conn.QueryRowCtx(ctx, &kilos, "select kilos from stalls where id = ?", stall); err != nil {
		return err
	}
	res, err := m.conn.ExecCtx(ctx, "update stalls set kilos = ? where id = ? and kilos = ?", kilos+1, stall, kilos) // ok unfenced: expected value
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errSold
	}
	return nil
}

// Clean does not look who got the lock row.
func (m *Market) Clean(ctx context.Context, stall, me string, clean func() error) error {
	if _, err := m.conn.ExecCtx(ctx, "insert into clean_locks (stall, owner, expires_at) values ($1, $2, now() + interval '1 minute') on conflict do nothing", stall, me); err != nil { // want nolost
		return err
	}
	defer m.conn.ExecCtx(ctx, "delete from clean_locks where stall = $1 and owner = $2", stall, me)
	return clean()
}

// Rinse takes a transaction's lock.
func (m *Market) Rinse(ctx context.Context, stall int64, rinse func(sqlx.Session) error) error {
	return m.conn.TransactCtx(ctx, func(ctx context.Context, s sqlx.Session) error {
		if _, err := s.ExecCtx(ctx, "select pg_advisory_xact_lock($1)", stall); err != nil { // ok nolost: ends with the transaction
			return err
		}
		return rinse(s)
	})
}

// Claim keeps a lock row, and frees it by its name.
func (m *Market) Claim(ctx context.Context, stall, me string, use func() error) error {
	res, err := m.conn.ExecCtx(ctx, "update stall_locks set owner = ?, expires_at = ? where stall = ? and (owner is null or expires_at < now())", me, time.Now().Add(time.Minute), stall)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errSold
	}
	defer m.conn.ExecCtx(ctx, "update stall_locks set owner = null where stall = ?", stall) // want plaindel
	return use()
}

// Rent frees its own row only.
func (m *Market) Rent(ctx context.Context, stall, me string, use func() error) error {
	res, err := m.conn.ExecCtx(ctx, "update stall_locks set owner = ?, expires_at = ? where stall = ? and (owner is null or expires_at < now())", me, time.Now().Add(time.Minute), stall)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errSold
	}
	defer m.conn.ExecCtx(ctx, "update stall_locks set owner = null where stall = ? and owner = ?", stall, me) // ok plaindel: compares
	return use()
}
