// Package crawlers moves a crawl's frontier from the elected process.
package crawlers

import (
	"context"
	"errors"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"golang.org/x/sync/errgroup"
)

var errDeposed = errors.New("crawlers: deposed")

// Crawler crawls while it is elected.
type Crawler struct {
	cli   *clientv3.Client
	state *mongo.Collection
	crawl func(ctx context.Context, from int64) (int64, error)
	id    string
}

type frontier struct {
	Next int64 `bson:"next"`
}

// Run campaigns and crawls until it is deposed.
func (c *Crawler) Run(ctx context.Context) error {
	session, err := concurrency.NewSession(c.cli)
	if err != nil {
		return err
	}
	defer session.Close()
	election := concurrency.NewElection(session, "/crawlers/leader")
	if err := election.Campaign(ctx, c.id); err != nil {
		return err
	}
	defer election.Resign(context.WithoutCancel(ctx))

	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		select {
		case <-session.Done():
			return errDeposed
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	g.Go(func() error {
		for {
			var f frontier
			if err := c.state.FindOne(ctx, bson.M{"_id": "frontier"}).Decode(&f); err != nil {
				return err
			}
			next, err := c.crawl(ctx, f.Next)
			if err != nil {
				return err
			}
			if _, err := c.state.UpdateOne(ctx, bson.M{"_id": "frontier"}, bson.M{"$set": bson.M{"next": next}}); err != nil { // want unfenced
				return err
			}
		}
	})
	return g.Wait()
}
