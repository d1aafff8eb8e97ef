// Package dynamodb rents films.
package dynamodb

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	v1aws "github.com/aws/aws-sdk-go/aws"
	v1 "github.com/aws/aws-sdk-go/service/dynamodb"
)

type Films struct{ ddb *dynamodb.Client }

func key(k string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"LockID": &types.AttributeValueMemberS{Value: k}}
}

func (f *Films) lock(ctx context.Context, film, me string) error {
	_, err := f.ddb.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("film-locks"),
		Item: map[string]types.AttributeValue{
			"LockID": &types.AttributeValueMemberS{Value: film},
			"Owner":  &types.AttributeValueMemberS{Value: me},
		},
		ConditionExpression: aws.String("attribute_not_exists(LockID) OR Expires < :now"),
	})
	return err
}

// Rent writes without a condition, and frees whatever lock is there.
func (f *Films) Rent(ctx context.Context, film, me string) error {
	if err := f.lock(ctx, film, me); err != nil {
		return err
	}
	defer f.ddb.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{TableName: aws.String("film-locks"), Key: key(film)}) // want plaindel
	got, err := f.ddb.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("films"), Key: key(film)})
	if err != nil {
		return err
	}
	_, err = f.ddb.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("films"), Item: got.Item}) // want unfenced
	return err
}

// Return compares owner and version.
func (f *Films) Return(ctx context.Context, film, me string) error {
	if err := f.lock(ctx, film, me); err != nil {
		return err
	}
	defer f.ddb.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{ // ok plaindel: compares
		TableName: aws.String("film-locks"), Key: key(film),
		ConditionExpression:       aws.String("Owner = :me"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":me": &types.AttributeValueMemberS{Value: me}},
	})
	got, err := f.ddb.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("films"), Key: key(film)})
	if err != nil {
		return err
	}
	_, err = f.ddb.PutItem(ctx, &dynamodb.PutItemInput{ // ok unfenced: conditional
		TableName: aws.String("films"), Item: got.Item,
		ConditionExpression:       aws.String("Version = :v"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":v": got.Item["Version"]},
	})
	var rejected *types.ConditionalCheckFailedException
	if errors.As(err, &rejected) {
		return errors.New("rented meanwhile")
	}
	return err
}

// Rewind is on the first SDK.
func Rewind(ddb *v1.DynamoDB, film, me string, rewind func() error) error {
	item := map[string]*v1.AttributeValue{"LockID": {S: v1aws.String(film)}, "Owner": {S: v1aws.String(me)}}
	if _, err := ddb.PutItem(&v1.PutItemInput{TableName: v1aws.String("rewind-locks"), Item: item, ConditionExpression: v1aws.String("attribute_not_exists(LockID)")}); err != nil {
		return err
	}
	defer ddb.DeleteItem(&v1.DeleteItemInput{TableName: v1aws.String("rewind-locks"), Key: map[string]*v1.AttributeValue{"LockID": {S: v1aws.String(film)}}}) // want plaindel
	return rewind()
}
