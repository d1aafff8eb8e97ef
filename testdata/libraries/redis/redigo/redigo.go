// Package redigo weighs trucks.
package redigo

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

type Scale struct {
	pool *redis.Pool
	db   *sql.DB
}

var errTaken = errors.New("the scale is taken")

// Weigh takes a nil reply with a nil error for success.
func (s *Scale) Weigh(ctx context.Context, truck string) error {
	c := s.pool.Get()
	defer c.Close()
	key, me := "scale:"+truck, uuid.NewString()
	if _, err := c.Do("SET", key, me, "NX", "PX", 30000); err != nil { // want nolost
		return err // held by another: nil reply, nil error
	}
	defer unlock.Do(c, key, me)
	var gross int
	if err := s.db.QueryRow("SELECT gross FROM trucks WHERE plate = ?", truck).Scan(&gross); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "UPDATE trucks SET gross = ? WHERE plate = ?", gross+1, truck) // want unfenced
	return err
}

var unlock = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Tare looks at the reply.
func (s *Scale) Tare(ctx context.Context, truck string) error {
	c := s.pool.Get()
	defer c.Close()
	key, me := "scale:"+truck, uuid.NewString()
	reply, err := redis.String(c.Do("SET", key, me, "NX", "PX", 30000)) // ok setnxexpire: one command. ok nolost: ErrNil says that it is taken
	if errors.Is(err, redis.ErrNil) {
		return errTaken
	}
	if err != nil || reply != "OK" {
		return err
	}
	defer unlock.Do(c, key, me) // ok plaindel: compares
	var tare, rev int
	if err := s.db.QueryRow("SELECT tare, rev FROM trucks WHERE plate = ?", truck).Scan(&tare, &rev); err != nil {
		return err
	}
	res, err := s.db.ExecContext(ctx, "UPDATE trucks SET tare = ?, rev = rev + 1 WHERE plate = ? AND rev = ?", tare+1, truck, rev) // ok unfenced: conditional
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errTaken
	}
	return nil
}

// Gate sends two commands, and frees whatever is there.
func (s *Scale) Gate(gate string, open func() error) error {
	c := s.pool.Get()
	defer c.Close()
	n, err := redis.Int(c.Do("SETNX", "gate_lock:"+gate, time.Now().Unix())) // want setnxexpire
	if err != nil || n == 0 {
		return err
	}
	if _, err := c.Do("EXPIRE", "gate_lock:"+gate, 60); err != nil {
		return err
	}
	defer c.Do("DEL", "gate_lock:"+gate) // want plaindel
	return open()
}
