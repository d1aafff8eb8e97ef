// Package jars counts jars.
package jars

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

type Cellar struct {
	ddb   *dynamodb.Client
	s3    *s3.Client
	db    *sql.DB
	rdb   *redis.Client
	locks *redislock.Client
}

func (c *Cellar) with(ctx context.Context, key string, f func(context.Context) error) error {
	l, err := c.locks.Obtain(ctx, key, 15*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return f(ctx)
}

func num(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

func item(jar string, n, old int64) *dynamodb.PutItemInput {
	return &dynamodb.PutItemInput{
		TableName:                 aws.String("jars"),
		Item:                      map[string]types.AttributeValue{"jar": &types.AttributeValueMemberS{Value: jar}, "n": num(n)},
		ConditionExpression:       aws.String("attribute_not_exists(jar) OR n = :old"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":old": num(old)},
	}
}

// Fill takes a failed condition for success.
func (c *Cellar) Fill(ctx context.Context, jar string, n, old int64) error {
	l, err := c.locks.Obtain(ctx, "jar:"+jar, 15*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = c.ddb.PutItem(ctx, item(jar, n, old)) // want unfenced
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return nil
	}
	return err
}

// Empty tells its caller.
func (c *Cellar) Empty(ctx context.Context, jar string, old int64) error {
	l, err := c.locks.Obtain(ctx, "jar:empty:"+jar, 15*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = c.ddb.PutItem(ctx, item(jar, 0, old)) // ok: the failed condition is returned
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return fmt.Errorf("jar %s is not at %d: %w", jar, old, err)
	}
	return err
}

// Shelve compares a fence, and nobody counts the rows.
func (c *Cellar) Shelve(ctx context.Context, jar, shelf string) error {
	return c.with(ctx, "shelf:"+jar, func(ctx context.Context) error {
		fence, err := c.rdb.Incr(ctx, "shelf-fence:"+jar).Result()
		if err != nil {
			return err
		}
		_, err = c.db.ExecContext(ctx, "UPDATE jars SET shelf = $1, fence = $2 WHERE jar = $3 AND fence < $2", shelf, fence, jar) // want unfenced
		return err
	})
}

// Move counts the rows.
func (c *Cellar) Move(ctx context.Context, jar, shelf string) error {
	return c.with(ctx, "move:"+jar, func(ctx context.Context) error {
		fence, err := c.rdb.Incr(ctx, "move-fence:"+jar).Result()
		if err != nil {
			return err
		}
		res, err := c.db.ExecContext(ctx, "UPDATE jars SET shelf = $1, fence = $2 WHERE jar = $3 AND fence < $2", shelf, fence, jar) // ok: counted
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err == nil && n == 0 {
			err = errors.New("a later holder moved it")
		}
		return err
	})
}

// Label stores a label where there is none.
func (c *Cellar) Label(ctx context.Context, jar string, png []byte) error {
	return c.with(ctx, "label:"+jar, func(ctx context.Context) error {
		_, err := c.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("labels"), Key: &jar, Body: bytes.NewReader(png), IfNoneMatch: aws.String("*")}) // ok: the error is returned
		return err
	})
}
