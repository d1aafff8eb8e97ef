// Package namedargs gives pgx's statements their arguments in a map.
package namedargs

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errHeld = errors.New("namedargs: held")

const take = `INSERT INTO turns (name, owner, until) VALUES (@name, @me, @until)
ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE turns.until < now()`

// Every turns with one name for all processes.
func Every(ctx context.Context, pool *pgxpool.Pool, name string, turn func() error) error {
	tag, err := pool.Exec(ctx, take, pgx.NamedArgs{"name": name, "me": "worker", "until": time.Now().Add(time.Minute)})
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errHeld
	}
	defer pool.Exec(context.WithoutCancel(ctx), `DELETE FROM turns WHERE name = @name AND owner = @me`, pgx.NamedArgs{"name": name, "me": "worker"}) // want plaindel
	return turn()
}

// Own turns with a name of its own.
func Own(ctx context.Context, pool *pgxpool.Pool, name string, turn func() error) error {
	args := pgx.NamedArgs{"name": name, "me": uuid.NewString(), "until": time.Now().Add(time.Minute)}
	tag, err := pool.Exec(ctx, take, args)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errHeld
	}
	defer pool.Exec(context.WithoutCancel(ctx), `DELETE FROM turns WHERE name = @name AND owner = @me`, args) // ok plaindel: compared
	return turn()
}
