// Package elevators changes documents of elevators with compare-and-set.
package elevators

import (
	"context"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var unlock = redis.NewScript(1, `
local v = redis.call("GET", KEYS[1])
if v ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`)

type elevator struct {
	ID    string `bson:"_id"`
	Floor int    `bson:"floor"`
	Rev   int64  `bson:"rev"`
}

// Shaft moves elevators.
type Shaft struct {
	pool *redis.Pool
	docs *mongo.Collection
}

// Move moves an elevator by some floors.
func (s *Shaft) Move(ctx context.Context, id string, floors int) error {
	conn, err := s.pool.GetContext(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	key, me := "elevator:"+id, uuid.NewString()
	reply, err := redis.DoContext(conn, ctx, "SET", key, me, "EX", 5, "NX")
	if err != nil {
		return err
	}
	if reply == nil {
		return errors.New("elevators: moving")
	}
	defer unlock.Do(conn, key, me)

	var e elevator
	if err := s.docs.FindOne(ctx, bson.D{{Key: "_id", Value: id}}).Decode(&e); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	err = s.docs.FindOneAndUpdate(ctx,
		bson.D{{Key: "_id", Value: id}, {Key: "rev", Value: e.Rev}},
		bson.D{{Key: "$set", Value: bson.D{{Key: "floor", Value: e.Floor + floors}, {Key: "rev", Value: e.Rev + 1}}}},
	).Err()
	if errors.Is(err, mongo.ErrNoDocuments) {
		return errors.New("elevators: moved by another")
	}
	return err
}
