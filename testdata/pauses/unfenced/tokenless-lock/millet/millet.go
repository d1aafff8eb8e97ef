// Package millet takes orders out of one state into the next.
package millet

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var free = rueidis.NewLuaScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

var errShipped = errors.New("millet: the order is shipped")

// Mill ships.
type Mill struct {
	client rueidis.Client
	orders *mongo.Collection
}

// Ship ships an order that is open.
func (m *Mill) Ship(ctx context.Context, order string) error {
	key, me := "order:"+order, uuid.NewString()
	if err := m.client.Do(ctx, m.client.B().Set().Key(key).Value(me).Nx().Ex(10*time.Second).Build()).Error(); err != nil {
		return err
	}
	defer free.Exec(context.WithoutCancel(ctx), m.client, []string{key}, []string{me})
	res, err := m.orders.UpdateOne(ctx,
		bson.M{"_id": order, "status": "open"},
		bson.M{"$set": bson.M{"status": "shipped", "at": time.Now()}})
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errShipped
	}
	return nil
}
