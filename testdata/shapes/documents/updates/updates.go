// Package updates changes documents by operators that start from what is there,
// or puts new ones in their place.
package updates

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Shop struct {
	locks *redislock.Client
	goods *mongo.Collection
}

type item struct {
	ID    string `bson:"_id"`
	Name  string `bson:"name"`
	Count int    `bson:"count"`
	Rev   int    `bson:"rev"`
}

func (s *Shop) lock(ctx context.Context, id string) (*redislock.Lock, error) {
	return s.locks.Obtain(ctx, "item:"+id, 10*time.Second, nil)
}

// Count moves counters and sets.
func (s *Shop) Count(ctx context.Context, id, who string) error {
	l, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	if _, err := s.goods.UpdateByID(ctx, id, bson.D{{"$inc", bson.D{{"sold", 1}}}}); err != nil {
		return err
	}
	if _, err := s.goods.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$addToSet": bson.M{"buyers": who}, "$currentDate": bson.M{"at": true}}); err != nil {
		return err
	}
	_, err = s.goods.UpdateMany(ctx, bson.M{"shelf": id}, bson.M{"$max": bson.M{"seen": time.Now()}, "$push": bson.M{"log": who}}, options.UpdateMany().SetUpsert(true))
	return err
}

// Take bounds what it takes.
func (s *Shop) Take(ctx context.Context, id string, n int) error {
	l, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	res, err := s.goods.UpdateOne(ctx, bson.M{"_id": id, "count": bson.M{"$gte": n}}, bson.M{"$inc": bson.M{"count": -n}})
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errors.New("updates: sold out")
	}
	return nil
}

// Rename replaces what it read, if nobody else did.
func (s *Shop) Rename(ctx context.Context, id, name string) error {
	l, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	var it item
	if err := s.goods.FindOne(ctx, bson.D{{"_id", id}}).Decode(&it); err != nil {
		return err
	}
	rev := it.Rev
	it.Name, it.Rev = name, rev+1
	err = s.goods.FindOneAndReplace(ctx, bson.D{{"_id", id}, {"rev", rev}}, it).Err()
	if errors.Is(err, mongo.ErrNoDocuments) {
		return errors.New("updates: changed by another")
	}
	return err
}

// Overwrite replaces what it read.
func (s *Shop) Overwrite(ctx context.Context, id, name string) error {
	l, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	var it item
	if err := s.goods.FindOne(ctx, bson.D{{"_id", id}}).Decode(&it); err != nil {
		return err
	}
	it.Name = name
	_, err = s.goods.ReplaceOne(ctx, bson.D{{"_id", id}}, it) // want unfenced
	return err
}

// Mixed counts, but sets what it read, too.
func (s *Shop) Mixed(ctx context.Context, id string) error {
	l, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	var it item
	if err := s.goods.FindOne(ctx, bson.D{{"_id", id}}).Decode(&it); err != nil {
		return err
	}
	_, err = s.goods.UpdateByID(ctx, id, bson.M{"$inc": bson.M{"rev": 1}, "$set": bson.M{"count": it.Count + 1}}) // want unfenced
	return err
}
