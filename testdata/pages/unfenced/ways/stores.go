package ways

import (
	"bytes"
	"context"
	"database/sql"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/go-redsync/redsync/v4"
	"github.com/go-zookeeper/zk"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// Stores are stores that compare by themselves.
type Stores struct {
	rs   *redsync.Redsync
	ddb  *dynamodb.Client
	s3   *s3.Client
	etcd *clientv3.Client
	zk   *zk.Conn
	rdb  *redis.Client
	db   *sql.DB
}

func (s *Stores) locked(ctx context.Context, id string, work func(context.Context) error) error {
	mu := s.rs.NewMutex("item:"+id, redsync.WithExpiry(10*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return work(ctx)
}

func number(n int) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.Itoa(n)}
}

func (s *Stores) dynamo(ctx context.Context, id string, balance, version int) error {
	return s.locked(ctx, id, func(ctx context.Context) error {
		// DynamoDB: a refused write is a ConditionalCheckFailedException
		_, err := s.ddb.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName:           aws.String("accounts"),
			Key:                 map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
			UpdateExpression:    aws.String("SET balance = :b, version = :next"),
			ConditionExpression: aws.String("version = :v"),
			ExpressionAttributeValues: map[string]types.AttributeValue{
				":b": number(balance), ":v": number(version), ":next": number(version + 1),
			},
		})
		return err
	})
}

func (s *Stores) object(ctx context.Context, id string, change func([]byte) []byte) error {
	return s.locked(ctx, id, func(ctx context.Context) error {
		// S3: only over the object that was read
		old, err := s.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("reports"), Key: &id})
		if err != nil {
			return err
		}
		defer old.Body.Close()
		var body bytes.Buffer
		if _, err := body.ReadFrom(old.Body); err != nil {
			return err
		}
		_, err = s.s3.PutObject(ctx, &s3.PutObjectInput{
			Bucket: aws.String("reports"), Key: &id, IfMatch: old.ETag,
			Body: bytes.NewReader(change(body.Bytes())),
		})
		return err
	})
}

func (s *Stores) txn(ctx context.Context, id, value string, seen int64) error {
	return s.locked(ctx, id, func(ctx context.Context) error {
		// etcd: only over the revision that was read (or under mu.IsOwner())
		key := "/items/" + id
		resp, err := s.etcd.Txn(ctx).
			If(clientv3.Compare(clientv3.ModRevision(key), "=", seen)).
			Then(clientv3.OpPut(key, value)).
			Commit()
		if err != nil {
			return err
		}
		if !resp.Succeeded {
			return errStale
		}
		return nil
	})
}

func (s *Stores) znode(ctx context.Context, id string, change func([]byte) []byte) error {
	return s.locked(ctx, id, func(context.Context) error {
		// ZooKeeper: another version is ErrBadVersion; -1 would be any
		path := "/items/" + id
		data, stat, err := s.zk.Get(path)
		if err != nil {
			return err
		}
		_, err = s.zk.Set(path, change(data), stat.Version)
		return err
	})
}

var setFenced = redis.NewScript(`
if tonumber(redis.call("HGET", KEYS[1], "fence") or 0) > tonumber(ARGV[2]) then
	return 0
end
redis.call("HSET", KEYS[1], "value", ARGV[1], "fence", ARGV[2])
return 1`)

func (s *Stores) script(ctx context.Context, id, value string, token int64) error {
	return s.locked(ctx, id, func(ctx context.Context) error {
		// Redis: a script that compares the fence and writes in one step
		n, err := setFenced.Run(ctx, s.rdb, []string{"item:" + id + ":data"}, value, token).Int()
		if err != nil {
			return err
		}
		if n == 0 {
			return errStale
		}
		return nil
	})
}

func (s *Stores) partition(ctx context.Context, brokers []string) error {
	// A single writer: all that concerns one account is in one partition, which
	// one consumer of the group reads. The offset is the token: a consumer
	// that was replaced while it was paused writes with an old one.
	reader := kafka.NewReader(kafka.ReaderConfig{Brokers: brokers, GroupID: "accounts", Topic: "payments"})
	defer reader.Close()
	for {
		m, err := reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		amount, err := strconv.Atoi(string(m.Value))
		if err != nil {
			return err
		}
		_, err = s.db.ExecContext(ctx, `UPDATE accounts SET balance = balance + $1, applied = $2
			WHERE id = $3 AND applied < $2`, amount, m.Offset, string(m.Key))
		if err != nil {
			return err
		}
		if err := reader.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
