// Package lookalikes writes after a set-if-absent that is no lock.
package lookalikes

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type App struct {
	rdb *redis.Client
	db  *sql.DB
}

// Daily closes the day once.
func (a *App) Daily(ctx context.Context, day string) error {
	first, err := a.rdb.SetNX(ctx, "closed:"+day, 1, 25*time.Hour).Result()
	if err != nil || !first {
		return err
	}
	var sum int64
	if err := a.db.QueryRowContext(ctx, "SELECT total FROM days WHERE day = $1", day).Scan(&sum); err != nil {
		return err
	}
	_, err = a.db.ExecContext(ctx, "UPDATE days SET closed = $1 WHERE day = $2", sum, day) // ok: a once-a-day flag
	return err
}

// Event books an event that may come twice.
func (a *App) Event(ctx context.Context, id, account string, cents int64) error {
	fresh, err := a.rdb.SetNX(ctx, "event:"+id, account, 72*time.Hour).Result()
	if err != nil || !fresh {
		return err
	}
	_, err = a.db.ExecContext(ctx, "INSERT INTO bookings (event, account, cents) VALUES ($1, $2, $3)", id, account, cents) // ok: a dedupe mark
	if err != nil {
		a.rdb.Del(context.WithoutCancel(ctx), "event:"+id)
	}
	return err
}

// Seen updates the time of the last visit at most once a minute.
func (a *App) Seen(ctx context.Context, user string) error {
	if !a.rdb.SetNX(ctx, "visit:"+user, 1, time.Minute).Val() {
		return nil
	}
	_, err := a.db.ExecContext(ctx, "UPDATE users SET seen_at = now() WHERE id = $1", user) // ok: a cool-down
	return err
}

const drop = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

// Hourly is the lock among them.
func (a *App) Hourly(ctx context.Context, hour string) error {
	key, me := "hour:"+hour, uuid.NewString()
	ok, err := a.rdb.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer a.rdb.Eval(context.WithoutCancel(ctx), drop, []string{key}, me)
	var sum int64
	if err := a.db.QueryRowContext(ctx, "SELECT total FROM hours WHERE hour = $1", hour).Scan(&sum); err != nil {
		return err
	}
	_, err = a.db.ExecContext(ctx, "UPDATE hours SET total = $1 WHERE hour = $2", sum+1, hour) // want unfenced
	return err
}
