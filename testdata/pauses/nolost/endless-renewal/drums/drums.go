// Package drums keeps its session for as long as the process lives, on purpose.
package drums

import (
	"context"
	"log"
	"os/signal"
	"syscall"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Main leads until the process is asked to end.
func Main(endpoints []string, lead func(context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	cli, err := clientv3.New(clientv3.Config{Endpoints: endpoints})
	if err != nil {
		log.Fatal(err)
	}
	defer cli.Close()
	s, err := concurrency.NewSession(cli, concurrency.WithContext(ctx))
	if err != nil {
		log.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			log.Print(err)
		}
	}()
	e := concurrency.NewElection(s, "/drums")
	if err := e.Campaign(ctx, "me"); err != nil {
		log.Print(err)
		return
	}
	go func() {
		<-s.Done()
		stop()
	}()
	if err := lead(ctx); err != nil {
		log.Print(err)
	}
}
