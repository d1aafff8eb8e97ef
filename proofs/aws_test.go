package proofs_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/bsm/redislock"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/stretchr/testify/require"
	minidyn "github.com/truora/minidyn/server"

	"github.com/locklint/locklint/proofs/pause"
)

type (
	dynamoOnly = func(context.Context, *dynamodb.Client, int) error
	redisS3    = func(context.Context, *redislock.Client, *s3.Client, int) error
)

// nobody signs the requests: the fakes do not look.
var nobody = aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
	return aws.Credentials{AccessKeyID: "nobody", SecretAccessKey: "none"}, nil
})

// serve returns the URL of the handler and a client of which nothing is left when
// the test ends.
func serve(t *testing.T, h http.Handler) (*string, *http.Client) {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return aws.String(s.URL), &http.Client{Transport: transport}
}

// startDynamoDB returns a client of a fake that evaluates conditions as DynamoDB
// does: a write with one is atomic.
func startDynamoDB(t *testing.T) *dynamodb.Client {
	url, web := serve(t, minidyn.NewServer())
	db := dynamodb.New(dynamodb.Options{BaseEndpoint: url, HTTPClient: web, Region: "x", Credentials: nobody, Retryer: aws.NopRetryer{}})
	for _, table := range []string{"locks", "accounts"} {
		_, err := db.CreateTable(t.Context(), &dynamodb.CreateTableInput{
			TableName:            aws.String(table),
			AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
			KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
			BillingMode:          types.BillingModePayPerRequest,
		})
		require.NoError(t, err)
	}
	_, err := db.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("accounts"), Item: map[string]types.AttributeValue{
		"id":      &types.AttributeValueMemberS{Value: "7"},
		"sold":    &types.AttributeValueMemberN{Value: "40"},
		"version": &types.AttributeValueMemberN{Value: "1"},
	}})
	require.NoError(t, err)
	return db
}

// saleUnderItem goes on in real time: the item's expiry is compared with the
// workers' clock.
func saleUnderItem(t *testing.T, run dynamoOnly) (string, pause.History) {
	db := startDynamoDB(t)
	s := pause.New(t)
	sell := func(ctx context.Context, n int) error { return run(ctx, db, n) }
	return staleSale(t, s, sell, sell, func() { lapseRow(s) }, nothing, func() int {
		got, err := db.GetItem(t.Context(), &dynamodb.GetItemInput{
			TableName: aws.String("accounts"), Key: map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: "7"}},
		})
		require.NoError(t, err)
		sold, ok := got.Item["sold"].(*types.AttributeValueMemberN)
		require.True(t, ok)
		n, err := strconv.Atoi(sold.Value)
		require.NoError(t, err)
		return n
	})
}

// saleInObject keeps the account in an object of a fake that compares If-Match
// with the object's tag, as S3 does.
func saleInObject(t *testing.T, run redisS3) (string, pause.History) {
	url, web := serve(t, gofakes3.New(s3mem.New()).Server())
	client := s3.New(s3.Options{
		BaseEndpoint: url, HTTPClient: web, Region: "x", Credentials: nobody, Retryer: aws.NopRetryer{}, UsePathStyle: true,
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	})
	bucket, key := aws.String("proof"), aws.String("accounts/7")
	_, err := client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: bucket})
	require.NoError(t, err)
	_, err = client.PutObject(t.Context(), &s3.PutObjectInput{Bucket: bucket, Key: key, Body: strings.NewReader("40")})
	require.NoError(t, err)
	server := startRedis(t)
	rdb := newClient(t, server.addr)
	s := pause.New(t)
	sell := func(ctx context.Context, n int) error { return run(ctx, redislock.New(rdb), client, n) }
	return staleSale(t, s, sell, sell, func() {
		server.pass(ttl + ttl/4)
		lapse(s, rdb, "account:7:lock")
	}, nothing, func() int {
		got, err := client.GetObject(t.Context(), &s3.GetObjectInput{Bucket: bucket, Key: key})
		require.NoError(t, err)
		defer got.Body.Close()
		text, err := io.ReadAll(got.Body)
		require.NoError(t, err)
		n, err := strconv.Atoi(string(text))
		require.NoError(t, err)
		return n
	})
}
