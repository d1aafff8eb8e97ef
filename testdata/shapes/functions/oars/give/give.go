// Package give gives oars back.
package give

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"example.test/shapes/functions/oars/tbl"
)

// Any deletes the lock of an oar.
func Any(ctx context.Context, t tbl.Table, oar string) error {
	_, err := t.API.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: t.Name(), Key: tbl.Key(oar)}) // maybe plaindel
	return err
}

// Own deletes the lock of an oar that who holds.
func Own(ctx context.Context, t tbl.Table, oar, who string) error {
	_, err := t.API.DeleteItem(ctx, &dynamodb.DeleteItemInput{ // ok: conditional
		TableName:                 t.Name(),
		Key:                       tbl.Key(oar),
		ConditionExpression:       aws.String("holder = :who"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":who": &types.AttributeValueMemberS{Value: who}},
	})
	return err
}

// Away deletes an oar.
func Away(ctx context.Context, t tbl.Table, oar string) error {
	_, err := t.API.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: &t.Oars, Key: tbl.Key(oar)}) // ok: data
	return err
}
