// Package expressions writes to DynamoDB by built expressions, and to etcd by
// transactions.
package expressions

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/go-redsync/redsync/v4"
	clientv3 "go.etcd.io/etcd/client/v3"
)

var errLost = errors.New("somebody else wrote")

func key(id string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}}
}

func lock(ctx context.Context, rs *redsync.Redsync, id string) (*redsync.Mutex, error) {
	mu := rs.NewMutex("lock:"+id, redsync.WithExpiry(time.Minute))
	return mu, mu.LockContext(ctx)
}

// Bare builds an update and no condition: Condition is then nil.
func Bare(ctx context.Context, db *dynamodb.Client, rs *redsync.Redsync, id string) error {
	mu, err := lock(ctx, rs, "bare")
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("bare"), Key: key(id)})
	if err != nil {
		return err
	}
	expr, err := expression.NewBuilder().WithUpdate(expression.Set(expression.Name("total"), expression.Value(len(got.Item)))).Build()
	if err != nil {
		return err
	}
	_, err = db.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // want unfenced
		TableName: aws.String("bare"), Key: key(id), UpdateExpression: expr.Update(), ConditionExpression: expr.Condition(),
		ExpressionAttributeNames: expr.Names(), ExpressionAttributeValues: expr.Values(),
	})
	return err
}

// Versioned compares the version.
func Versioned(ctx context.Context, db *dynamodb.Client, rs *redsync.Redsync, id string, version int) error {
	mu, err := lock(ctx, rs, "versioned")
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("versioned"), Key: key(id)})
	if err != nil {
		return err
	}
	update := expression.Set(expression.Name("total"), expression.Value(len(got.Item))).Set(expression.Name("version"), expression.Value(version+1))
	expr, err := expression.NewBuilder().WithUpdate(update).WithCondition(expression.Name("version").Equal(expression.Value(version))).Build()
	if err != nil {
		return err
	}
	_, err = db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: aws.String("versioned"), Key: key(id), UpdateExpression: expr.Update(), ConditionExpression: expr.Condition(),
		ExpressionAttributeNames: expr.Names(), ExpressionAttributeValues: expr.Values(),
	})
	return err
}

// Exists only asks whether the item is there.
func Exists(ctx context.Context, db *dynamodb.Client, rs *redsync.Redsync, id string) error {
	mu, err := lock(ctx, rs, "exists")
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("exists"), Key: key(id)})
	if err != nil {
		return err
	}
	expr, err := expression.NewBuilder().
		WithUpdate(expression.Set(expression.Name("total"), expression.Value(len(got.Item)))).
		WithCondition(expression.AttributeExists(expression.Name("id"))).Build()
	if err != nil {
		return err
	}
	_, err = db.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // want unfenced
		TableName: aws.String("exists"), Key: key(id), UpdateExpression: expr.Update(), ConditionExpression: expr.Condition(),
		ExpressionAttributeNames: expr.Names(), ExpressionAttributeValues: expr.Values(),
	})
	return err
}

// Take takes an item that is not there, and frees whoever's it is.
func Take(ctx context.Context, db *dynamodb.Client, id, me string, work func() error) error {
	expr, err := expression.NewBuilder().WithCondition(expression.AttributeNotExists(expression.Name("id"))).Build()
	if err != nil {
		return err
	}
	_, err = db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("take_locks"), ConditionExpression: expr.Condition(), ExpressionAttributeNames: expr.Names(),
		Item: map[string]types.AttributeValue{
			"id": &types.AttributeValueMemberS{Value: id}, "owner": &types.AttributeValueMemberS{Value: me},
			"ends": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Add(time.Minute).Unix(), 10)},
		},
	})
	if err != nil {
		return err
	}
	defer db.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{TableName: aws.String("take_locks"), Key: key(id)}) // want plaindel
	return work()
}

// Keep compares its owner when it frees the item.
func Keep(ctx context.Context, db *dynamodb.Client, id, me string, work func() error) error {
	expr, err := expression.NewBuilder().WithCondition(expression.AttributeNotExists(expression.Name("id"))).Build()
	if err != nil {
		return err
	}
	_, err = db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("keep_locks"), ConditionExpression: expr.Condition(), ExpressionAttributeNames: expr.Names(),
		Item: map[string]types.AttributeValue{
			"id": &types.AttributeValueMemberS{Value: id}, "owner": &types.AttributeValueMemberS{Value: me},
			"ends": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Add(time.Minute).Unix(), 10)},
		},
	})
	if err != nil {
		return err
	}
	own, err := expression.NewBuilder().WithCondition(expression.Name("owner").Equal(expression.Value(me))).Build()
	if err != nil {
		return err
	}
	defer db.DeleteItem(context.WithoutCancel(ctx), &dynamodb.DeleteItemInput{
		TableName: aws.String("keep_locks"), Key: key(id), ConditionExpression: own.Condition(),
		ExpressionAttributeNames: own.Names(), ExpressionAttributeValues: own.Values(),
	})
	return work()
}

// Small compares the version in an expression that is small enough to be read as a
// whole, as that of Present is.
func Small(ctx context.Context, db *dynamodb.Client, rs *redsync.Redsync, id string, version int) error {
	mu, err := lock(ctx, rs, "small")
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("small"), Key: key(id)})
	if err != nil || got.Item == nil {
		return err
	}
	same, err := expression.NewBuilder().WithCondition(expression.Name("version").Equal(expression.Value(version))).Build()
	if err != nil {
		return err
	}
	_, err = db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: aws.String("small"), Key: key(id), UpdateExpression: aws.String("SET total = total + total ADD version 1"), ConditionExpression: same.Condition(),
	})
	return err
}

// Present asks whether there is a version.
func Present(ctx context.Context, db *dynamodb.Client, rs *redsync.Redsync, id string, version int) error {
	mu, err := lock(ctx, rs, "present")
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("present"), Key: key(id)})
	if err != nil || got.Item == nil {
		return err
	}
	same, err := expression.NewBuilder().WithCondition(expression.Name("version").AttributeExists()).Build()
	if err != nil {
		return err
	}
	_, err = db.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // want unfenced
		TableName: aws.String("present"), Key: key(id), UpdateExpression: aws.String("SET total = total + total ADD version 1"), ConditionExpression: same.Condition(),
	})
	return err
}

// Swallowed compares the version, and nobody looks at the refusal.
func Swallowed(ctx context.Context, db *dynamodb.Client, rs *redsync.Redsync, id string, version int) error {
	mu, err := lock(ctx, rs, "swallowed")
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("swallowed"), Key: key(id)})
	if err != nil || got.Item == nil {
		return err
	}
	same, err := expression.NewBuilder().WithCondition(expression.Name("version").Equal(expression.Value(version))).Build()
	if err != nil {
		return err
	}
	_, _ = db.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // want unfenced
		TableName: aws.String("swallowed"), Key: key(id), UpdateExpression: aws.String("SET total = total + total ADD version 1"), ConditionExpression: same.Condition(),
	})
	return nil
}

// Either puts the same key whatever the comparison says.
func Either(ctx context.Context, c *clientv3.Client, rs *redsync.Redsync, k, v string, rev int64) error {
	mu, err := lock(ctx, rs, "either")
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	got, err := c.Get(ctx, k)
	if err != nil {
		return err
	}
	v += strconv.Itoa(len(got.Kvs))
	_, err = c.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(k), "=", rev)).Then(clientv3.OpPut(k, v)).Else(clientv3.OpPut(k, v)).Commit() // want unfenced
	return err
}

// Or reads what is there instead.
func Or(ctx context.Context, c *clientv3.Client, rs *redsync.Redsync, k, v string, rev int64) error {
	mu, err := lock(ctx, rs, "or")
	if err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	res, err := c.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(k), "=", rev)).Then(clientv3.OpPut(k, v)).Else(clientv3.OpGet(k)).Commit()
	if err != nil {
		return err
	}
	if !res.Succeeded {
		return errLost
	}
	return nil
}
