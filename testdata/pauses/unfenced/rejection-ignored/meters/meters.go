// Package meters stores readings. A reading must not be older than the stored one.
package meters

import (
	"context"
	"errors"
	"log"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
)

var unlock = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Meters is a table.
type Meters struct {
	pool *redis.Pool
	ddb  *dynamodb.Client
}

// Store stores a reading.
func (m *Meters) Store(ctx context.Context, meter string, at time.Time, kwh float64) error {
	c := m.pool.Get()
	defer c.Close()
	lock, me := "meter:"+meter, uuid.NewString()
	if _, err := redis.String(c.Do("SET", lock, me, "NX", "EX", 10)); err != nil {
		return err
	}
	defer unlock.Do(c, lock, me)

	_, err := m.ddb.PutItem(ctx, &dynamodb.PutItemInput{ // want unfenced
		TableName: aws.String("meters"),
		Item: map[string]types.AttributeValue{
			"id":  &types.AttributeValueMemberS{Value: meter},
			"at":  &types.AttributeValueMemberN{Value: strconv.FormatInt(at.Unix(), 10)},
			"kwh": &types.AttributeValueMemberN{Value: strconv.FormatFloat(kwh, 'f', 3, 64)},
		},
		ConditionExpression:      aws.String("attribute_not_exists(#at) OR #at < :at"),
		ExpressionAttributeNames: map[string]string{"#at": "at"},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":at": &types.AttributeValueMemberN{Value: strconv.FormatInt(at.Unix(), 10)},
		},
	})
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		log.Printf("meter %s: newer reading is there", meter)
		return nil
	}
	return err
}
