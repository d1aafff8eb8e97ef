// Package wrong has the zxid of its lock's node, and writes without it.
package wrong

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/go-zookeeper/zk"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	locks   = "/locks/account-7"
	account = "7"
)

// acquire makes a node of the session's and holds the lock if it is the first. The
// node's zxid grows from holder to holder.
func acquire(conn *zk.Conn) (node string, zxid int64, err error) {
	node, err = conn.CreateProtectedEphemeralSequential(locks+"/lock-", nil, zk.WorldACL(zk.PermAll))
	if err != nil {
		return "", 0, err
	}
	all, _, err := conn.Children(locks)
	if err != nil {
		return "", 0, err
	}
	first := slices.MinFunc(all, func(a, b string) int { return strings.Compare(sequence(a), sequence(b)) })
	there, stat, err := conn.Exists(node)
	if err != nil {
		return "", 0, err
	}
	if !there || locks+"/"+first != node {
		_ = conn.Delete(node, -1)
		return "", 0, refusal.ErrHeld
	}
	return node, stat.Czxid, nil
}

// sequence is the number that the server has given to a node.
func sequence(node string) string { return node[strings.LastIndex(node, "-")+1:] }

// Run notes that n more were sold.
func Run(ctx context.Context, conn *zk.Conn, db *sql.DB, n int) error {
	node, zxid, err := acquire(conn)
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired, pause.Token(zxid))
	defer conn.Delete(node, -1)
	var sold int
	if err := db.QueryRowContext(ctx, "SELECT sold FROM accounts WHERE id = ?", account).Scan(&sold); err != nil {
		return err
	}
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err = db.ExecContext(ctx, "UPDATE accounts SET sold = ? WHERE id = ?", sold+n, account)
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+n), pause.Token(zxid))
	return nil
}
