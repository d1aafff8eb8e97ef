// Package rosters publishes who is on duty.
package rosters

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/hashicorp/consul/api"
)

// Publisher writes rosters to a bucket.
type Publisher struct {
	consul *api.Client
	s3     *s3.Client
	bucket string
}

// Publish writes the week's roster, while it holds the team's lock.
func (p *Publisher) Publish(ctx context.Context, team string, roster map[string]string) error {
	lock, err := p.consul.LockKey("rosters/" + team)
	if err != nil {
		return err
	}
	lost, err := lock.Lock(ctx.Done())
	if err != nil {
		return err
	}
	if lost == nil {
		return ctx.Err()
	}
	defer lock.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-lost:
			cancel(errors.New("rosters: lock lost"))
		case <-ctx.Done():
		}
	}()

	body, err := json.Marshal(roster)
	if err != nil {
		return err
	}
	_, err = p.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: &p.bucket, Key: aws.String(team + ".json"), Body: bytes.NewReader(body)}) // want unfenced
	return err
}
