// Package zookeeper feeds lions.
package zookeeper

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/go-zookeeper/zk"
	samuel "github.com/samuel/go-zookeeper/zk"
)

type Keeper struct {
	conn *zk.Conn
	db   *sql.DB
}

var errFed = errors.New("they were fed")

// Dial drops the event channel, the only sign that the session is lost.
func Dial(hosts []string, feed func() error) error {
	conn, _, err := zk.Connect(hosts, 10*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	l := zk.NewLock(conn, "/locks/lions", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil { // want nolost
		return err
	}
	defer l.Unlock()
	return feed()
}

// Watch ends the work when the session does.
func Watch(ctx context.Context, hosts []string, feed func(context.Context) error) error {
	conn, events, err := zk.Connect(hosts, 10*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for ev := range events {
			if ev.State == zk.StateExpired || ev.State == zk.StateDisconnected {
				stop()
			}
		}
	}()
	l := zk.NewLock(conn, "/locks/lions", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil { // ok nolost: the events are watched
		return err
	}
	defer l.Unlock()
	return feed(ctx)
}

// Cage makes a lock node that outlives the process, and frees any.
func (k *Keeper) Cage(cage string, clean func() error) error {
	path := "/locks/cage-" + cage
	if _, err := k.conn.Create(path, nil, 0, zk.WorldACL(zk.PermAll)); err != nil { // want setnxexpire
		return err
	}
	defer k.conn.Delete(path, -1) // want plaindel
	return clean()
}

// Den makes an ephemeral node.
func (k *Keeper) Den(den string, clean func() error) error {
	path := "/locks/den-" + den
	if _, err := k.conn.Create(path, nil, zk.FlagEphemeral, zk.WorldACL(zk.PermAll)); err != nil { // ok setnxexpire: ephemeral
		return err
	}
	defer k.conn.Delete(path, 0) // ok plaindel: its session's node
	return clean()
}

// Meat overwrites any version.
func (k *Keeper) Meat(l *zk.Lock, animal string) error {
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	data, _, err := k.conn.Get("/meals/" + animal)
	if err != nil {
		return err
	}
	_, err = k.conn.Set("/meals/"+animal, append(data, 1), -1) // want unfenced
	return err
}

// Hay expects the version that it read.
func (k *Keeper) Hay(l *zk.Lock, animal string) error {
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	data, stat, err := k.conn.Get("/meals/" + animal)
	if err != nil {
		return err
	}
	_, err = k.conn.Set("/meals/"+animal, append(data, 1), stat.Version) // ok unfenced: by version
	return err
}

// Snake is on the client's old path.
func Snake(conn *samuel.Conn, db *sql.DB, snake string) error {
	l := samuel.NewLock(conn, "/locks/snake-"+snake, samuel.WorldACL(samuel.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	var mice int
	if err := db.QueryRow("SELECT mice FROM snakes WHERE name = ?", snake).Scan(&mice); err != nil {
		return err
	}
	_, err := db.Exec("UPDATE snakes SET mice = ? WHERE name = ?", mice+1, snake) // want unfenced
	return err
}
