// Package wines ages wine; writes stand in branches.
package wines

import (
	"context"
	"errors"
	"time"

	"github.com/go-zookeeper/zk"
	"github.com/jmoiron/sqlx"
)

var errGone, errStale = errors.New("session is gone"), errors.New("cask has changed")

// Cellar ages.
type Cellar struct {
	conn *zk.Conn
	ev   <-chan zk.Event
	db   *sqlx.DB
}

// follow ends the work with the session.
func (c *Cellar) follow(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case e, ok := <-c.ev:
				if !ok || e.State == zk.StateExpired || e.State == zk.StateDisconnected {
					cancel(errGone)
					return
				}
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}

// Rack writes in one branch what it read before.
func (c *Cellar) Rack(ctx context.Context, cask int64) error {
	ctx, stop := c.follow(ctx)
	defer stop()
	l := zk.NewLock(c.conn, "/casks/rack", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	var state string
	if err := c.db.GetContext(ctx, &state, "SELECT state FROM casks WHERE id = ?", cask); err != nil {
		return err
	}
	switch state {
	case "young":
		return nil
	case "old":
		_, err := c.db.ExecContext(ctx, "UPDATE casks SET state = 'racked' WHERE id = ?", cask) // want unfenced
		return err
	default:
		return errStale
	}
}

// Fine expects in the statement what it read before.
func (c *Cellar) Fine(ctx context.Context, cask int64) error {
	ctx, stop := c.follow(ctx)
	defer stop()
	l := zk.NewLock(c.conn, "/casks/fine", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	var state string
	if err := c.db.GetContext(ctx, &state, "SELECT state FROM casks WHERE id = ?", cask); err != nil {
		return err
	}
	if state != "old" {
		return nil
	}
	res, err := c.db.ExecContext(ctx, "UPDATE casks SET state = 'fined' WHERE id = ? AND state = 'old'", cask) // ok: the expected state
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(errStale, err)
	}
	return nil
}

// Taste writes after it has unlocked.
func (c *Cellar) Taste(ctx context.Context, cask int64) (state string, err error) {
	ctx, stop := c.follow(ctx)
	defer stop()
	l := zk.NewLock(c.conn, "/casks/taste", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return "", err
	}
	err = c.db.GetContext(ctx, &state, "SELECT state FROM casks WHERE id = ?", cask)
	if uerr := l.Unlock(); err == nil {
		err = uerr
	}
	if err != nil {
		return "", err
	}
	_, err = c.db.ExecContext(ctx, "INSERT INTO tastings (cask, at) VALUES (?, ?)", cask, time.Now()) // ok: unlocked by then
	return state, err
}

// Move sets any version in the branch that moves.
func (c *Cellar) Move(ctx context.Context, cask string) error {
	ctx, stop := c.follow(ctx)
	defer stop()
	l := zk.NewLock(c.conn, "/casks/move", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	old, _, err := c.conn.Get("/casks/at/" + cask)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	_, err = c.conn.Set("/casks/at/"+cask, append(old, '!'), -1) // want unfenced
	return err
}

// Turn sets the version that it read.
func (c *Cellar) Turn(ctx context.Context, cask string) error {
	ctx, stop := c.follow(ctx)
	defer stop()
	l := zk.NewLock(c.conn, "/casks/turn", zk.WorldACL(zk.PermAll))
	if err := l.Lock(); err != nil {
		return err
	}
	defer l.Unlock()
	old, st, err := c.conn.Get("/casks/at/" + cask)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	if _, err = c.conn.Set("/casks/at/"+cask, append(old, '?'), st.Version); errors.Is(err, zk.ErrBadVersion) { // ok: compares the version
		return errStale
	}
	return err
}
