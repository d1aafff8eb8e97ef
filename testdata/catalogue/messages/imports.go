// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/IBM/sarama"
	_ "github.com/Shopify/sarama"
	_ "github.com/confluentinc/confluent-kafka-go/v2/kafka"
	_ "github.com/nats-io/nats.go"
	_ "github.com/nats-io/nats.go/jetstream"
	_ "github.com/segmentio/kafka-go"
	_ "github.com/twmb/franz-go/pkg/kgo"
)
