// Package jugs fills jugs; whoever fills one gets a grip.
package jugs

import (
	"context"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var errFull = errors.New("jug is in use")

// Grip is what a successful grab returns.
type Grip struct {
	Jug    string
	Since  time.Time
	LetGo  func() error
	remain time.Duration
}

// Well has jugs.
type Well struct{ pool *redis.Pool }

// Grab takes a jug.
func (w *Well) Grab(ctx context.Context, jug string) (*Grip, error) {
	conn, err := w.pool.GetContext(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	rep, err := conn.Do("SET", "jug:"+jug, uuid.NewString(), "EX", 30, "NX")
	if err != nil {
		return nil, err
	}
	if rep == nil {
		return nil, errFull
	}
	return &Grip{Jug: jug, Since: time.Now(), remain: 30 * time.Second, LetGo: func() error {
		c := w.pool.Get()
		defer c.Close()
		_, err := c.Do("DEL", "jug:"+jug) // want plaindel
		return err
	}}, nil
}

// Fill grabs, fills and lets go.
func (w *Well) Fill(ctx context.Context, jug string, fill func(context.Context) error) error {
	g, err := w.Grab(ctx, jug)
	if err != nil {
		return err
	}
	defer g.LetGo()
	return fill(ctx)
}

var ifOurs = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`)

// Hold is the grip of somebody who compares.
type Hold struct {
	pool     *redis.Pool
	key, tag string
}

// Take takes a jug.
func (w *Well) Take(ctx context.Context, jug string) (h Hold, taken bool, err error) {
	conn, err := w.pool.GetContext(ctx)
	if err != nil {
		return h, false, err
	}
	defer conn.Close()
	h = Hold{w.pool, "jugs/" + jug, uuid.NewString()}
	_, err = redis.String(redis.DoContext(conn, ctx, "SET", h.key, h.tag, "NX", "PX", 15000))
	if errors.Is(err, redis.ErrNil) {
		return h, false, nil
	}
	return h, err == nil, err
}

// Put gives the jug back.
func (h Hold) Put() error {
	c := h.pool.Get()
	defer c.Close()
	_, err := ifOurs.Do(c, h.key, h.tag) // ok: compares
	return err
}

// Pour takes, pours and puts.
func (w *Well) Pour(ctx context.Context, jug string, pour func(context.Context) error) (err error) {
	h, ok, err := w.Take(ctx, jug)
	if err != nil || !ok {
		return err
	}
	defer func() { err = errors.Join(err, h.Put()) }()
	return pour(ctx)
}

// Relay hands the release to a janitor.
func (w *Well) Relay(ctx context.Context, jug string, janitor chan<- func() error) error {
	h, ok, err := w.Take(ctx, jug)
	if err != nil || !ok {
		return err
	}
	janitor <- h.Put // ok: sent, the janitor compares
	return nil
}
