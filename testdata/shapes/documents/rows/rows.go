// Package rows keeps locks as documents.
package rows

import (
	"context"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

var errHeld = errors.New("rows: held")

// Locker frees what it took, and only that.
type Locker struct {
	leases *mongo.Collection
	me     string
}

func (l *Locker) Lock(ctx context.Context, name string) error {
	now := time.Now()
	_, err := l.leases.UpdateOne(ctx,
		bson.M{"_id": name, "expires": bson.M{"$lt": now}},
		bson.M{"$set": bson.M{"owner": l.me, "expires": now.Add(time.Minute)}},
		options.UpdateOne().SetUpsert(true))
	if mongo.IsDuplicateKeyError(err) {
		return errHeld
	}
	return err
}

func (l *Locker) Unlock(ctx context.Context, name string) error {
	_, err := l.leases.DeleteOne(ctx, bson.M{"_id": name, "owner": l.me})
	return err
}

// Freer frees whoever holds it.
type Freer struct {
	gates *mongo.Collection
	me    string
}

func (f *Freer) Lock(ctx context.Context, name string) error {
	now := time.Now()
	_, err := f.gates.UpdateOne(ctx,
		bson.M{"_id": name, "expires": bson.M{"$lt": now}},
		bson.M{"$set": bson.M{"owner": f.me, "expires": now.Add(time.Minute)}},
		options.UpdateOne().SetUpsert(true))
	if mongo.IsDuplicateKeyError(err) {
		return errHeld
	}
	return err
}

func (f *Freer) Unlock(ctx context.Context, name string) error {
	_, err := f.gates.DeleteOne(ctx, bson.M{"_id": name}) // want plaindel
	return err
}
