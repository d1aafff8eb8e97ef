// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "cloud.google.com/go/spanner"
	_ "cloud.google.com/go/storage"
	_ "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	_ "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	_ "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	_ "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	_ "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	_ "github.com/minio/minio-go/v7"
)
