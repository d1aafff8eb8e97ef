// Package azureblob keeps menus in blobs.
package azureblob

import (
	"context"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/bsm/redislock"
)

type Menu struct {
	c     *azblob.Client
	locks *redislock.Client
}

// Cook overwrites whatever is there.
func (m *Menu) Cook(ctx context.Context, dish string, recipe []byte) error {
	l, err := m.locks.Obtain(ctx, "dish:"+dish, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = m.c.UploadBuffer(ctx, "menu", dish, recipe, nil) // want unfenced
	return err
}

// Serve writes over its etag only.
func (m *Menu) Serve(ctx context.Context, dish string, recipe []byte, etag azcore.ETag) error {
	l, err := m.locks.Obtain(ctx, "dish:"+dish, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = m.c.UploadBuffer(ctx, "menu", dish, recipe, &blockblob.UploadBufferOptions{ // ok unfenced: by etag
		AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: &etag}},
	})
	return err
}
