package catalogue

// mongoDB is the official driver. A write's condition is its filter (Key); that
// nothing matched has no error.
var mongoDB = &Library{
	Name:   "MongoDB",
	Kind:   "MongoDB",
	Paths:  []string{"go.mongodb.org/mongo-driver/mongo", "go.mongodb.org/mongo-driver/v2/mongo"},
	Anchor: true,
	Source: "https://www.mongodb.com/docs/drivers/go/current/fundamentals/crud/write-operations/modify/",
	Rows: []Row{
		{Type: "Collection", Names: "UpdateOne|UpdateMany|ReplaceOne", Role: Write, Key: Arg0, Owner: Arg1, Wins: ByField, Won: "result0.MatchedCount"},
		{Type: "Collection", Names: "UpdateByID", Role: Write, Key: Arg0, Owner: Arg1, Wins: ByField, Won: "result0.MatchedCount", Note: "cannot be conditional"},
		{Type: "Collection", Names: "FindOneAndUpdate|FindOneAndReplace", Role: Write, Key: Arg0, Owner: Arg1, Wins: ByNilError, Note: "nothing matched: ErrNoDocuments"},
		{Type: "Collection", Names: "FindOneAndDelete", Role: Write, Key: Arg0, Wins: ByNilError},
		{Type: "Collection", Names: "DeleteOne|DeleteMany", Role: Write, Key: Arg0, Wins: ByField, Won: "result0.DeletedCount"},
		{Type: "Collection", Names: "InsertOne|InsertMany", Role: Create, Key: Arg0, Wins: ByNilError},
		{Type: "Collection", Names: "BulkWrite", Role: Write, Key: Arg0, Args: Arg0, Wins: ByField, Won: "result0.MatchedCount"},
		{Type: "Collection", Names: "Find|FindOne|CountDocuments|Aggregate", Role: Read, Key: Arg0},
		{Type: "Collection", Names: "Distinct|EstimatedDocumentCount|Watch|Indexes|SearchIndexes|Name|Database|Clone|Drop", Role: Neutral},
		{Names: "SetFilter|SetUpdate|SetReplacement|SetDocument", Role: Step, Note: "of a bulk write's models"},
		{Type: "SingleResult", Names: "Decode", Role: Scan, Handle: Recv, Args: Arg0},
		{Type: "SingleResult", Names: "Err|Raw", Role: Unwrap, Handle: Recv},
		{Type: "Cursor", Names: "Decode|All", Role: Scan, Handle: Recv, Args: Arg0},
		{Type: "Cursor", Names: "Next|Close|Err", Role: Neutral},
		{Type: "Session", Names: "WithTransaction", Role: Begin, Callback: Arg0},
		{Type: "Session", Names: "StartTransaction|AbortTransaction|EndSession", Role: Neutral},
		{Type: "Session", Names: "CommitTransaction", Role: Commit},
		{Type: "Client", Names: "Database|StartSession|UseSession|Disconnect|Ping", Role: Neutral},
		{Type: "-", Names: "IsDuplicateKeyError|Connect", Role: Neutral},
	},
}

// mongoOptions are the options of its calls.
var mongoOptions = &Library{
	Name:   "MongoDB options",
	Kind:   "MongoDB",
	Paths:  []string{"go.mongodb.org/mongo-driver/mongo/options", "go.mongodb.org/mongo-driver/v2/mongo/options"},
	Source: "https://www.mongodb.com/docs/drivers/go/current/fundamentals/crud/write-operations/upsert/",
	Rows: []Row{
		{Names: "SetUpsert", Role: Step, Note: "a filter that matches nothing inserts, or fails on a duplicate key"},
	},
}

var mongoLock = &Library{
	Name:   "mongo-lock",
	Kind:   "MongoDB",
	Paths:  []string{"github.com/square/mongo-lock"},
	Anchor: true,
	Source: "https://github.com/square/mongo-lock",
	Rows: []Row{
		{Type: "Client", Names: "XLock", Role: Acquire, Key: Arg0, Owner: Arg1, TTL: "arg2.TTL", Unit: Seconds, DefaultTTL: "never", ZeroTTL: "never", Wins: ByNilError},
		{Type: "Client", Names: "SLock", Role: Acquire, Key: Arg0, Owner: Arg1, TTL: "arg2.TTL", Unit: Seconds, DefaultTTL: "never", ZeroTTL: "never", Wins: ByNilError, Low: true, Note: "a shared lock"},
		{Type: "Client", Names: "Unlock", Role: Release, Owner: Arg0, Wins: ByNonNil, Won: Result0, Note: "nothing was held: an empty slice with a nil error"},
		{Type: "Client", Names: "Renew", Role: Extend, Owner: Arg0, TTL: Arg1, Unit: Seconds, Wins: ByNonNil, Won: Result0, Note: "compare the slice's length"},
		{Type: "Client", Names: "CreateIndexes", Role: Neutral},
		{Type: "Purger", Names: "Purge", Role: Neutral, Note: "removes locks whose TTL has passed"},
		{Type: "-", Names: "NewClient|NewPurger", Role: Neutral},
	},
}
