//path github.com/dtm-labs/rockscache

package rockscache

import "context"

type Client struct{}

func (*Client) LockForUpdate(ctx context.Context, key string, owner string) error
func (*Client) UnlockForUpdate(ctx context.Context, key string, owner string) error
