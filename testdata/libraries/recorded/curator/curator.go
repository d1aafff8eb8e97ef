// Package curator hangs pictures.
package curator

import (
	"database/sql"
	"errors"
	"time"

	"github.com/curator-go/curator"
	"github.com/curator-go/curator/recipes"
)

type Gallery struct {
	zk curator.CuratorFramework
	db *sql.DB
}

var errHung = errors.New("another one hangs it")

// Hang drops the bool, and writes what it read.
func (g *Gallery) Hang(wall string) error {
	l, err := recipes.NewInterProcessMutex(g.zk, "/walls/"+wall)
	if err != nil {
		return err
	}
	if _, err := l.AcquireTimeout(time.Second); err != nil { // want nolost
		return err
	}
	defer l.Release()
	var nails int
	if err := g.db.QueryRow("SELECT nails FROM walls WHERE id = ?", wall).Scan(&nails); err != nil {
		return err
	}
	_, err = g.db.Exec("UPDATE walls SET nails = ? WHERE id = ?", nails+1, wall) // want unfenced
	return err
}

// Dust looks, and sets its version only.
func (g *Gallery) Dust(wall string, version int32) error {
	l, err := recipes.NewInterProcessMutex(g.zk, "/walls/"+wall)
	if err != nil {
		return err
	}
	ok, err := l.AcquireTimeout(time.Second) // ok nolost: the bool is looked at
	if err != nil {
		return err
	}
	if !ok {
		return errHung
	}
	defer l.Release()
	_, err = g.zk.SetData().WithVersion(version).ForPathWithData("/state/"+wall, []byte("clean")) // ok unfenced: by version
	return err
}
