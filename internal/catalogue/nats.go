package catalogue

// natsKV is the key-value store of NATS JetStream, and JetStream itself. The
// revision that a write yields grows in each bucket.
var natsKV = &Library{
	Name:   "NATS",
	Kind:   "NATS",
	Paths:  []string{"github.com/nats-io/nats.go/jetstream", "github.com/nats-io/nats.go"},
	Anchor: true,
	Source: "https://docs.nats.io/nats-concepts/jetstream/key-value-store",
	Rows: []Row{
		{
			Type: "KeyValue", Names: "Create", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: "option:KeyTTL", DefaultTTL: "never", Wins: ByNilError, Token: Grows,
			Note: "the bucket may have a TTL, too",
		},
		{Type: "KeyValue", Names: "Update", Role: CondWrite, Key: Arg0, Owner: Arg1, DefaultTTL: "never", Wins: ByNilError, Token: Grows, Note: "sends no TTL: a key with one lives for ever after it", Source: "observed with v1.55.0"},
		{Type: "KeyValue", Names: "Put|PutString", Role: Write, Key: Arg0, Owner: Arg1, Wins: ByNilError, Token: Grows},
		{Type: "KeyValue", Names: "Delete|Purge", Role: CompareDelete, Key: Arg0, Cond: "option:LastRevision", Wins: ByNilError, Note: "a plain delete without LastRevision"},
		{Type: "KeyValue", Names: "Get|GetRevision", Role: Get, Key: Arg0},
		{Type: "KeyValue", Names: "Watch|WatchAll|WatchFiltered|Keys|ListKeys|History|Bucket|Status|PurgeDeletes", Role: Neutral},

		{
			Names: "Publish|PublishMsg|PublishAsync|PublishMsgAsync", Role: Send, Key: Arg0, Low: true,
			Cond: "option:WithExpectLastSequencePerSubject|option:WithExpectLastSequence|option:WithMsgID|option:ExpectLastSequencePerSubject|option:ExpectLastSequence|option:MsgId",
		},
		{Type: "Conn", Names: "Publish|PublishMsg|PublishRequest|Request|RequestMsg|RequestWithContext|RequestMsgWithContext", Role: Send, Key: Arg0, Low: true},
		{Type: "-", Names: "KeyTTL|LastRevision|WithExpectLastSequence|WithExpectLastSequencePerSubject|WithMsgID|ExpectLastSequence|ExpectLastSequencePerSubject|MsgId", Role: Pure},
		{Type: "-", Names: "Connect", Role: Neutral},
	},
}
