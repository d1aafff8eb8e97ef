// Package weavers weaves orders on looms that DynamoDB gives out.
package weavers

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Hall has looms.
type Hall struct {
	ddb *dynamodb.Client
	log *slog.Logger
}

func s(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }

func (h *Hall) reserve(ctx context.Context, loom, order string) error {
	_, err := h.ddb.PutItem(ctx, &dynamodb.PutItemInput{ // want nolost
		TableName: aws.String("loom-locks"),
		Item: map[string]types.AttributeValue{
			"id": s(loom), "owner": s(order),
			"expires": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Add(time.Minute).Unix(), 10)},
		},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	var taken *types.ConditionalCheckFailedException
	if errors.As(err, &taken) {
		h.log.Info("loom has an owner", "loom", loom)
		return nil
	}
	return err
}

// Weave weaves an order.
func (h *Hall) Weave(ctx context.Context, loom, order string) error {
	if err := h.reserve(ctx, loom, order); err != nil {
		return err
	}
	defer h.ddb.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{
		TableName: aws.String("loom-locks"), Key: map[string]types.AttributeValue{"id": s(loom)},
		ConditionExpression:       aws.String("#o = :o"),
		ExpressionAttributeNames:  map[string]string{"#o": "owner"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":o": s(order)},
	})
	_, err := h.ddb.PutItem(ctx, &dynamodb.PutItemInput{ // want unfenced
		TableName: aws.String("cloth"),
		Item:      map[string]types.AttributeValue{"loom": s(loom), "order": s(order)},
	})
	return err
}
