// Package dynamodb shows a lock in DynamoDB, done carefully.
//
// Every step is a condition: the item is created if there is none or if it has
// expired, and deleted if the owner is still the same. DynamoDB's own TTL deletes
// an item hours late, so the condition has to compare the time. The write
// has a condition of its own, on the version that was read.
package dynamodb

import (
	"context"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"
)

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

// SetBalance writes a balance over the version that the caller read. A lost
// condition is a *types.ConditionalCheckFailedException.
func SetBalance(ctx context.Context, db *dynamodb.Client, id string, balance, version int64) error {
	now, owner := time.Now(), uuid.NewString()
	_, err := db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("locks"),
		Item: map[string]types.AttributeValue{
			"id": text("account:" + id), "owner": text(owner), "expires": number(now.Add(30 * time.Second).UnixMilli()),
		},
		ConditionExpression:       aws.String("attribute_not_exists(id) OR expires < :now"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":now": number(now.UnixMilli())},
	})
	if err != nil {
		return err
	}
	defer db.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{
		TableName:                 aws.String("locks"),
		Key:                       map[string]types.AttributeValue{"id": text("account:" + id)},
		ConditionExpression:       aws.String("#o = :me"),
		ExpressionAttributeNames:  map[string]string{"#o": "owner"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":me": text(owner)},
	})

	_, err = db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:           aws.String("accounts"),
		Key:                 map[string]types.AttributeValue{"id": text(id)},
		UpdateExpression:    aws.String("SET balance = :b, version = :next"),
		ConditionExpression: aws.String("version = :v"),
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":b": number(balance), ":v": number(version), ":next": number(version + 1),
		},
	})
	return err
}
