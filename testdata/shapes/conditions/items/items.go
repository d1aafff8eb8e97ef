// Package items keeps two items for a path in one DynamoDB table: the lock, and the
// digest of what the lock guards.
package items

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type item = map[string]types.AttributeValue

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

type Vault struct {
	d    *dynamodb.Client
	path string
}

func (v *Vault) Lock(ctx context.Context, who string) error {
	_, err := v.d.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("vault-locks"),
		Item:                item{"LockID": &types.AttributeValueMemberS{Value: v.path}, "Who": text(who)},
		ConditionExpression: aws.String("attribute_not_exists(LockID)"),
	})
	return err
}

func (v *Vault) Unlock(ctx context.Context) error {
	_, err := v.d.DeleteItem(ctx, &dynamodb.DeleteItemInput{ // want plaindel
		TableName: aws.String("vault-locks"),
		Key:       item{"LockID": &types.AttributeValueMemberS{Value: v.path}},
	})
	return err
}

// Run does work for the path.
func (v *Vault) Run(ctx context.Context, who string, work func(context.Context) error) error {
	if err := v.Lock(ctx, who); err != nil {
		return err
	}
	defer v.Unlock(ctx)
	return work(ctx)
}

func (v *Vault) PutDigest(ctx context.Context, sum string) error {
	_, err := v.d.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("vault-locks"),
		Item:      item{"LockID": &types.AttributeValueMemberS{Value: v.path + "-md5"}, "Digest": text(sum)},
	})
	return err
}

func (v *Vault) DeleteDigest(ctx context.Context) error {
	_, err := v.d.DeleteItem(ctx, &dynamodb.DeleteItemInput{ // ok: the digest's item, not the lock's
		TableName: aws.String("vault-locks"),
		Key:       item{"LockID": &types.AttributeValueMemberS{Value: v.path + "-md5"}},
	})
	return err
}
