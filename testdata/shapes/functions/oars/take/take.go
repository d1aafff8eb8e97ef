// Package take takes oars.
package take

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"example.test/shapes/functions/oars/tbl"
)

// ErrOut says that somebody has the oar.
var ErrOut = errors.New("oar is out")

// Oar takes the lock of an oar.
func Oar(ctx context.Context, t tbl.Table, oar, who string) error {
	now := time.Now()
	item := tbl.Key(oar)
	item["holder"] = &types.AttributeValueMemberS{Value: who}
	item["until"] = &types.AttributeValueMemberN{Value: strconv.FormatInt(now.Add(time.Minute).Unix(), 10)}
	_, err := t.API.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:                 t.Name(),
		Item:                      item,
		ConditionExpression:       aws.String("attribute_not_exists(oar) OR #u < :now"),
		ExpressionAttributeNames:  map[string]string{"#u": "until"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":now": &types.AttributeValueMemberN{Value: strconv.FormatInt(now.Unix(), 10)}},
	})
	if e := (*types.ConditionalCheckFailedException)(nil); errors.As(err, &e) {
		return fmt.Errorf("%s: %w", oar, ErrOut)
	}
	return err
}

// Back frees an oar, whoever has it.
func Back(ctx context.Context, t tbl.Table, oar string) error {
	_, err := t.API.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: t.Name(), Key: tbl.Key(oar)}) // want plaindel
	return err
}
