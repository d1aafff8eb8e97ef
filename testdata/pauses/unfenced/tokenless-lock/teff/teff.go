// Package teff changes objects of a cluster that it has just read, under a lock of Redis.
package teff

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// Labeller labels.
type Labeller struct {
	rs  *redsync.Redsync
	kub kubernetes.Interface
}

// Label labels a config map; the cluster compares its resource version.
func (l *Labeller) Label(ctx context.Context, space, name, owner string) error {
	mu := l.rs.NewMutex("label:"+space+"/"+name, redsync.WithExpiry(10*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	maps := l.kub.CoreV1().ConfigMaps(space)
	m, err := maps.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if m.Labels == nil {
		m.Labels = map[string]string{}
	}
	m.Labels["owner"] = owner
	_, err = maps.Update(ctx, m, metav1.UpdateOptions{})
	return err
}
