// Package rangers patrols one park each, by items of DynamoDB.
package rangers

import (
	"context"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Post is where rangers report.
type Post struct {
	ddb    *dynamodb.Client
	ranger string
	table  *string
}

func (p *Post) key(park string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"park": &types.AttributeValueMemberS{Value: park}}
}

func (p *Post) values() map[string]types.AttributeValue {
	until := time.Now().Add(time.Minute).Unix()
	return map[string]types.AttributeValue{
		":me":    &types.AttributeValueMemberS{Value: p.ranger},
		":until": &types.AttributeValueMemberN{Value: strconv.FormatInt(until, 10)},
	}
}

func (p *Post) take(ctx context.Context, park string) error {
	_, err := p.ddb.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: p.table, Key: p.key(park),
		UpdateExpression:          aws.String("SET ranger = :me, expires = :until"),
		ConditionExpression:       aws.String("attribute_not_exists(ranger)"),
		ExpressionAttributeValues: p.values(),
	})
	return err
}

func (p *Post) renew(ctx context.Context, park string) error {
	v := p.values()
	_, err := p.ddb.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: p.table, Key: p.key(park),
		UpdateExpression:          aws.String("SET expires = :until"),
		ConditionExpression:       aws.String("ranger = :me"),
		ExpressionAttributeValues: v,
	})
	return err
}

// Patrol walks the paths of a park, and renews before each.
func (p *Post) Patrol(ctx context.Context, park string, paths []string, walk func(context.Context, string) error) error {
	if err := p.take(ctx, park); err != nil {
		return err
	}
	defer p.ddb.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{
		TableName: p.table, Key: p.key(park), ConditionExpression: aws.String("ranger = :me"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":me": &types.AttributeValueMemberS{Value: p.ranger}},
	})
	for _, path := range paths {
		if err := p.renew(ctx, park); err != nil {
			return err
		}
		if err := walk(ctx, path); err != nil {
			return err
		}
	}
	return nil
}
