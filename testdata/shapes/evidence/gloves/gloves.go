// Package gloves pairs gloves; rows and items are put if absent.
package gloves

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Store pairs.
type Store struct {
	ddb *dynamodb.Client
	pg  *pgxpool.Pool
}

func id(s string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: s}}
}

// Register registers a user once.
func (s *Store) Register(ctx context.Context, user string) error {
	_, err := s.ddb.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("users"), Item: id(user), ConditionExpression: aws.String("attribute_not_exists(id)")}) // ok: data
	if e := new(types.ConditionalCheckFailedException); errors.As(err, &e) {
		return errors.New("user is there")
	}
	return err
}

// Unregister removes a user.
func (s *Store) Unregister(ctx context.Context, user string) error {
	_, err := s.ddb.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: aws.String("users"), Key: id(user)}) // ok: data
	return err
}

// Once records an event.
func (s *Store) Once(ctx context.Context, event string) (bool, error) {
	tag, err := s.pg.Exec(ctx, "INSERT INTO events (id) VALUES ($1) ON CONFLICT DO NOTHING", event) // ok: a dedupe row
	return tag.RowsAffected() == 1, err
}

// Undo removes an event.
func (s *Store) Undo(ctx context.Context, event string) error {
	_, err := s.pg.Exec(ctx, "DELETE FROM events WHERE id = $1", event) // ok: a dedupe row
	return err
}

// Session makes a session of a user.
func (s *Store) Session(ctx context.Context, sid, user string) error {
	_, err := s.pg.Exec(ctx, "INSERT INTO sessions (id, owner, expires_at) VALUES ($1, $2, now() + interval '8 hours')", sid, user) // ok: a session of a user
	return err
}

// Logout ends a session of a user.
func (s *Store) Logout(ctx context.Context, sid string) error {
	_, err := s.pg.Exec(ctx, "DELETE FROM sessions WHERE id = $1", sid) // ok: a session of a user
	return err
}

// Lock takes a glove.
func (s *Store) Lock(ctx context.Context, glove, owner string) (bool, error) {
	tag, err := s.pg.Exec(ctx, `INSERT INTO glove_locks (glove, owner, expires_at) VALUES ($1, $2, now() + interval '30 seconds')
		ON CONFLICT (glove) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at WHERE glove_locks.expires_at < now()`, glove, owner)
	return tag.RowsAffected() == 1, err
}

// Unlock frees a glove, whoever has it.
func (s *Store) Unlock(ctx context.Context, glove string) error {
	_, err := s.pg.Exec(ctx, "DELETE FROM glove_locks WHERE glove = $1", glove) // want plaindel
	return err
}

// Knit locks a glove while it works.
func (s *Store) Knit(ctx context.Context, glove, owner string, knit func(context.Context) error) error {
	ok, err := s.Lock(ctx, glove, owner)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("glove is on the needles")
	}
	defer s.Unlock(context.WithoutCancel(ctx), glove)
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return knit(ctx)
}
