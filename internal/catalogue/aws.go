package catalogue

// dynamoDB: the key of a lock item is told by its table; what else a table
// holds is told apart by the evidence.
var dynamoDB = &Library{
	Name:   "DynamoDB",
	Kind:   "DynamoDB",
	Paths:  []string{"github.com/aws/aws-sdk-go-v2/service/dynamodb", "github.com/aws/aws-sdk-go/service/dynamodb", "github.com/aws/aws-sdk-go/service/dynamodb/dynamodbiface"},
	Anchor: true,
	Source: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ConditionExpressions.html",
	Rows: []Row{
		{Names: "PutItem|PutItemWithContext", Role: Write, Key: "arg0.TableName", Owner: "arg0.Item", Cond: "arg0.ConditionExpression|arg0.Expected", Wins: ByNilError},
		{Names: "UpdateItem|UpdateItemWithContext", Role: Write, Key: "arg0.TableName", Cond: "arg0.ConditionExpression|arg0.Expected", Wins: ByNilError},
		{Names: "DeleteItem|DeleteItemWithContext", Role: CompareDelete, Key: "arg0.TableName", Cond: "arg0.ConditionExpression|arg0.Expected", Wins: ByNilError},
		{Names: "TransactWriteItems|TransactWriteItemsWithContext", Role: CondWrite, Wins: ByNilError},
		{Names: "GetItem|GetItemWithContext|Query|Scan", Role: Read, Key: "arg0.TableName"},
		{Names: "New|NewFromConfig", Role: Neutral},
	},
}

var s3 = &Library{
	Name:   "S3",
	Kind:   "S3",
	Paths:  []string{"github.com/aws/aws-sdk-go-v2/service/s3", "github.com/aws/aws-sdk-go/service/s3", "github.com/aws/aws-sdk-go-v2/feature/s3/manager"},
	Anchor: true,
	Source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html",
	Rows: []Row{
		{Names: "PutObject|PutObjectWithContext|Upload", Role: Write, Key: "arg0.Key", Cond: "arg0.IfMatch|arg0.IfNoneMatch", Wins: ByNilError},
		{Names: "CopyObject|CompleteMultipartUpload", Role: Write, Key: "arg0.Key", Cond: "arg0.IfMatch|arg0.IfNoneMatch", Wins: ByNilError},
		{Names: "DeleteObject|DeleteObjectWithContext", Role: Write, Key: "arg0.Key", Cond: "arg0.IfMatch", Wins: ByNilError},
		{Names: "GetObject|GetObjectWithContext|HeadObject|HeadObjectWithContext", Role: Read, Key: "arg0.Key"},
		{Names: "New|NewFromConfig|NewUploader", Role: Neutral},
	},
}

var awsValues = &Library{
	Name:   "AWS values",
	Kind:   "values",
	Paths:  []string{"github.com/aws/aws-sdk-go-v2/aws", "github.com/aws/aws-sdk-go/aws"},
	Source: "https://pkg.go.dev/github.com/aws/aws-sdk-go-v2/aws",
	Rows: []Row{
		{Type: "-", Names: "String|Int64|Int32|Bool|ToString|StringValue", Role: Pure},
	},
}
