// Package tariffs changes tariffs. The document has a revision.
package tariffs

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/sirupsen/logrus"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Tariff is a document.
type Tariff struct {
	ID    string `bson:"_id"`
	Cents int64  `bson:"cents"`
	Rev   int    `bson:"rev"`
}

// Office changes tariffs.
type Office struct {
	locks   *redislock.Client
	tariffs *mongo.Collection
}

// Raise raises a tariff by some percent.
func (o *Office) Raise(ctx context.Context, id string, percent int64) error {
	lock, err := o.locks.Obtain(ctx, "tariff:"+id, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))

	var t Tariff
	if err := o.tariffs.FindOne(ctx, bson.M{"_id": id}).Decode(&t); err != nil {
		return err
	}
	res, err := o.tariffs.UpdateOne(ctx, // want unfenced
		bson.M{"_id": id, "rev": t.Rev},
		bson.M{"$set": bson.M{"cents": t.Cents * (100 + percent) / 100, "rev": t.Rev + 1}})
	if err != nil {
		return err
	}
	logrus.WithField("tariff", id).Debugf("raised: %v", res)
	return nil
}
