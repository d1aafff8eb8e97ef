// Package kafka sends news.
package kafka

import (
	"context"
	"time"

	"github.com/IBM/sarama"
	"github.com/bsm/redislock"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Consume works on what its group gives it: the partition has one consumer.
func Consume(ctx context.Context, r *kafka.Reader, w *kafka.Writer) error {
	m, err := r.FetchMessage(ctx)
	if err != nil {
		return err
	}
	if err := w.WriteMessages(ctx, kafka.Message{Key: m.Key, Value: m.Value}); err != nil { // ok unfenced: no lock is taken
		return err
	}
	return r.CommitMessages(ctx, m)
}

// Send produces under a lock: no message is conditional, and consumers must
// stand doubles anyway.
func Send(ctx context.Context, locks *redislock.Client, p sarama.SyncProducer, k *kgo.Client, news string) error {
	l, err := locks.Obtain(ctx, "news", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	if err := k.ProduceSync(ctx, kgo.StringRecord(news)).FirstErr(); err != nil { // ok unfenced: low confidence
		return err
	}
	_, _, err = p.SendMessage(&sarama.ProducerMessage{Topic: "news", Value: sarama.StringEncoder(news)}) // ok unfenced: low confidence
	return err
}
