// Package wrong writes whatever has happened since it created its lock item.
package wrong

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"github.com/locklint/locklint/proofs/internal/refusal"
	"github.com/locklint/locklint/proofs/pause"
)

const ttl = 2 * time.Second

type item = map[string]types.AttributeValue

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

// Run notes that n more were sold.
func Run(ctx context.Context, db *dynamodb.Client, n int) error {
	now, owner := time.Now(), uuid.NewString()
	_, err := db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:                 aws.String("locks"),
		Item:                      item{"id": text("account:7"), "holder": text(owner), "expires": number(now.Add(ttl).UnixMilli())},
		ConditionExpression:       aws.String("attribute_not_exists(id) OR expires < :now"),
		ExpressionAttributeValues: item{":now": number(now.UnixMilli())},
	})
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		pause.At(ctx, pause.Refused)
		return refusal.ErrHeld
	}
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Acquired)
	defer db.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{
		TableName:                 aws.String("locks"),
		Key:                       item{"id": text("account:7")},
		ConditionExpression:       aws.String("holder = :me"),
		ExpressionAttributeValues: item{":me": text(owner)},
	})
	account, err := db.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String("accounts"), Key: item{"id": text("7")}, ConsistentRead: aws.Bool(true),
	})
	if err != nil {
		return err
	}
	sold := read(account.Item["sold"])
	pause.At(ctx, pause.Read, pause.Value(sold))
	_, err = db.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // want unfenced/tokenless-lock
		TableName:                 aws.String("accounts"),
		Key:                       item{"id": text("7")},
		UpdateExpression:          aws.String("SET sold = :sold, version = version + :one"),
		ExpressionAttributeValues: item{":sold": number(sold + int64(n)), ":one": number(1)},
	})
	if err != nil {
		return err
	}
	pause.At(ctx, pause.Wrote, pause.Value(sold+int64(n)))
	return nil
}

func read(v types.AttributeValue) int64 {
	s, ok := v.(*types.AttributeValueMemberN)
	if !ok {
		return 0
	}
	n, _ := strconv.ParseInt(s.Value, 10, 64)
	return n
}
