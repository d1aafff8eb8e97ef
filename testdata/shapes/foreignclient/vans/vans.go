// Package vans drives vans; mutexes and tables come from another package's variables.
package vans

import (
	"context"
	"errors"

	"example.test/shapes/foreignclient/vans/global"
)

var errStale = errors.New("van has moved")

// Refuel writes what it read.
func Refuel(ctx context.Context, van int64, liters int) error {
	m := global.Sync.NewMutex(global.VanKey(van))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	var tank int
	if err := global.DB.QueryRowContext(ctx, "SELECT tank FROM vans WHERE id = $1", van).Scan(&tank); err != nil {
		return err
	}
	_, err := global.DB.ExecContext(ctx, "UPDATE vans SET tank = $2 WHERE id = $1", van, tank+liters) // want unfenced
	return err
}

// Drive compares what it read.
func Drive(ctx context.Context, van int64, liters int) error {
	m := global.Sync.NewMutex(global.VanKey(van) + "/drive")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	var tank int
	if err := global.DB.QueryRowContext(ctx, "SELECT tank FROM vans WHERE id = $1", van).Scan(&tank); err != nil {
		return err
	}
	res, err := global.DB.ExecContext(ctx, "UPDATE vans SET tank = $3 WHERE id = $1 AND tank = $2", van, tank, tank-liters) // ok: compared by the statement
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		return errStale
	}
	return nil
}

// Wash locks on any connection.
func Wash(ctx context.Context, van int64, wash func(context.Context) error) error {
	if _, err := global.DB.ExecContext(ctx, "SELECT pg_advisory_lock(77, $1)", van); err != nil { // want nolost
		return err
	}
	defer global.DB.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(77, $1)", van) // maybe nolost // maybe plaindel
	return wash(ctx)
}

// Wax locks on one connection.
func Wax(ctx context.Context, van int64, wax func(context.Context) error) error {
	conn, err := global.DB.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(78, $1)", van); err != nil { // ok: one connection
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(78, $1)", van) // ok: the same one
	return wax(ctx)
}

// Park locks nothing.
func Park(ctx context.Context, van int64, lot string) error {
	_, err := global.DB.ExecContext(ctx, "UPDATE vans SET lot = $2 WHERE id = $1", van, lot) // ok: no lock
	return err
}
