package dynamodb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Splice writes a batch, which cannot carry a condition.
func (f *Films) Splice(ctx context.Context, film, me string) error {
	if err := f.lock(ctx, film, me); err != nil {
		return err
	}
	defer f.ddb.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{ // ok plaindel: compares
		TableName: &locksTable, Key: key(film), ConditionExpression: &owned,
	})
	got, err := f.ddb.GetItem(ctx, &dynamodb.GetItemInput{TableName: &filmsTable, Key: key(film)})
	if err != nil {
		return err
	}
	_, err = f.ddb.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{ // want unfenced
		RequestItems: map[string][]types.WriteRequest{"films": {{PutRequest: &types.PutRequest{Item: got.Item}}}},
	})
	return err
}

var locksTable, filmsTable, owned = "film-locks", "films", "Owner = :me"
