// Package right books an order by its number, which the table has only once.
package right

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/locklint/locklint/proofs/pause"
)

const patience = 10 * time.Second

type order struct {
	Number string
	Pieces int
}

// Run takes an order from the queue and books it. The order is this worker's until
// the queue's AckWait is over, which nobody tells.
func Run(ctx context.Context, queue jetstream.Consumer, db *sql.DB) error {
	msg, err := queue.Next(jetstream.FetchMaxWait(patience))
	if err != nil {
		return err
	}
	meta, err := msg.Metadata()
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired, pause.Token(int64(meta.NumDelivered)))
	var o order
	if err := json.Unmarshal(msg.Data(), &o); err != nil {
		return err
	}
	booked, err := book(ctx, db, o)
	if err != nil {
		return err
	}
	outcome := pause.Rejected // another has booked it, which is as good
	if booked {
		outcome = pause.Wrote
	}
	pause.At(ctx, outcome, pause.Value(o.Number), pause.Token(int64(meta.NumDelivered)))
	return msg.Ack()
}

// book notes the order and what it is about in one transaction.
func book(ctx context.Context, db *sql.DB, o order) (booked bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, "INSERT IGNORE INTO orders (number) VALUES (?)", o.Number)
	if err != nil {
		return false, err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET sold = sold + ? WHERE id = '7'", o.Pieces); err != nil {
		return false, err
	}
	return true, tx.Commit()
}
