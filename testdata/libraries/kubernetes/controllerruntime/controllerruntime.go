// Package controllerruntime paints pods under a lock.
package controllerruntime

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type Painter struct {
	c     client.Client
	locks *redislock.Client
}

// Paint updates the object that it fetched.
func (p *Painter) Paint(ctx context.Context, key client.ObjectKey) error {
	l, err := p.locks.Obtain(ctx, "paint:"+key.String(), time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var pod corev1.Pod
	if err := p.c.Get(ctx, key, &pod); err != nil {
		return err
	}
	pod.Labels = map[string]string{"colour": "blue"}
	return p.c.Update(ctx, &pod) // ok unfenced: by resourceVersion
}

// Scrub takes a conflict for success.
func (p *Painter) Scrub(ctx context.Context, key client.ObjectKey) error {
	l, err := p.locks.Obtain(ctx, "scrub:"+key.String(), time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var pod corev1.Pod
	if err := p.c.Get(ctx, key, &pod); err != nil {
		return err
	}
	pod.Labels = nil
	_ = p.c.Update(ctx, &pod) // want unfenced
	return nil
}
