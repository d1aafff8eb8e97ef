// Package wrong books an order as often as the queue gives it out.
package wrong

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
	if _, err := db.ExecContext(ctx, "UPDATE accounts SET sold = sold + ? WHERE id = '7'", o.Pieces); err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(o.Number), pause.Token(int64(meta.NumDelivered)))
	return msg.Ack()
}
