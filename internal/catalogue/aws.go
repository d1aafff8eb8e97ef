package catalogue

// dynamoDB: the key of a lock item is told by its table; what else a table holds is
// told apart by the attributes that both calls name, and by the evidence.
var dynamoDB = &Library{
	Name:   "DynamoDB",
	Kind:   "DynamoDB",
	Paths:  []string{"github.com/aws/aws-sdk-go-v2/service/dynamodb", "github.com/aws/aws-sdk-go/service/dynamodb", "github.com/aws/aws-sdk-go/service/dynamodb/dynamodbiface"},
	Anchor: true,
	Source: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ConditionExpressions.html",
	Rows: []Row{
		{Names: "PutItem|PutItemWithContext", Role: Write, Key: "arg0.TableName", Item: "arg0.Item", Owner: "arg0.Item", Cond: "arg0.ConditionExpression!~attribute_exists|arg0.Expected", Absent: "arg0.ConditionExpression~attribute_not_exists", Wins: ByNilError},
		{Names: "UpdateItem|UpdateItemWithContext", Role: Write, Key: "arg0.TableName", Item: "arg0.Key", Cond: "arg0.ConditionExpression!~attribute_exists|arg0.Expected", Absent: "arg0.ConditionExpression~attribute_not_exists", Wins: ByNilError},
		{Names: "DeleteItem|DeleteItemWithContext", Role: CompareDelete, Key: "arg0.TableName", Item: "arg0.Key", Cond: "arg0.ConditionExpression|arg0.Expected", Wins: ByNilError},
		{Names: "TransactWriteItems|TransactWriteItemsWithContext", Role: CondWrite, Cond: "arg0.TransactItems/ConditionExpression|arg0.TransactItems/ConditionCheck", Wins: ByNilError, Note: "conditional item by item"},
		{Names: "BatchWriteItem|BatchWriteItemWithContext", Role: Write, Wins: ByNilError, Note: "cannot be conditional"},
		{Names: "ExecuteStatement|ExecuteStatementWithContext", Role: Write, Wins: ByNilError, Low: true, Note: "PartiQL; a WHERE is the condition"},
		{Names: "GetItem|GetItemWithContext|Query|QueryWithContext|Scan|ScanWithContext", Role: Read, Key: "arg0.TableName"},
		{Names: "BatchGetItem|BatchGetItemWithContext|TransactGetItems|TransactGetItemsWithContext", Role: Read},
		{Names: "New|NewFromConfig", Role: Neutral},
	},
}

// dynamoExpression builds the condition of a write; it holds only once it is
// assigned to ConditionExpression.
var dynamoExpression = &Library{
	Name:   "DynamoDB expression",
	Kind:   "DynamoDB",
	Paths:  []string{"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression", "github.com/aws/aws-sdk-go/service/dynamodb/expression"},
	Anchor: true,
	Source: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ConditionExpressions.html",
	Rows: []Row{
		{Type: "-", Names: "NewBuilder", Role: Step},
		{Type: "Builder", Names: "WithCondition|WithUpdate|WithFilter|WithKeyCondition|WithProjection|Build", Role: Step},
		{Type: "Expression", Names: "Condition", Role: Step, Cond: "step:WithCondition", Note: "nil without a condition"},
		{Type: "Expression", Names: "Update|Names|Values|Filter|KeyCondition|Projection", Role: Step},
		{Type: "-", Names: "Name|Value|Key|Set|Add|Remove|Equal|NotEqual|LessThan|LessThanEqual|GreaterThan|GreaterThanEqual|AttributeExists|AttributeNotExists|And|Or|Not|Between|BeginsWith|Plus|Minus|IfNotExists", Role: Pure},
	},
}

var s3 = &Library{
	Name: "S3",
	Kind: "S3",
	Paths: []string{
		"github.com/aws/aws-sdk-go-v2/service/s3", "github.com/aws/aws-sdk-go/service/s3", "github.com/aws/aws-sdk-go-v2/feature/s3/manager",
		"github.com/aws/aws-sdk-go/service/s3/s3iface", "github.com/aws/aws-sdk-go/service/s3/s3manager",
	},
	Anchor: true,
	Source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html",
	Rows: []Row{
		{Names: "PutObject|PutObjectWithContext|Upload|UploadWithContext", Role: Write, Key: "arg0.Key", Cond: "arg0.IfMatch|arg0.IfNoneMatch", Absent: "arg0.IfNoneMatch=*", Wins: ByNilError, Note: "the first SDK cannot be conditional"},
		{Names: "CopyObject|CopyObjectWithContext|CompleteMultipartUpload|CompleteMultipartUploadWithContext", Role: Write, Key: "arg0.Key", Cond: "arg0.IfMatch|arg0.IfNoneMatch", Wins: ByNilError},
		{Type: "BatchDeleteIterator", Names: "DeleteObject", Role: Neutral},
		{Type: "DeleteListIterator", Names: "DeleteObject", Role: Neutral},
		{Type: "DeleteObjectsIterator", Names: "DeleteObject", Role: Neutral},
		{Names: "DeleteObject|DeleteObjectWithContext", Role: CompareDelete, Key: "arg0.Key", Cond: "arg0.IfMatch", Wins: ByNilError},
		{Names: "DeleteObjects|DeleteObjectsWithContext", Role: Write, Key: "arg0.Bucket", Wins: ByNilError, Low: true, Note: "conditional object by object"},
		{Names: "GetObject|GetObjectWithContext|HeadObject|HeadObjectWithContext", Role: Read, Key: "arg0.Key"},
		{Names: "UploadPart|UploadPartWithContext|CreateMultipartUpload|CreateMultipartUploadWithContext|AbortMultipartUpload|AbortMultipartUploadWithContext", Role: Neutral, Note: "nothing is seen before CompleteMultipartUpload"},
		{Names: "ListObjectsV2|ListObjectsV2WithContext|Download|DownloadWithContext", Role: Neutral},
		{Names: "New|NewFromConfig|NewUploader|NewDownloader", Role: Neutral},
	},
}

var awsValues = &Library{
	Name:   "AWS values",
	Kind:   "values",
	Paths:  []string{"github.com/aws/aws-sdk-go-v2/aws", "github.com/aws/aws-sdk-go/aws"},
	Source: "https://docs.aws.amazon.com/sdk-for-go/",
	Rows: []Row{
		{Type: "-", Names: "String|Int64|Int32|Bool|Time|Duration|ToString|ToInt64|ToBool|StringValue|Int64Value|BoolValue", Role: Pure},
	},
}

// dynamolock keeps lock items in DynamoDB and renews them in the background; a
// heartbeat that fails is only logged. Its record version is private and
// random, so it gives no fencing token.
var dynamolock = &Library{
	Name:   "dynamolock",
	Kind:   "DynamoDB",
	Paths:  []string{"cirello.io/dynamolock/v5", "cirello.io/dynamolock/v2", "cirello.io/dynamolock"},
	Anchor: true,
	Source: "https://github.com/cirello-io/dynamolock",
	Rows: []Row{
		{Type: "Client", Names: "AcquireLock|AcquireLockWithContext", Role: Acquire, Handle: Result0, Key: Arg0, DefaultTTL: "20s", Wins: ByNilError, Renews: true, Lost: "option:WithSessionMonitor"},
		{Type: "Client", Names: "SendHeartbeat|SendHeartbeatWithContext", Role: Extend, Handle: Arg0, Wins: ByNilError},
		{Type: "Client", Names: "ReleaseLock|ReleaseLockWithContext", Role: Release, Handle: Arg0, Wins: ByTrue, Won: Result0},
		{Type: "Lock", Names: "Close", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Client", Names: "Get|GetWithContext", Role: Neutral, Note: "yields a lock that is not acquired"},
		{Type: "Client", Names: "CreateTable|CreateTableWithContext|Close|CloseWithContext", Role: Neutral},
		{Type: "Lock", Names: "IsExpired", Role: LossSignal, Handle: Recv, Lost: Result0, Note: "by the local clock; has to be asked"},
		{Type: "Lock", Names: "IsAlmostExpired", Role: Neutral, Note: "expired already: false with an error"},
		{Type: "Lock", Names: "Data|OwnerName|AdditionalAttributes", Role: Neutral},
		{Type: "-", Names: "New", Role: Neutral, TTL: "option:WithLeaseDuration", Owner: "option:WithOwnerName", DefaultTTL: "20s"},
		{Type: "-", Names: "WithLeaseDuration|WithHeartbeatPeriod|WithOwnerName|DisableHeartbeat|WithSessionMonitor|FailIfLocked|WithData|ReplaceData|WithDeleteLockOnRelease|WithDeleteLock", Role: Pure},
	},
}
