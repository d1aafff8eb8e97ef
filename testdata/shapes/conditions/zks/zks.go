// Package zks writes to ZooKeeper under a lock that gives no token.
package zks

import (
	"context"
	"strconv"

	"github.com/go-redsync/redsync/v4"
	"github.com/go-zookeeper/zk"
)

const anyVersion = -1

func VersionRight(ctx context.Context, d *zk.Conn, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("versionright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	data, stat, err := d.Get("/maps/" + strconv.Itoa(id))
	if err != nil {
		return err
	}
	if stat.Version < 0 {
		return nil
	}
	data = append(data, byte(n))
	_, err = d.Set("/maps/"+strconv.Itoa(id), data, stat.Version) // ok: the store decides
	return err
}

func AnyWrong(ctx context.Context, d *zk.Conn, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("anywrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	data, stat, err := d.Get("/maps/" + strconv.Itoa(id))
	if err != nil {
		return err
	}
	if stat.Version < 0 {
		return nil
	}
	data = append(data, byte(n))
	_, err = d.Set("/maps/"+strconv.Itoa(id), data, anyVersion) // want unfenced
	return err
}

func VariableWrong(ctx context.Context, d *zk.Conn, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("variablewrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	data, stat, err := d.Get("/maps/" + strconv.Itoa(id))
	if err != nil {
		return err
	}
	if stat.Version < 0 {
		return nil
	}
	data = append(data, byte(n))
	version := int32(-1)
	if n < 0 {
		return nil
	}
	_, err = d.Set("/maps/"+strconv.Itoa(id), data, version) // want unfenced
	return err
}

func MultiRight(ctx context.Context, d *zk.Conn, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("multiright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	data, stat, err := d.Get("/maps/" + strconv.Itoa(id))
	if err != nil {
		return err
	}
	if stat.Version < 0 {
		return nil
	}
	data = append(data, byte(n))
	_, err = d.Multi(&zk.SetDataRequest{Path: "/maps/" + strconv.Itoa(id), Data: data, Version: stat.Version}) // ok: the store decides
	return err
}

func MultiCreateRight(ctx context.Context, d *zk.Conn, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("multicreateright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	data, stat, err := d.Get("/maps/" + strconv.Itoa(id))
	if err != nil {
		return err
	}
	if stat.Version < 0 {
		return nil
	}
	data = append(data, byte(n))
	_, err = d.Multi(&zk.CreateRequest{Path: "/turns/" + strconv.Itoa(n)}, &zk.SetDataRequest{Path: "/maps/" + strconv.Itoa(id), Data: data, Version: -1}) // ok: the store decides
	return err
}

func MultiWrong(ctx context.Context, d *zk.Conn, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("multiwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	data, stat, err := d.Get("/maps/" + strconv.Itoa(id))
	if err != nil {
		return err
	}
	if stat.Version < 0 {
		return nil
	}
	data = append(data, byte(n))
	_, err = d.Multi(&zk.SetDataRequest{Path: "/maps/" + strconv.Itoa(id), Data: data, Version: -1}) // want unfenced
	return err
}

func SwallowWrong(ctx context.Context, d *zk.Conn, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("swallowwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	data, stat, err := d.Get("/maps/" + strconv.Itoa(id))
	if err != nil {
		return err
	}
	if stat.Version < 0 {
		return nil
	}
	data = append(data, byte(n))
	_, _ = d.Set("/maps/"+strconv.Itoa(id), data, stat.Version) // want unfenced
	return nil
}
