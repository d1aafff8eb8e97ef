// Package radix sorts mail.
package radix

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"
	radix3 "github.com/mediocregopher/radix/v3"
	"github.com/mediocregopher/radix/v4"
)

type Sorter struct {
	c  radix.Client
	db *sql.DB
}

var errSorting = errors.New("another one sorts")

var drop = radix.NewEvalScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Stamp gives SET NX a receiver of nil: nothing tells held from acquired.
func (s *Sorter) Stamp(ctx context.Context, bag string) error {
	key, me := "bag:"+bag+":lock", uuid.NewString()
	if err := s.c.Do(ctx, radix.Cmd(nil, "SET", key, me, "NX", "EX", "30")); err != nil { // want nolost
		return err
	}
	defer s.c.Do(ctx, drop.Cmd(nil, []string{key}, me))
	var letters int
	if err := s.db.QueryRowContext(ctx, "SELECT letters FROM bags WHERE id = $1", bag).Scan(&letters); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "UPDATE bags SET letters = $1 WHERE id = $2", letters+1, bag) // want unfenced
	return err
}

// Bind looks at the receiver.
func (s *Sorter) Bind(ctx context.Context, bag string) error {
	key, me := "bag:"+bag+":lock", uuid.NewString()
	var reply string
	if err := s.c.Do(ctx, radix.Cmd(&reply, "SET", key, me, "NX", "EX", "30")); err != nil { // ok setnxexpire: one command. ok nolost: the receiver is looked at
		return err
	}
	if reply != "OK" {
		return errSorting
	}
	defer s.c.Do(ctx, drop.Cmd(nil, []string{key}, me)) // ok plaindel: compares
	var letters, version int
	if err := s.db.QueryRowContext(ctx, "SELECT letters, version FROM bags WHERE id = $1", bag).Scan(&letters, &version); err != nil {
		return err
	}
	res, err := s.db.ExecContext(ctx, "UPDATE bags SET letters = $1, version = version + 1 WHERE id = $2 AND version = $3", letters+1, bag, version) // ok unfenced: conditional
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errSorting
	}
	return nil
}

// Toss is on v3: no expiry, and a plain delete.
func Toss(c radix3.Client, sack string, toss func() error) error {
	var won int
	if err := c.Do(radix3.Cmd(&won, "SETNX", "sack:"+sack+":lock", "1")); err != nil { // want setnxexpire
		return err
	}
	if won == 0 {
		return errSorting
	}
	defer c.Do(radix3.Cmd(nil, "DEL", "sack:"+sack+":lock")) // want plaindel
	return toss()
}
