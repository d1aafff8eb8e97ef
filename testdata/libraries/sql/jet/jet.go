// Package jet parks planes.
package jet

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
	. "github.com/go-jet/jet/v2/postgres"

	"example.test/libraries/sql/jet/table"
)

type Airport struct {
	db    *sql.DB
	locks *redislock.Client
}

var errTaken = errors.New("taken meanwhile")

func counted(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errTaken
	}
	return nil
}

type hangar struct{ Planes int64 }

// Land writes what it read.
func (a *Airport) Land(ctx context.Context, id int64) error {
	l, err := a.locks.Obtain(ctx, "land", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var h hangar
	if err := table.Hangars.SELECT(table.Hangars.Planes).WHERE(table.Hangars.ID.EQ(Int(id))).QueryContext(ctx, a.db, &h); err != nil {
		return err
	}
	_, err = table.Hangars.UPDATE(table.Hangars.Planes).SET(Int(h.Planes+1)).WHERE(table.Hangars.ID.EQ(Int(id))).ExecContext(ctx, a.db) // want unfenced
	return err
}

// Start expects what it read.
func (a *Airport) Start(ctx context.Context, id int64) error {
	l, err := a.locks.Obtain(ctx, "start", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var h hangar
	if err := table.Hangars.SELECT(table.Hangars.Planes).WHERE(table.Hangars.ID.EQ(Int(id))).QueryContext(ctx, a.db, &h); err != nil {
		return err
	}
	return counted(table.Hangars.UPDATE().SET(table.Hangars.Planes.SET(Int(h.Planes-1))).WHERE(table.Hangars.ID.EQ(Int(id)).AND(table.Hangars.Planes.EQ(Int(h.Planes)))).ExecContext(ctx, a.db)) // ok unfenced: expected value
}

// Park compares its owner.
func (a *Airport) Park(ctx context.Context, gate, me string, park func() error) error {
	l := table.ParkLocks
	if err := counted(l.INSERT(l.Gate, l.Owner, l.ExpiresAt).VALUES(gate, me, time.Now().Add(time.Minute)).ON_CONFLICT(l.Gate).DO_NOTHING().ExecContext(ctx, a.db)); err != nil { // ok nolost: the rows are counted
		return err
	}
	defer l.DELETE().WHERE(l.Gate.EQ(String(gate)).AND(l.Owner.EQ(String(me)))).ExecContext(context.WithoutCancel(ctx), a.db) // ok plaindel: compares
	return park()
}

// Taxi takes a row that has expired, and frees it by its name.
func (a *Airport) Taxi(ctx context.Context, gate, me string, taxi func() error) error {
	l := table.TaxiLocks
	stmt := l.UPDATE(l.Owner, l.ExpiresAt).SET(String(me), TimestampzT(time.Now().Add(time.Minute))).
		WHERE(l.Gate.EQ(String(gate)).AND(l.ExpiresAt.LT(TimestampzT(time.Now()))))
	if err := counted(stmt.ExecContext(ctx, a.db)); err != nil {
		return err
	}
	defer l.DELETE().WHERE(l.Gate.EQ(String(gate))).ExecContext(context.WithoutCancel(ctx), a.db) // want plaindel
	return taxi()
}

// Stay makes a row that outlives a crash.
func (a *Airport) Stay(ctx context.Context, gate, me string, stay func() error) error {
	l := table.StayLocks
	if err := counted(l.INSERT(l.Gate, l.Owner).VALUES(gate, me).ON_CONFLICT(l.Gate).DO_NOTHING().ExecContext(ctx, a.db)); err != nil { // want setnxexpire
		return err
	}
	defer l.DELETE().WHERE(l.Gate.EQ(String(gate)).AND(l.Owner.EQ(String(me)))).ExecContext(context.WithoutCancel(ctx), a.db)
	return stay()
}

// Tow does not look who got the row.
func (a *Airport) Tow(ctx context.Context, gate, me string, tow func() error) error {
	l := table.TowLocks
	if _, err := l.INSERT(l.Gate, l.Owner, l.ExpiresAt).VALUES(gate, me, time.Now().Add(time.Minute)).ON_CONFLICT(l.Gate).DO_NOTHING().ExecContext(ctx, a.db); err != nil { // want nolost
		return err
	}
	query, args := l.DELETE().WHERE(l.Gate.EQ(String(gate)).AND(l.Owner.EQ(String(me)))).Sql()
	defer a.db.ExecContext(context.WithoutCancel(ctx), query, args...)
	return tow()
}

// Leak frees by the text that its builder gives.
func (a *Airport) Leak(ctx context.Context, gate, me string, leak func() error) error {
	l := table.LeakLocks
	if err := counted(l.INSERT(l.Gate, l.Owner, l.ExpiresAt).VALUES(gate, me, time.Now().Add(time.Minute)).ON_CONFLICT(l.Gate).DO_NOTHING().ExecContext(ctx, a.db)); err != nil { // ok setnxexpire: has an expiry
		return err
	}
	query, args := l.DELETE().WHERE(l.Gate.EQ(String(gate))).Sql()
	defer a.db.ExecContext(context.WithoutCancel(ctx), query, args...) // want plaindel
	return leak()
}
