package a

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

const release = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

func wrong(ctx context.Context, rdb *redis.Client, db *sql.DB, owner string) error {
	ok, err := rdb.SetNX(ctx, "stock:lock", owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Eval(ctx, release, []string{"stock:lock"}, owner)
	var n int
	if err := db.QueryRowContext(ctx, "SELECT n FROM stock WHERE id = 1").Scan(&n); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE stock SET n = $1 WHERE id = 1", n-1) // want `if the holder stalls, UPDATE stock overwrites what the next holder wrote`
	return err
}

func right(ctx context.Context, rdb *redis.Client, db *sql.DB, owner string) error {
	ok, err := rdb.SetNX(ctx, "stock:lock", owner, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Eval(ctx, release, []string{"stock:lock"}, owner)
	var n, version int
	if err := db.QueryRowContext(ctx, "SELECT n, version FROM stock WHERE id = 1").Scan(&n, &version); err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, "UPDATE stock SET n = $1, version = version + 1 WHERE id = 1 AND version = $2", n-1, version)
	if err != nil {
		return err
	}
	if rows, err := res.RowsAffected(); err != nil || rows == 0 {
		return errors.Join(errors.New("overtaken"), err)
	}
	return nil
}
