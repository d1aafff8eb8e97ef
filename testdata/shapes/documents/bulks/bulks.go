// Package bulks writes documents by the models of a bulk, and by expressions.
package bulks

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

var errStale = errors.New("bulks: stale")

func (d *Desk) lock(ctx context.Context, id string) (*redislock.Lock, error) {
	return d.locks.Obtain(ctx, "doc:"+id, 10*time.Second, nil)
}

func (d *Desk) read(ctx context.Context, id string) (doc, error) {
	var v doc
	err := d.docs.FindOne(ctx, bson.M{"_id": id}).Decode(&v)
	return v, err
}

// Compared compares the revision in each model.
func (d *Desk) Compared(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	res, err := d.docs.BulkWrite(ctx, []mongo.WriteModel{
		mongo.NewUpdateOneModel().
			SetFilter(bson.D{{"_id", id}, {"rev", v.Rev}}).
			SetUpdate(bson.D{{"$set", bson.D{{"text", v.Text + text}}}, {"$inc", bson.D{{"rev", 1}}}}),
		mongo.NewInsertOneModel().SetDocument(bson.D{{"_id", id + ":" + text}}),
	}) // ok: the revision decides
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errStale
	}
	return nil
}

// Struct compares it in a model that is a struct.
func (d *Desk) Struct(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	models := []mongo.WriteModel{&mongo.UpdateOneModel{
		Filter: bson.D{{"_id", id}, {"rev", v.Rev}},
		Update: bson.D{{"$set", bson.D{{"text", v.Text + text}, {"rev", v.Rev + 1}}}},
	}}
	res, err := d.docs.BulkWrite(ctx, models) // ok: the revision decides
	if err != nil {
		return err
	}
	if res.MatchedCount != 1 {
		return errStale
	}
	return nil
}

// Half forgets it in one of them.
func (d *Desk) Half(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	res, err := d.docs.BulkWrite(ctx, []mongo.WriteModel{ // want unfenced
		mongo.NewUpdateOneModel().SetFilter(bson.D{{"_id", id}, {"rev", v.Rev}}).SetUpdate(bson.D{{"$inc", bson.D{{"rev", 1}}}}),
		mongo.NewUpdateOneModel().SetFilter(bson.D{{"_id", id}}).SetUpdate(bson.D{{"$set", bson.D{{"text", v.Text + text}}}}),
	})
	if err != nil {
		return err
	}
	if res.MatchedCount != 2 {
		return errStale
	}
	return nil
}

// Bare names only the document.
func (d *Desk) Bare(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	_, err = d.docs.BulkWrite(ctx, []mongo.WriteModel{ // want unfenced
		mongo.NewReplaceOneModel().SetFilter(bson.M{"_id": id}).SetReplacement(bson.M{"text": v.Text + text}),
	})
	return err
}

// Unread does not look whether anything matched.
func (d *Desk) Unread(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	_, err = d.docs.BulkWrite(ctx, []mongo.WriteModel{ // want unfenced
		mongo.NewUpdateOneModel().SetFilter(bson.D{{"_id", id}, {"rev", v.Rev}}).SetUpdate(bson.D{{"$set", bson.D{{"text", v.Text + text}, {"rev", v.Rev + 1}}}}),
	})
	return err
}

// Expression compares the revision in an expression.
func (d *Desk) Expression(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	res, err := d.docs.UpdateOne(ctx,
		bson.M{"_id": id, "$expr": bson.M{"$eq": bson.A{"$rev", v.Rev}}},
		bson.M{"$set": bson.M{"text": v.Text + text, "rev": v.Rev + 1}}) // ok: the revision decides
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errStale
	}
	return nil
}

// Turned has the sides the other way round, within an and.
func (d *Desk) Turned(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	res, err := d.docs.UpdateOne(ctx,
		bson.D{{"$expr", bson.D{{"$and", bson.A{
			bson.D{{"$eq", bson.A{"$_id", id}}},
			bson.D{{"$gt", bson.A{v.Rev + 1, "$rev"}}},
		}}}}},
		bson.D{{"$set", bson.D{{"text", v.Text + text}, {"rev", v.Rev + 1}}}}) // ok: the revision decides
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errStale
	}
	return nil
}

// Other compares what it does not set.
func (d *Desk) Other(ctx context.Context, id, text string) error {
	l, err := d.lock(ctx, id)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	v, err := d.read(ctx, id)
	if err != nil {
		return err
	}
	res, err := d.docs.UpdateOne(ctx, // want unfenced
		bson.M{"_id": id, "$expr": bson.M{"$eq": bson.A{"$kind", "note"}}},
		bson.M{"$set": bson.M{"text": v.Text + text, "rev": v.Rev + 1}})
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errStale
	}
	return nil
}
