// Package right sets a node only if it has the version that was read.
package right

import (
	"context"
	"errors"
	"strconv"

	"github.com/go-zookeeper/zk"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const account = "/accounts/7"

// Run notes that n more were sold.
func Run(ctx context.Context, conn *zk.Conn, n int) error {
	lock := zk.NewLock(conn, "/locks/account-7", zk.WorldACL(zk.PermAll))
	if err := lock.Lock(); err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired)
	defer lock.Unlock()
	data, stat, err := conn.Get(account)
	if err != nil {
		return err
	}
	sold, err := strconv.Atoi(string(data))
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err = conn.Set(account, []byte(strconv.Itoa(sold+n)), stat.Version)
	if errors.Is(err, zk.ErrBadVersion) {
		pause.At(ctx, pause.Rejected)
		return errors.Join(refusal.ErrStale, err)
	}
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
