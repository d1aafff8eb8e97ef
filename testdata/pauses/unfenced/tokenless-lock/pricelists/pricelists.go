// Package pricelists publishes the prices of a shop.
package pricelists

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
	"golang.org/x/sync/errgroup"
)

// Price is what an article costs.
type Price struct {
	Article string
	Cents   int64
}

// Publisher writes price lists.
type Publisher struct {
	locks *redislock.Client
	db    *sql.DB
}

// Publish writes all prices of a shop, some at a time.
func (p *Publisher) Publish(ctx context.Context, shop string, prices []Price) error {
	lock, err := p.locks.Obtain(ctx, "prices:"+shop, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))

	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for _, price := range prices {
		g.Go(func() error {
			_, err := p.db.ExecContext(ctx, `UPDATE prices SET cents = $1 WHERE shop = $2 AND article = $3`, price.Cents, shop, price.Article) // want unfenced
			return err
		})
	}
	return g.Wait()
}
