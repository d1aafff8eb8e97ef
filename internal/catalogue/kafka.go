package catalogue

// kafkaClients produce messages. No message is conditional; a producer with a
// transactional id fences an older one of the same id, and a consumer group
// is the single-writer alternative to a lock, so all is of low confidence.
var kafkaClients = &Library{
	Name: "Kafka",
	Kind: "Kafka",
	Paths: []string{
		"github.com/segmentio/kafka-go",
		"github.com/IBM/sarama",
		"github.com/Shopify/sarama",
		"github.com/confluentinc/confluent-kafka-go/v2/kafka",
		"github.com/twmb/franz-go/pkg/kgo",
	},
	Anchor: true,
	Source: "https://kafka.apache.org/documentation/#semantics",
	Rows: []Row{
		{Type: "Writer", Names: "WriteMessages", Role: Send, Low: true},
		{Type: "Conn", Names: "WriteMessages|WriteCompressedMessages", Role: Send, Low: true},
		{Type: "SyncProducer", Names: "SendMessage|SendMessages", Role: Send, Low: true},
		{Type: "AsyncProducer", Names: "Input", Role: Neutral, Note: "a channel: what is sent to it is produced"},
		{Type: "Producer", Names: "Produce", Role: Send, Low: true},
		{Type: "Producer", Names: "ProduceChannel", Role: Neutral, Note: "a channel: what is sent to it is produced"},
		{Type: "Producer", Names: "InitTransactions|BeginTransaction|CommitTransaction|AbortTransaction|SendOffsetsToTransaction|Flush|Close|Events", Role: Neutral},
		{Type: "Client", Names: "Produce|ProduceSync|TryProduce", Role: Send, Low: true},
		{Type: "SyncProducer", Names: "BeginTxn|CommitTxn|AbortTxn|Close", Role: Neutral},
		{Type: "Writer", Names: "Close|Stats", Role: Neutral},
	},
}
