package inboxes

import (
	"context"
	"database/sql"
	"time"
)

type Inbox struct{ db *sql.DB }

func (i *Inbox) claim(ctx context.Context, id, src string) (bool, error) {
	res, err := i.db.ExecContext(ctx, `INSERT IGNORE INTO inbox (source, message_id, seen_at) VALUES (?, ?, ?)`, src, id, time.Now())
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (i *Inbox) forget(ctx context.Context, id, src string) error {
	_, err := i.db.ExecContext(ctx, `DELETE FROM inbox WHERE source = ? AND message_id = ?`, src, id)
	return err
}

// Right: forgotten only if the work failed.
func (i *Inbox) Handle(ctx context.Context, id, src string, work func(context.Context) error) (err error) {
	ok, err := i.claim(ctx, id, src)
	if err != nil || !ok {
		return err
	}
	defer func() {
		if err != nil {
			_ = i.forget(context.WithoutCancel(ctx), id, src)
		}
	}()
	return work(ctx)
}
