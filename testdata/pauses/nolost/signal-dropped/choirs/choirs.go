// Package choirs looks between the songs whether it still has the stage.
package choirs

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Choir sings on one stage.
type Choir struct {
	s *concurrency.Session
	m *concurrency.Mutex
}

// Enter takes the stage.
func Enter(ctx context.Context, cli *clientv3.Client, stage string) (*Choir, error) {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return nil, err
	}
	c := &Choir{s, concurrency.NewMutex(s, stage)}
	if err := c.m.Lock(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return c, nil
}

func (c *Choir) onStage() bool {
	select {
	case <-c.s.Done():
		return false
	default:
		return true
	}
}

// Sing sings the songs.
func (c *Choir) Sing(ctx context.Context, songs []func(context.Context) error) error {
	for _, sing := range songs {
		if !c.onStage() {
			return errors.New("choirs: stage is lost")
		}
		if err := sing(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Leave leaves the stage.
func (c *Choir) Leave(ctx context.Context) error {
	return errors.Join(c.m.Unlock(ctx), c.s.Close())
}
