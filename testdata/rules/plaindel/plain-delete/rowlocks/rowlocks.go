// Package rowlocks keeps locks as rows of a table.
package rowlocks

import (
	"context"
	"database/sql"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const take = `INSERT INTO locks (name, owner, expires_at) VALUES ($1, $2, now() + interval '1 minute')
ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
WHERE locks.expires_at < now()`

type Table struct {
	db  *sql.DB
	ddb *dynamodb.Client
}

func (t *Table) Take(ctx context.Context, name, owner string) (bool, error) {
	res, err := t.db.ExecContext(ctx, take, name, owner)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Drop frees a name.
func (t *Table) Drop(ctx context.Context, name string) error {
	_, err := t.db.ExecContext(ctx, "DELETE FROM locks WHERE name = $1", name) // want plaindel
	return err
}

// Clear frees a name without its row.
func (t *Table) Clear(ctx context.Context, name string) error {
	_, err := t.db.ExecContext(ctx, "UPDATE locks SET owner = NULL, expires_at = now() WHERE name = $1", name) // want plaindel
	return err
}

// DropMine frees a name that owner holds.
func (t *Table) DropMine(ctx context.Context, name, owner string) error {
	_, err := t.db.ExecContext(ctx, "DELETE FROM locks WHERE owner = $2 AND name = $1", name, owner) // ok: the owner is compared
	return err
}

// Sweep removes rows that ended long ago.
func (t *Table) Sweep(ctx context.Context) error {
	_, err := t.db.ExecContext(ctx, "DELETE FROM locks WHERE expires_at < now() - interval '1 day'") // ok: ended ones only
	return err
}

// Unlist removes a user's row.
func (t *Table) Unlist(ctx context.Context, id int64) error {
	_, err := t.db.ExecContext(ctx, "DELETE FROM listings WHERE id = $1", id) // ok: data
	return err
}

// Acquire takes a lock item.
func (t *Table) Acquire(ctx context.Context, name, owner string, until time.Time) error {
	_, err := t.ddb.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("locks"),
		Item: map[string]types.AttributeValue{
			"name":  &types.AttributeValueMemberS{Value: name},
			"owner": &types.AttributeValueMemberS{Value: owner},
			"until": &types.AttributeValueMemberN{Value: strconv.FormatInt(until.Unix(), 10)},
		},
		ConditionExpression:       aws.String("attribute_not_exists(#n) OR #u < :now"),
		ExpressionAttributeNames:  map[string]string{"#n": "name", "#u": "until"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":now": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Unix(), 10)}},
	})
	return err
}

// Release frees the lock item if owner holds it.
func (t *Table) Release(ctx context.Context, name, owner string) error {
	_, err := t.ddb.DeleteItem(ctx, &dynamodb.DeleteItemInput{ // ok: conditional
		TableName:                 aws.String("locks"),
		Key:                       map[string]types.AttributeValue{"name": &types.AttributeValueMemberS{Value: name}},
		ConditionExpression:       aws.String("#o = :me"),
		ExpressionAttributeNames:  map[string]string{"#o": "owner"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":me": &types.AttributeValueMemberS{Value: owner}},
	})
	return err
}
