// Package irises cuts irises under items of a table.
package irises

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"
)

// ErrCut says that somebody cuts.
var ErrCut = errors.New("iris is being cut")

const lease = 40 * time.Second

type (
	attrs  = map[string]types.AttributeValue
	config struct {
		api   *dynamodb.Client
		table *string
	}
)

// Shears are a lock.
type Shears struct {
	config
	iris, owner string
	stop        chan struct{}
}

// Option changes where locks are kept.
type Option func(*config)

// Table names the table.
func Table(name string) Option { return func(c *config) { c.table = aws.String(name) } }

// New makes a lock.
func New(api *dynamodb.Client, iris string, opts ...Option) *Shears {
	s := &Shears{config: config{api, aws.String("iris-locks")}, iris: iris, owner: uuid.NewString(), stop: make(chan struct{})}
	for _, o := range opts {
		o(&s.config)
	}
	return s
}

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func unix(t time.Time) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(t.Unix(), 10)}
}

// Lock takes the item.
func (s *Shears) Lock(ctx context.Context) error {
	now := time.Now()
	_, err := s.api.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:                 s.table,
		Item:                      attrs{"iris": str(s.iris), "holder": str(s.owner), "ends": unix(now.Add(lease))},
		ConditionExpression:       aws.String("attribute_not_exists(iris) OR ends < :now"),
		ExpressionAttributeValues: attrs{":now": unix(now)},
	})
	if e := new(types.ConditionalCheckFailedException); errors.As(err, &e) {
		return ErrCut
	}
	return err
}

// Extend prolongs the item if it is ours.
func (s *Shears) Extend(ctx context.Context) error {
	_, err := s.api.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // ok: conditional, and returned
		TableName:                 s.table,
		Key:                       attrs{"iris": str(s.iris)},
		UpdateExpression:          aws.String("SET ends = :ends"),
		ConditionExpression:       aws.String("holder = :me"),
		ExpressionAttributeValues: attrs{":ends": unix(time.Now().Add(lease)), ":me": str(s.owner)},
	})
	return err
}

// Keep writes a line when it cannot prolong.
func (s *Shears) Keep(ctx context.Context) {
	for {
		select {
		case <-s.stop:
			return
		case <-time.After(lease / 4):
			if err := s.Extend(ctx); err != nil { // want nolost
				slog.Warn("extend", "iris", s.iris, "err", err)
			}
		}
	}
}

// KeepOr calls lost when it cannot prolong.
func (s *Shears) KeepOr(ctx context.Context, lost func(error)) {
	for {
		select {
		case <-s.stop:
			return
		case <-time.After(lease / 4):
			if err := s.Extend(ctx); err != nil { // ok: a callback hears it
				lost(err)
				return
			}
		}
	}
}

// Unlock frees the item if it is ours.
func (s *Shears) Unlock(ctx context.Context) error {
	close(s.stop)
	_, err := s.api.DeleteItem(ctx, &dynamodb.DeleteItemInput{ // ok: conditional
		TableName:                 s.table,
		Key:                       attrs{"iris": str(s.iris)},
		ConditionExpression:       aws.String("holder = :me"),
		ExpressionAttributeValues: attrs{":me": str(s.owner)},
	})
	return err
}

// Break frees the item, whoever has it.
func (s *Shears) Break(ctx context.Context) error {
	_, err := s.api.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: s.table, Key: attrs{"iris": str(s.iris)}}) // want plaindel
	return err
}

// Wilt removes an iris of the garden.
func (s *Shears) Wilt(ctx context.Context) error {
	_, err := s.api.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: aws.String("irises"), Key: attrs{"iris": str(s.iris)}}) // ok: data
	return err
}
