// Package surveys works with the context that ends with the session.
package surveys

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Survey surveys a region.
func Survey(ctx context.Context, cli *clientv3.Client, region string, survey func(context.Context) error) error {
	s, err := concurrency.NewSession(cli, concurrency.WithContext(ctx))
	if err != nil {
		return err
	}
	defer s.Close()
	e := concurrency.NewElection(s, "/surveys/"+region)
	if err := e.Campaign(s.Ctx(), "surveyor"); err != nil {
		return err
	}
	defer e.Resign(context.WithoutCancel(ctx))
	return survey(s.Ctx())
}
