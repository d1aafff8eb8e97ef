// Package teas packs tea; a rejected write comes as an error that has to be looked at.
package teas

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/go-redsync/redsync/v4"
)

// ErrStale says that somebody was faster.
var ErrStale = errors.New("somebody was faster")

// Packer packs.
type Packer struct {
	ddb *dynamodb.Client
	s3  *s3.Client
	rs  *redsync.Redsync
}

func num(n int) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.Itoa(n)}
}

func input(tea string, from, to int) *dynamodb.UpdateItemInput {
	return &dynamodb.UpdateItemInput{
		TableName:                 aws.String("teas"),
		Key:                       map[string]types.AttributeValue{"tea": &types.AttributeValueMemberS{Value: tea}},
		UpdateExpression:          aws.String("SET packs = :to"),
		ConditionExpression:       aws.String("packs = :from"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":from": num(from), ":to": num(to)},
	}
}

// Pack takes a rejection for success.
func (p *Packer) Pack(ctx context.Context, tea string, from, to int) error {
	m := p.rs.NewMutex("tea/pack/"+tea, redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	_, err := p.ddb.UpdateItem(ctx, input(tea, from, to)) // want unfenced
	if e := new(types.ConditionalCheckFailedException); errors.As(err, &e) {
		slog.InfoContext(ctx, "not packed", "tea", tea)
		return nil
	}
	return err
}

// Repack returns a rejection as an error of its own.
func (p *Packer) Repack(ctx context.Context, tea string, from, to int) error {
	m := p.rs.NewMutex("tea/repack/"+tea, redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	_, err := p.ddb.UpdateItem(ctx, input(tea, from, to)) // ok: conditional, and looked at
	if e := new(types.ConditionalCheckFailedException); errors.As(err, &e) {
		return fmt.Errorf("%s: %w", tea, ErrStale)
	}
	if err != nil {
		return fmt.Errorf("repack %s: %w", tea, err)
	}
	return nil
}

// Unpack wraps every error.
func (p *Packer) Unpack(ctx context.Context, tea string, from int) (err error) {
	m := p.rs.NewMutex("tea/unpack/"+tea, redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	defer func() {
		if err != nil {
			err = fmt.Errorf("unpack %s: %w", tea, err)
		}
	}()
	_, err = p.ddb.UpdateItem(ctx, input(tea, from, from-1)) // ok: conditional, and returned
	return err
}

// Label asks what kind of error it is.
func (p *Packer) Label(ctx context.Context, tea string, label []byte, etag *string) error {
	m := p.rs.NewMutex("tea/label/"+tea, redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	_, err := p.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("labels"), Key: &tea, Body: bytes.NewReader(label), IfMatch: etag}) // ok: conditional, and looked at
	var api smithy.APIError
	if errors.As(err, &api) && api.ErrorCode() == "PreconditionFailed" {
		return ErrStale
	}
	return err
}

// Stamp drops the error of a conditional write.
func (p *Packer) Stamp(ctx context.Context, tea string, stamp []byte, etag *string) error {
	m := p.rs.NewMutex("tea/stamp/"+tea, redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	_, _ = p.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("labels"), Key: aws.String(tea + ".stamp"), Body: bytes.NewReader(stamp), IfMatch: etag}) // want unfenced
	return nil
}

// Weigh reads under the lock.
func (p *Packer) Weigh(ctx context.Context, tea string) (int, error) {
	m := p.rs.NewMutex("tea/weigh/"+tea, redsync.WithExpiry(5*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return 0, err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	out, err := p.ddb.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("teas"), Key: map[string]types.AttributeValue{"tea": &types.AttributeValueMemberS{Value: tea}}})
	if err != nil {
		return 0, err
	}
	n, ok := out.Item["grams"].(*types.AttributeValueMemberN)
	if !ok {
		return 0, ErrStale
	}
	return strconv.Atoi(n.Value)
}
