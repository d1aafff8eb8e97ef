// Package dyers dyes orders in vats that DynamoDB gives out.
package dyers

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

// Hall has vats.
type Hall struct {
	ddb *dynamodb.Client
	log *slog.Logger
	dye func(ctx context.Context, order string) error
}

func s(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }

// reserve is false if the vat has an owner.
func (h *Hall) reserve(ctx context.Context, vat, order string) (bool, error) {
	_, err := h.ddb.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("vat-locks"),
		Item: map[string]types.AttributeValue{
			"id": s(vat), "owner": s(order),
			"expires": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Add(time.Minute).Unix(), 10)},
		},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	var taken *types.ConditionalCheckFailedException
	if errors.As(err, &taken) {
		h.log.Info("vat has an owner", "vat", vat)
		return false, nil
	}
	return err == nil, err
}

// Dye dyes an order, or says that it did not.
func (h *Hall) Dye(ctx context.Context, vat, order string) (bool, error) {
	ok, err := h.reserve(ctx, vat, order)
	if err != nil || !ok {
		return false, err
	}
	defer h.ddb.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{
		TableName: aws.String("vat-locks"), Key: map[string]types.AttributeValue{"id": s(vat)},
		ConditionExpression:       aws.String("#o = :o"),
		ExpressionAttributeNames:  map[string]string{"#o": "owner"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":o": s(order)},
	})
	return true, h.dye(ctx, order)
}
