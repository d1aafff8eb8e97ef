package mongodb

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Pepper expects a version, and does not count: that nothing matched is no
// error.
func (r *Recipes) Pepper(ctx context.Context, id string, version int) error {
	l, err := r.locks.Obtain(ctx, "recipe:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = r.coll.UpdateOne(ctx, bson.M{"_id": id, "version": version}, bson.M{"$set": bson.M{"pepper": 1}, "$inc": bson.M{"version": 1}}) // want unfenced
	return err
}
