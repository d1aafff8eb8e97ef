// Package manifests keeps a list of uploaded parts in an object.
package manifests

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/redis/rueidis/rueidislock"
)

// Manifest lists parts.
type Manifest struct {
	Parts []string `json:"parts"`
}

// Store holds manifests in a bucket.
type Store struct {
	locker rueidislock.Locker
	s3     *s3.Client
	bucket string
}

// NewStore returns a store for the bucket.
func NewStore(l rueidislock.Locker, c *s3.Client, bucket string) *Store {
	return &Store{locker: l, s3: c, bucket: bucket}
}

// Append adds a part to the manifest of an upload.
func (s *Store) Append(ctx context.Context, upload, part string) error {
	ctx, unlock, err := s.locker.WithContext(ctx, "manifest:"+upload)
	if err != nil {
		return err
	}
	defer unlock()

	key := "uploads/" + upload + "/manifest.json"
	m, err := s.load(ctx, key)
	if err != nil {
		return err
	}
	m.Parts = append(m.Parts, part)
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = s.s3.PutObject(ctx, &s3.PutObjectInput{ // want unfenced
		Bucket: aws.String(s.bucket),
		Key:    aws.String(key),
		Body:   bytes.NewReader(body),
	})
	return err
}

func (s *Store) load(ctx context.Context, key string) (*Manifest, error) {
	out, err := s.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String(s.bucket), Key: aws.String(key)})
	if err != nil {
		return nil, err
	}
	defer out.Body.Close()
	raw, err := io.ReadAll(out.Body)
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	return m, json.Unmarshal(raw, m)
}
