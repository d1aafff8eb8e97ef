package iface

import "context"

type Store interface {
	SetNX(ctx context.Context, key string, value any) bool
	Del(ctx context.Context, key string)
}
