// Package menus changes menus; who matched nothing reads again.
package menus

import (
	"context"
	"errors"
	"time"

	"github.com/valkey-io/valkey-go/valkeylock"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type menu struct {
	ID      string   `bson:"_id"`
	Dishes  []string `bson:"dishes"`
	Edition int      `bson:"edition"`
}

// Kitchen changes menus.
type Kitchen struct {
	locker valkeylock.Locker
	menus  *mongo.Collection
}

// Add adds a dish to a menu.
func (k *Kitchen) Add(parent context.Context, id, dish string) error {
	ctx, release, err := k.locker.WithContext(parent, "menu:"+id)
	if err != nil {
		return err
	}
	defer release()
	for try := 0; try < 5; try++ {
		var m menu
		if err := k.menus.FindOne(ctx, bson.M{"_id": id}).Decode(&m); err != nil {
			return err
		}
		edition := m.Edition
		m.Dishes, m.Edition = append(m.Dishes, dish), edition+1
		res, err := k.menus.ReplaceOne(ctx, bson.M{"_id": id, "edition": edition}, m)
		if err != nil {
			return err
		}
		if res.MatchedCount == 1 {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("menus: too busy")
}
