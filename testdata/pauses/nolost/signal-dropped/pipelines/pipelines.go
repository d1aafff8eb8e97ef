// Package pipelines works with the context of the locker.
package pipelines

import (
	"context"
	"errors"

	"github.com/redis/rueidis/rueidislock"
	"github.com/valkey-io/valkey-go/valkeylock"
)

// Stage is a step of a pipeline.
type Stage func(context.Context) error

// Pipeline has stages.
type Pipeline struct {
	redis  rueidislock.Locker
	valkey valkeylock.Locker
	stages []Stage
}

// Run runs all stages under a name.
func (p *Pipeline) Run(ctx context.Context, name string) error {
	lctx, done, err := p.redis.TryWithContext(ctx, name)
	if errors.Is(err, rueidislock.ErrNotLocked) {
		return nil
	}
	if err != nil {
		return err
	}
	defer done()
	for _, s := range p.stages {
		if err := s(lctx); err != nil {
			return err
		}
	}
	return nil
}

// RunAll runs all stages at once.
func (p *Pipeline) RunAll(ctx context.Context, name string) error {
	ctx, done, err := p.valkey.WithContext(ctx, name)
	if err != nil {
		return err
	}
	defer done()
	errs := make(chan error, len(p.stages))
	for _, s := range p.stages {
		go func() { errs <- s(ctx) }()
	}
	for range p.stages {
		err = errors.Join(err, <-errs)
	}
	return err
}
