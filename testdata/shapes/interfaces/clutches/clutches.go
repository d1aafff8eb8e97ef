// Package clutches adjusts clutches under a Locker that has several implementations.
package clutches

import (
	"context"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"

	"example.test/shapes/interfaces/clutches/lock"
)

var errWorn = errors.New("clutch was adjusted meanwhile")

// Garage adjusts.
type Garage struct {
	db     *sqlx.DB
	locker lock.Locker
}

// New wires the Redis one.
func New(db *sqlx.DB, r *lock.Redis) *Garage { return &Garage{db: db, locker: r} }

// Adjust writes what it read.
func (g *Garage) Adjust(ctx context.Context, id int64, by int) error {
	unlock, err := g.locker.Lock(ctx, fmt.Sprintf("clutch-%d", id))
	if err != nil {
		return err
	}
	defer unlock(context.WithoutCancel(ctx))
	var play int
	if err := g.db.GetContext(ctx, &play, "SELECT play FROM clutches WHERE id = $1", id); err != nil {
		return err
	}
	_, err = g.db.ExecContext(ctx, "UPDATE clutches SET play = $1 WHERE id = $2", play+by, id) // want unfenced
	return err
}

// Tighten compares what it read.
func (g *Garage) Tighten(ctx context.Context, id int64) error {
	unlock, err := g.locker.Lock(ctx, fmt.Sprintf("clutch-%d", id))
	if err != nil {
		return err
	}
	defer unlock(context.WithoutCancel(ctx))
	var play, rev int
	if err := g.db.QueryRowxContext(ctx, "SELECT play, rev FROM clutches WHERE id = $1", id).Scan(&play, &rev); err != nil {
		return err
	}
	res, err := g.db.NamedExecContext(ctx, "UPDATE clutches SET play = :play, rev = rev + 1 WHERE id = :id AND rev = :rev", // ok: the revision is compared
		map[string]any{"play": play / 2, "id": id, "rev": rev})
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(errWorn, err)
	}
	return nil
}

// Inspect reads.
func (g *Garage) Inspect(ctx context.Context, id int64) (play int, err error) {
	unlock, err := g.locker.Lock(ctx, fmt.Sprintf("clutch-%d", id))
	if err != nil {
		return 0, err
	}
	defer unlock(context.WithoutCancel(ctx))
	err = g.db.GetContext(ctx, &play, "SELECT play FROM clutches WHERE id = $1", id)
	return play, err
}
