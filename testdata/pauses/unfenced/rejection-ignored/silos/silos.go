// Package silos stores fill levels in DynamoDB and tells its caller of a clash.
package silos

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/redis/rueidis/rueidislock"
)

// ErrClash says that somebody else wrote the level meanwhile.
var ErrClash = errors.New("silos: clash")

// Silos is a table.
type Silos struct {
	ddb    *dynamodb.Client
	table  string
	locker rueidislock.Locker
}

// Fill writes a level over the version that was read.
func (s *Silos) Fill(ctx context.Context, silo string, tons, version int) error {
	ctx, cancel, err := s.locker.WithContext(ctx, "silo/"+silo)
	if err != nil {
		return err
	}
	defer cancel()
	in := &dynamodb.UpdateItemInput{TableName: &s.table}
	in.Key = map[string]types.AttributeValue{"silo": &types.AttributeValueMemberS{Value: silo}}
	in.UpdateExpression = aws.String("SET tons = :t, version = :next")
	in.ConditionExpression = aws.String("version = :v")
	in.ExpressionAttributeValues = map[string]types.AttributeValue{
		":t":    &types.AttributeValueMemberN{Value: fmt.Sprint(tons)},
		":v":    &types.AttributeValueMemberN{Value: fmt.Sprint(version)},
		":next": &types.AttributeValueMemberN{Value: fmt.Sprint(version + 1)},
	}
	ctx, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	if _, err := s.ddb.UpdateItem(ctx, in); err != nil {
		if ccf := new(types.ConditionalCheckFailedException); errors.As(err, &ccf) {
			return ErrClash
		}
		return err
	}
	return nil
}
