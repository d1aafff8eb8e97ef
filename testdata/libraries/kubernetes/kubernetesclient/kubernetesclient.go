// Package kubernetesclient labels config maps while it leads.
package kubernetesclient

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

type Labeller struct {
	k8s   kubernetes.Interface
	locks *redislock.Client
}

// Label updates the object that it fetched: its resourceVersion goes with it.
func (l *Labeller) Label(ctx context.Context, name string) error {
	lock, err := l.locks.Obtain(ctx, "label:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	cm, err := l.k8s.CoreV1().ConfigMaps("default").Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	cm.Labels = map[string]string{"seen": "yes"}
	_, err = l.k8s.CoreV1().ConfigMaps("default").Update(ctx, cm, metav1.UpdateOptions{}) // ok unfenced: by resourceVersion
	return err
}

// Drop updates the object, and takes a conflict for success.
func (l *Labeller) Drop(ctx context.Context, name string) error {
	lock, err := l.locks.Obtain(ctx, "drop:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	cm, err := l.k8s.CoreV1().ConfigMaps("default").Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	cm.Labels = nil
	l.k8s.CoreV1().ConfigMaps("default").Update(ctx, cm, metav1.UpdateOptions{}) // want unfenced
	return nil
}

// Stamp patches without a resourceVersion: of low confidence, so silent.
func (l *Labeller) Stamp(ctx context.Context, name string) error {
	lock, err := l.locks.Obtain(ctx, "stamp:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = l.k8s.CoreV1().ConfigMaps("default").Patch(ctx, name, types.MergePatchType, []byte(`{"data":{"n":"1"}}`), metav1.PatchOptions{}) // ok unfenced: low
	return err
}
