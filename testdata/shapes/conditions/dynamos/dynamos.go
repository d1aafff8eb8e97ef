// Package dynamos writes to DynamoDB under a lock that gives no token.
package dynamos

import (
	"context"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/go-redsync/redsync/v4"
)

type item = map[string]types.AttributeValue

func number(n int) types.AttributeValue { return &types.AttributeValueMemberN{Value: strconv.Itoa(n)} }

func VersionRight(ctx context.Context, d *dynamodb.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("versionright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("films"), Key: item{"id": number(id)}})
	if err != nil || len(got.Item) == 0 {
		return err
	}
	_, err = d.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("films"), Item: got.Item, ConditionExpression: aws.String("version = :was"), ExpressionAttributeValues: item{":was": got.Item["version"]}}) // ok: the store decides
	return err
}

func ExistsWrong(ctx context.Context, d *dynamodb.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("existswrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("films"), Key: item{"id": number(id)}})
	if err != nil || len(got.Item) == 0 {
		return err
	}
	_, err = d.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("films"), Item: got.Item, ConditionExpression: aws.String("attribute_exists(id)")}) // want unfenced
	return err
}

func NilWrong(ctx context.Context, d *dynamodb.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("nilwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("films"), Key: item{"id": number(id)}})
	if err != nil || len(got.Item) == 0 {
		return err
	}
	_, err = d.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("films"), Item: got.Item, ConditionExpression: nil}) // want unfenced
	return err
}

func UpdateRight(ctx context.Context, d *dynamodb.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("updateright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("films"), Key: item{"id": number(id)}})
	if err != nil || len(got.Item) == 0 {
		return err
	}
	_, err = d.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: aws.String("films"), Key: item{"id": number(id)}, UpdateExpression: aws.String("SET seats = :n ADD version :one"), ConditionExpression: aws.String("#v = :was"), ExpressionAttributeNames: map[string]string{"#v": "version"}, ExpressionAttributeValues: item{":n": number(n), ":one": number(1), ":was": got.Item["version"]}}) // ok: the store decides
	return err
}

func TransactRight(ctx context.Context, d *dynamodb.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("transactright")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("films"), Key: item{"id": number(id)}})
	if err != nil || len(got.Item) == 0 {
		return err
	}
	_, err = d.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{{Put: &types.Put{TableName: aws.String("films"), Item: got.Item, ConditionExpression: aws.String("version = :was"), ExpressionAttributeValues: item{":was": got.Item["version"]}}}}}) // ok: the store decides
	return err
}

func TransactWrong(ctx context.Context, d *dynamodb.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("transactwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("films"), Key: item{"id": number(id)}})
	if err != nil || len(got.Item) == 0 {
		return err
	}
	_, err = d.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{{Put: &types.Put{TableName: aws.String("films"), Item: got.Item}}}}) // want unfenced
	return err
}

func SwallowWrong(ctx context.Context, d *dynamodb.Client, rs *redsync.Redsync, id, n int) error {
	mu := rs.NewMutex("swallowwrong")
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := d.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("films"), Key: item{"id": number(id)}})
	if err != nil || len(got.Item) == 0 {
		return err
	}
	_, _ = d.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("films"), Item: got.Item, ConditionExpression: aws.String("version = :was"), ExpressionAttributeValues: item{":was": got.Item["version"]}}) // want unfenced
	return nil
}
