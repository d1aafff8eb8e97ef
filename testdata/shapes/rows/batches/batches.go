// Package batches writes rows of data in transactions: many in one statement, and
// rows that come and go before the commit. Neither is a lock.
package batches

import (
	"context"
	"database/sql"
	"strings"
)

type Event struct {
	ID   string
	Data []byte
}

type Log struct{ db *sql.DB }

// Replace writes the attributes of new events and takes away those of an old one.
func (l *Log) Replace(ctx context.Context, run string, added []Event, old string) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := insert(ctx, tx, run, added); err != nil {
		return err
	}
	// ok: the attributes are data
	if _, err := tx.ExecContext(ctx, "UPDATE runs SET events = ? WHERE id = ?", len(added), run); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM attributes WHERE event_id = ?", old); err != nil {
		return err
	}
	return tx.Commit()
}

func insert(ctx context.Context, tx *sql.Tx, run string, added []Event) error {
	text := "INSERT IGNORE INTO attributes (event_id, run, data) VALUES (?, ?, ?)" + strings.Repeat(", (?, ?, ?)", len(added)-1)
	args := make([]any, 0, 3*len(added))
	for _, e := range added {
		args = append(args, e.ID, run, e.Data)
	}
	_, err := tx.ExecContext(ctx, text, args...)
	return err
}

// Swap keeps a mark for as long as its transaction: nobody else sees it.
func (l *Log) Swap(ctx context.Context, run, mark string) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT IGNORE INTO marks (run, mark) VALUES (?, ?)", run, mark); err != nil {
		return err
	}
	// ok: written and undone with the mark
	if _, err := tx.ExecContext(ctx, "UPDATE runs SET mark = ? WHERE id = ?", mark, run); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM marks WHERE run = ? AND mark = ?", run, mark); err != nil {
		return err
	}
	return tx.Commit()
}
