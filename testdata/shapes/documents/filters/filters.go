// Package filters spells the condition of a document's update in every way
// that the driver takes.
package filters

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Desk struct {
	locks *redislock.Client
	docs  *mongo.Collection
}

type doc struct {
	ID   string `bson:"_id"`
	Text string `bson:"text"`
	Rev  int64  `bson:"rev"`
}

var errStale = errors.New("filters: stale")

func (d *Desk) lock(ctx context.Context, id string) (*redislock.Lock, error) {
	return d.locks.Obtain(ctx, "doc:"+id, 10*time.Second, nil)
}

func (d *Desk) read(ctx context.Context, id string) (doc, error) {
	var v doc
	err := d.docs.FindOne(ctx, bson.M{"_id": id}).Decode(&v)
	return v, err
}

// Plain compares the revision that it sets.
func (d *Desk) Plain(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	res, err := d.docs.UpdateOne(ctx, bson.D{{"_id", id}, {"rev", v.Rev}}, bson.D{{"$set", bson.D{{"text", v.Text + text}}}, {"$inc", bson.D{{"rev", 1}}}})
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errStale
	}
	return nil
}

// Built adds to a filter and an update that it made before.
func (d *Desk) Built(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	filter := bson.M{}
	filter["_id"] = id
	filter["rev"] = bson.M{"$eq": v.Rev}
	set := bson.M{"text": v.Text + text}
	set["rev"] = v.Rev + 1
	res, err := d.docs.UpdateOne(ctx, filter, bson.M{"$set": set})
	if err != nil {
		return err
	}
	if res.ModifiedCount != 1 {
		return errStale
	}
	return nil
}

// Anded joins the conditions with $and, and appends to a list.
func (d *Desk) Anded(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	filter := bson.D{{Key: "$and", Value: bson.A{bson.D{{Key: "_id", Value: id}}, bson.D{{Key: "rev", Value: v.Rev}}}}}
	update := bson.D{}
	update = append(update, bson.E{Key: "$set", Value: map[string]any{"text": v.Text + text, "rev": v.Rev + 1}})
	return d.docs.FindOneAndUpdate(ctx, filter, update).Err()
}

// Free names the document alone.
func (d *Desk) Free(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	_, err = d.docs.UpdateOne(ctx, bson.D{{"_id", id}}, bson.D{{"$set", bson.D{{"text", v.Text + text}, {"rev", v.Rev + 1}}}}) // want unfenced
	return err
}

// Beside compares a field that it does not set.
func (d *Desk) Beside(ctx context.Context, id, text, tenant string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	_, err = d.docs.UpdateOne(ctx, bson.M{"_id": id, "tenant": tenant}, bson.M{"$set": bson.M{"text": v.Text + text}}) // want unfenced
	return err
}
