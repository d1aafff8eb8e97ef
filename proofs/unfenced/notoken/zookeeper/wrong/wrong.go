// Package wrong sets a node whatever version it has.
package wrong

import (
	"context"
	"strconv"

	"github.com/go-zookeeper/zk"

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
	data, _, err := conn.Get(account)
	if err != nil {
		return err
	}
	sold, err := strconv.Atoi(string(data))
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	if _, err := conn.Set(account, []byte(strconv.Itoa(sold+n)), -1); err != nil { // want unfenced/no-token
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n))
	return nil
}
