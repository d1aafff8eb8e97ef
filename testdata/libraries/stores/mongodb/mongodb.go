// Package mongodb keeps recipes.
package mongodb

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"go.mongodb.org/mongo-driver/bson"
	v1 "go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Recipes struct {
	coll  *mongo.Collection
	locks *redislock.Client
}

type recipe struct {
	ID      string `bson:"_id"`
	Salt    int
	Version int
}

var errSalted = errors.New("salted meanwhile")

// Salt writes what it read.
func (r *Recipes) Salt(ctx context.Context, id string) error {
	l, err := r.locks.Obtain(ctx, "recipe:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var x recipe
	if err := r.coll.FindOne(ctx, bson.M{"_id": id}).Decode(&x); err != nil {
		return err
	}
	_, err = r.coll.UpdateByID(ctx, id, bson.M{"$set": bson.M{"salt": x.Salt + 1}}) // want unfenced
	return err
}

// Taste expects the version in its filter, and counts what matched.
func (r *Recipes) Taste(ctx context.Context, id string) error {
	l, err := r.locks.Obtain(ctx, "recipe:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var x recipe
	if err := r.coll.FindOne(ctx, bson.M{"_id": id}).Decode(&x); err != nil {
		return err
	}
	res, err := r.coll.UpdateOne(ctx, bson.M{"_id": id, "version": x.Version}, bson.M{"$set": bson.M{"salt": x.Salt, "version": x.Version + 1}}) // ok unfenced: conditional
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errSalted
	}
	return nil
}

// Burn is on the first driver.
func Burn(ctx context.Context, coll *v1.Collection, locks *redislock.Client, id string) error {
	l, err := locks.Obtain(ctx, "burn:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	var x recipe
	if err := coll.FindOne(ctx, bson.M{"_id": id}).Decode(&x); err != nil {
		return err
	}
	_, err = coll.ReplaceOne(ctx, bson.M{"_id": id}, x) // want unfenced
	return err
}
