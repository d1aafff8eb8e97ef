// Package tanks keeps levels in DynamoDB, with the revision of a NATS lock as
// their fence.
package tanks

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/nats-io/nats.go/jetstream"
)

type hold struct {
	kv   jetstream.KeyValue
	name string
	rev  uint64
}

func lock(ctx context.Context, kv jetstream.KeyValue, name, owner string) (*hold, error) {
	rev, err := kv.Create(ctx, name, []byte(owner), jetstream.KeyTTL(20*time.Second))
	if err != nil {
		return nil, err
	}
	return &hold{kv, name, rev}, nil
}

func (h *hold) unlock(ctx context.Context) error {
	return h.kv.Delete(ctx, h.name, jetstream.LastRevision(h.rev))
}

// Tanks is a table of levels.
type Tanks struct {
	kv    jetstream.KeyValue
	ddb   *dynamodb.Client
	owner string
}

// SetLevel stores a tank's level.
func (t *Tanks) SetLevel(ctx context.Context, tank string, level int) error {
	h, err := lock(ctx, t.kv, "tank."+tank, t.owner)
	if err != nil {
		return err
	}
	defer h.unlock(context.WithoutCancel(ctx))

	fence := strconv.FormatUint(h.rev, 10)
	_, err = t.ddb.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:           aws.String("tanks"),
		Key:                 map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: tank}},
		UpdateExpression:    aws.String("SET #l = :l, fence = :f"),
		ConditionExpression: aws.String("attribute_not_exists(fence) OR fence < :f"),
		ExpressionAttributeNames: map[string]string{
			"#l": "level",
		},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":l": &types.AttributeValueMemberN{Value: strconv.Itoa(level)},
			":f": &types.AttributeValueMemberN{Value: fence},
		},
	})
	var stale *types.ConditionalCheckFailedException
	if errors.As(err, &stale) {
		return errors.New("tanks: a later holder set the level")
	}
	return err
}
