// Package marls digs marl; commands are looked up by name.
package marls

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

// Pit digs.
type Pit struct {
	db    *sql.DB
	locks *redislock.Client
	cmds  map[string]func(context.Context, int64) error
}

// New wires the commands by method values.
func New(db *sql.DB, locks *redislock.Client) *Pit {
	p := &Pit{db: db, locks: locks}
	p.cmds = map[string]func(context.Context, int64) error{
		"dig":  p.dig,
		"fill": p.fill,
		"show": p.show,
	}
	return p
}

// Run runs one command.
func (p *Pit) Run(ctx context.Context, name string, pit int64) error {
	cmd, ok := p.cmds[name]
	if !ok {
		return fmt.Errorf("no command %q", name)
	}
	return cmd(ctx, pit)
}

func (p *Pit) locked(ctx context.Context, pit int64, body func(context.Context, int64) error) error {
	l, err := p.locks.Obtain(ctx, fmt.Sprint("marl/", pit), 20*time.Second, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		return fmt.Errorf("pit %d is being dug", pit)
	}
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx)) // ok: the library compares
	return body(ctx, pit)                       // maybe unfenced
}

func (p *Pit) dig(ctx context.Context, pit int64) error {
	return p.locked(ctx, pit, p.deeper) // maybe unfenced
}

func (p *Pit) deeper(ctx context.Context, pit int64) error {
	var depth int
	if err := p.db.QueryRowContext(ctx, "SELECT depth FROM pits WHERE id = ?", pit).Scan(&depth); err != nil {
		return err
	}
	_, err := p.db.ExecContext(ctx, "UPDATE pits SET depth = ? WHERE id = ?", depth+1, pit) // want unfenced
	return err
}

func (p *Pit) fill(ctx context.Context, pit int64) error {
	return p.locked(ctx, pit, p.level)
}

func (p *Pit) level(ctx context.Context, pit int64) error {
	var depth int
	if err := p.db.QueryRowContext(ctx, "SELECT depth FROM pits WHERE id = ?", pit).Scan(&depth); err != nil {
		return err
	}
	res, err := p.db.ExecContext(ctx, "UPDATE pits SET depth = ? WHERE id = ? AND depth = ?", depth-1, pit, depth) // ok: the expected depth is compared
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(errors.New("somebody dug"), err)
	}
	return nil
}

func (p *Pit) show(ctx context.Context, pit int64) error {
	return p.locked(ctx, pit, func(ctx context.Context, pit int64) error {
		var depth int
		err := p.db.QueryRowContext(ctx, "SELECT depth FROM pits WHERE id = ?", pit).Scan(&depth) // ok: reads
		fmt.Println(pit, depth)
		return err
	})
}
