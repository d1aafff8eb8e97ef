package catalogue

// spannerClient: what a transaction's callback writes is applied only if what
// it read did not change; Apply writes blindly.
var spannerClient = &Library{
	Name:   "Spanner",
	Kind:   "Spanner",
	Paths:  []string{"cloud.google.com/go/spanner"},
	Anchor: true,
	Source: "https://cloud.google.com/spanner/docs/transactions",
	Rows: []Row{
		{Type: "Client", Names: "Apply", Role: Write, Key: Arg0, Wins: ByNilError, Note: "cannot be conditional"},
		{Type: "Client", Names: "BatchWrite", Role: Write, Key: Arg0},
		{Type: "Client", Names: "PartitionedUpdate", Role: Write, Key: Arg0, Wins: ByTrue, Won: Result0},
		{Type: "Client", Names: "ReadWriteTransaction|ReadWriteTransactionWithOptions", Role: Begin, Callback: Arg0},
		{Type: "ReadWriteTransaction", Names: "BufferWrite", Role: CondWrite, Key: Arg0, Wins: Always, Note: "applied with the transaction, which is serializable"},
		{Type: "ReadWriteTransaction", Names: "Update|UpdateWithOptions", Role: CondWrite, Key: Arg0, Wins: ByTrue, Won: Result0, On: Tx},
		{Type: "ReadWriteTransaction", Names: "BatchUpdate", Role: CondWrite, Key: Arg0, Wins: ByNonNil, Won: Result0, On: Tx},
		{Type: "ReadOnlyTransaction", Names: "Close", Role: Neutral},
		{Names: "Read|ReadRow|ReadWithOptions|Query|QueryWithOptions", Role: Read},
		{Type: "Client", Names: "Single|ReadOnlyTransaction|Close", Role: Neutral},
		{Type: "-", Names: "Insert|InsertMap|InsertStruct|InsertOrUpdate|InsertOrUpdateMap|Update|UpdateMap|UpdateStruct|Replace|Delete|NewStatement", Role: Pure},
		{Type: "-", Names: "NewClient|NewClientWithConfig", Role: Neutral},
	},
}

// spindle is a lock in a Spanner table. What it calls a token is a hash of the
// commit timestamp: it does not grow.
var spindle = &Library{
	Name:   "spindle",
	Kind:   "Spanner",
	Paths:  []string{"github.com/flowerinthenight/spindle/v2"},
	Anchor: true,
	Source: "https://github.com/flowerinthenight/spindle",
	Rows: []Row{
		{Type: "-", Names: "New", Role: NewLock, Handle: Result0, Key: Arg2, TTL: "option:WithDuration", Unit: Milliseconds, Owner: "option:WithId", Renews: true, Token: OwnerOnly},
		{Type: "Lock", Names: "HasLock|HasLock2", Role: Acquire, Handle: Recv, Wins: ByTrue, Won: Result0, Renews: true, Token: OwnerOnly, Note: "the number is a hash: no fencing token"},
		{Type: "Lock", Names: "Run", Role: Neutral, Note: "the loop in the background"},
		{Type: "Lock", Names: "Leader|Duration|Iterations|Client", Role: Neutral},
		{Type: "Option", Names: "Apply", Role: Neutral},
		{Type: "-", Names: "WithDuration|WithId|WithLogger|WithLeaderCallback", Role: Pure},
	},
}
