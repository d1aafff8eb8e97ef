// Package radixv2 calls trains.
package radixv2

import (
	"database/sql"

	"github.com/google/uuid"
	"github.com/mediocregopher/radix.v2/redis"
)

const leave = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

// Call has no expiry, and deletes whatever is there.
func Call(c *redis.Client, train string, call func() error) error {
	n, err := c.Cmd("SETNX", "train-lock:"+train, 1).Int() // want setnxexpire
	if err != nil || n == 0 {
		return err
	}
	defer c.Cmd("DEL", "train-lock:"+train) // want plaindel
	return call()
}

// Stop writes what it read, and takes no error for success.
func Stop(c *redis.Client, db *sql.DB, train string) error {
	me := uuid.NewString()
	c.Cmd("SET", "stop-lock:"+train, me, "NX", "EX", 30) // want nolost
	defer c.Cmd("EVAL", leave, 1, "stop-lock:"+train, me)
	var stops int
	if err := db.QueryRow("SELECT stops FROM trains WHERE id = ?", train).Scan(&stops); err != nil {
		return err
	}
	_, err := db.Exec("UPDATE trains SET stops = ? WHERE id = ?", stops+1, train) // want unfenced
	return err
}

// Start is right.
func Start(c *redis.Client, db *sql.DB, train string) error {
	me := uuid.NewString()
	reply, err := c.Cmd("SET", "start-lock:"+train, me, "NX", "EX", 30).Str() // ok setnxexpire: one command. ok nolost: looked at
	if err != nil || reply != "OK" {
		return err
	}
	defer c.Cmd("EVAL", leave, 1, "start-lock:"+train, me)                                         // ok plaindel: compares
	res, err := db.Exec("UPDATE trains SET state = 'gone' WHERE id = ? AND state = 'here'", train) // ok unfenced: expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return sql.ErrNoRows
	}
	return nil
}
