// Package statements closes the books of an account for a month.
package statements

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var release = redis.NewScript(1, `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`)

var errRunning = errors.New("statements: month is being closed")

// Closer closes months.
type Closer struct {
	Pool *redis.Pool
	DB   *sql.DB
}

func (c *Closer) lock(name, owner string) (bool, error) {
	conn := c.Pool.Get()
	defer conn.Close()
	_, err := redis.String(conn.Do("SET", name, owner, "NX", "PX", 20000))
	if errors.Is(err, redis.ErrNil) {
		return false, nil
	}
	return err == nil, err
}

func (c *Closer) unlock(name, owner string) {
	conn := c.Pool.Get()
	defer conn.Close()
	if _, err := release.Do(conn, name, owner); err != nil {
		fmt.Println("statements: unlock:", err)
	}
}

// Close sums the month and marks it as closed, whatever happens in between.
func (c *Closer) Close(account int64, month string) (err error) {
	name, owner := fmt.Sprintf("close:%d:%s", account, month), uuid.NewString()
	ok, err := c.lock(name, owner)
	if err != nil {
		return err
	}
	if !ok {
		return errRunning
	}
	defer c.unlock(name, owner)

	var total int64
	if err := c.DB.QueryRow("SELECT COALESCE(SUM(cents), 0) FROM entries WHERE account = ? AND month = ?", account, month).Scan(&total); err != nil {
		return err
	}
	defer func() {
		if err == nil {
			_, err = c.DB.Exec("UPDATE months SET total = ?, closed = 1 WHERE account = ? AND month = ?", total, account, month) // want unfenced
		}
	}()
	return c.check(account, total)
}

func (c *Closer) check(account, total int64) error {
	if total < 0 {
		return fmt.Errorf("account %d is overdrawn by %d", account, -total)
	}
	return nil
}
