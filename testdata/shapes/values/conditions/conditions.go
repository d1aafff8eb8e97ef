package conditions

import (
	"context"
	"errors"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/go-redsync/redsync/v4"
)

// DynamoDB condition; error mapped.
func Put(ctx context.Context, rs *redsync.Redsync, d *dynamodb.Client, id, v, ver string) error {
	mu := rs.NewMutex("d:" + id)
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	in := &dynamodb.PutItemInput{TableName: aws.String("t")}
	in.Item = map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}, "v": &types.AttributeValueMemberS{Value: v}}
	withVersion(in, ver)
	_, err := d.PutItem(ctx, in)
	var ccf *types.ConditionalCheckFailedException
	if errors.As(err, &ccf) {
		return errors.New("conflict")
	}
	return err
}

func withVersion(in *dynamodb.PutItemInput, ver string) {
	in.ConditionExpression = aws.String("#v = :v")
	in.ExpressionAttributeNames = map[string]string{"#v": "ver"}
	in.ExpressionAttributeValues = map[string]types.AttributeValue{":v": &types.AttributeValueMemberS{Value: ver}}
}
