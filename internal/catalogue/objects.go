package catalogue

// Object stores beside S3.

var minioClient = &Library{
	Name:   "MinIO",
	Kind:   "S3",
	Paths:  []string{"github.com/minio/minio-go/v7"},
	Anchor: true,
	Source: "https://min.io/docs/minio/linux/developers/go/API.html",
	Rows: []Row{
		{Type: "Client", Names: "PutObject", Role: Write, Key: Arg1, Cond: "arg4:SetMatchETag|arg4:SetMatchETagExcept", Wins: ByNilError},
		{Type: "Client", Names: "FPutObject", Role: Write, Key: Arg1, Cond: "arg3:SetMatchETag|arg3:SetMatchETagExcept", Wins: ByNilError},
		{Type: "Client", Names: "CopyObject|ComposeObject", Role: Write, Key: "arg0.Object", Wins: ByNilError},
		{Type: "Client", Names: "RemoveObject", Role: Write, Key: Arg1, Wins: ByNilError, Low: true},
		{Type: "Client", Names: "RemoveObjects", Role: Write, Low: true},
		{Type: "Client", Names: "GetObject|FGetObject|StatObject", Role: Read, Key: Arg1},
		{Type: "PutObjectOptions", Names: "SetMatchETag|SetMatchETagExcept", Role: Neutral, Note: "makes the PutObject conditional"},
		{Type: "-", Names: "New", Role: Neutral},
	},
}

// googleStorage: a condition is a step of the object's handle; a writer's
// rejection shows only when it is closed.
var googleStorage = &Library{
	Name:   "Google Cloud Storage",
	Kind:   "GCS",
	Paths:  []string{"cloud.google.com/go/storage"},
	Anchor: true,
	Source: "https://cloud.google.com/storage/docs/request-preconditions",
	Rows: []Row{
		{Type: "ObjectHandle", Names: "If|Generation|Retryer|Key", Role: Step},
		{Type: "Client", Names: "Bucket", Role: Step},
		{Type: "BucketHandle", Names: "Object|If|UserProject|Retryer", Role: Step},
		{Type: "ObjectHandle", Names: "NewWriter", Role: Write, Key: "recv:Object|recv", Cond: "step:If", Absent: "recv:If.DoesNotExist=true", Note: "the rejection is the error of Writer.Close"},
		{Type: "ObjectHandle", Names: "Update", Role: Write, Key: "recv:Object|recv", Cond: "step:If", Wins: ByNilError},
		{Type: "ObjectHandle", Names: "Delete", Role: CompareDelete, Key: "recv:Object|recv", Cond: "step:If", Wins: ByNilError, Note: "a plain delete without If"},
		{Type: "ObjectHandle", Names: "NewReader|NewRangeReader|Attrs", Role: Read, Key: Recv},
		{Type: "ObjectHandle", Names: "CopierFrom|ComposerFrom", Role: Step},
		{Type: "Copier", Names: "Run", Role: Write, Cond: "step:If", Wins: ByNilError},
		{Type: "Composer", Names: "Run", Role: Write, Cond: "step:If", Wins: ByNilError},
		{Type: "Writer", Names: "Close", Role: Unwrap, Handle: Recv},
		{Type: "Writer", Names: "Write|Attrs|Flush", Role: Neutral},
		{Type: "-", Names: "NewClient", Role: Neutral},
	},
}

// gcsLock writes an object and has neither an expiry nor a precondition on its
// delete.
var gcsLock = &Library{
	Name:   "gcslock",
	Kind:   "GCS",
	Paths:  []string{"github.com/marcacohen/gcslock"},
	Anchor: true,
	Source: "https://github.com/mco-gh/gcslock",
	Rows: []Row{
		{Type: "-", Names: "New", Role: NewLock, Handle: Result0, Key: Arg1, DefaultTTL: "never"},
		{Type: "ContextLocker", Names: "ContextLock", Role: Acquire, Handle: Recv, Wins: ByNilError, DefaultTTL: "never"},
		{Type: "ContextLocker", Names: "ContextUnlock", Role: Release, Handle: Recv, Wins: ByNilError, Note: "deletes without a precondition"},
	},
}

// azureBlobs: the lease guards its own blob, and writes of it without the
// lease's id are rejected; the same options carry an etag.
var azureBlobs = &Library{
	Name: "Azure Blob",
	Kind: "Azure",
	Paths: []string{
		"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob",
		"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob",
		"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob",
		"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container",
	},
	Anchor: true,
	Source: "https://learn.microsoft.com/azure/storage/blobs/concurrency-manage",
	Rows: []Row{
		{Type: "Client", Names: "Upload|UploadStream|UploadBuffer|UploadFile", Role: Write, Key: Recv, Cond: "arg1.AccessConditions|arg3.AccessConditions", Wins: ByNilError, Note: "the container's client has container and blob as parameters"},
		{Type: "Client", Names: "CommitBlockList|SetMetadata|SetTags|CopyFromURL|StartCopyFromURL|UploadBlobFromURL", Role: Write, Key: Recv, Cond: "arg1.AccessConditions", Wins: ByNilError},
		{Type: "Client", Names: "SetHTTPHeaders", Role: Write, Key: Recv, Cond: "arg1.AccessConditions", Wins: ByNilError, Low: true},
		{Type: "Client", Names: "Delete", Role: Write, Key: Recv, Cond: "arg0.AccessConditions", Wins: ByNilError},
		{Type: "Client", Names: "DeleteBlob", Role: Write, Key: Arg1, Cond: "arg2.AccessConditions", Wins: ByNilError},
		{Type: "Client", Names: "DownloadStream|DownloadBuffer|DownloadFile|GetProperties", Role: Read, Key: Recv},
		{Type: "Client", Names: "StageBlock", Role: Neutral, Note: "nothing is seen before CommitBlockList"},
		{Type: "Client", Names: "NewBlobClient|NewBlockBlobClient|ServiceClient", Role: Neutral},
		{Type: "-", Names: "NewClient|NewClientFromConnectionString|NewClientWithSharedKeyCredential|NewClientWithNoCredential", Role: Neutral},
	},
}

var azureLease = &Library{
	Name:   "Azure lease",
	Kind:   "Azure",
	Paths:  []string{"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"},
	Anchor: true,
	Source: "https://learn.microsoft.com/rest/api/storageservices/lease-blob",
	Rows: []Row{
		{Type: "-", Names: "NewBlobClient|NewContainerClient", Role: NewLock, Handle: Result0, Key: Arg0, Owner: "arg1.LeaseID"},
		{Names: "AcquireLease", Role: Acquire, Handle: Recv, TTL: Arg0, Unit: Seconds, ZeroTTL: "error", NegativeTTL: "never", Wins: ByNilError, Token: OwnerOnly, Note: "15 to 60 seconds, or -1 for ever"},
		{Names: "RenewLease", Role: Extend, Handle: Recv, Wins: ByNilError},
		{Names: "ReleaseLease", Role: Release, Handle: Recv, Wins: ByNilError},
		{Names: "BreakLease", Role: Neutral, Note: "takes it from its owner"},
		{Names: "ChangeLease|LeaseID", Role: Neutral},
		{Type: "-", Names: "PossibleDurationTypeValues|PossibleStateTypeValues|PossibleStatusTypeValues", Role: Neutral},
	},
}

// dsync is MinIO's lock on a quorum of its own servers.
var dsync = &Library{
	Name:   "dsync",
	Kind:   "dsync",
	Paths:  []string{"github.com/minio/dsync/v3"},
	Anchor: true,
	Source: "https://github.com/minio/dsync",
	Rows: []Row{
		{Type: "-", Names: "NewDRWMutex", Role: NewLock, Handle: Result0, Key: Arg0, DefaultTTL: "never"},
		{Type: "DRWMutex", Names: "Lock|RLock", Role: Acquire, Handle: Recv, Wins: Always, DefaultTTL: "never", Bound: ToSession},
		{Type: "DRWMutex", Names: "GetLock|GetRLock", Role: Acquire, Handle: Recv, Wins: ByTrue, Won: Result0, DefaultTTL: "never", Bound: ToSession},
		{Type: "DRWMutex", Names: "Unlock|RUnlock", Role: Release, Handle: Recv, Note: "panics if it is not locked"},
		{Type: "DRWMutex", Names: "DRLocker", Role: Pure},
		{Type: "NetLocker", Names: "Lock|RLock|Unlock|RUnlock|String|Close", Role: Neutral, Note: "one server's vote"},
		{Type: "-", Names: "New", Role: Neutral},
	},
}
